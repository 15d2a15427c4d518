// Installs the dependencies when they are missing or stale. Plain Node without dependencies.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const MARK = 'node_modules/.roadworthy-installed';
const OLDEST_NODE = [20, 19];

/** Exits with a message if this Node version is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(
    `Roadworthy needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`,
  );
  process.exit(1);
}

/** Digest of everything the installed packages depend on: the lock file, the platform and Node's binary interface. */
function wanted() {
  const hash = createHash('sha256').update(readFileSync('package-lock.json'));
  hash.update(`${process.platform} ${process.arch} ${process.versions.modules}`);
  return hash.digest('hex');
}

/**
 * Runs `npm ci` when the lock file, the platform or Node's binary interface changed since the last
 * install. Exits if that fails. Call it in the repository's root.
 */
export function ensureInstalled() {
  requireNode();
  const mark = wanted();
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === mark) return;
  console.log('Installing dependencies …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const done = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (done.status !== 0) {
    console.error('The dependencies could not be installed; see above.');
    process.exit(1);
  }
  writeFileSync(MARK, mark);
}
