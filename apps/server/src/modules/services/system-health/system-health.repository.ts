import { InternalError } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/index.ts';

export interface DatabaseFacts {
  readonly version: string;
  readonly major: number;
  /** Connections of clients, and how many ordinary roles may have. */
  readonly used: number;
  readonly limit: number;
  /** Names of the migrations in the database. */
  readonly applied: readonly string[];
}

export async function databaseFacts(trx: Transaction): Promise<DatabaseFacts> {
  const { rows } = await sql<Omit<DatabaseFacts, 'applied'>>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      current_setting('server_version_num')::int / 10000 as major,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int as limit`.execute(trx);
  const applied = await sql<{ name: string }>`select name from migrations`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new InternalError('system_health.no_row');
  return { ...row, applied: applied.rows.map(({ name }) => name) };
}

export interface VacuumFacts {
  /** Whether autovacuum is on. */
  readonly isOn: boolean;
  /** Transactions since the oldest row that is not frozen. */
  readonly transactionAge: number;
  readonly longestTransactionS: number;
  /** Tables with many dead rows, which vacuum should have removed. */
  readonly bloated: readonly { readonly table: string; readonly deadRows: number }[];
}

/** Autovacuum starts at a fifth of a table; far more dead rows mean that it does not keep up. */
export async function vacuumFacts(trx: Transaction): Promise<VacuumFacts> {
  const { rows } = await sql<Omit<VacuumFacts, 'bloated'>>`
    select current_setting('autovacuum') = 'on' as "isOn",
      (select age(datfrozenxid)::float8 from pg_database where datname = current_database())
        as "transactionAge",
      coalesce((select extract(epoch from clock_timestamp() - min(xact_start))::float8
        from pg_stat_activity where datname = current_database()
          and backend_type = 'client backend'), 0) as "longestTransactionS"`.execute(trx);
  const bloated = await sql<{ table: string; deadRows: number }>`
    select relname as table, n_dead_tup::float8 as "deadRows" from pg_stat_user_tables
    where n_dead_tup > 100000 and n_dead_tup > n_live_tup * 0.5
    order by n_dead_tup desc limit 3`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new InternalError('system_health.no_row');
  return { ...row, bloated: bloated.rows };
}

export interface ReplicationFacts {
  readonly replicas: readonly {
    readonly name: string;
    readonly lagS: number;
    readonly lagBytes: number;
  }[];
  /** Slots without a replica: PostgreSQL keeps its log for them until the disk is full. */
  readonly idleSlots: readonly { readonly name: string; readonly keptBytes: number }[];
}

/** Replicas of this PostgreSQL. A role without pg_monitor sees no lag, which counts as none. */
export async function replicationFacts(trx: Transaction): Promise<ReplicationFacts> {
  const { rows: replicas } = await sql<ReplicationFacts['replicas'][number]>`
    select coalesce(nullif(application_name, ''), client_addr::text, 'replica') as name,
      coalesce(extract(epoch from replay_lag), 0)::float8 as "lagS",
      coalesce(pg_wal_lsn_diff(sent_lsn, coalesce(replay_lsn, flush_lsn)), 0)::float8 as "lagBytes"
    from pg_stat_replication`.execute(trx);
  const { rows: idleSlots } = await sql<ReplicationFacts['idleSlots'][number]>`
    select slot_name as name,
      coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)::float8 as "keptBytes"
    from pg_replication_slots where not active and restart_lsn is not null
    order by 2 desc`.execute(trx);
  return { replicas, idleSlots };
}

/** The clock of the database, milliseconds since 1970 UTC. */
export async function databaseClock(trx: Transaction): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(trx);
  return rows[0]?.ms ?? Number.NaN;
}

export interface JobFacts {
  /** Jobs that are due and that no worker has begun. */
  readonly waiting: number;
  /** Time since the oldest of them was due. */
  readonly oldestS: number;
  /** Jobs of the last hour that were given up. */
  readonly failed: number;
  readonly failedNames: readonly string[];
}

/** The job queue (pg-boss); null before the first start. */
export async function jobFacts(trx: Transaction): Promise<JobFacts | null> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('pgboss.job') is not null as exists`.execute(trx);
  if (rows[0]?.exists !== true) return null;
  const found = await sql<JobFacts>`
    select count(*) filter (where state < 'active' and start_after < now())::int as waiting,
      coalesce(extract(epoch from now() - min(start_after)
        filter (where state < 'active' and start_after < now())), 0)::float8 as "oldestS",
      count(*) filter (where state = 'failed')::int as failed,
      coalesce(array_agg(distinct name) filter (where state = 'failed'), '{}') as "failedNames"
    from pgboss.job where state < 'active' or state = 'failed'`.execute(trx);
  return found.rows[0] ?? null;
}

export interface DeliveryFacts {
  readonly waiting: number;
  /** How long the oldest waiting one is past its next attempt. */
  readonly overdueS: number;
  /** Waiting ones that failed at least three times. */
  readonly retried: number;
  /** Given up within a day. */
  readonly failed: number;
}

export async function deliveryFacts(trx: Transaction): Promise<DeliveryFacts> {
  const { rows } = await sql<Omit<DeliveryFacts, 'failed'>>`
    select count(*)::int as waiting,
      coalesce(greatest(extract(epoch from now() - min(next_attempt_at)), 0), 0)::float8
        as "overdueS",
      count(*) filter (where attempts >= 3)::int as retried
    from deliveries where state = 'waiting'`.execute(trx);
  const failed = await sql<{ failed: number }>`
    select count(*)::int as failed from deliveries
    where state = 'failed' and ended_at > now() - interval '1 day'`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new InternalError('system_health.no_row');
  return { ...row, failed: failed.rows[0]?.failed ?? 0 };
}

/** The address of a user. */
export async function emailOf(trx: Transaction, userId: number): Promise<string> {
  const { email } = await trx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return email;
}
