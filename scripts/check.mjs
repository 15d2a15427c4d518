// All checks without a database or a browser: format, lint, types, import rules, error codes, dead code,
// requirement boxes. `npm run check`; also the first part of `npm test`.
import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { checkImports } from './import-rules.mjs';
import { checkRawControls } from './raw-controls.mjs';
import { checkStyles } from './styles.mjs';
import { checkThrownTexts } from './thrown-texts.mjs';

/** A rule about files fails if it reads fewer than this, because then its search is broken. */
const FEWEST_MODULES = 100;

/** Steps at the same time: most use one core. */
const LANES = 2;

/** Runs a program; resolves with its output, never rejects. */
function run(command, ...args) {
  const options = { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, NO_COLOR: '1' } };
  return new Promise((done) => {
    execFile(command, args, options, (error, stdout, stderr) => {
      const why = error !== null && error.code === 'ENOENT' ? `${command} is missing\n` : '';
      done({ ok: error === null, output: `${why}${stdout}${stderr}` });
    });
  });
}

/** One thread each: several would instantiate the types of the contract several times. */
const types = (project) => tool('tsc', '--singleThreaded', '-p', project);

const tool = (name, ...args) => run(`node_modules/.bin/${name}`, ...args);

/** A step of a rule about files. */
const fileRule = (rule) => async () => {
  const { files, faults } = rule();
  if (files < FEWEST_MODULES) faults.push(`only ${files} files were read`);
  return { ok: faults.length === 0, output: faults.join('\n') };
};

const STEPS = {
  'format and lint': () => tool('biome', 'ci', '--colors=off', '--error-on-warnings', '.'),
  'types, server and packages': () => types('tsconfig.json'),
  'types, web': () => types('apps/web/tsconfig.json'),
  'types, journeys': () => types('e2e/tsconfig.json'),
  'import rules': fileRule(checkImports),
  'errors are codes': fileRule(checkThrownTexts),
  'controls of the ui folder': fileRule(checkRawControls),
  'styles are modules': fileRule(checkStyles),
  'dead code': () => tool('knip', '--no-progress'),
  'requirement boxes': () => run('node', 'scripts/requirements.mjs', '--check'),
  'licences and notices': () => run('node', 'scripts/notices.mjs', '--check'),
  'lock file': () => run('npm', 'ci', '--dry-run', '--ignore-scripts', '--loglevel=error'),
};

/**
 * Runs every step and prints one line each, with the output of failed steps.
 *
 * @returns {Promise<{ passed: number, failed: number, failures: string[] }>} `failures` are names of steps.
 */
export async function check() {
  const failures = [];
  const waiting = Object.entries(STEPS);
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, step] = next;
      const started = Date.now();
      const { ok, output } = await step();
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      console.log(`${ok ? 'pass' : 'FAIL'}  ${name}  ${seconds} s`);
      if (ok) continue;
      failures.push(name);
      console.log(output.trim());
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const failed = failures.length;
  return { passed: Object.keys(STEPS).length - failed, failed, failures };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { failed } = await check();
  process.exitCode = failed === 0 ? 0 : 1;
}
