import { resolve } from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import type { Contract } from '../../packages/contract/src/index.ts';

const NAME = 'virtual:contract-calls';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly raw?: string;
}

/** Methods and paths of the calls of each feature. */
export type Calls = Readonly<Record<keyof Contract, Record<string, Call>>>;

/** Methods and paths of every call, read from the contract at build time. */
export async function readCalls(): Promise<Calls> {
  const { outputFiles } = await build({
    entryPoints: [resolve(import.meta.dirname, '../../packages/contract/src/index.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? '').toString('base64');
  const { contract } = await import(`data:text/javascript;base64,${code}`);
  const calls: Record<string, Record<string, Call>> = {};
  for (const [module, endpoints] of Object.entries<Record<string, Call>>(contract)) {
    calls[module] = Object.fromEntries(
      Object.entries(endpoints).map(([name, { method, path, raw }]) => [
        name,
        { method, path, ...(raw === undefined ? {} : { raw }) },
      ]),
    );
  }
  return calls as Calls;
}

/** The calls as included in the page, such as `GET /api/track/`; ` ndjson` marks answers in lines. */
function lines(calls: Calls): Record<string, object> {
  return Object.fromEntries(
    Object.entries(calls).map(([module, endpoints]) => [
      module,
      Object.fromEntries(
        Object.entries(endpoints).map(([name, { method, path, raw }]) => [
          name,
          `${method} ${path}${raw === 'ndjson' ? ' ndjson' : ''}`,
        ]),
      ),
    ]),
  );
}

/**
 * Gives the pages of the web app only methods and paths of the contract, without schemas and validation
 * library.
 */
export function contractCalls(): Plugin {
  return {
    name: 'contract-calls',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: async (id) =>
      id === `\0${NAME}`
        ? `export const calls = ${JSON.stringify(lines(await readCalls()))};`
        : null,
  };
}
