// `npm run bench [-- name …]`: bundles bench/benchmarks.ts and runs it. Prints one table with the
// machine, each figure, its floor and the ratio. A name like `lists:trackers` means a part of one.
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { serverBundle } from '../scripts/build.mjs';

// Beside the server's own bundle, so that migrations are found the same way.
const OUT = 'apps/server/dist';

await build({
  ...serverBundle,
  entryPoints: {
    benchmarks: 'bench/benchmarks.ts',
    'gateway-process': 'bench/gateway-process.ts',
    'scratch-keeper': 'bench/scratch-keeper.ts',
    'spreadsheet-reader': serverBundle.entryPoints['spreadsheet-reader'],
    'video-camera': 'bench/video-camera.ts',
    'video-cameras': 'bench/video-cameras.ts',
  },
  outdir: OUT,
});
const { main } = await import(pathToFileURL(`${OUT}/benchmarks.js`).href);
await main(process.argv.slice(2));
