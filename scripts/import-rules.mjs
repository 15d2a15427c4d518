// Who may import whom (docs/architecture.md, "Folders"). Reads the import statements of every source
// file, types included, and fails on a forbidden arrow, an unknown file and a cycle, of types too.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, posix } from 'node:path';

const ROOTS = ['packages', 'apps'];
const SOURCE = /\.tsx?$/;
const TEST = /\.test\.tsx?$|\/test\/|test-setup\.ts$/;
/** `import … from 'x'`, `export … from 'x'`, `import 'x'` and `import('x')`. */
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'";]*?from\s+'([^']+)'|(?:^|\n)\s*import\s+'([^']+)'|import\('([^']+)'\)/g;

/** Rooms, the more exact first, with what else of ours each may import. */
const ROOMS = [
  ['packages/domain', []],
  ['packages/protocols', []],
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
 * The evaluation's module starts the simulator and knows its fleet file; administration shows the texts of
 * the web app beside those that a customer says in their place, and decodes raw frames for support.
 */
const EXTRA = {
  'apps/server/src/modules/evaluation/': ['packages/simulator'],
  'apps/server/src/modules/administration/raw-data/': ['packages/protocols'],
  'apps/server/src/modules/administration/texts/': ['apps/web/public/locales'],
  // Files and mails say known names as the screens do: one list of them.
  'apps/server/src/platform/known-texts.ts': ['apps/web/public/locales'],
};

/** Packages of npm that only these files of a server module may import. */
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

/** The file an import means, `npm:name` for a package, null for one that is not there. */
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
  if (starts(to, name)) return moduleFault(from, to);
  const extra = Object.entries(EXTRA).find(([prefix]) => from.startsWith(prefix))?.[1] ?? [];
  return [...allowed, ...extra].some((one) => starts(to, one)) ? null : `${name} may not import it`;
}

/** Modules meet only at their doors: index.ts on the server, nowhere in the web app. */
function moduleFault(from, to) {
  const of = (path) => /^(apps\/(?:server|web)\/src\/modules\/[^/]+)\//.exec(path)?.[1];
  const [a, b] = [of(from), of(to)];
  if (a === undefined || b === undefined || a === b) return null;
  if (to === `${b}/index.ts` && a.startsWith('apps/server')) return null;
  return a.startsWith('apps/web')
    ? 'what two modules of the web app need belongs in widgets'
    : 'a module is reached only through its index.ts';
}

function outsideFault(from, to) {
  const name = to.slice('npm:'.length);
  const rule = OUTSIDE.find(
    ({ packages, forbidden }) => packages.test(name) && forbidden.test(from),
  );
  return rule === undefined || TEST.test(from) ? null : `this file may not know ${name}`;
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
  }
  return { files: files.length, faults: [...faults, ...cycles(graph)] };
}
