// Starts the built server. It installs and builds nothing, so its folder may be read-only: for images and systemd.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const built = resolve(import.meta.dirname, '../apps/server/dist/main.js');
const { main } = await import(pathToFileURL(built).href);
await main({ empty: false, reset: false });
