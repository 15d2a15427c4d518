import { readBases } from '../../api/bases.ts';
import { mount } from './mount.ts';

/** What `qr.html` starts. */
const root = document.getElementById('root');
if (root !== null) void readBases().then(() => mount(root));
