// `npm start`: installs what is missing, builds what is stale, starts the server in this process.
//
//   npm start              with the demo fleet when the database is empty
//   npm start -- --empty   without it: the first visit makes the first administrator
//   npm run demo:reset     empties data/ first
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isBuilt } from './scripts/build-mark.mjs';
import { ensureInstalled } from './scripts/install.mjs';

/** Builds in a process of its own: the tools set NODE_ENV and hold memory that the server needs not. */
function ensureBuilt() {
  if (isBuilt()) return;
  console.log('Building …');
  const done = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  if (done.status !== 0) {
    console.error('The build failed; see above.');
    process.exit(1);
  }
}

process.chdir(dirname(fileURLToPath(import.meta.url)));
ensureInstalled();
ensureBuilt();
const { main } = await import(pathToFileURL('apps/server/dist/main.js').href);
await main({ empty: process.argv.includes('--empty'), reset: process.argv.includes('--reset') });
