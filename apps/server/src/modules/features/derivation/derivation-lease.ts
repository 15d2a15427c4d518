import pg from 'pg';
import type { Log } from '../../../platform/log/index.ts';

/** Arbitrary, equal in all processes: one process derives per database. */
const LOCK = 726_231_006;
const NAME = 'roadworthy-derivation';
/**
 * A process that is frozen, or whose machine is gone, loses its connection and so its locks after
 * this time; a working one sends a statement each second.
 */
const SILENCE_MS = 6000;
/** A database that does not answer within this time is gone: the lease with it. */
const QUERY_LIMIT_MS = 120_000;
const SESSION = [
  `idle_session_timeout=${SILENCE_MS}`,
  `idle_in_transaction_session_timeout=${SILENCE_MS}`,
  'tcp_keepalives_idle=3',
  'tcp_keepalives_interval=1',
  'tcp_keepalives_count=3',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');
const DATABASE = '(select oid from pg_database where datname = current_database())';
/** The processes that share the partitions, and the partitions that one of them has. */
const HELD = `select objsubid = 1 as is_member, objid::int as partition from pg_locks
  where locktype = 'advisory' and granted and database = ${DATABASE}
    and ((objsubid = 1 and classid = 0 and objid = ${LOCK} and mode = 'ShareLock')
      or (objsubid = 2 and classid = ${LOCK}))`;

/** Limits a query to vehicles whose id modulo `partitions` is in `held`. */
export interface VehicleScope {
  readonly partitions: number;
  readonly held: readonly number[];
}

/** The connection that holds the lease. */
export type LeasedClient = pg.Client;

/**
 * The lease: advisory locks and the connection that holds them. All derived rows are written
 * through this connection, so that a process which lost the lease cannot write any more.
 *
 * With one partition, one process has the lease. With several, each process holds a shared lock, by
 * which the others count it, and a lock for each of its partitions.
 */
export class Lease {
  #client: pg.Client | null = null;
  readonly #held = new Set<number>();

  constructor(
    private readonly url: string,
    private readonly log: Log,
    private readonly partitions: number = 1,
  ) {}

  /** The partitions of this process. */
  get held(): ReadonlySet<number> {
    return this.#held;
  }

  /** Whether this process derives a vehicle. */
  has(vehicleId: number): boolean {
    return this.#held.has(vehicleId % this.partitions);
  }

  /** Parameters of queries that are limited to the vehicles of this process. */
  get scope(): VehicleScope {
    return { partitions: this.partitions, held: [...this.#held] };
  }

  /** The connection to write through; null without the lease. */
  get client(): pg.Client | null {
    return this.#client;
  }

  /** Tries to get the lease. Returns the connection, or null if another process has it. */
  async acquire(): Promise<pg.Client | null> {
    if (this.#client !== null) return this.#client;
    const isShared = this.partitions > 1;
    const client = new pg.Client({
      connectionString: this.url,
      application_name: NAME,
      ...(isShared ? { options: SESSION, query_timeout: QUERY_LIMIT_MS } : {}),
    });
    client.on('error', () => undefined);
    client.on('end', () => {
      if (this.#client !== client) return;
      this.#client = null;
      this.#held.clear();
      this.log.warn('lost the connection of the derivation lease');
    });
    try {
      await client.connect();
      const lock = isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
      const { rows } = await client.query(`select ${lock}($1) as mine`, [LOCK]);
      if (rows[0]?.mine === true) {
        this.#held.clear();
        if (!isShared) this.#held.add(0);
        this.#client = client;
        return client;
      }
    } catch (error) {
      this.log.debug({ err: error }, 'no connection for the derivation lease');
    }
    await client.end().catch(() => undefined);
    return null;
  }

  /** Releases the lease. */
  async release(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    this.#held.clear();
    await client?.end().catch(() => undefined);
  }

  /**
   * Compares the partitions of this process with its share. Takes free ones up to it; those above it
   * must be released by {@link give}.
   */
  async balance(client: pg.Client): Promise<{ gained: number[]; surplus: number[] }> {
    if (this.partitions === 1) return { gained: [], surplus: [] };
    const { rows } = await client.query<{ is_member: boolean; partition: number }>(HELD);
    const members = rows.filter(({ is_member }) => is_member).length;
    const taken = new Set(rows.flatMap((row) => (row.is_member ? [] : [row.partition])));
    const share = Math.ceil(this.partitions / Math.max(1, members));
    const gained: number[] = [];
    for (let n = 0; n < this.partitions && this.#held.size < share; n += 1) {
      if (taken.has(n)) continue;
      const lock = await client.query('select pg_try_advisory_lock($1, $2) as mine', [LOCK, n]);
      if (lock.rows[0]?.mine !== true) continue;
      this.#held.add(n);
      gained.push(n);
    }
    return { gained, surplus: [...this.#held].slice(share) };
  }

  /** Releases partitions. */
  async give(client: pg.Client, partitions: readonly number[]): Promise<void> {
    for (const n of partitions) {
      this.#held.delete(n);
      await client.query('select pg_advisory_unlock($1, $2)', [LOCK, n]);
    }
  }
}

/** Runs statements in one transaction. */
export async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
