// Prints, by area, the requirement ids of docs/requirements.md that no test names, and those that only
// static tests name.
//
//   npm run requirements              all areas
//   npm run requirements -- --area B  one area
//   npm run requirements -- --write   also ticks the boxes in docs/requirements.md
//   npm run requirements -- --check   fails if a box and the tests disagree, or a title names too many ids
//
// A test names the ids that it exercises in brackets in its title: `[A-01] …`, at most three, no
// ranges. A row of `it.each` names its ids in the same way: `['[A-26]', 'Track', …]` with the title `%s …`.
// A test is static if its file, with the test helpers that it imports, uses no screen, call, socket,
// process or database (DYNAMIC and PAGE below): it checks rules, but not that the product applies them.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';

const DOCUMENT = 'docs/requirements.md';
const MOST_IDS = 3;

const ID = /\b(?:RP|[A-Z])-P?\d{2,3}\b/g;
const BRACKETS = /\[([^\]\n]*)\]/g;
const RANGE = /\b[A-Z]+-P?\d{2,3}\s*(?:…|\.{2,}|–|\bto\b)/;
/** A string or template on one line: a title. */
const LITERAL = /'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`/g;
const TESTS = ['*.test.ts', '*.test.tsx', '*.spec.ts'];

const IMPORTED = /(?:from|import)\s+'([^']+)'|import\('([^']+)'\)/g;
/** Imports of test files that drive a screen, a call, a socket, a process or a database. */
const DYNAMIC =
  /^(@playwright\/test|@testing-library\/.*|react-dom\/client|playwright-core|fastify|pg|kysely|ws|node:(net|http|https|dgram|child_process)|smtp-server)$/;
/** Globals that a test of browser code uses to drive a page or its calls. */
const PAGE =
  /\bdocument\.(?:querySelector|getElementById|body)\b|stubGlobal\('(?:fetch|XMLHttpRequest)'/;
/** Test helpers: only their imports are followed, because the product itself uses sockets. */
const HELPER = /(^|\/)test\/|(^|\/)e2e\/|test-[\w-]+\.tsx?$|\.test-[\w-]+\.tsx?$/;

function testFiles() {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', ...TESTS];
  const listed = execFileSync('git', args, { encoding: 'utf8' });
  return listed.split('\n').filter((path) => path !== '' && existsSync(path));
}

/** Titles of a test file that name ids, with those ids and whether a range is among them. */
function titlesIn(text) {
  const titles = [];
  for (const [, single, double, template] of text.matchAll(LITERAL)) {
    const title = single ?? double ?? template;
    const ids = new Set();
    let hasRange = false;
    for (const [, inside] of title.matchAll(BRACKETS)) {
      const found = inside.match(ID) ?? [];
      for (const id of found) ids.add(id);
      hasRange ||= found.length > 0 && RANGE.test(inside);
    }
    if (ids.size > 0) titles.push({ title, ids: [...ids], hasRange });
  }
  return titles;
}

/** Whether a test file, or a helper of tests that it imports, drives a running part. */
function isDynamic(path, seen = new Set()) {
  if (seen.has(path) || !existsSync(path)) return false;
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  if (PAGE.test(text)) return true;
  for (const [, from, lazily] of text.matchAll(IMPORTED)) {
    const target = from ?? lazily;
    if (DYNAMIC.test(target)) return true;
    if (!target.startsWith('.')) continue;
    const file = posix.normalize(posix.join(posix.dirname(path), target));
    if (HELPER.test(file) && isDynamic(file, seen)) return true;
  }
  return false;
}

/** All ids that tests name, those among them that dynamic tests name, and the titles that name too many. */
function readTests() {
  const named = new Set();
  const exercised = new Set();
  const offences = [];
  for (const path of testFiles()) {
    const titles = titlesIn(readFileSync(path, 'utf8'));
    if (titles.length === 0) continue;
    const dynamic = path.endsWith('.spec.ts') || isDynamic(path);
    for (const { title, ids, hasRange } of titles) {
      for (const id of ids) {
        named.add(id);
        if (dynamic) exercised.add(id);
      }
      if (hasRange || ids.length > MOST_IDS) offences.push(`${path}: ${title}`);
    }
  }
  return { named, exercised, offences };
}

const args = process.argv.slice(2);
const only = args.includes('--area') ? args[args.indexOf('--area') + 1] : null;
const text = readFileSync(DOCUMENT, 'utf8');
const { named, exercised, offences } = readTests();
const areas = new Map();
let wrong = 0;

const ticked = text.replace(/^- \[([ x])\] \*\*((?:RP|[A-Z])-P?\d{2,3})\*\*/gm, (line, box, id) => {
  const area = id.startsWith('RP-') ? 'R' : id[0];
  if (!areas.has(area)) areas.set(area, { all: 0, missing: [], still: [] });
  const entry = areas.get(area);
  entry.all += 1;
  if (!named.has(id)) entry.missing.push(id);
  else if (!exercised.has(id)) entry.still.push(id);
  const right = named.has(id) ? 'x' : ' ';
  if (box !== right) wrong += 1;
  return line.replace(`[${box}]`, `[${right}]`);
});

if (args.includes('--write')) writeFileSync(DOCUMENT, ticked);
if (args.includes('--check')) {
  const faults = offences.map((one) => `names a range, or more than ${MOST_IDS} ids: ${one}`);
  if (areas.size === 0) faults.push(`no requirement found in ${DOCUMENT}`);
  if (wrong > 0) {
    faults.push(
      `${wrong} boxes in ${DOCUMENT} disagree with the tests: npm run requirements -- --write`,
    );
  }
  for (const fault of faults) console.error(fault);
  process.exit(faults.length === 0 ? 0 : 1);
}

for (const [area, { all, missing, still }] of areas) {
  if (only !== null && area !== only) continue;
  console.log(`${area}  ${all - missing.length} of ${all} named by a test`);
  if (missing.length > 0) console.log(`   without: ${missing.join(' ')}`);
  if (still.length > 0) console.log(`   static only: ${still.join(' ')}`);
}
console.log(`${offences.length} titles name a range or more than ${MOST_IDS} ids`);
