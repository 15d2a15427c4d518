import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const web = existsSync('apps/web/vite.config.ts') ? ['apps/web/vite.config.ts'] : [];

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'packages',
          include: ['packages/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          globalSetup: ['apps/server/test/cluster.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      ...web,
    ],
  },
});
