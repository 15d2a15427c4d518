// `npm run dev`: rebuilds and restarts the server when its sources change; the web app reloads
// automatically. Open the address it prints; Vite forwards API calls to the server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
ensureInstalled();
const { context } = await import('esbuild');
const { createServer } = await import('vite');
const { serverBundle } = await import('./build.mjs');

const serverPort = process.env.PORT ?? '8080';
process.env.ROADWORTHY_SERVER ??= `http://localhost:${serverPort}`;

const START = `
  const { main } = await import('./apps/server/dist/main.js');
  await main({ empty: ${process.argv.includes('--empty')}, reset: false });
`;

let server = null;
let publicUrl = process.env.PUBLIC_URL;
let ending = false;

async function stopServer() {
  if (server === null || server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
}

/** One restart at a time: a change during a restart is included in the next one. */
let restarting = Promise.resolve();
function restart() {
  restarting = restarting.then(async () => {
    await stopServer();
    if (ending) return;
    server = spawn(
      process.execPath,
      ['--enable-source-maps', '--input-type=module', '--eval', START],
      { stdio: 'inherit', detached: true, env: { ...process.env, PUBLIC_URL: publicUrl } },
    );
  });
}

const web = await createServer({ root: resolve('apps/web'), server: { port: 5173 } });
await web.listen();
publicUrl ??= web.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? 'http://localhost:5173';

const bundle = await context({
  ...serverBundle,
  plugins: [
    ...serverBundle.plugins,
    {
      name: 'restart-the-server',
      setup({ onEnd }) {
        onEnd(({ errors }) => {
          if (errors.length === 0) restart();
        });
      },
    },
  ],
});
await bundle.watch();

async function end() {
  if (ending) process.exit(130);
  ending = true;
  await bundle.dispose();
  await web.close();
  await restarting;
  await stopServer();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
