// Fails if a page loads more gzipped JavaScript than its budget, without MapLibre's worker, or more
// files than its limit: over HTTP/1.1 a browser requests six at a time.
// Reads Vite's manifest: a page loads its entry, the imports of the entry, and its own lazy parts.
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const DIST = 'apps/web/dist';
const ENTRY = 'index.html';
const KIB = 1024;

const PUBLIC_ENTRY = 'qr.html';

/** Lazy parts of each page, in the order of loading, with the budget in KB and the limit of files. */
const PAGES = {
  login: { budget: 110, fileLimit: 9, parts: ['src/features/sign-in/sign-in-mount.tsx'] },
  home: {
    budget: 200,
    fileLimit: 14,
    parts: ['src/app/mount.tsx', 'src/features/home/home.screen.tsx'],
  },
  'live map': {
    budget: 500,
    parts: ['src/app/mount.tsx', 'src/features/tracking/tracking.routes.tsx'],
  },
  'vehicle file': {
    budget: 218,
    fileLimit: 18,
    parts: [
      'src/app/mount.tsx',
      'src/features/vehicle-file/activity/vehicle-file-activity.screen.tsx',
    ],
  },
  'page of a QR code': { entry: PUBLIC_ENTRY, budget: 13, parts: [] },
  'help page': { entry: PUBLIC_ENTRY, budget: 13, parts: [] },
  'accident report': {
    entry: PUBLIC_ENTRY,
    budget: 92,
    parts: ['src/features/accidents/accidents-mount.tsx'],
  },
  'walkaround check': { entry: 'check.html', budget: 90, parts: [] },
};

const manifestPath = `${DIST}/.vite/manifest.json`;
if (!existsSync(manifestPath)) {
  console.error('The web app is not built: run npm run build first.');
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));

function collect(key, files) {
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`${key} is not in the manifest`);
  if (files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) collect(imported, files);
}

let over = 0;
for (const [page, { entry = ENTRY, budget, fileLimit = Infinity, parts }] of Object.entries(
  PAGES,
)) {
  const files = new Set();
  for (const key of [entry, ...parts]) collect(key, files);
  const scripts = [...files].filter((file) => file.endsWith('.js'));
  const bytes = scripts.reduce(
    (sum, file) => sum + gzipSync(readFileSync(`${DIST}/${file}`), { level: 9 }).length,
    0,
  );
  const kilobytes = bytes / KIB;
  const fits = kilobytes <= budget && scripts.length <= fileLimit;
  if (!fits) over += 1;
  const count = Number.isFinite(fileLimit) ? `, ${scripts.length} of ${fileLimit} files` : '';
  console.log(
    `${fits ? 'pass' : 'FAIL'}  ${page}: ${kilobytes.toFixed(1)} of ${budget} KB${count}`,
  );
}
process.exitCode = over === 0 ? 0 : 1;
