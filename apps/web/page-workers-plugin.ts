import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import type { Plugin } from 'vite';
import { readCalls } from './contract-plugin.ts';
import { ANSWERS_CACHE, KEPT_AT_HEADER, KEPT_CALLS, OWN_PATHS } from './src/session/own-screens.ts';

const SOURCE = 'src/ui/kept-page/worker.ts';
/** The service worker of drivers' own screens, which it uses only without a network. */
const OWN_SOURCE = 'src/ui/kept-page/own-worker.ts';
/** The service worker that shows notifications; it caches no page. */
const PUSH_SOURCE = 'src/features/alerts/settings/push-worker.ts';
/** Files of the pages that are not part of the build. */
const OTHERS = ['/favicon.svg'];
/** Texts of the application, which keep their names in each build. */
const TEXTS = ['/locales/en.json', '/locales/pt.json'];

/** A page that works offline. */
interface KeptPage {
  readonly html: string;
  /** At the root, because a service worker serves no page above its folder. */
  readonly worker: string;
  readonly prefix: string;
  /** An address that returns the HTML. */
  readonly address: string;
  readonly paths: RegExp;
  /** Lazy parts that are not cached: too large for every phone, or useless offline. */
  readonly without: RegExp | null;
}

/** The application after sign-in; a driver's phone keeps the home and the driver's own screens. */
const OWN: KeptPage = {
  html: 'index.html',
  worker: 'own-worker.js',
  prefix: 'roadworthy-own-',
  address: '/home',
  paths: new RegExp(`^(/home|${OWN_PATHS.join('|')})/?$`),
  // Other screens and pages, maps and video, and the search, which asks the server.
  without:
    /(?<!\/own-[\w-]+|\/home)\.screen\.tsx$|-mount\.tsx$|-screens\.tsx$|\/public\/mount\.ts$|\/features\/(tracking|trace|video-live|search)\/|\.routes\.tsx?$/,
};

const PAGES: readonly KeptPage[] = [
  {
    html: 'check.html',
    worker: 'check-worker.js',
    prefix: 'roadworthy-check-',
    address: '/check',
    paths: /^\/check\/?$/,
    without: null,
  },
  {
    html: 'qr.html',
    worker: 'public-worker.js',
    prefix: 'roadworthy-public-',
    address: '/help',
    paths: /^\/(qr|help|safety)(\/|$)/,
    without: /\/accidents\/place-map\.tsx$/,
  },
];

/** Parts of the application after sign-in, which no offline page needs. */
const SIGNED_IN = /^\/assets\/(signed-in|base-map|live-)/;

/** The used fields of a chunk. */
interface Chunk {
  readonly type: 'chunk';
  readonly fileName: string;
  readonly facadeModuleId: string | null;
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}
type Bundle = Readonly<Record<string, Chunk | { readonly type: 'asset' }>>;

/** Every file that a page can request: its chunks, including lazy ones, and their styles. */
function filesOf(bundle: Bundle, { html, without }: KeptPage): string[] {
  const files = new Set<string>();
  const add = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || files.has(name)) return;
    if (without?.test(chunk.facadeModuleId ?? '')) return;
    files.add(name);
    for (const css of chunk.viteMetadata?.importedCss ?? []) if (css in bundle) files.add(css);
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) add(next);
  };
  for (const [name, one] of Object.entries(bundle)) {
    if (one.type === 'chunk' && one.facadeModuleId?.endsWith(`/${html}`) === true) add(name);
  }
  return [...files].sort().map((name) => `/${name}`);
}

/** The constants of a page's worker: its files, and a version derived from them, so that every build replaces the worker. */
function constants(page: KeptPage, files: readonly string[]): Record<string, string> {
  const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16);
  return {
    FILES: JSON.stringify(files),
    VERSION: JSON.stringify(version),
    PREFIX: JSON.stringify(page.prefix),
    PAGE: JSON.stringify(page.address),
    PATHS: JSON.stringify(page.paths.source),
  };
}

/** A regular expression of the paths of the kept calls. */
async function keptPaths(): Promise<string> {
  const calls = await readCalls();
  const paths = KEPT_CALLS.map((call) => {
    const [module, name] = call.split('.') as [keyof typeof calls, string];
    const path = calls[module][name]?.path;
    if (path === undefined) throw new Error(`the contract has no call ${call}`);
    return path.replace(/\{\w+\}/g, '[^/]+');
  });
  return `^(${paths.join('|')})$`;
}

/** Compiles a worker: not a module, because a worker is a separate script. */
async function compile(source: string, define: Record<string, string>): Promise<string> {
  const text = readFileSync(join(import.meta.dirname, source), 'utf8');
  const { code } = await transform(text, { loader: 'ts', format: 'iife', minify: true, define });
  return code;
}

/** Writes the service workers: for notifications, for offline pages, and for drivers' own screens. */
export function pageWorkers(): Plugin {
  return {
    name: 'page-workers',
    apply: 'build',
    generateBundle: {
      // After Vite has removed chunks that contained only styles.
      order: 'post',
      async handler(_options, bundle) {
        const filesFor = (page: KeptPage) => {
          const files = filesOf(bundle as unknown as Bundle, page);
          if (files.length === 0) throw new Error(`${page.html} is not in the build`);
          return files;
        };
        const write = (fileName: string, source: string) =>
          this.emitFile({ type: 'asset', fileName, source });
        for (const page of PAGES) {
          const files = filesFor(page);
          const stray = files.find((name) => SIGNED_IN.test(name));
          if (stray !== undefined) throw new Error(`${page.html} would keep ${stray} on a phone`);
          write(page.worker, await compile(SOURCE, constants(page, [...files, ...OTHERS])));
        }
        const own = {
          ...constants(OWN, filesFor(OWN)),
          NEWEST: JSON.stringify([...OTHERS, ...TEXTS]),
          CALLS: JSON.stringify(await keptPaths()),
          ANSWERS: JSON.stringify(ANSWERS_CACHE),
          KEPT_AT: JSON.stringify(KEPT_AT_HEADER),
        };
        write(OWN.worker, await compile(OWN_SOURCE, own));
        write('push-worker.js', await compile(PUSH_SOURCE, {}));
      },
    },
  };
}
