import { contract } from '@roadworthy/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type NotifiedFleet, notifiedFleet } from '../../../../test/notified-fleet.ts';
import { makeUser } from '../../../../test/people.ts';
import { photographs, sendRecord } from '../../../../test/record-forms.ts';
import { makeDriver } from '../../../../test/tracked-fleet.ts';
import { loadViewer } from '../../../platform/auth/index.ts';
import { setDriver } from '../../core/vehicles/index.ts';

const ALL = '/api/driver_assignments/';
const OWN = '/api/driver_assignments/own/';
const MODULES = ['accessTachoGraf'];

let on: NotifiedFleet;
let manager: number;
let readonly: number;
let northern: number;
let workshop: number;
let foreign: number;
let paula: number;
let quentin: number;
let paulaAccount: number;

type Fields = Record<string, string | number>;
const ask = (path: string, as: number, query = '') => on.api.ask(`${path}${query}`, { as });
const good = async (path: string, as: number, query = '') => {
  const { body, status } = await ask(path, as, query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const send = (path: string, as: number, fields: Fields, photos: Buffer[] = [], key?: string) =>
  sendRecord(on.api, as, {
    path,
    fields: { items: '[]', ...fields },
    photos,
    ...(key === undefined ? {} : { key }),
  });
const done = async (...given: Parameters<typeof send>) => {
  const { body, status } = await send(...given);
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
};
const vehicleId = () => on.fleet.vehicles.n1.vehicleId;
const driverOf = async (vehicle: number) => {
  const { rows } = await on.query('select driver_id from vehicles where id = $1', [vehicle]);
  return rows[0].driver_id as number | null;
};
const listed = async (query: string, as = manager) => {
  const { results } = await good(`${ALL}?${query}`, as);
  return results.map(
    ({ driver, vehicle }: { driver: { first_name: string }; vehicle: { registration: string } }) =>
      `${driver.first_name} ${vehicle.registration}`,
  );
};
const received = async () => {
  await on.send();
  return on.push.received.splice(0).map(({ content }) => content);
};

beforeAll(async () => {
  on = await notifiedFleet();
  const { db } = on.api.services;
  const { customerId } = on.fleet.home;
  paula = await makeDriver(db, customerId, 'Paula');
  quentin = await makeDriver(db, customerId, 'Quentin');
  const person = (name: string, changed: object, modules = MODULES, customer = customerId) =>
    makeUser(db, customer, `handover-${name}@handover.test`, changed, modules);
  manager = await person('manager', { role: 'MANAGER' });
  readonly = await person('readonly', { role: 'READONLY' });
  northern = await person('northern', { role: 'USER' });
  workshop = await person('workshop', { role: 'MANAGER' }, ['Vehicle File']);
  foreign = await person('foreign', { role: 'MANAGER' }, MODULES, on.fleet.away.customerId);
  paulaAccount = await person('paula', { role: 'DRIVER', driver_id: paula }, []);
  await on.query('insert into user_depots (user_id, depot_id) values ($1, $2)', [
    northern,
    on.fleet.north,
  ]);
});
afterAll(() => on.close());
afterEach(() => on.reset());

describe('a vehicle that is handed over', () => {
  it('[U-20] has its driver, who signs the hand-over on the phone, and returns without one', async () => {
    await on.browserOf(paulaAccount, 'paula-handover');
    await on.browserOf(manager, 'manager-handover');
    const sheet = {
      odometer: 412_000_000,
      fill: 75,
      items: JSON.stringify([
        { item: 'keys', is_there: true },
        { item: 'fuel_card', is_there: false },
      ]),
      damage: 'Scratch on the nearside door',
      remark: 'Tail lift serviced',
    };
    const key = 'hand-over-1';
    const fields = { vehicle: vehicleId(), driver: paula, ...sheet };
    const photos = await photographs(2);
    const made = await done(ALL, manager, fields, photos, key);
    contract.driverAssignments.handOver.answer.parse(made);
    // The answer was lost, and the browser sends it again.
    expect((await done(ALL, manager, fields, photos, key)).id).toBe(made.id);
    expect(await driverOf(vehicleId())).toBe(paula);
    expect(made).toMatchObject({
      vehicle: { registration: 'N1 AAA' },
      driver: { id: paula },
      until: null,
      handovers: [{ ...sheet, items: JSON.parse(sheet.items), kind: 'issue', signed_at: null }],
    });
    expect(made.handovers[0].photographs).toHaveLength(2);
    expect(await received()).toMatchObject([
      { title: 'N1 AAA was handed over to you', path: '/driver-assignments/own' },
    ]);
    expect(await listed('state=unsigned')).toEqual(['Paula N1 AAA']);

    const own = await good(OWN, paulaAccount);
    contract.driverAssignments.own.answer.parse(own);
    const { id } = own.assignments[0].handovers[0];
    const path = `${OWN}${id}/signature/`;
    const signature = { signed_by: 'Paula Miles', remark: 'The mirror is cracked, too' };
    const seen = await photographs(1);
    const signed = await done(path, paulaAccount, signature, seen, 'signature-1');
    // The answer was lost, and the phone sends it again: also twice at once.
    const repeats = await Promise.all(
      [1, 2].map(() => done(path, paulaAccount, signature, seen, 'signature-1')),
    );
    expect(repeats.map(({ signed_at: at }) => at)).toEqual([signed.signed_at, signed.signed_at]);
    expect(repeats[0].photographs).toHaveLength(3);
    contract.driverAssignments.sign.answer.parse(signed);
    expect(signed).toMatchObject({ signed_by: 'Paula Miles', driver_remark: /mirror/ });
    expect(signed.photographs.map((one: { is_by_driver: boolean }) => one.is_by_driver)).toEqual([
      false,
      false,
      true,
    ]);
    expect(await received()).toMatchObject([
      { title: /Paula Miles signed the hand-over of N1 AAA/ },
    ]);
    const again = await send(`${OWN}${id}/signature/`, paulaAccount, { signed_by: 'Paula' });
    expect([again.status, again.body.code]).toEqual([409, 'driver_assignments.signed']);
    expect(await listed('state=unsigned')).toEqual([]);

    const back = await done(`${ALL}${made.id}/return/`, manager, { odometer: 412_900_000 });
    expect(back.until).not.toBeNull();
    expect(back.handovers.map(({ kind }: { kind: string }) => kind)).toEqual(['issue', 'return']);
    expect(await driverOf(vehicleId())).toBeNull();
    expect(await listed('state=current')).not.toContain('Paula N1 AAA');
    const ended = await send(`${ALL}${made.id}/return/`, manager, {});
    expect([ended.status, ended.body.code]).toEqual([409, 'driver_assignments.ended']);
    const { rows } = await on.query(
      `select action, subject_kind from audit_entries
       where subject_name = 'N1 AAA' and subject_kind in ('driver_handover', 'vehicle') order by id`,
    );
    expect(rows.map(({ action, subject_kind: kind }) => `${action} ${kind}`)).toEqual([
      'changed vehicle',
      'created driver_handover',
      'changed driver_handover',
      'changed vehicle',
      'created driver_handover',
    ]);
  });

  it('[U-20] goes from one driver to the next, and each had it in their time', async () => {
    const vehicle = on.fleet.vehicles.n2.vehicleId;
    await on.query('update vehicles set driver_id = $1 where id = $2', [quentin, vehicle]);
    const made = await done(ALL, manager, { vehicle, driver: paula });
    expect(await listed(`vehicle=${vehicle}&state=current`)).toEqual(['Paula N2 BBB']);
    expect(await listed(`vehicle=${vehicle}&state=ended`)).toEqual(['Quentin N2 BBB']);
    await on.query(
      "update driver_assignments set assigned_from = '2026-05-03 12:00Z' where vehicle_id = $1 and driver_id = $2",
      [vehicle, quentin],
    );
    await on.query(
      "update driver_assignments set assigned_from = '2026-05-05 12:00Z' where id = $1",
      [made.id],
    );
    const on3rd = `vehicle=${vehicle}&from=2026-05-03&to=2026-05-04`;
    expect(await listed(on3rd)).toEqual(['Quentin N2 BBB']);
    expect(await listed(`vehicle=${vehicle}&from=2026-05-05&to=2026-05-05`)).toEqual([
      'Paula N2 BBB',
      'Quentin N2 BBB',
    ]);
    const csv = await ask(`${ALL}export/`, manager, `?${on3rd}&format=csv`);
    expect(String(csv.body)).toMatch(/^.*Vehicle.*\r?\nN2 BBB.*Quentin/);
    const twice = await send(ALL, manager, { vehicle, driver: paula });
    expect([twice.status, twice.body.code]).toEqual([409, 'driver_assignments.recorded']);
  });

  it('[U-20] is not taken from the next driver by a return that comes too late', async () => {
    const vehicle = on.fleet.vehicles.n2.vehicleId;
    const { db } = on.api.services;
    const viewer = await loadViewer(db, manager);
    if (viewer === null) throw new Error('No such person.');
    const late = (from: number) =>
      db.asViewer(viewer, (trx) => setDriver(trx, viewer, vehicle, null, from));
    await on.query('update vehicles set driver_id = $1 where id = $2', [quentin, vehicle]);
    await expect(late(paula)).rejects.toMatchObject({ statusCode: 409 });
    expect(await driverOf(vehicle)).toBe(quentin);
    await late(quentin);
    expect(await driverOf(vehicle)).toBeNull();
  });

  it('[U-20] keeps its driver if the hand-over is refused', async () => {
    const vehicle = on.fleet.vehicles.s1.vehicleId;
    const before = await driverOf(vehicle);
    const program = [Buffer.from('MZ this is a program')];
    const refused = await send(ALL, manager, { vehicle, driver: quentin }, program);
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.errors)).toEqual(['photos']);
    const wrong = await send(ALL, manager, { vehicle, driver: quentin, fill: 101 });
    expect(Object.keys(wrong.body.errors)).toEqual(['fill']);
    expect(await driverOf(vehicle)).toBe(before);
  });

  it('[U-20] has the odometer of a hand-over as a reading, with a finding if it contradicts the last', async () => {
    const { customerId } = on.fleet.home;
    const { vehicleId: vehicle } = on.fleet.vehicles.s1;
    await on.query(
      `with plan as (insert into service_plans (customer_id, name) values ($1, 'Vans') returning id)
       insert into vehicle_service_plans (vehicle_id, customer_id, plan_id) select $2, $1, id from plan`,
      [customerId, vehicle],
    );
    await on.query(
      `insert into meter_readings (customer_id, vehicle_id, read_at, odometer_m, author)
       values ($1, $2, now() - interval '2 days', 200000000, 'Ada')`,
      [customerId, vehicle],
    );
    const odometer = async () => {
      const { rows } = await on.query(
        'select odometer_m from vehicle_service_plans where vehicle_id = $1',
        [vehicle],
      );
      return rows[0].odometer_m as number;
    };
    const candidates = () =>
      good('/api/driver_planning/candidates/', manager, `?vehicle=${vehicle}`);
    const before = (await candidates()).last_reading;
    expect(before).toMatchObject({ odometer: 200_000_000 });
    const lower = await done(ALL, manager, { vehicle, driver: paula, odometer: 190_000_000 });
    // Forms compare with the reading that the server uses, not with the one that contradicts it.
    expect(lower.last_reading).toEqual(before);
    expect((await good(OWN, paulaAccount)).assignments[0].last_reading).toEqual(before);
    expect(lower.handovers).toMatchObject([
      { odometer_finding: 'lower', last_odometer: 200_000_000 },
    ]);
    expect((await good(ALL, manager, `?vehicle=${vehicle}&state=current`)).results).toMatchObject([
      { odometer_findings: 1 },
    ]);
    const higher = await done(`${ALL}${lower.id}/return/`, manager, { odometer: 290_000_000 });
    expect(higher.handovers[1]).toMatchObject({
      odometer_finding: 'higher',
      last_odometer: 200_000_000,
    });
    expect(higher.last_reading).toBeNull();
    expect((await candidates()).last_reading).toEqual(before);
    const next = await done(ALL, manager, { vehicle, driver: paula, odometer: 200_450_000 });
    expect(next.handovers[0]).toMatchObject({ odometer_finding: null, last_odometer: 200_000_000 });
    expect(next.last_reading).toMatchObject({ odometer: 200_450_000 });
    expect((await candidates()).last_reading.odometer).toBe(200_450_000);
    expect(await odometer()).toBe(200_450_000);
    const { readings } = await good(`/api/vehicle_services/${vehicle}/`, workshop);
    expect(
      readings.map((one: Record<string, unknown>) => [
        one.source,
        one.odometer_m,
        one.is_plausible,
      ]),
    ).toEqual([
      ['handover', 200_450_000, true],
      ['handover', 290_000_000, false],
      ['handover', 190_000_000, false],
      ['office', 200_000_000, true],
    ]);
  });

  it('[U-20] is for people who see vehicle and driver, and the signature for the driver alone', async () => {
    const vehicle = on.fleet.vehicles.s1.vehicleId;
    const made = await done(ALL, manager, { vehicle, driver: quentin });
    expect((await ask(`${ALL}${made.id}/`, northern)).status).toBe(404);
    expect((await ask(`${ALL}${made.id}/`, foreign)).status).toBe(404);
    const { id } = made.handovers[0];
    expect(
      (await send(`${OWN}${id}/signature/`, paulaAccount, { signed_by: 'Paula' })).status,
    ).toBe(404);
    expect((await send(`${OWN}${id}/signature/`, manager, { signed_by: 'Ada' })).status).toBe(404);
    for (const [as, status] of [
      [readonly, 403],
      [paulaAccount, 403],
      [foreign, 404],
    ] as const) {
      expect((await send(ALL, as, { vehicle, driver: paula })).status).toBe(status);
    }
    const theirs = { vehicle: vehicleId(), driver: on.fleet.foreignDriver };
    expect((await send(ALL, manager, theirs)).status).toBe(404);
  });

  it('[U-20] is returned by its driver on the phone, once, and the office is notified', async () => {
    await on.browserOf(manager, 'manager-return');
    const { vehicleId: vehicle } = on.fleet.vehicles.n2;
    const { id } = await done(ALL, manager, { vehicle, driver: paula });
    await received();
    const path = `${OWN}${id}/return/`;
    const fields = {
      signed_by: 'Paula Miles',
      odometer: 300_000_000,
      fill: 30,
      damage: 'Chip in the windscreen',
      remark: 'Parked at gate 2',
    };
    expect((await send(path, paulaAccount, { ...fields, signed_by: '' })).status).toBe(400);
    expect((await send(path, manager, fields)).status).toBe(404);
    const photos = await photographs(1);
    const back = await done(path, paulaAccount, fields, photos, 'return-1');
    contract.driverAssignments.giveBack.answer.parse(back);
    expect(back).toMatchObject({ ...fields, kind: 'return', is_by_driver: true, items: [] });
    expect(back.signed_at).not.toBeNull();
    expect(back.photographs).toMatchObject([{ is_by_driver: true }]);
    // The answer was lost, and the phone sends it again.
    expect((await done(path, paulaAccount, fields, photos, 'return-1')).id).toBe(back.id);
    const again = await send(path, paulaAccount, fields);
    expect([again.status, again.body.code]).toEqual([409, 'driver_assignments.returned']);
    expect(await driverOf(vehicle)).toBeNull();
    expect((await good(ALL, manager, `?vehicle=${vehicle}`)).results[0]).toMatchObject({
      id,
      is_returned_by_driver: true,
      handovers: 2,
      unsigned: 1,
    });
    expect(await received()).toMatchObject([
      { title: 'Paula Miles returned N2 BBB', path: `/driver-assignments?open=${id}` },
    ]);
    const { rows } = await on.query(
      `select action, subject_kind from audit_entries where actor_id = $1 and subject_name = 'N2 BBB' order by id`,
      [paulaAccount],
    );
    expect(rows.map(({ action, subject_kind: kind }) => `${action} ${kind}`)).toEqual([
      'changed vehicle',
      'created driver_handover',
    ]);
  });

  it('[U-20] is not returned by a driver who no longer has it, or never had', async () => {
    const { vehicleId: vehicle } = on.fleet.vehicles.n2;
    const fields = { signed_by: 'Paula Miles' };
    const before = await done(ALL, manager, { vehicle, driver: paula });
    const now = await done(ALL, manager, { vehicle, driver: quentin });
    const late = await send(`${OWN}${before.id}/return/`, paulaAccount, fields);
    expect([late.status, late.body.code]).toEqual([409, 'driver_assignments.returned']);
    expect((await send(`${OWN}${now.id}/return/`, paulaAccount, fields)).status).toBe(404);
    expect(await driverOf(vehicle)).toBe(quentin);
  });
});
