import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import type { Plugin } from 'vite';

const PAGE = 'check.html';
const SOURCE = 'src/modules/walkaround/worker.ts';
/** At the root, as a worker serves no page above its own folder. */
const WORKER = 'check-worker.js';
/** What the page shows besides the files of its build. */
const OTHERS = ['/favicon.svg'];

/** What of a chunk of the bundle is read. */
interface Chunk {
  readonly type: 'chunk';
  readonly fileName: string;
  readonly facadeModuleId: string | null;
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}
type Bundle = Readonly<Record<string, Chunk | { readonly type: 'asset' }>>;

/** Every file that the page can ask for: its chunks, the lazy ones too, and their styles. */
function filesOf(bundle: Bundle): string[] {
  const files = new Set<string>();
  const add = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || files.has(name)) return;
    files.add(name);
    for (const css of chunk.viteMetadata?.importedCss ?? []) if (css in bundle) files.add(css);
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) add(next);
  };
  for (const [name, one] of Object.entries(bundle)) {
    if (one.type === 'chunk' && one.facadeModuleId?.endsWith(PAGE) === true) add(name);
  }
  return [...files].sort().map((name) => `/${name}`);
}

/**
 * The worker that keeps the walkaround check on a phone: told which files belong to the page, and named
 * by them, so that another build is another worker.
 */
export function checkWorker(): Plugin {
  return {
    name: 'check-worker',
    apply: 'build',
    generateBundle: {
      // After Vite has taken out the chunks that were nothing but styles.
      order: 'post',
      async handler(_options, bundle) {
        const files = [...filesOf(bundle as unknown as Bundle), ...OTHERS];
        if (files.length === OTHERS.length) throw new Error(`${PAGE} is not in the build`);
        const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16);
        const source = readFileSync(join(import.meta.dirname, SOURCE), 'utf8');
        const { code } = await transform(source, {
          loader: 'ts',
          // No module: a worker is a script of its own.
          format: 'iife',
          minify: true,
          define: { FILES: JSON.stringify(files), VERSION: JSON.stringify(version) },
        });
        this.emitFile({ type: 'asset', fileName: WORKER, source: code });
      },
    },
  };
}
