import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { CHUNK_GROUPS } from './chunks.ts';
import { contractCalls } from './contract-plugin.ts';
import { documentation } from './documentation-plugin.ts';
import { geographyData } from './geography-plugin.ts';
import { pageWorkers } from './page-workers-plugin.ts';
import { publicPages } from './public-pages-plugin.ts';

const SERVER = process.env.ROADWORTHY_SERVER ?? 'http://localhost:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    contractCalls(),
    geographyData(),
    documentation(),
    publicPages(),
    pageWorkers(),
  ],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    // Without it a browser loads the same files, a little later.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index.html', 'qr.html', 'check.html'].map((page) => join(import.meta.dirname, page)),
      output: { codeSplitting: { groups: CHUNK_GROUPS } },
    },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/auth', '/healthz'].map((path) => [path, SERVER])),
  },
  test: {
    sequence: { groupOrder: 2 },
    name: 'web',
    // Vitest takes one less than there are cores.
    maxWorkers: 2,
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test-setup.ts'],
    // Loading the libraries for every file would take two thirds of the time; see test-setup.ts.
    isolate: false,
    testTimeout: 60_000,
    // Upper limit for waits, for a busy machine; test-setup.ts has it for other waits.
    expect: { poll: { timeout: 15_000 } },
  },
} as Parameters<typeof defineConfig>[0]);
