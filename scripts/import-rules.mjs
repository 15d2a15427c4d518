// Allowed imports (docs/architecture.md, "Folders"). Reads the import statements of every source file,
// type-only ones included, and fails on a forbidden import, an unknown file and a cycle.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, posix } from 'node:path';

const ROOTS = ['packages', 'apps'];
const SOURCE = /\.tsx?$/;
const TEST = /\.test\.tsx?$|\/test\/|\/test-[\w-]+\.tsx?$/;
/** `import … from 'x'`, `export … from 'x'`, `import 'x'` and `import('x')`. */
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'";]*?from\s+'([^']+)'|(?:^|\n)\s*import\s+'([^']+)'|import\('([^']+)'\)/g;

/** Folders, the most specific first, with the other folders that each may import. */
const ROOMS = [
  ['packages/domain', []],
  ['packages/protocols', ['packages/domain']],
  ['packages/contract', ['packages/domain']],
  ['packages/simulator', ['packages/domain', 'packages/protocols']],
  ['apps/web', ['packages/contract', 'packages/domain']],
  ['apps/server/src/engines', ['packages/domain']],
  [
    'apps/server/src/gateway',
    ['apps/server/src/platform', 'packages/protocols', 'packages/domain'],
  ],
  ['apps/server/src/video', ['apps/server/src/platform', 'packages/protocols', 'packages/domain']],
  ['apps/server/src/platform', ['apps/server/src/locales', 'packages/contract', 'packages/domain']],
  [
    'apps/server/src/modules',
    [
      'apps/server/src/platform',
      'apps/server/src/engines',
      'apps/server/src/locales',
      'packages/contract',
      'packages/domain',
    ],
  ],
];
/**
 * The demo starts the simulator and reads its fleet file; raw data shows decoded frames; data inputs
 * preview a mapping; commands to
 * devices are those that the protocols encode; tachograph reads downloaded files; custom texts
 * compares the texts of the web app with those of the customer.
 */
const EXTRA = {
  'apps/server/src/modules/services/demo/': ['packages/simulator'],
  'apps/server/src/modules/features/device-commands/': ['packages/protocols'],
  'apps/server/src/modules/features/raw-data/': ['packages/protocols'],
  'apps/server/src/modules/services/data-inputs/': ['packages/protocols'],
  'apps/server/src/modules/features/tachograph/': ['packages/protocols'],
  'apps/server/src/modules/services/custom-texts/': ['apps/web/public/locales'],
  // Files and mails use the same list of known names as the screens.
  'apps/server/src/platform/known-texts.ts': ['apps/web/public/locales'],
};

/** npm packages that only these files of a server feature may import. */
const OUTSIDE = [
  { packages: /^(kysely|pg)$/, forbidden: /\/modules\/.*(routes|service)\.ts$/ },
  {
    packages: /^(fastify|@fastify\/.*)$/,
    forbidden: /\/modules\/.*(service|repository)\.ts$/,
  },
];

const starts = (path, room) => path === room || path.startsWith(`${room}/`);

function sources() {
  return ROOTS.flatMap((root) =>
    readdirSync(root, { recursive: true })
      .map((name) => posix.join(root, name.replaceAll('\\', '/')))
      .filter((path) => SOURCE.test(path) && !/\/(node_modules|dist)\//.test(path)),
  );
}

/** The imported file, `npm:name` for a package, null if it does not exist. */
function resolveImport(from, target) {
  const bare = target.split('?')[0];
  if (bare.startsWith('@roadworthy/')) {
    const [, name, ...inside] = bare.split('/');
    const folder = inside.length === 0 ? 'src' : `src/${inside.join('/')}`;
    return `packages/${name}/${folder}/index.ts`;
  }
  if (!bare.startsWith('.')) {
    const name = bare.startsWith('@') ? bare.split('/').slice(0, 2).join('/') : bare.split('/')[0];
    return `npm:${builtinModules.includes(name) ? `node:${name}` : name}`;
  }
  const path = posix.normalize(posix.join(posix.dirname(from), bare));
  return existsSync(join(path)) ? path : null;
}

function importsOf(path) {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(IMPORT)].map(([, from, bare, lazy]) => ({
    target: from ?? bare ?? lazy,
    isLazy: lazy !== undefined,
  }));
}

function arrowFault(from, to) {
  const room = ROOMS.find(([name]) => starts(from, name));
  if (room === undefined || TEST.test(from)) return null;
  const [name, allowed] = room;
  if (starts(to, name)) return floorFault(from, to);
  const extra = Object.entries(EXTRA).find(([prefix]) => from.startsWith(prefix))?.[1] ?? [];
  return [...allowed, ...extra].some((one) => starts(to, one)) ? null : `${name} may not import it`;
}

/** Floors of each application with their level: a file imports from its own floor and lower ones. */
const FLOORS = {
  'apps/server/src/modules': { core: 0, features: 1, services: 2 },
  'apps/web/src': { api: 0, session: 0, ui: 1, features: 2, app: 3 },
};

/** Files of the web app outside its floors. */
const BESIDE_FLOORS =
  /^apps\/web\/(src\/(vite-env\.d|test-[\w-]+|[\w-]+\.test)\.tsx?|[\w.-]+\.ts)$/;

/** The place of a file, `{ root, floor, feature }`; undefined outside the floors. */
function placeOf(path) {
  const root = Object.keys(FLOORS).find((one) => path.startsWith(`${one}/`));
  if (root === undefined) return undefined;
  const [floor, ...rest] = path.slice(root.length + 1).split('/');
  const level = FLOORS[root][floor] ?? null;
  const hasFeatures = root.startsWith('apps/server') || floor === 'features';
  const isInFeature = hasFeatures && rest.length > 1;
  return { root, level, feature: isInFeature ? `${root}/${floor}/${rest[0]}` : null };
}

/** No floor imports a higher one. A feature of the server imports another only through its index.ts. */
function floorFault(from, to) {
  const [a, b] = [placeOf(from), placeOf(to)];
  if (a === undefined || b === undefined || a.root !== b.root) return null;
  if (a.level === null) return BESIDE_FLOORS.test(from) ? null : 'this folder is not a floor';
  if (b.level > a.level) return 'a floor may not import one above it';
  if (!a.root.startsWith('apps/server') || a.feature === b.feature) return null;
  return to === `${b.feature}/index.ts` ? null : 'a feature is reached only through its index.ts';
}

function outsideFault(from, to) {
  const name = to.slice('npm:'.length);
  const rule = OUTSIDE.find(
    ({ packages, forbidden }) => packages.test(name) && forbidden.test(from),
  );
  return rule === undefined || TEST.test(from) ? null : `this file may not import ${name}`;
}

function cycles(graph) {
  const done = new Set();
  const found = [];
  const visit = (path, trail) => {
    const at = trail.indexOf(path);
    if (at >= 0) {
      found.push(`cycle: ${[...trail.slice(at), path].join(' → ')}`);
      return;
    }
    if (done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
}

/**
 * Checks every source file.
 *
 * @returns {{ files: number, faults: string[] }}
 */
export function checkImports() {
  const faults = [];
  const graph = new Map();
  // Whole features must not form a cycle either, even if their files do not.
  const features = new Map();
  const files = sources();
  for (const path of files) {
    const loaded = [];
    for (const { target, isLazy } of importsOf(path)) {
      if (target.startsWith('virtual:')) continue;
      const to = resolveImport(path, target);
      if (to === null) {
        faults.push(`${path}: ${target} does not exist`);
        continue;
      }
      const fault = to.startsWith('npm:') ? outsideFault(path, to) : arrowFault(path, to);
      if (fault !== null) faults.push(`${path} → ${target}: ${fault}`);
      if (!isLazy && !to.startsWith('npm:')) loaded.push(to);
    }
    graph.set(path, loaded);
    const own = TEST.test(path) ? null : placeOf(path)?.feature;
    if (own) {
      const others = loaded.map((to) => placeOf(to)?.feature).filter((to) => to && to !== own);
      features.set(own, new Set([...(features.get(own) ?? []), ...others]));
    }
  }
  return { files: files.length, faults: [...faults, ...cycles(graph), ...cycles(features)] };
}
