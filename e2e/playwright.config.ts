import { defineConfig } from '@playwright/test';

/** Flags of a Chromium that draws maps without a graphics card and makes no background requests. */
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // Only WebGL needs the software graphics card; pages are drawn faster without it.
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
];

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: false,
  // Each worker starts a product with its own data and ports.
  workers: 2,
  // Generous for a loaded machine with two cores; real failures still fail.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/journeys.json' }]],
  use: {
    launchOptions: {
      ...(process.env.CHROMIUM_PATH === undefined
        ? {}
        : { executablePath: process.env.CHROMIUM_PATH }),
      args: CHROMIUM_FLAGS,
    },
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    // Traces cost a fifth of the time of each test: use `--trace on` to debug one.
    trace: 'off',
  },
});
