import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCustomer, makeDepot } from '../../../test/fleet.ts';
import { makeUser } from '../../../test/people.ts';
import { type TestServices, testServices } from '../../../test/services.ts';
import { ViewerStore } from './viewer-store.ts';

let services: TestServices;
let store: ViewerStore;
let customer: Awaited<ReturnType<typeof makeCustomer>>;
const nowS = () => Math.floor(Date.now() / 1000);
const find = (userId: number, grantId: string | null = null) =>
  store.find({ userId, grantId, issuedAtS: nowS(), expiresAtS: nowS() + 900 });
let count = 0;
const person = (...rest: [changed?: object, modules?: string[]]) => {
  count += 1;
  return makeUser(services.db, customer.customerId, `user${count}@first.test`, ...rest);
};

beforeAll(async () => {
  services = await testServices();
  store = new ViewerStore(services.db, services.bus);
  customer = await makeCustomer(services.db, 'First');
});
afterAll(() => services.close());

describe('the viewer of a request', () => {
  it('[U-P01] has the rights of the role; a guest has no module', async () => {
    const roles = [
      ['ADMIN', false, true, ['Track']],
      ['MANAGER', false, true, ['Track']],
      ['DRIVER', true, true, ['Track']],
      ['READONLY', false, false, ['Track']],
      ['GUEST', true, false, []],
    ] as const;
    for (const [role, isLimitedUser, canWrite, modules] of roles) {
      const viewer = await find(await person({ role }, ['Track', 'no such module']));
      expect(viewer).toMatchObject({ role, isLimitedUser, canWrite, modules });
    }
  });

  it('[U-P02] has the flags of the user', async () => {
    const id = await person({ is_customer_admin: true, is_user_vehicle_admin: true });
    expect(await find(id)).toMatchObject({
      isGlobalAdmin: false,
      isCustomerAdmin: true,
      isUserVehicleAdmin: true,
    });
  });

  it('[U-P03] sees assigned depots and those of assigned regions', async () => {
    const loose = await makeDepot(services.db, customer.customerId, 'Loose');
    await makeDepot(services.db, customer.customerId, 'Unseen');
    const id = await person();
    await services.db.pool.query('insert into user_depots values ($1, $2)', [id, loose]);
    await services.db.pool.query('insert into user_regions values ($1, $2)', [
      id,
      customer.regionId,
    ]);
    const viewer = await find(id);
    expect(new Set(viewer?.depotScope as number[])).toEqual(new Set([loose, customer.depotId]));
  });

  it('[U-P03] without assignments sees all of the customer, or nothing as a limited user', async () => {
    expect((await find(await person()))?.depotScope).toBe('all');
    expect((await find(await person({ role: 'DRIVER' })))?.depotScope).toEqual([]);
    expect((await find(await person({ is_limited_user: true })))?.depotScope).toEqual([]);
  });

  it('[U-P03] a region without depots counts as an assignment', async () => {
    const { rows } = await services.db.pool.query(
      "insert into regions (customer_id, name) values ($1, 'Empty') returning id",
      [customer.customerId],
    );
    const id = await person();
    await services.db.pool.query('insert into user_regions values ($1, $2)', [id, rows[0].id]);
    expect((await find(id))?.depotScope).toEqual([]);
  });

  it('[B-P03] is null once inactive, signed out or unknown, as soon as the bus publishes it', async () => {
    const id = await person();
    expect(await find(id)).not.toBeNull();
    await services.db.pool.query('update users set is_active = false where id = $1', [id]);
    services.bus.publish('users.changed', { userId: id });
    expect(await find(id)).toBeNull();
    expect(await find(999_999)).toBeNull();
    expect(await find(await person(), 'a session that ended')).toBeNull();
  });
});
