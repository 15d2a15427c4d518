// Finds a Chromium for the browser journeys, or installs one: Debian's package if apt is available,
// Playwright's build otherwise.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function installed() {
  const system = PLACES.find((path) => path !== undefined && existsSync(path));
  if (system !== undefined) return system;
  const require = createRequire(import.meta.url);
  const own = require('playwright-core').chromium.executablePath();
  return existsSync(own) ? own : null;
}

function run(command, ...args) {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: 'inherit', env: environment }).status === 0;
}

/**
 * The path of a Chromium, which is installed if missing.
 *
 * @returns {string}
 * @throws {Error} if none can be installed
 */
export function ensureChromium() {
  const found = installed();
  if (found !== null) return found;
  console.log('No Chromium on this machine: installing one for the browser journeys.');
  const apt = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (apt && run('apt-get', 'update', '-qq')) {
    run(
      'apt-get',
      'install',
      '-y',
      '-qq',
      '--no-install-recommends',
      'chromium',
      'fonts-liberation',
    );
  } else {
    run('npx', 'playwright', 'install', 'chromium');
  }
  const now = installed();
  if (now === null) throw new Error('No Chromium could be installed: set CHROMIUM_PATH to one.');
  return now;
}
