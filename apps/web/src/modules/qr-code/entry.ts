import { mount } from './mount.ts';

/** What `qr.html` starts. */
const root = document.getElementById('root');
if (root !== null) mount(root);
