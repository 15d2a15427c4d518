import pg from 'pg';
import type { Log } from '../../../platform/log/index.ts';

/** Arbitrary, equal in all processes: one process derives per database. */
const LOCK = 726_231_006;
const NAME = 'roadworthy-derivation';

/** The connection that holds the lease. */
export type LeasedClient = pg.Client;

/**
 * The lease: an advisory lock and the connection that holds it. All derived rows are written
 * through this connection, so that a process which lost the lease cannot write any more.
 */
export class Lease {
  #client: pg.Client | null = null;

  constructor(
    private readonly url: string,
    private readonly log: Log,
  ) {}

  /** The connection to write through; null without the lease. */
  get client(): pg.Client | null {
    return this.#client;
  }

  /** Tries to get the lease. Returns the connection, or null if another process has it. */
  async acquire(): Promise<pg.Client | null> {
    if (this.#client !== null) return this.#client;
    const client = new pg.Client({ connectionString: this.url, application_name: NAME });
    client.on('error', () => undefined);
    client.on('end', () => {
      if (this.#client !== client) return;
      this.#client = null;
      this.log.warn('lost the connection of the derivation lease');
    });
    try {
      await client.connect();
      const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [LOCK]);
      if (rows[0]?.mine === true) {
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
    await client?.end().catch(() => undefined);
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
