// Finds a browser for the journeys, or installs one. Chromium's headless shell comes first: it draws the same
// pages with about half of the processor time of the whole browser without a window.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const DEBIAN_SHELL = '/usr/bin/chromium-headless-shell';

const WHOLE_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function playwrightShell() {
  const { registry } = require('playwright-core/lib/coreBundle').registry;
  return registry.findExecutable('chromium-headless-shell')?.executablePath();
}

const firstOf = (...paths) => paths.find((path) => path !== undefined && existsSync(path));

const shell = () => firstOf(process.env.CHROMIUM_PATH, DEBIAN_SHELL, playwrightShell());

function run(command, ...args) {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: 'inherit', env: environment }).status === 0;
}

/** Installs Debian's shell; `false` where apt cannot, or would have to remove a package. */
function installDebianShell() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const options = ['-y', '-qq', '--no-install-recommends', '--no-remove'];
  const packages = ['chromium-headless-shell', 'fonts-liberation'];
  return run('apt-get', 'update', '-qq') && run('apt-get', 'install', ...options, ...packages);
}

/**
 * The path of a browser for the journeys, which is installed if missing: Debian's package if apt is
 * available, Playwright's build otherwise. A whole browser serves where no shell can be installed.
 *
 * @returns {string}
 * @throws {Error} if none can be installed
 */
export function ensureChromium() {
  const found = shell();
  if (found !== undefined) return found;
  console.log("Installing Chromium's headless shell for the browser journeys.");
  if (!installDebianShell() && firstOf(...WHOLE_BROWSERS) === undefined) {
    run('npx', 'playwright', 'install', '--only-shell', 'chromium');
  }
  const now = shell() ?? firstOf(...WHOLE_BROWSERS);
  if (now === undefined) {
    throw new Error('No Chromium could be installed: set CHROMIUM_PATH to one.');
  }
  return now;
}
