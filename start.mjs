// `npm start`: installs what is missing, builds what is stale, starts the server in this process.
//
//   npm start              with the evaluation fleet when the database is empty
//   npm start -- --empty   without it: the first visit makes the first administrator
//   npm run demo:reset     empties data/ first
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureInstalled } from './scripts/install.mjs';

const MARK = 'apps/server/dist/.built';
const SOURCES = [
  'apps/server/src',
  'apps/web',
  'packages',
  'scripts/build.mjs',
  'package-lock.json',
];
const SKIPPED = /(^|[\\/])(node_modules|dist|\.git)([\\/]|$)|\.test\.tsx?$/;

function filesOf(path) {
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !SKIPPED.test(file));
}

/** A digest of everything the build reads. */
function sourceDigest() {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((source) =>
    /\.\w+$/.test(source) ? [source] : filesOf(source),
  ).sort();
  for (const file of files) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/** Builds in a process of its own: the tools set NODE_ENV and hold memory that the server needs not. */
function ensureBuilt() {
  const digest = sourceDigest();
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === digest) return;
  console.log('Building …');
  rmSync(MARK, { force: true });
  const done = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  if (done.status !== 0) {
    console.error('The build failed; see above.');
    process.exit(1);
  }
  writeFileSync(MARK, digest);
}

process.chdir(dirname(fileURLToPath(import.meta.url)));
ensureInstalled();
ensureBuilt();
const { main } = await import(pathToFileURL('apps/server/dist/main.js').href);
await main({ empty: process.argv.includes('--empty'), reset: process.argv.includes('--reset') });
