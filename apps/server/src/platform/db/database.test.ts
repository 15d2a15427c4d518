import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/harness.ts';

let test: TestDatabase;
const ids: Record<string, { customer: number; vehicle: number }> = {};

beforeAll(async () => {
  test = await testDatabase();
  for (const name of ['one', 'two']) {
    ids[name] = await test.db.asSystem(async (trx) => {
      const customer = await trx
        .insertInto('customers')
        .values({ name, logo: null, slogan: null })
        .returning('id')
        .executeTakeFirstOrThrow();
      const vehicle = await trx
        .insertInto('vehicles')
        .values({
          customer_id: customer.id,
          registration: `AB12 ${name}`,
          type: 'VAN',
          manufacturer_model: null,
          vin: null,
          driver_id: null,
          permission: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await sql`insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id, fix_valid)
        values (${customer.id}, ${vehicle.id}, now(), 1, 1, true)`.execute(trx);
      await sql`insert into vehicle_states (customer_id, vehicle_id, tracker_id, device_time, received_at)
        values (${customer.id}, ${vehicle.id}, 1, now(), now())`.execute(trx);
      return { customer: customer.id, vehicle: vehicle.id };
    });
  }
});
afterAll(() => test.drop());

const TABLES = ['customers', 'vehicles', 'positions', 'vehicle_states'] as const;

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

  it('the restriction ends with the transaction', async () => {
    const rows = await test.db.asSystem((trx) => trx.selectFrom('vehicles').select('id').execute());
    expect(rows).toHaveLength(2);
  });
});
