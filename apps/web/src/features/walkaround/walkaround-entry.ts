import { readBases } from '../../api/bases.ts';
import { mount } from './walkaround-mount.tsx';

/** What `check.html` starts. */
const root = document.getElementById('root');
if (root !== null) void readBases().then(() => mount(root));
