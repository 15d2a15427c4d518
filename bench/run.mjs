// `npm run bench [-- name …]`: bundles bench/benchmarks.ts and runs it. Prints one table with the
// machine, each figure, its floor and the ratio.

import { mkdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const OUT = 'bench/dist';

mkdirSync(OUT, { recursive: true });
await build({
  entryPoints: ['bench/benchmarks.ts'],
  outdir: OUT,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  outExtension: { '.js': '.mjs' },
  alias: {
    '@roadworthy/domain': './packages/domain/src/index.ts',
    '@roadworthy/protocols': './packages/protocols/src/index.ts',
    '@roadworthy/contract': './packages/contract/src/index.ts',
    '@roadworthy/simulator': './packages/simulator/src/index.ts',
  },
});
const { main } = await import(pathToFileURL(`${OUT}/benchmarks.mjs`).href);
await main(process.argv.slice(2));
