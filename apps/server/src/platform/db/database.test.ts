import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCustomer, makeVehicle } from '../../../test/fleet.ts';
import { type TestDatabase, testDatabase } from '../../../test/harness.ts';
import { migrate, openDatabase } from './index.ts';

let test: TestDatabase;
const ids: Record<string, { customer: number; vehicle: number }> = {};

/** One row in every table of a customer. */
async function fill(name: string) {
  const customer = await makeCustomer(test.db, name);
  const { customerId } = customer;
  const { vehicleId, trackerId } = await makeVehicle(test.db, customer);
  await test.db.asSystem(async (trx) => {
    await sql`insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id, fix_valid)
      values (${customerId}, ${vehicleId}, now(), 1, ${trackerId}, true)`.execute(trx);
    await sql`insert into vehicle_states (customer_id, vehicle_id, tracker_id, device_time, received_at)
      values (${customerId}, ${vehicleId}, ${trackerId}, now(), now())`.execute(trx);
    await sql`insert into clock_fault_records (tracker_id, customer_id, vehicle_id, record_digest, device_time, fault, record)
      values (${trackerId}, ${customerId}, ${vehicleId}, 1, now(), 'clock_past', '{}')`.execute(
      trx,
    );
    await sql`insert into drivers (customer_id, first_name, surname)
      values (${customerId}, 'Ann', ${name})`.execute(trx);
    await sql`with one as (
        insert into users (customer_id, username, email, first_name, last_name, role)
        values (${customerId}, ${name}, ${`${name}@fleet.example`}, 'Ann', ${name}, 'USER')
        returning id),
      modules as (insert into user_modules select id, 'home' from one),
      tokens as (insert into password_tokens (token_hash, user_id, purpose, expires_at)
        select sha256(${name}::text::bytea), id, 'reset', now() from one),
      apps as (insert into user_app_records
        (user_id, app_id, app_name, app_reference, permission_name, level)
        select id, 1, 'a', 'a', 'p', 1 from one)
      select 1`.execute(trx);
    await sql`insert into user_regions select id, ${customer.regionId} from users
      where customer_id = ${customerId}`.execute(trx);
    await sql`insert into user_depots select id, ${customer.depotId} from users
      where customer_id = ${customerId}`.execute(trx);
  });
  return { customer: customerId, vehicle: vehicleId };
}

beforeAll(async () => {
  test = await testDatabase();
  for (const name of ['one', 'two']) ids[name] = await fill(name);
});
afterAll(() => test.drop());

/** Tables with a column for the customer. */
const TABLES = [
  'customers',
  'regions',
  'depots',
  'drivers',
  'vehicles',
  'vehicle_depots',
  'users',
  'trackers',
  'positions',
  'clock_fault_records',
  'vehicle_states',
] as const;
/** Tables with a column for the user. */
const OF_USERS = [
  'user_modules',
  'user_regions',
  'user_depots',
  'user_app_records',
  'password_tokens',
] as const;
/** Tables without a customer that a request may read. */
const OF_NOBODY = ['feed_late_days', 'unknown_devices'];

/** Under faketime the time limits of PostgreSQL never end a statement. */
const itWithTimeLimits = it.skipIf(process.env.FAKETIME !== undefined);

describe('row-level security', () => {
  it.each(TABLES)('[U-P03] a request sees only its customer in %s', async (table) => {
    const column = table === 'customers' ? 'id' : 'customer_id';
    const seen = await test.db.asViewer(
      { customerId: ids.one?.customer ?? 0, isGlobalAdmin: false },
      async (trx) =>
        (
          await sql<{
            owner: number;
          }>`select ${sql.ref(column)} as owner from ${sql.table(table)}`.execute(trx)
        ).rows,
    );
    expect(seen).toEqual([{ owner: ids.one?.customer }]);
  });

  it.each(OF_USERS)('[U-P03] a request sees only rows of its own users in %s', async (table) => {
    const all = await test.db.asSystem((trx) => sql`select from ${sql.table(table)}`.execute(trx));
    const seen = await test.db.asViewer(
      { customerId: ids.one?.customer ?? 0, isGlobalAdmin: false },
      (trx) => sql`select from ${sql.table(table)}`.execute(trx),
    );
    expect([all.rows.length, seen.rows.length]).toEqual([2, 1]);
  });

  it('[U-P03] applies to every table that a request can access', async () => {
    const { rows } = await test.db.pool.query<{ name: string; held: boolean }>(`
      select relname as name, relrowsecurity as held from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and has_table_privilege('roadworthy_request', oid, 'select, insert, update, delete')`);
    const open = rows.filter(({ held }) => !held).map(({ name }) => name);
    expect(open.sort()).toEqual(OF_NOBODY);
    expect(rows.length).toBeGreaterThanOrEqual(TABLES.length + OF_USERS.length);
  });

  it('hides keys and sessions of the installation from requests', async () => {
    for (const table of ['settings', 'sign_on_artifacts', 'migrations']) {
      const read = test.db.asViewer({ customerId: null, isGlobalAdmin: true }, (trx) =>
        sql`select from ${sql.table(table)}`.execute(trx),
      );
      await expect(read).rejects.toThrow(/permission denied/);
    }
  });

  it('[U-P03] a global admin sees every customer', async () => {
    const count = await test.db.asViewer({ customerId: null, isGlobalAdmin: true }, (trx) =>
      trx.selectFrom('vehicles').select('id').execute(),
    );
    expect(count).toHaveLength(2);
  });

  it('[U-P03] a user without customer sees nothing', async () => {
    const rows = await test.db.asViewer({ customerId: null, isGlobalAdmin: false }, (trx) =>
      trx.selectFrom('vehicles').select('id').execute(),
    );
    expect(rows).toEqual([]);
  });

  it('a request cannot write for another customer', async () => {
    const write = test.db.asViewer(
      { customerId: ids.one?.customer ?? 0, isGlobalAdmin: false },
      (trx) =>
        trx
          .insertInto('regions')
          .values({ customer_id: ids.two?.customer ?? 0, name: 'foreign' })
          .execute(),
    );
    await expect(write).rejects.toThrow(/row-level security/);
  });

  itWithTimeLimits(
    'answers 503 if a statement takes too long, and the next request works',
    async () => {
      const db = openDatabase(test.url, { requestLimitMs: 20 });
      const viewer = { customerId: ids.one?.customer ?? 0, isGlobalAdmin: false };
      try {
        const slow = db.asViewer(viewer, (trx) => sql`select pg_sleep(10)`.execute(trx));
        await expect(slow).rejects.toMatchObject({
          statusCode: 503,
          detail: 'request.query_timeout',
        });
        const next = await db.asViewer(viewer, (trx) => sql`select 1 as one`.execute(trx));
        expect(next.rows).toEqual([{ one: 1 }]);
      } finally {
        await db.close();
      }
    },
  );

  it('ends with the transaction', async () => {
    const rows = await test.db.asSystem((trx) => trx.selectFrom('vehicles').select('id').execute());
    expect(rows).toHaveLength(2);
  });
});

describe('exclusive work', () => {
  itWithTimeLimits(
    'answers 503 if other work with its key takes too long, and runs once that has ended',
    async () => {
      const db = openDatabase(test.url, { lockWaitMs: 20 });
      try {
        await db.alone('driver 1', async () => {
          const waiting = db.alone('driver 1', async () => 'done');
          await expect(waiting).rejects.toMatchObject({
            statusCode: 503,
            detail: 'request.record_busy',
          });
          expect(await db.alone('driver 2', async () => 'done')).toBe('done');
        });
        expect(await db.alone('driver 1', async () => 'done')).toBe('done');
      } finally {
        await db.close();
      }
    },
  );

  it('passes other errors of the work through', async () => {
    const work = test.db.alone('driver 1', () => Promise.reject(new Error('own failure')));
    await expect(work).rejects.toThrow('own failure');
  });
});

describe('migrations', () => {
  it('run once, in sequence, also when two processes start at the same time', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'roadworthy-migrations-'));
    writeFileSync(join(folder, '0001_one.sql'), 'create table first (n int)');
    writeFileSync(join(folder, '0002_two.sql'), 'insert into first values (1)');
    const fresh = await testDatabase();
    try {
      await fresh.db.pool.query('delete from migrations');
      await Promise.all([migrate(fresh.url, folder), migrate(fresh.url, folder)]);
      await migrate(fresh.url, folder);
      expect((await fresh.db.pool.query('select n from first')).rows).toEqual([{ n: 1 }]);

      writeFileSync(join(folder, '0003_three.sql'), 'create table third (n int); select 1 / 0');
      await expect(migrate(fresh.url, folder)).rejects.toThrow(/division by zero/);
      const third = await fresh.db.pool.query("select to_regclass('third') as name");
      expect(third.rows).toEqual([{ name: null }]);

      writeFileSync(join(folder, '0002_two.sql'), 'insert into first values (2)');
      await expect(migrate(fresh.url, folder)).rejects.toThrow(/0002_two.sql has changed/);
    } finally {
      await fresh.drop();
      rmSync(folder, { recursive: true });
    }
  });
});
