import { readBases } from '../../api/bases.ts';
import { mount } from './walkaround-mount.tsx';

/** Entry point of `check.html`. */
const root = document.getElementById('root');
if (root !== null) void readBases().then(() => mount(root));
