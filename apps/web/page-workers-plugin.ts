import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import type { Plugin } from 'vite';

const SOURCE = 'src/ui/kept-page/worker.ts';
/** The service worker that shows notifications; it caches no page. */
const PUSH_SOURCE = 'src/features/alerts/settings/push-worker.ts';
/** Files of the pages that are not part of the build. */
const OTHERS = ['/favicon.svg'];

/** A page that works offline. */
interface KeptPage {
  readonly html: string;
  /** At the root, because a service worker serves no page above its folder. */
  readonly worker: string;
  readonly prefix: string;
  /** An address that returns the HTML. */
  readonly address: string;
  readonly paths: RegExp;
  /** Lazy parts that are not cached: too large for every phone, and useless offline. */
  readonly without: readonly string[];
}

const PAGES: readonly KeptPage[] = [
  {
    html: 'check.html',
    worker: 'check-worker.js',
    prefix: 'roadworthy-check-',
    address: '/check',
    paths: /^\/check\/?$/,
    without: [],
  },
  {
    html: 'qr.html',
    worker: 'public-worker.js',
    prefix: 'roadworthy-public-',
    address: '/help',
    paths: /^\/(qr|help|safety)(\/|$)/,
    without: ['/accidents/place-map.tsx'],
  },
];

/** Parts of the application after sign-in, which no offline page needs. */
const SIGNED_IN = /^assets\/(signed-in|base-map|live-)/;

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
    if (without.some((part) => chunk.facadeModuleId?.endsWith(part) === true)) return;
    files.add(name);
    for (const css of chunk.viteMetadata?.importedCss ?? []) if (css in bundle) files.add(css);
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) add(next);
  };
  for (const [name, one] of Object.entries(bundle)) {
    if (one.type === 'chunk' && one.facadeModuleId?.endsWith(`/${html}`) === true) add(name);
  }
  const stray = [...files].find((name) => SIGNED_IN.test(name));
  if (stray !== undefined) throw new Error(`${html} would keep ${stray} on a phone`);
  return [...files].sort().map((name) => `/${name}`);
}

/**
 * The service worker of notifications, and those of offline pages: each of these contains the list of the page's files and a version derived
 * from it, so that every build replaces the worker.
 */
export function pageWorkers(): Plugin {
  return {
    name: 'page-workers',
    apply: 'build',
    generateBundle: {
      // After Vite has removed chunks that contained only styles.
      order: 'post',
      async handler(_options, bundle) {
        const source = readFileSync(join(import.meta.dirname, SOURCE), 'utf8');
        for (const page of PAGES) {
          const files = [...filesOf(bundle as unknown as Bundle, page), ...OTHERS];
          if (files.length === OTHERS.length) throw new Error(`${page.html} is not in the build`);
          const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16);
          const { code } = await transform(source, {
            loader: 'ts',
            // Not a module: a worker is a separate script.
            format: 'iife',
            minify: true,
            define: {
              FILES: JSON.stringify(files),
              VERSION: JSON.stringify(version),
              PREFIX: JSON.stringify(page.prefix),
              PAGE: JSON.stringify(page.address),
              PATHS: JSON.stringify(page.paths.source),
            },
          });
          this.emitFile({ type: 'asset', fileName: page.worker, source: code });
        }
        const push = readFileSync(join(import.meta.dirname, PUSH_SOURCE), 'utf8');
        const { code } = await transform(push, { loader: 'ts', format: 'iife', minify: true });
        this.emitFile({ type: 'asset', fileName: 'push-worker.js', source: code });
      },
    },
  };
}
