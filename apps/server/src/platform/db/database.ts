import { Kysely, type Transaction as KyselyTransaction, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { unavailable } from '../errors.ts';
import { traceQueries } from '../tracing/index.ts';
import type { Tables } from './tables.ts';

export type Transaction = KyselyTransaction<Tables>;

/** The customer whose rows a request may see. */
export interface CustomerScope {
  readonly customerId: number | null;
  readonly isGlobalAdmin: boolean;
}

export interface Database {
  /** Connections of the owner, for the gateway's hot path. */
  readonly pool: pg.Pool;
  /** Connection string, for LISTEN and the job queue. */
  readonly url: string;
  /** One transaction of the owner: gateway, worker, sign-on. Row-level security does not apply. */
  asSystem<T>(work: (trx: Transaction) => Promise<T>): Promise<T>;
  /**
   * One transaction limited to the viewer's customer by row-level security.
   *
   * @throws HttpError 503 if a statement exceeds the time limit of a request
   */
  asViewer<T>(viewer: CustomerScope, work: (trx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs work while no other work with the same key runs, in any process of this database. For a change
   * that first reads what it changes in a separate transaction.
   *
   * @throws HttpError 503 if the other work takes too long
   */
  alone<T>(key: string, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Time limit of a request's statements; longer work belongs in a job. */
const REQUEST_LIMIT_MS = 30_000;
/** Time limit for waiting on other work with the same key. */
const LOCK_WAIT_MS = 30_000;
/** PostgreSQL's error code for a lock timeout. */
const LOCK_NOT_AVAILABLE = '55P03';
/** PostgreSQL's error code for a statement that exceeds its time limit. */
const QUERY_CANCELED = '57014';

/** Separate connections for locks, so that waiting work holds no connection that other work needs. */
const LOCK_CONNECTIONS = 8;

function refuseBusy(error: { readonly code?: string }): never {
  if (error.code === LOCK_NOT_AVAILABLE) throw unavailable('request.record_busy');
  throw error;
}

function refuseSlow(error: { readonly code?: string }): never {
  if (error.code === QUERY_CANCELED) throw unavailable('request.query_timeout');
  throw error;
}

function locksOf(url: string, waitMs: number) {
  const pool = new pg.Pool({
    connectionString: url,
    max: LOCK_CONNECTIONS,
    connectionTimeoutMillis: 30_000,
    application_name: 'roadworthy locks',
  });
  pool.on('error', () => undefined);
  // A connection that is lost within a transaction, between two statements: the next one reports it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    alone: async <T>(key: string, work: () => Promise<T>): Promise<T> => {
      const client = await pool.connect();
      let failure: Error | undefined;
      try {
        await client.query(`begin; set local lock_timeout = ${waitMs}`);
        await client
          .query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key])
          .catch(refuseBusy);
        return await work();
      } finally {
        await client.query('commit').catch((error: Error) => {
          failure = error;
        });
        // A failed connection is not reused.
        client.release(failure);
      }
    },
    close: () => pool.end(),
  };
}

/** The value of the setting roadworthy.customer; a user without customer sees no rows. */
function customerSetting({ customerId, isGlobalAdmin }: CustomerScope): string {
  if (isGlobalAdmin) return '*';
  return customerId === null ? '0' : String(Number(customerId));
}

/**
 * Opens a pool on a migrated database.
 *
 * @param url connection string of the owner
 */
export function openDatabase(
  url: string,
  options: {
    readonly maxConnections?: number;
    readonly lockWaitMs?: number;
    readonly requestLimitMs?: number;
  } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections ?? 20,
    connectionTimeoutMillis: 5000,
    application_name: 'roadworthy',
  });
  traceQueries(pool);
  // The pool replaces a connection lost while idle; the next query reports other failures.
  pool.on('error', () => undefined);
  // A connection that is lost within a transaction, between two statements: the next one reports it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const locks = locksOf(url, options.lockWaitMs ?? LOCK_WAIT_MS);
  const requestLimitMs = options.requestLimitMs ?? REQUEST_LIMIT_MS;
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    pool,
    url,
    asSystem: (work) => kysely.transaction().execute(work),
    asViewer: (viewer, work) =>
      kysely
        .transaction()
        .execute(async (trx) => {
          await sql`select set_config('role', 'roadworthy_request', true),
            set_config('statement_timeout', ${String(requestLimitMs)}, true),
            set_config('roadworthy.customer', ${customerSetting(viewer)}, true)`.execute(trx);
          return work(trx);
        })
        .catch(refuseSlow),
    alone: locks.alone,
    close: async () => {
      await Promise.all([kysely.destroy(), locks.close()]);
    },
  };
}
