import { readBases } from '../../api/bases.ts';
import { mount } from './mount.ts';

/** Entry of `qr.html`. */
const root = document.getElementById('root');
if (root !== null) void readBases().then(() => mount(root));
