import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Account, databaseAccount, handOver, reachableHome } from './account.ts';
import { type Binaries, findBinaries, program } from './binaries.ts';

export interface PostgresOptions {
  /** Folder for the cluster, its password, its port and its log. */
  readonly folder: string;
  /** False only for test runs: trades safety against a power cut for speed. */
  readonly durable?: boolean;
  readonly maxConnections?: number;
}

/** A running PostgreSQL of our own. */
export interface Postgres {
  /** Connection string of its owner for the database `roadworthy`. */
  readonly url: string;
  readonly pid: number;
  /** Ends it within seconds; open transactions are rolled back. */
  stop(): Promise<void>;
}

const USER = 'roadworthy';
const DATABASE = 'roadworthy';
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 15_000;

function settings(options: PostgresOptions): string[] {
  const values: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: String(options.maxConnections ?? 100),
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '4GB',
    checkpoint_completion_target: '0.9',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(options.durable === false
      ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
      : {}),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Pid and port that a running (or killed) server of this cluster left in its lock file. */
function lockFile(cluster: string): { pid: number; port: number } | null {
  const path = join(cluster, 'postmaster.pid');
  if (!existsSync(path)) return null;
  const lines = readFileSync(path, 'utf8').split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const address = (password: string, port: number, database: string) =>
  `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;

function refuseOtherMajor(cluster: string, binaries: Binaries): void {
  const major = Number(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'));
  if (major === binaries.major) return;
  throw new Error(
    `The data in ${cluster} belongs to PostgreSQL ${major}, but this is PostgreSQL ${binaries.major}. Start the older release once, back the data up, and restore it here; or set DATABASE_URL.`,
  );
}

function initialise(
  cluster: string,
  password: string,
  binaries: Binaries,
  account: Account | null,
) {
  const passwordFile = `${cluster}.initial`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  mkdirSync(cluster, { mode: 0o700 });
  if (account !== null) {
    handOver(cluster, account);
    spawnSync('chown', [`${account.uid}:${account.gid}`, passwordFile]);
  }
  const locale =
    binaries.major >= 17 ? ['--locale-provider=builtin', '--locale=C.UTF-8'] : ['--locale=C.UTF-8'];
  const args = ['-D', cluster, '-U', USER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const done = spawnSync(program(binaries.binDir, 'initdb'), [...args, '-E', 'UTF8', ...locale], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
  });
  rmSync(passwordFile);
  if (done.status === 0) return;
  rmSync(cluster, { recursive: true, force: true });
  throw new Error(
    `PostgreSQL could not make its data folder: ${done.stderr || done.error?.message}`,
  );
}

async function makeDatabase(password: string, port: number): Promise<void> {
  const client = new pg.Client({ connectionString: address(password, port, 'postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      DATABASE,
    ]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

async function untilReady(password: string, port: number, pid: number, logFile: string) {
  const limit = Date.now() + START_LIMIT_MS;
  while (!(await answers(address(password, port, 'postgres')))) {
    if (!isAlive(pid) || Date.now() > limit) {
      const tail = existsSync(logFile) ? readFileSync(logFile, 'utf8').slice(-2000) : '';
      throw new Error(`PostgreSQL did not start:\n${tail}`);
    }
    await sleep(25);
  }
}

async function stopProcess(pid: number): Promise<void> {
  if (!isAlive(pid)) return;
  // SIGINT is PostgreSQL's fast shutdown: sessions end, the cluster is closed cleanly.
  process.kill(pid, 'SIGINT');
  const limit = Date.now() + STOP_LIMIT_MS;
  while (isAlive(pid)) {
    if (Date.now() > limit) process.kill(pid, 'SIGQUIT');
    await sleep(20);
  }
}

function launch(
  home: { folder: string; binDir: string },
  port: number,
  account: Account | null,
  options: PostgresOptions,
): number {
  const log = openSync(join(home.folder, 'postgres.log'), 'a');
  const args = ['-D', join(home.folder, 'cluster'), '-p', String(port), ...settings(options)];
  // A process group of its own: Ctrl-C reaches us, and we end PostgreSQL after everything else.
  const child = spawn(program(home.binDir, 'postgres'), args, {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  });
  child.unref();
  if (child.pid === undefined) throw new Error('PostgreSQL could not be started.');
  // Reaped as soon as it ends, so that its pid does not seem alive.
  child.on('exit', () => undefined);
  return child.pid;
}

/**
 * Starts a PostgreSQL of our own, made in `folder` on first use. One that a killed run left behind
 * is taken over. Works as root, by running PostgreSQL as an unprivileged account.
 *
 * @throws Error with a sentence a person can act on
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const binaries = findBinaries();
  const account = databaseAccount();
  const home = reachableHome(options.folder, binaries, account);
  const cluster = join(home.folder, 'cluster');
  const passwordFile = join(home.folder, 'password');
  if (!existsSync(passwordFile)) {
    writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  }
  const password = readFileSync(passwordFile, 'utf8').trim();
  if (existsSync(join(cluster, 'PG_VERSION'))) refuseOtherMajor(cluster, binaries);
  else {
    rmSync(cluster, { recursive: true, force: true });
    initialise(cluster, password, binaries, account);
  }
  const running = (pid: number, port: number): Postgres => ({
    url: address(password, port, DATABASE),
    pid,
    stop: () => stopProcess(pid),
  });
  const left = lockFile(cluster);
  if (
    left !== null &&
    isAlive(left.pid) &&
    (await answers(address(password, left.port, DATABASE)))
  ) {
    return running(left.pid, left.port);
  }
  const port = await freePort();
  const pid = launch(home, port, account, options);
  await untilReady(password, port, pid, join(home.folder, 'postgres.log'));
  await makeDatabase(password, port);
  return running(pid, port);
}
