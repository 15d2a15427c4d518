// Builds the server and the simulator with esbuild, and the web app with Vite. Types are not
// checked here: `npm run check` does that.
//
//   node scripts/build.mjs                    everything, into the `dist` folders
//   node scripts/build.mjs --server [folder]  only the server and the simulator

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'esbuild';
import { markBuild } from './build-mark.mjs';

/** esbuild options: bundle the packages of the repository, not those of npm. */
export const serverBundle = {
  entryPoints: {
    main: 'apps/server/src/main.ts',
    'map-command': 'apps/server/src/map-command.ts',
    'doctor-command': 'apps/server/src/doctor-command.ts',
    'backup-command': 'apps/server/src/backup-command.ts',
    'document-worker': 'apps/server/src/platform/documents/document-worker.js',
    'spreadsheet-reader': 'apps/server/src/modules/services/imports/reading/spreadsheet-reader.js',
    simulator: 'packages/simulator/src/main.ts',
  },
  outdir: 'apps/server/dist',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
  plugins: [
    {
      name: 'npm-packages-stay-outside',
      setup({ onResolve }) {
        onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
          kind === 'entry-point' || path.startsWith('@roadworthy/') ? null : { external: true },
        );
      },
    },
  ],
};

const COMPRESSED = /\.(js|css|html|svg|json|webmanifest)$/;

/** Writes a .br and a .gz file for each text file, so that the server need not compress them. */
async function compress(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    files
      .filter((entry) => entry.isFile() && COMPRESSED.test(entry.name))
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const bytes = readFileSync(path);
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
        writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
        writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
      }),
  );
}

/** Builds everything into the `dist` folders of the server and of the web app. */
async function buildAll() {
  // Always production: with any other value Vite uses React's development build.
  process.env.NODE_ENV = 'production';
  await build(serverBundle);
  const { build: buildWeb } = await import('vite');
  await buildWeb({ root: resolve('apps/web'), logLevel: 'warn' });
  await compress('apps/web/dist');
}

if (existsSync(process.argv[1]) && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , what, outdir] = process.argv;
  if (what === '--server') await build({ ...serverBundle, outdir: outdir ?? serverBundle.outdir });
  else await markBuild(buildAll);
}
