import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../../operator-error.ts';
import { type Account, databaseAccount, homeElsewhere, reachableHome } from './account.ts';
import { findBinaries } from './binaries.ts';
import {
  address,
  answers,
  clusterPassword,
  ensureCluster,
  ensureDatabase,
  isInUse,
} from './cluster.ts';
import { disownLockFile, keptPort, launch, lockFile, serves, stopServer } from './process.ts';

export interface PostgresOptions {
  /** Folder for the cluster, its password, its port and its log. */
  readonly folder: string;
  /** False only for test runs: trades durability on a power cut for speed. */
  readonly durable?: boolean;
  readonly maxConnections?: number;
  /** Called after PostgreSQL ended unexpectedly (killed, out of memory) and was restarted. */
  readonly onRestart?: () => void;
}

/** A running PostgreSQL of our own. */
export interface Postgres {
  /** Connection string of its owner for the database `roadworthy`. */
  readonly url: string;
  /** PID of the server; changes with a restart. */
  readonly pid: number;
  /** Stops it within seconds; open transactions are rolled back. */
  stop(): Promise<void>;
}

/** One cluster and the account that runs it. */
interface Place {
  readonly folder: string;
  readonly binDir: string;
  readonly cluster: string;
  readonly account: Account | null;
  readonly password: string;
  readonly settings: readonly string[];
}

interface Running {
  readonly pid: number;
  readonly port: number;
}

const START_LIMIT_MS = 60_000;
/** Time allowed for the connections of a killed process to close. */
const ORPHANS_LIMIT_MS = 3000;
const WATCH_MS = 500;

function settings(options: PostgresOptions): string[] {
  const values: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: String(options.maxConnections ?? 100),
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    // Recycled for hours, so that peak times create few new files.
    min_wal_size: '1GB',
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

/** The server's output since the log had this size. */
function logSince(folder: string, size: number): string {
  const path = join(folder, 'postgres.log');
  return existsSync(path) ? readFileSync(path).subarray(size).toString('utf8') : '';
}

function logSize(folder: string): number {
  const path = join(folder, 'postgres.log');
  return existsSync(path) ? statSync(path).size : 0;
}

/** Temporary failures: an orphan of a killed server still holds memory, or the port is in use. */
const PASSING = /shared memory block|could not bind|lock file .* already exists/;

/** Starts the server and waits until it accepts connections. */
async function bringUp(place: Place): Promise<Running> {
  const limit = Date.now() + START_LIMIT_MS;
  for (;;) {
    const port = await keptPort(place.folder);
    const size = logSize(place.folder);
    const child = launch(place, port, place.account, place.settings);
    const pid = child.pid ?? 0;
    while (child.exitCode === null && child.signalCode === null && pid > 0) {
      if (await answers(place.password, port)) return { pid, port };
      if (Date.now() > limit) break;
      await sleep(25);
    }
    const said = logSince(place.folder, size).slice(-2000);
    if (Date.now() > limit || !PASSING.test(said)) {
      throw new OperatorError('database.not_started', { log: said });
    }
    await sleep(200);
  }
}

/** Takes over the server of a killed run; null if there is none. */
async function takeOver(place: Place): Promise<Running | null> {
  const left = lockFile(place.cluster);
  if (left === null) return null;
  if (!serves(left.pid, place.cluster)) {
    disownLockFile(place.cluster);
    return null;
  }
  if (await answers(place.password, left.port)) {
    await refuseSecond(place, left);
    return left;
  }
  await stopServer(left.pid, place.cluster);
  return null;
}

/** Two servers on one data folder would stop each other's PostgreSQL. */
async function refuseSecond(
  place: Pick<Place, 'folder' | 'password'>,
  left: Running,
): Promise<void> {
  const limit = Date.now() + ORPHANS_LIMIT_MS;
  while (await isInUse(place.password, left.port)) {
    if (Date.now() > limit) {
      throw new OperatorError('database.already_running', { folder: place.folder });
    }
    await sleep(100);
  }
}

/** Restarts the server on the same port whenever it ends unexpectedly. */
class Watch {
  #running: Running;
  #repairing: Promise<void> | null = null;
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly place: Place,
    running: Running,
    private readonly onRestart: () => void,
  ) {
    this.#running = running;
    this.#timer = setInterval(() => this.#look(), WATCH_MS).unref();
  }

  get pid(): number {
    return this.#running.pid;
  }

  #look(): void {
    if (this.#repairing !== null || serves(this.#running.pid, this.place.cluster)) return;
    this.#repairing = bringUp(this.place)
      .then((running) => {
        this.#running = running;
        this.onRestart();
      })
      // The next check tries again; meanwhile the database appears to be down.
      .catch(() => undefined)
      .finally(() => {
        this.#repairing = null;
      });
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#repairing;
    await stopServer(this.#running.pid, this.place.cluster);
  }
}

/**
 * Starts our own PostgreSQL, created in `folder` on first use, and keeps it running. Takes over the
 * server of a killed run. As root, runs PostgreSQL under an unprivileged
 * account.
 *
 * @throws OperatorError with an actionable message
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const binaries = findBinaries();
  const account = databaseAccount();
  const home = reachableHome(options.folder, binaries, account);
  const password = clusterPassword(home.folder);
  ensureCluster(home.folder, password, { ...binaries, binDir: home.binDir }, account);
  const place: Place = {
    ...home,
    cluster: join(home.folder, 'cluster'),
    account,
    password,
    settings: settings(options),
  };
  const running = (await takeOver(place)) ?? (await bringUp(place));
  await ensureDatabase(password, running.port);
  const watch = new Watch(place, running, options.onRestart ?? (() => undefined));
  return {
    url: address(password, running.port),
    get pid() {
      return watch.pid;
    },
    stop: () => watch.stop(),
  };
}

/** Connection string of the PostgreSQL of a folder if it runs; null otherwise. */
export async function runningPostgres(wanted: string): Promise<string | null> {
  for (const folder of [wanted, homeElsewhere(wanted)]) {
    const cluster = join(folder, 'cluster');
    const found = lockFile(cluster);
    if (found === null || !serves(found.pid, cluster)) continue;
    const password = clusterPassword(folder);
    if (await answers(password, found.port)) return address(password, found.port);
  }
  return null;
}

/**
 * Removes the PostgreSQL of a folder with all its data; stops a server left by a killed run.
 *
 * @throws OperatorError if another process is using it
 */
export async function removePostgres(wanted: string): Promise<void> {
  for (const folder of [wanted, homeElsewhere(wanted)]) {
    if (!existsSync(folder)) continue;
    const cluster = join(folder, 'cluster');
    const left = lockFile(cluster);
    if (left !== null && serves(left.pid, cluster)) {
      const password = clusterPassword(folder);
      if (await answers(password, left.port)) await refuseSecond({ folder, password }, left);
      await stopServer(left.pid, cluster);
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
