// The mark of a finished build: `npm start` builds only if sources changed since. Without dependencies,
// because it runs before anything is installed.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MARK = 'apps/server/dist/.built';
const SOURCES = [
  'apps/server/src',
  'apps/web',
  'docs',
  'packages',
  'scripts/build.mjs',
  'package-lock.json',
];
/** What the build does not read, and what it writes itself. */
const SKIPPED = /(^|[\\/])(node_modules|dist|\.git|public[\\/](docs|map))([\\/]|$)|\.test\.tsx?$/;

function filesOf(path) {
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !SKIPPED.test(file));
}

/** A digest of all files that the build reads. */
function sourceDigest() {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((source) =>
    /\.\w+$/.test(source) ? [source] : filesOf(source),
  ).sort();
  for (const file of files) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/** Whether the `dist` folders match the sources. Call in the repository's folder. */
export function isBuilt() {
  return existsSync(MARK) && readFileSync(MARK, 'utf8') === sourceDigest();
}

/**
 * Builds and writes the mark. The digest is computed first, so that a change during the build makes it
 * stale; a failed build writes no mark. Call in the repository's folder.
 *
 * @param {() => Promise<void>} build
 */
export async function markBuild(build) {
  rmSync(MARK, { force: true });
  const digest = sourceDigest();
  await build();
  writeFileSync(MARK, digest);
}
