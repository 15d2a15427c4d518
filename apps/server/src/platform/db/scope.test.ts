import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/harness.ts';
import {
  depotInScope,
  depotIsAssigned,
  ofCustomer,
  ofCustomerOrBuiltIn,
  type RowScope,
  vehicleInScope,
} from './scope.ts';

const [OURS, OTHERS] = [901, 902];
/** Depot and vehicle 1 are assigned, 2 are those of the viewer's own vehicle, 3 are neither. */
const IDS = [1, 2, 3];

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  const { pool } = database.db;
  await pool.query(`insert into customers (id, name) overriding system value
    values (${OURS}, 'Ours'), (${OTHERS}, 'Others')`);
  for (const id of IDS) {
    await pool.query(`insert into depots (id, customer_id, name) overriding system value
      values (${id}, ${OURS}, 'Depot ${id}')`);
    await pool.query(`insert into vehicles (id, customer_id, registration, type)
      overriding system value values (${id}, ${OURS}, 'REG ${id}', 'VAN')`);
    await pool.query(`insert into vehicle_depots (customer_id, vehicle_id, depot_id)
      values (${OURS}, ${id}, ${id})`);
  }
});
afterAll(() => database.drop());

const viewer = (scope: Partial<RowScope> = {}): RowScope => ({
  customerId: OURS,
  isGlobalAdmin: false,
  depotScope: [1],
  vehicleId: null,
  ...scope,
});

/** The ids of a table whose row `r` fulfils a condition. */
async function found(table: 'vehicles' | 'depots', condition: ReturnType<typeof ofCustomer>) {
  const { rows } = await database.db.asSystem((trx) =>
    sql<{ id: number }>`select r.id from ${sql.table(table)} r where r.id = any(${IDS}::int[])
      and ${condition} order by r.id`.execute(trx),
  );
  return rows.map(({ id }) => id);
}

describe('vehicles in scope (U-P03)', () => {
  it.each([
    ['of the whole customer', { depotScope: 'all' }, IDS],
    ['of no depot', { depotScope: [] }, []],
    ['of the assigned depots', {}, [1]],
    ['of the assigned depots, and the own vehicle', { vehicleId: 2 }, [1, 2]],
    ['of no depot, and the own vehicle', { depotScope: [], vehicleId: 2 }, [2]],
  ] as const)('are those %s', async (_, scope, ids) => {
    expect(await found('vehicles', vehicleInScope(viewer(scope), 'r.id'))).toEqual(ids);
  });
});

describe('depots in scope (U-P03)', () => {
  it.each([
    ['of the whole customer', { depotScope: 'all' }, IDS],
    ['that are assigned', {}, [1]],
    ['that are assigned, and those of the own vehicle', { vehicleId: 2 }, [1, 2]],
  ] as const)('are those %s', async (_, scope, ids) => {
    expect(await found('depots', depotInScope(viewer(scope), 'r.id'))).toEqual(ids);
  });

  it('are managed only if they are assigned', async () => {
    const condition = depotIsAssigned(viewer({ vehicleId: 2 }), 'r.id');
    expect(await found('depots', condition)).toEqual([1]);
  });
});

describe('rows of a customer', () => {
  it.each([
    ['the own customer', viewer(), IDS],
    ['another customer', viewer({ customerId: OTHERS }), []],
    ['no customer', viewer({ customerId: null }), []],
    ['all customers', viewer({ customerId: null, isGlobalAdmin: true }), IDS],
  ] as const)('are limited to %s', async (_, who, ids) => {
    expect(await found('vehicles', ofCustomer(who, 'r.customer_id'))).toEqual(ids);
    expect(await found('vehicles', ofCustomerOrBuiltIn(who, 'r.customer_id'))).toEqual(ids);
  });

  it('include built-in rows if wanted', async () => {
    const builtIn = sql`(select null::int as id) b`;
    const { rows } = await database.db.asSystem((trx) =>
      sql`select from ${builtIn} where ${ofCustomerOrBuiltIn(viewer(), 'b.id')}`.execute(trx),
    );
    expect(rows).toHaveLength(1);
  });
});
