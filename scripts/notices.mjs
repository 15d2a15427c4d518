// Writes THIRD_PARTY_NOTICES.md from the lock file, and fails on a licence that is not allowed.
// `node scripts/notices.mjs --check` only compares; it is part of `npm run check`.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const FILE = 'THIRD_PARTY_NOTICES.md';

/** Licences that a dependency may have. In an expression, each part of an AND needs an allowed one. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
  'Zlib',
]);

/** Permissive licences that only tools of development have; nothing of them ships. */
const ALLOWED_FOR_TOOLS = new Set(['Python-2.0']);

/** The licence of fonts; it asks that a changed font gets another name (docs/decisions/0038). */
const ALLOWED_FOR_FONTS = { name: /^@fontsource/, licence: 'OFL-1.1' };

/** Shared libraries that sharp loads; the LGPL allows that, because they can be replaced. */
const LGPL = /^@img\/sharp-/;

/** Packages whose lock entry has no licence, with the licence of their repository. */
const UNDECLARED = {
  busboy: 'MIT',
  dicer: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
  'png-js': 'MIT',
  streamsearch: 'MIT',
};

const isAllowed = (expression) =>
  expression
    .replace(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((one) => ALLOWED.has(one.trim().replace(/\+$/, ''))));

/** The packages of the lock file, `{ name, version, licence, isDev }`, by name and version. */
function packagesOf(lock) {
  const found = new Map();
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = path.split('node_modules/').at(-1);
    if (!path.includes('node_modules/') || entry.link === true) continue;
    const licence = entry.license ?? UNDECLARED[name] ?? 'unknown';
    const key = `${name} ${entry.version}`;
    const isDev = (found.get(key)?.isDev ?? true) && entry.dev === true;
    found.set(key, { name, version: entry.version, licence, isDev });
  }
  return [...found.values()].sort(
    (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) || (a.version < b.version ? -1 : 1),
  );
}

/**
 * The expected notices, and the packages with a licence that is not allowed.
 *
 * @returns {{ text: string, refused: string[] }}
 */
export function notices() {
  const all = packagesOf(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const refused = all
    .filter(
      ({ name, licence, isDev }) =>
        !isAllowed(licence) &&
        !(ALLOWED_FOR_FONTS.name.test(name) && licence === ALLOWED_FOR_FONTS.licence) &&
        !(LGPL.test(name) && /LGPL/.test(licence)) &&
        !(isDev && ALLOWED_FOR_TOOLS.has(licence)),
    )
    .map(({ name, version, licence }) => `${name} ${version}: ${licence}`);
  const rows = all
    .filter(({ isDev }) => !isDev)
    .map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  const text = `# Third-party notices

Roadworthy is built with these packages. Each brings its licence text in its folder under \`node_modules\`.
\`npm run notices\` writes this file from the lock file.

| package | version | licence |
|---|---|---|
${rows.join('\n')}
`;
  return { text, refused };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { text, refused } = notices();
  for (const line of refused) console.error(`licence not allowed: ${line}`);
  let isSame = true;
  if (process.argv.includes('--check')) {
    isSame = readFileSync(FILE, 'utf8') === text;
    if (!isSame) console.error(`${FILE} is not what the lock file says: run npm run notices`);
  } else {
    writeFileSync(FILE, text);
  }
  process.exitCode = refused.length === 0 && isSame ? 0 : 1;
}
