// `npm test`: installs what is missing, then format, lint, types, import rules, dead code, unit and
// integration tests against a real PostgreSQL, bundle sizes, and browser journeys. The last line is
// `N passed, N failed`, counted from the runs themselves.
//
//   npm run test:kill   the long kill test
//   npm run test:long   long fuzzing
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureInstalled } from './install.mjs';

const RESULTS = 'test-results';
const total = { passed: 0, failed: 0 };

function stage(title) {
  console.log(`\n=== ${title} (${Math.round(process.uptime())} s)`);
}

function add({ passed, failed }) {
  total.passed += passed;
  total.failed += failed;
}

function run(command, args, env = {}) {
  const started = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  return started.status === 0;
}

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** A run that failed without a failing test of its own (a broken set-up) counts as one failure. */
function counted(ok, passed, failed) {
  return { passed, failed: !ok && failed === 0 ? 1 : failed };
}

function vitest(args, env) {
  const file = `${RESULTS}/vitest.json`;
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const ok = run('node_modules/.bin/vitest', ['run', ...reporters, ...args], env);
  const result = readJson(file);
  return counted(ok && result !== null, result?.numPassedTests ?? 0, result?.numFailedTests ?? 0);
}

async function journeys() {
  const file = `${RESULTS}/journeys.json`;
  rmSync(file, { force: true });
  const { ensureChromium } = await import('./chromium.mjs');
  const ok = run('node_modules/.bin/playwright', ['test', '-c', 'e2e/playwright.config.ts'], {
    CHROMIUM_PATH: ensureChromium(),
  });
  const stats = readJson(file)?.stats;
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0);
  return counted(ok && stats !== undefined, stats?.expected ?? 0, failed);
}

const command = (name, args) => {
  const ok = run('node', args);
  console.log(`${ok ? 'pass' : 'FAIL'}  ${name}`);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
};

async function everything() {
  stage('format, lint, types, import rules, dead code');
  const { check } = await import('./check.mjs');
  add(check());
  stage('build and bundle sizes');
  add(command('build', ['scripts/build.mjs']));
  add(command('bundle sizes', ['scripts/bundle-size.mjs']));
  stage('unit and integration tests');
  add(vitest([], { TZ: 'UTC' }));
  stage('units and dates in another time zone');
  add(vitest(['packages/domain'], { TZ: 'America/Sao_Paulo' }));
  stage('browser journeys');
  add(await journeys());
}

await ensureInstalled();
mkdirSync(RESULTS, { recursive: true });
const only = process.argv[process.argv.indexOf('--only') + 1];
if (process.argv.includes('--only') && only === 'kill') {
  add(vitest(['apps/server/test/kill'], { KILL_ROUNDS: process.env.KILL_ROUNDS ?? '30' }));
} else if (process.argv.includes('--only') && only === 'long') {
  add(vitest(['fuzz'], { FUZZ_RUNS: process.env.FUZZ_RUNS ?? '200000' }));
} else {
  await everything();
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
