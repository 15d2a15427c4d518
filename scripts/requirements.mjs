// Prints, by area, the requirement ids of docs/requirements.md that no test names.
//
//   npm run requirements              all areas
//   npm run requirements -- --area B  one area
//   npm run requirements -- --write   also ticks the boxes in docs/requirements.md
//   npm run requirements -- --check   fails where a box and the tests disagree

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const DOCUMENT = 'docs/requirements.md';
const ID = /\b(RP|[A-Z])-(P?)(\d{2,3})\b/g;

/** Ids that the bracketed names of tests carry; `[A-26…A-28]` and `[A-26..A-28]` name a range. */
function idsIn(text) {
  const ids = new Set();
  for (const [, inside] of text.matchAll(/\[([^\]\n]*)\]/g)) {
    for (const [id] of inside.matchAll(ID)) ids.add(id);
    for (const range of inside.matchAll(/\b([A-Z]+-P?)(\d{2,3})(?:…|\.\.)\1(\d{2,3})\b/g)) {
      const [, prefix, from, to] = range;
      for (let n = Number(from); n <= Number(to); n += 1) {
        ids.add(prefix + String(n).padStart(from.length, '0'));
      }
    }
  }
  return ids;
}

function testFiles() {
  const listed = execFileSync(
    'git',
    [
      'ls-files',
      '--cached',
      '--others',
      '--exclude-standard',
      '*.test.ts',
      '*.test.tsx',
      '*.spec.ts',
    ],
    { encoding: 'utf8' },
  );
  return listed.split('\n').filter((path) => path !== '');
}

function namedByTests() {
  const named = new Set();
  for (const path of testFiles()) for (const id of idsIn(readFileSync(path, 'utf8'))) named.add(id);
  return named;
}

const args = process.argv.slice(2);
const only = args.includes('--area') ? args[args.indexOf('--area') + 1] : null;
const text = readFileSync(DOCUMENT, 'utf8');
const named = namedByTests();
const areas = new Map();
let wrong = 0;

const ticked = text.replace(/^- \[([ x])\] \*\*((?:RP|[A-Z])-P?\d{2,3})\*\*/gm, (line, box, id) => {
  const area = id.startsWith('RP-') ? 'R' : id[0];
  if (!areas.has(area)) areas.set(area, { all: 0, missing: [] });
  const entry = areas.get(area);
  entry.all += 1;
  if (!named.has(id)) entry.missing.push(id);
  const right = named.has(id) ? 'x' : ' ';
  if (box !== right) wrong += 1;
  return line.replace(`[${box}]`, `[${right}]`);
});

if (args.includes('--write')) writeFileSync(DOCUMENT, ticked);
if (args.includes('--check')) {
  if (areas.size === 0) {
    console.error(`No requirement found in ${DOCUMENT}.`);
    process.exit(1);
  }
  if (wrong > 0) {
    console.error(
      `${wrong} boxes in ${DOCUMENT} disagree with the tests: npm run requirements -- --write`,
    );
    process.exit(1);
  }
  process.exit(0);
}

for (const [area, { all, missing }] of areas) {
  if (only !== null && area !== only) continue;
  console.log(`${area}  ${all - missing.length} of ${all} named by a test`);
  if (missing.length > 0) console.log(`   without: ${missing.join(' ')}`);
}
