// Runs a command of the built server, and builds the server first if needed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isBuilt } from './build-mark.mjs';
import { ensureInstalled } from './install.mjs';

/** @param {string} name of the file in `apps/server/dist`; does not return */
export function runCommand(name, ...args) {
  const invokedIn = process.env.INIT_CWD ?? process.cwd();
  process.chdir(resolve(import.meta.dirname, '..'));
  ensureInstalled();
  const command = resolve(`apps/server/dist/${name}.js`);
  if (!existsSync(command) || !isBuilt()) {
    const built = spawnSync(process.execPath, ['scripts/build.mjs', '--server'], {
      stdio: 'inherit',
    });
    if (built.status !== 0) process.exit(1);
  }
  // In its own process: the arguments, the exit code and an interruption reach the command directly.
  const ran = spawnSync(process.execPath, [command, ...args], {
    stdio: 'inherit',
    env: { ...process.env, INIT_CWD: invokedIn },
  });
  process.exit(ran.status ?? 1);
}
