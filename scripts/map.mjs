// `npm run map`: installs a street map; see docs/maps.md. Builds the server's part first if needed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isBuilt } from './build-mark.mjs';
import { ensureInstalled } from './install.mjs';

process.chdir(resolve(import.meta.dirname, '..'));
ensureInstalled();
const command = resolve('apps/server/dist/map-command.js');
if (!existsSync(command) || !isBuilt()) {
  const built = spawnSync(process.execPath, ['scripts/build.mjs', '--server'], {
    stdio: 'inherit',
  });
  if (built.status !== 0) process.exit(1);
}
// In its own process: the arguments, the exit code and an interruption reach the command directly.
const ran = spawnSync(process.execPath, [command, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(ran.status ?? 1);
