import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.ts';
import { program } from './binaries.ts';

const STOP_LIMIT_MS = 15_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

/** The command line of a process; null if there is none (ended, or a zombie). */
function commandLine(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') || null;
    } catch {
      return null;
    }
  }
  if (process.platform === 'win32') {
    const listed = spawnSync('tasklist', ['/fi', `PID eq ${pid}`, '/fo', 'csv', '/nh']);
    return /postgres/.test(String(listed.stdout)) ? '-D' : null;
  }
  const listed = spawnSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' });
  return listed.stdout?.trim() || null;
}

/**
 * Whether this process is a PostgreSQL on this cluster. The PID alone is not enough: after a restart
 * of the machine another program may have it.
 */
export function serves(pid: number, cluster: string): boolean {
  const command = commandLine(pid);
  if (command === null) return false;
  return process.platform === 'win32' || command.includes(` ${cluster} `);
}

/** PID and port of a running (or killed) server of this cluster, from its lock file. */
export function lockFile(cluster: string): { pid: number; port: number } | null {
  const path = join(cluster, 'postmaster.pid');
  if (!existsSync(path)) return null;
  const lines = readFileSync(path, 'utf8').split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

/**
 * Replaces a PID that now belongs to another program in a lock file with our own: PostgreSQL treats the
 * PID of its parent as stale, and still checks that no orphan of the dead server is left.
 */
export function disownLockFile(cluster: string): void {
  const path = join(cluster, 'postmaster.pid');
  const [, ...rest] = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, [String(process.pid), ...rest].join('\n'));
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const free = await new Promise<boolean>((done) => {
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => done(true));
  });
  if (free) await new Promise((done) => server.close(done));
  return free;
}

async function anyFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

/** The port of this cluster, the same at every start unless another program uses it. */
export async function keptPort(folder: string): Promise<number> {
  const path = join(folder, 'port');
  const kept = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
  if (kept > 0 && (await isFree(kept))) return kept;
  const port = await anyFreePort();
  writeFileSync(path, `${port}\n`);
  return port;
}

/** Opens the log for appending; rotates a large one, keeping one old file. */
function openLog(path: string): number {
  if (existsSync(path) && statSync(path).size > LOG_LIMIT_BYTES) renameSync(path, `${path}.old`);
  return openSync(path, 'a');
}

/**
 * Starts the program `postgres` on the cluster in `home.folder`.
 *
 * @param settings arguments `-c name=value`
 */
export function launch(
  home: { readonly folder: string; readonly binDir: string },
  port: number,
  account: Account | null,
  settings: readonly string[],
): ChildProcess {
  const log = openLog(join(home.folder, 'postgres.log'));
  const args = ['-D', join(home.folder, 'cluster'), '-p', String(port), ...settings];
  // Its own process group: Ctrl-C reaches only us, and we stop PostgreSQL after everything else.
  const child = spawn(program(home.binDir, 'postgres'), args, {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  });
  child.on('error', () => undefined);
  child.unref();
  return child;
}

/** Stops the server of a cluster: open transactions are rolled back, the cluster is closed cleanly. */
export async function stopServer(pid: number, cluster: string): Promise<void> {
  const limit = Date.now() + STOP_LIMIT_MS;
  // SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one.
  let signal: NodeJS.Signals | null = 'SIGINT';
  while (serves(pid, cluster)) {
    if (signal !== null) process.kill(pid, signal);
    signal = Date.now() > limit ? 'SIGQUIT' : null;
    await sleep(signal === null ? 20 : 500);
  }
}
