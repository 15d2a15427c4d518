import type pg from 'pg';
import type { MeasuredList } from './list-kinds.ts';

type Kind = MeasuredList['rows'];

const ROWS = 1_000_000;
const VEHICLES = 100_000;
const DEPOTS = 500;

const many = `from generate_series(1, ${ROWS}) n`;
/** Of rows of which each has a vehicle. */
const vehicle = `1 + n % ${VEHICLES}`;

/** What a kind is kept in, and how a million of it comes about. */
const FILLS: Readonly<Record<Kind, { readonly table: string; readonly statement: string }>> = {
  trackers: {
    table: 'trackers',
    statement: `insert into trackers (customer_id, number, protocol, model, vehicle_id, last_seen_at)
      select 1, (350000000000000 + n * 7919::bigint)::text, (array['teltonika', 'gt06', 'jt808'])[1 + n % 3],
        (array['FMC130', 'FMB920', 'GT06N', 'JC400'])[1 + n % 4],
        case when n <= ${VEHICLES} then n end,
        case when n % 5 > 0 then now() - n * interval '3 seconds' end ${many}`,
  },
  users: {
    table: 'users',
    statement: `insert into users (customer_id, username, email, first_name, last_name, role, is_active,
        last_sign_in_at)
      select 1, 'user' || md5(n::text), md5(n::text) || '@bench.test', initcap(substr(md5(n::text), 1, 6)),
        initcap(substr(md5((n * 7)::text), 1, 9)), (array['USER', 'DRIVER', 'MANAGER', 'READONLY'])[1 + n % 4],
        n % 50 > 0, case when n % 3 > 0 then now() - n * interval '20 seconds' end ${many}`,
  },
  'audit entries': {
    table: 'audit_entries',
    statement: `insert into audit_entries (customer_id, position, at, actor_id, action, subject_kind,
        subject_id, actor_name, subject_name, after, salt, content_digest, hash)
      select 1, n, now() - (${ROWS} - n) * interval '30 seconds', null,
        (array['created', 'changed', 'viewed', 'archived'])[1 + n % 4],
        (array['vehicle', 'driver', 'user', 'depot'])[1 + n % 4], (${vehicle})::text,
        (array['Morgan Manager', 'Ada Admin', 'Toby Traffic'])[1 + n % 3],
        upper(substr(md5((${vehicle})::text), 1, 8)), jsonb_build_object('type', 'VAN'),
        '\\x00', '\\x00', '\\x00' ${many}`,
  },
  alerts: {
    table: 'alerts',
    statement: `insert into alerts (customer_id, rule_key, rule_name, severity, in_app, vehicle_id,
        event_code, occurred_at)
      select 1, 1, 'Everything', 'warning', n % 20 > 0, ${vehicle}, 5,
        now() - n * interval '20 seconds' ${many}`,
  },
  deliveries: {
    table: 'deliveries',
    statement: `insert into deliveries (customer_id, channel, kind, target, notification_type, vehicle_id,
        record_kind, record_id, state, attempts, created_at, ended_at)
      select 1, 'email', 'record', substr(md5((n % 2000)::text), 1, 8) || '@bench.test',
        (array['defect_notification_emails', 'vehicle_std_emails'])[1 + n % 2], ${vehicle}, 'defect', n,
        case when n % 100 = 0 then 'failed' else 'sent' end, 1, now() - n * interval '20 seconds',
        now() ${many}`,
  },
  // Four years. One in twenty is open, of the youngest; what is over lasted up to 40 days.
  'VOR entries': {
    table: 'vor_entries',
    statement: `insert into vor_entries (customer_id, vehicle_id, reason, note, since, expected_back_at,
        repairer, cost_per_day, set_by, returned_at, cleared_by)
      select 1, ${vehicle}, (array['other', 'accident', 'awaiting_parts', 'at_repairer', 'no_driver',
          'other', 'at_repairer', case when n % 64 = 7 then 'test_failed' else 'accident' end])[1 + n % 8],
        (array['', 'Clutch', 'Brake pipe'])[1 + n % 3] || case when n % 7 = 0 then ' job '
          || substr(md5((n / 7)::text), 1, 5) else '' end,
        since, case when n % 3 = 0 then since + interval '9 days' end,
        case when n % 4 > 0 then 'Repairer ' || n / 13 % 300 end,
        case when n % 2 = 0 then n / 10 % 400 end, 'Mia Hill',
        case when not open
          then least(since + (1 + n / 20 % 40) * interval '1 day', since + (now() - since) / 2) end,
        case when not open then 'Mia Hill' end
      from (select n, n <= ${ROWS / 10} and n % 2 = 0 as open,
        now() - (1 + n) * interval '126 seconds' as since ${many}) e`,
  },
};

/**
 * Fills a table with its indexes and triggers away: an index is made quicker of what is there, and what
 * a trigger keeps of each row is nobody's list here.
 */
async function fillTable(pool: pg.Pool, table: string, statement: string): Promise<void> {
  const { rows: indexes } = await pool.query<{ name: string; text: string }>(
    `select indexname as name, indexdef as text from pg_indexes where tablename = $1
       and indexname not in (select conname from pg_constraint)`,
    [table],
  );
  for (const { name } of indexes) await pool.query(`drop index ${name}`);
  await pool.query(`alter table ${table} disable trigger user`);
  await pool.query(statement);
  await pool.query(`alter table ${table} enable trigger user`);
  for (const { text } of indexes) await pool.query(text);
}

/** Runs statements that each fill a table, as {@link fillTable} does. */
export async function fillTables(pool: pg.Pool, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    await fillTable(pool, /^insert into (\w+)/.exec(statement)?.[1] ?? '', statement);
  }
}

/** Every fifth user sees one depot alone. */
const ASSIGNED = `insert into user_depots select id, 1 + id % ${DEPOTS} from users where id % 5 = 0
  and username like 'user%'`;

/**
 * A customer with a hundred thousand vehicles in five hundred depots, and a million rows of each kind.
 *
 * @returns its administrator of all, and one of two depots
 */
export async function fillLists(
  pool: pg.Pool,
  kinds: readonly Kind[],
): Promise<{ readonly all: number; readonly two: number }> {
  await pool.query(`insert into customers (name) values ('Million')`);
  await pool.query(`insert into depots (customer_id, name)
    select 1, 'Depot ' || n from generate_series(1, ${DEPOTS}) n`);
  await pool.query('alter table vehicles disable trigger user');
  await pool.query(`insert into vehicles (customer_id, registration, type)
    select 1, upper(left(md5(n::text), 4)) || ' ' || lpad(n::text, 6, '0'), 'VAN'
    from generate_series(1, ${VEHICLES}) n`);
  await pool.query('alter table vehicles enable trigger user');
  await pool.query(`insert into vehicle_depots (customer_id, vehicle_id, depot_id)
    select 1, id, 1 + id % ${DEPOTS} from vehicles`);
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (customer_id, username, email, first_name, last_name, role)
     values (1, 'all', 'all@bench.test', 'All', 'Admin', 'ADMIN'),
       (1, 'two', 'two@bench.test', 'Two', 'Admin', 'ADMIN') returning id`,
  );
  const [all = 0, two = 0] = rows.map(({ id }) => id);
  for (const kind of kinds) await fillTable(pool, FILLS[kind].table, FILLS[kind].statement);
  if (kinds.includes('users')) await pool.query(ASSIGNED);
  await pool.query('insert into user_depots values ($1, 1), ($1, 2)', [two]);
  await pool.query(
    `insert into user_modules select $1::int, unnest($2::text[])
    union all select $3::int, unnest($2::text[])`,
    [all, ['Events', 'Vehicle File', 'VOR'], two],
  );
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
  return { all, two };
}
