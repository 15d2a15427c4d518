// `npm test`: installs what is missing, then format, lint, types, import rules, dead code, unit and
// integration tests against a real PostgreSQL, bundle sizes, and browser journeys. The last line is
// `N passed, N failed`, counted from the runs themselves.
//
//   npm run test:kill   the long kill test
//   npm run test:cluster kill tests of several processes with NATS
//   npm run test:long   long fuzzing
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureInstalled } from './install.mjs';
import { ensureMosquitto } from './mosquitto.mjs';
import { ensureNatsServer } from './nats-server.mjs';

const RESULTS = 'test-results';
const total = { passed: 0, failed: 0 };
/** One line per failed test, repeated at the end because the output above is long. */
const failures = [];

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

/** A run that failed without a failed test (a broken set-up) counts as one failure. */
function counted(ok, passed, failed) {
  return { passed, failed: !ok && failed === 0 ? 1 : failed };
}

const firstLines = (text) => (text ?? '').trim().split('\n').slice(0, 3).join('\n    ');

function vitestFailures(result) {
  const lines = [];
  for (const { name, status, message, assertionResults } of result?.testResults ?? []) {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    for (const test of failed) {
      lines.push(`${name} › ${test.fullName}\n    ${firstLines(test.failureMessages[0])}`);
    }
    if (status === 'failed' && failed.length === 0)
      lines.push(`${name}\n    ${firstLines(message)}`);
  }
  return lines;
}

function journeyFailures(suite) {
  const lines = (suite?.specs ?? [])
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.map(({ error }) => error?.message));
      return `${file}:${line} › ${title}\n    ${firstLines(errors.find(Boolean))}`;
    });
  return [...lines, ...(suite?.suites ?? []).flatMap(journeyFailures)];
}

function vitest(args, env) {
  const file = `${RESULTS}/vitest.json`;
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const ok = run('node_modules/.bin/vitest', ['run', ...reporters, ...args], env);
  const result = readJson(file);
  failures.push(...vitestFailures(result));
  return counted(ok && result !== null, result?.numPassedTests ?? 0, result?.numFailedTests ?? 0);
}

async function journeys() {
  const file = `${RESULTS}/journeys.json`;
  rmSync(file, { force: true });
  const { ensureChromium } = await import('./chromium.mjs');
  const ok = run('node_modules/.bin/playwright', ['test', '-c', 'e2e/playwright.config.ts'], {
    CHROMIUM_PATH: ensureChromium(),
  });
  const result = readJson(file);
  failures.push(...journeyFailures(result));
  const stats = result?.stats;
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0);
  return counted(ok && stats !== undefined, stats?.expected ?? 0, failed);
}

const command = (name, args) => {
  const ok = run('node', args);
  console.log(`${ok ? 'pass' : 'FAIL'}  ${name}`);
  if (!ok) failures.push(name);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
};

async function everything() {
  stage('format, lint, types, import rules, dead code');
  const { check } = await import('./check.mjs');
  const checks = await check();
  failures.push(...checks.failures);
  add(checks);
  stage('build and bundle sizes');
  add(command('build', ['scripts/build.mjs']));
  add(command('bundle sizes', ['scripts/bundle-size.mjs']));
  stage('unit and integration tests');
  if (ensureNatsServer() === null) {
    console.log('No nats-server could be installed: tests with NATS are left out.');
  }
  if (ensureMosquitto() === null) {
    console.log('No mosquitto could be installed: tests with MQTT are left out.');
  }
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
} else if (process.argv.includes('--only') && only === 'cluster') {
  if (ensureNatsServer() === null) console.log('No nats-server could be installed.');
  const { CLUSTER_ROUNDS = '30', CLUSTER_LIVE_S = '10' } = process.env;
  add(vitest(['apps/server/test/cluster-kill'], { CLUSTER_ROUNDS, CLUSTER_LIVE_S }));
} else if (process.argv.includes('--only') && only === 'long') {
  add(vitest(['fuzz'], { FUZZ_RUNS: process.env.FUZZ_RUNS ?? '200000' }));
} else {
  await everything();
}
if (failures.length > 0) stage('failed');
for (const line of failures) console.log(`FAIL  ${line}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
