import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
import { PostgresError } from './postgres-error.ts';
import { disownLockFile, keptPort, launch, lockFile, serves, stopServer } from './process.ts';

export { PostgresError } from './postgres-error.ts';

export interface PostgresOptions {
  /** Folder for the cluster, its password, its port and its log. */
  readonly folder: string;
  /** False only for test runs: trades safety against a power cut for speed. */
  readonly durable?: boolean;
  readonly maxConnections?: number;
  /** Called after PostgreSQL had ended by itself (killed, out of memory) and was started again. */
  readonly onRestart?: () => void;
}

/** A running PostgreSQL of our own. */
export interface Postgres {
  /** Connection string of its owner for the database `roadworthy`. */
  readonly url: string;
  /** Process of the server; another one after a restart. */
  readonly pid: number;
  /** Ends it within seconds; open transactions are rolled back. */
  stop(): Promise<void>;
}

/** One cluster and who runs it. */
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
/** How long the connections of a killed process may take to go away. */
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
    // Kept for the next hours, so that a busy morning makes few new files of it.
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

/** What the server wrote since the log had this size. */
function logSince(folder: string, size: number): string {
  const path = join(folder, 'postgres.log');
  return existsSync(path) ? readFileSync(path).subarray(size).toString('utf8') : '';
}

function logSize(folder: string): number {
  const path = join(folder, 'postgres.log');
  return existsSync(path) ? statSync(path).size : 0;
}

/** Failures that pass: an orphan of a killed server still holds memory, or the port was just taken. */
const PASSING = /shared memory block|could not bind|lock file .* already exists/;

/** Launches the server and waits until it takes connections. */
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
      throw new PostgresError(`PostgreSQL did not start. Its log says:\n${said}`);
    }
    await sleep(200);
  }
}

/** Takes over the server that a killed run left behind; null where there is none. */
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

/** Two servers on one data folder would end each other's PostgreSQL. */
async function refuseSecond(
  place: Pick<Place, 'folder' | 'password'>,
  left: Running,
): Promise<void> {
  const limit = Date.now() + ORPHANS_LIMIT_MS;
  while (await isInUse(place.password, left.port)) {
    if (Date.now() > limit) {
      throw new PostgresError(
        `Roadworthy is already running on ${place.folder}. Stop it first, or set DATA_DIR to another folder.`,
      );
    }
    await sleep(100);
  }
}

/** Starts the server again, on the same port, whenever it ends without having been told to. */
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
      // The next look tries again; meanwhile every caller sees the database as down.
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
 * Starts a PostgreSQL of our own, made in `folder` on first use, and keeps it running. One that a
 * killed run left behind is taken over. Works as root, by running PostgreSQL as an unprivileged
 * account.
 *
 * @throws PostgresError with a sentence a person can act on
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

/**
 * Removes the PostgreSQL of a folder with all its data; ends a server that a killed run left behind.
 *
 * @throws PostgresError where another process uses it just now
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
    rmSync(folder, { recursive: true, force: true });
  }
}
