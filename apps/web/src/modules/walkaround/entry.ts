import { mount } from './mount.tsx';

/** What `check.html` starts. */
const root = document.getElementById('root');
if (root !== null) mount(root);
