// Finds a nats-server for the cluster tests, or installs one: Debian's package if apt is available,
// otherwise built by the Go toolchain.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';

const OWN = resolve('node_modules/.cache/nats-server');
const MODULE = 'github.com/nats-io/nats-server/v2@v2.15.2';

const PLACES = [
  process.env.NATS_SERVER_PATH,
  `${OWN}/nats-server`,
  '/usr/sbin/nats-server',
  '/usr/bin/nats-server',
  '/usr/local/bin/nats-server',
  '/opt/homebrew/bin/nats-server',
];

/**
 * The path of a nats-server on this machine, or null.
 *
 * @returns {string | null}
 */
export function findNatsServer() {
  return PLACES.find((path) => path !== undefined && existsSync(path)) ?? null;
}

function run(command, args, env = {}) {
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } };
  return spawnSync(command, args, options).status === 0;
}

/**
 * Installs a package of Debian, if this machine has apt and the rights for it.
 *
 * @param {string} name
 */
export function installPackage(name) {
  const apt = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  if (apt && run('apt-get', ['update', '-qq'], quiet)) {
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet);
  }
}

/**
 * The path of a nats-server, which is installed if missing; null if that is not possible.
 *
 * @returns {string | null}
 */
export function ensureNatsServer() {
  const found = findNatsServer();
  if (found !== null) return found;
  console.log('No nats-server on this machine: installing one for the cluster tests.');
  installPackage('nats-server');
  if (findNatsServer() === null && run('go', ['version'])) {
    mkdirSync(OWN, { recursive: true });
    run('go', ['install', MODULE], { GOBIN: OWN, GOFLAGS: '-trimpath' });
  }
  return findNatsServer();
}
