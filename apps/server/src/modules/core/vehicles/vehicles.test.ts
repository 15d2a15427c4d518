import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import type { Topics } from '../../../platform/bus/index.ts';

let api: TestApi;
let fleet: TrackedFleet;
const entries: Record<string, number> = {};
let repairer = 0;
let foreignRepairer = 0;
let schedule = 0;
let foreignSchedule = 0;

const sql = async (text: string, values: unknown[] = []) =>
  (await api.services.db.pool.query(text, values)).rows;

async function entry(customerId: number, kind: string, name: string, maker: number | null = null) {
  const [row] = await sql(
    `insert into catalogue_entries (customer_id, kind, name, manufacturer_id, vehicle_type)
     values ($1, $2, $3, $4, $5) returning id`,
    [customerId, kind, name, maker, kind === 'model' ? 'STR' : null],
  );
  return row.id as number;
}

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  const { home, away } = fleet;
  for (const [prefix, { customerId }] of [
    ['', home],
    ['foreign_', away],
  ] as const) {
    const maker = await entry(customerId, 'manufacturer', 'DAF');
    entries[`${prefix}manufacturer`] = maker;
    entries[`${prefix}model`] = await entry(customerId, 'model', 'XF', maker);
    for (const kind of ['livery', 'contract_type', 'lease_company']) {
      entries[`${prefix}${kind}`] = await entry(customerId, kind, `${prefix}${kind}`);
    }
  }
  const made = async (table: string, columns: string, values: string, customerId: number) =>
    (
      await sql(`insert into ${table} (${columns}) values (${values}) returning id`, [customerId])
    )[0].id as number;
  repairer = await made('repairers', 'customer_id, name', `$1, 'Own'`, home.customerId);
  foreignRepairer = await made('repairers', 'customer_id, name', `$1, 'Own'`, away.customerId);
  const kind = 'customer_id, name, category, interval';
  schedule = await made('schedule_types', kind, `$1, 'Wash', 'Wash', '1w'`, home.customerId);
  foreignSchedule = await made('schedule_types', kind, `$1, 'Wash', 'Wash', '1w'`, away.customerId);
});
afterAll(() => api.close());

const list = async (as: number, ask = '') => {
  const { status, body } = await api.ask(`/api/administration/vehicles/${ask}`, { as });
  return { status, body, count: body.count, rows: body.results ?? [] };
};
const registrations = async (as: number, ask = '') =>
  (await list(as, ask)).rows.map((row: { registration: string }) => row.registration);
const create = (as: number, body: object) =>
  api.ask('/api/vehicles/', { as, method: 'POST', body });
const change = (as: number, id: number, body: object) =>
  api.ask(`/api/vehicle/${id}/`, { as, method: 'PUT', body });
const read = (as: number, id: number) => api.ask(`/api/vehicle/${id}/`, { as });
const archive = (as: number, ids: number[], archived: boolean) =>
  api.ask('/api/administration/vehicles_archive/', { as, method: 'POST', body: { ids, archived } });
const spare = async (number: string, customerId = fleet.home.customerId) =>
  (
    await sql(
      `insert into trackers (customer_id, number, protocol) values ($1, $2, 'gt06') returning id`,
      [customerId, number],
    )
  )[0].id as number;

describe('the list of vehicles', () => {
  it('[R-083] [R-004] is paged and sorted', async () => {
    const { admin } = fleet.people;
    const first = await list(admin);
    contract.vehicles.list.answer.parse(first.body);
    expect(await registrations(admin)).toEqual([
      'N1 AAA',
      'N2 BBB',
      'S1 CCC',
      'S2 50%',
      'X1 EEE',
      'Z1 FFF',
    ]);
    expect(first).toMatchObject({ count: 6, body: { count_is_limit: false } });
    expect(await registrations(admin, '?ordering=-registration&pageSize=2&page=2')).toEqual([
      'S2 50%',
      'S1 CCC',
    ]);
    expect(await registrations(admin, '?ordering=type&orderingDirection=asc&pageSize=1')).toEqual([
      'N1 AAA',
    ]);
    expect(await list(admin, '?page=99')).toMatchObject({ count: 6, rows: [] });
  });

  it('[R-P03] is sorted by fields of the answer only', async () => {
    const { admin } = fleet.people;
    expect((await list(admin, '?ordering=odometer')).status).toBe(400);
    expect((await list(admin, '?ordering=-type')).status).toBe(200);
  });

  it('[R-P04] is searched by any part of the registration, and filtered', async () => {
    const { admin } = fleet.people;
    expect(await registrations(admin, '?search=s2%2050%25')).toEqual(['S2 50%']);
    expect(await registrations(admin, `?depot=${fleet.south}`)).toEqual([
      'S1 CCC',
      'S2 50%',
      'X1 EEE',
    ]);
    expect(await registrations(admin, '?type=CAR')).toEqual(['N1 AAA']);
  });

  it('[R-083] [O-P07] [U-P03] is limited to the customer and to the depots of an administrator', async () => {
    const { people, away } = fleet;
    expect(await registrations(people.northAdmin)).toEqual(['N1 AAA', 'N2 BBB', 'X1 EEE']);
    expect(await registrations(people.foreign)).toEqual(['F1 GGG']);
    expect(await registrations(people.admin, '?search=f1')).toEqual([]);
    expect(await registrations(people.northAdmin, '?search=ccc')).toEqual([]);
    expect((await list(people.global)).count).toBe(7);
    expect((await list(people.admin, `?depot=${away.depotId}`)).status).toBe(404);
    expect((await list(people.northAdmin, `?depot=${fleet.south}`)).status).toBe(404);
    for (const who of ['manager', 'driver', 'readonly'] as const) {
      expect((await list(people[who])).status).toBe(403);
    }
  });

  it('[R-084] [R-085] is also available to everyone, with the visible vehicles', async () => {
    const { people, vehicles } = fleet;
    const visible = async (as: number) =>
      (await api.ask('/api/vehicles/', { as })).body.results.map(
        (row: { registration: string }) => row.registration,
      );
    expect(await visible(people.north)).toEqual(['N1 AAA', 'N2 BBB', 'X1 EEE']);
    expect(await visible(people.limited)).toEqual([]);
    const { body } = await read(people.north, vehicles.n1.vehicleId);
    expect(contract.vehicles.read.answer.parse(body)).toMatchObject({
      registration: 'N1 AAA',
      driver: fleet.ann,
      names: { driver: 'Ann Miles', customer: 'Home' },
      tracker: vehicles.n1.trackerId,
    });
    for (const id of [vehicles.s1.vehicleId, vehicles.f1.vehicleId, 2_000_000_000]) {
      expect((await read(people.north, id)).status).toBe(404);
    }
  });

  it.each(['users', 'vehicles', 'trackers_list', 'vehicles_groups'])(
    '[O-08] is next to the other lists of administration: %s',
    async (name) => {
      const { admin, manager } = fleet.people;
      const answer = await api.ask(`/api/administration/${name}/`, { as: admin });
      expect(answer.body).toMatchObject({
        count: expect.any(Number),
        results: expect.any(Array),
      });
      expect((await api.ask(`/api/administration/${name}/`, { as: manager })).status).toBe(403);
    },
  );

  it('[U-45] omits rows with the permission admin', async () => {
    const { z1 } = fleet.vehicles;
    await sql(`update vehicles set permission = 'admin' where id = $1`, [z1.vehicleId]);
    expect(await registrations(fleet.people.admin)).not.toContain('Z1 FFF');
    await sql('update vehicles set permission = null where id = $1', [z1.vehicleId]);
  });

  it('[O-P02] [R-083] is exported to a file', async () => {
    const { status, body, headers } = await api.ask(
      '/api/administration/vehicles_export/?format=csv&search=n1',
      { as: fleet.people.admin },
    );
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="vehicles_\d{4}-\d\d-\d\d.csv"$/),
    ]);
    expect(body).toContain('N1 AAA');
    expect(body).not.toContain('N2 BBB');
  });
});

describe('a vehicle', () => {
  let made = 0;

  it('[O-17] [O-P04] [R-086] is created with every field of the form', async () => {
    const { people, north, ann } = fleet;
    const trackerId = await spare('350000000001001');
    const { status, body } = await create(people.admin, {
      registration: ' new  1 ',
      type: 'STR',
      vehicle_type: 3,
      vin: 'xlrte47ms0e123456',
      manufacturer_model: entries.model,
      livery_category: { id: entries.livery },
      contract_type: entries.contract_type,
      lease_company: entries.lease_company,
      repairer,
      driver: ann,
      tracker: trackerId,
      vehicle_groups: [north, north],
      schedule_types: [schedule, 1],
      first_registered_on: '2021-03-01',
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(contract.vehicles.create.answer.parse(body)).toMatchObject({
      registration: 'NEW 1',
      vin: 'XLRTE47MS0E123456',
      vehicle_type: { id: 3, reference: 'ELECTRIC', name: 'Electric' },
      manufacturer_model: {
        id: entries.model,
        name: 'DAF XF',
        vehicle_type: { reference: 'STR', name: 'Truck' },
      },
      type: 'STR',
      permission: null,
      livery_category: { id: entries.livery, category_name: 'livery' },
      contract_type: entries.contract_type,
      lease_company: entries.lease_company,
      repairer,
      driver: ann,
      tracker: trackerId,
      trackers: [{ id: trackerId, tracker: '350000000001001' }],
      vehicle_groups: [north],
      customer: fleet.home.customerId,
      is_active: true,
      first_registered_on: '2021-03-01',
      names: { repairer: 'Own', vehicle_groups: ['Home depot'] },
    });
    expect([...body.schedule_types].sort()).toEqual([1, schedule].sort());
    made = body.id;
    const [logged] = await sql(
      `select actor_id, action, after->>'registration' as registration from audit_entries
       where subject_kind = 'vehicle' and subject_id = $1`,
      [String(body.id)],
    );
    expect(logged).toEqual({ actor_id: people.admin, action: 'created', registration: 'NEW 1' });
  });

  it('[V-02] [V-03] [V-04] is listed with type, fuel and model as each document spells them', async () => {
    const { rows } = await list(fleet.people.admin, '?search=new%201');
    expect(rows).toEqual([
      expect.objectContaining({
        id: made,
        registration: 'NEW 1',
        type: 'STR',
        permission: null,
        vehicle_type: expect.objectContaining({ reference: 'ELECTRIC' }),
        manufacturer_model: expect.objectContaining({
          vehicle_type: { reference: 'STR', name: 'Truck' },
        }),
      }),
    ]);
  });

  it('[O-17] whose registration is taken is refused with an error on the field, in any spelling', async () => {
    const { admin, foreign } = fleet.people;
    for (const registration of ['N1 AAA', 'n1aaa', ' N 1 A A A']) {
      const { status, body } = await create(admin, { registration, type: 'VAN' });
      expect([status, body.errors]).toEqual([
        400,
        { registration: ['A vehicle with this registration exists already'] },
      ]);
    }
    const both = await Promise.all(
      [1, 2].map(() => create(admin, { registration: 'TWIN 1', type: 'VAN' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
    // Another customer may have a vehicle of the same registration.
    expect((await create(foreign, { registration: 'N1 AAA', type: 'VAN' })).status).toBe(201);
  });

  it('[O-P07] [U-P03] with a record of another customer or depot is refused with an error on the field', async () => {
    const { people, away, foreignDriver, vehicles, south } = fleet;
    const before = await sql('select count(*)::int from vehicles');
    const trackers = [vehicles.f1.trackerId];
    const foreign = {
      vehicle_type: 77,
      manufacturer_model: entries.foreign_model,
      livery_category: entries.foreign_livery,
      contract_type: entries.foreign_contract_type,
      lease_company: entries.foreign_lease_company,
      repairer: foreignRepairer,
      driver: foreignDriver,
      vehicle_groups: [away.depotId],
      schedule_types: [foreignSchedule],
      trackers,
    };
    const { status, body } = await create(people.admin, {
      registration: 'BAD 1',
      type: 'VAN',
      ...foreign,
    });
    expect(status).toBe(400);
    expect(Object.keys(body.errors).sort()).toEqual(Object.keys(foreign).sort());
    const other = { registration: 'BAD 2', type: 'VAN', customer: away.customerId };
    expect((await create(people.admin, other)).body.errors).toHaveProperty('customer');
    // The wrong kind of entry, and an archived one.
    const wrong = { registration: 'BAD 3', type: 'VAN', manufacturer_model: entries.livery };
    expect((await create(people.admin, wrong)).body.errors).toHaveProperty('manufacturer_model');
    // An administrator of one depot.
    for (const vehicle_groups of [[south], []]) {
      const sibling = { registration: 'BAD 4', type: 'VAN', vehicle_groups };
      expect((await create(people.northAdmin, sibling)).body.errors).toHaveProperty(
        'vehicle_groups',
      );
    }
    const device = {
      registration: 'BAD 5',
      type: 'VAN',
      vehicle_groups: [fleet.north],
      tracker: vehicles.s1.trackerId,
    };
    expect((await create(people.northAdmin, device)).body.errors).toHaveProperty('trackers');
    expect(await sql('select count(*)::int from vehicles')).toEqual(before);
  });

  it('[T-P01] with invalid fields is refused with an error on each', async () => {
    const { status, body } = await create(fleet.people.admin, {
      registration: ' ',
      type: 'TANK',
      vin: 'IOQ',
      first_registered_on: 'yesterday',
      permission: 'admin',
      id: 7,
    });
    expect(status).toBe(400);
    expect(Object.keys(body.errors).sort()).toEqual(
      ['first_registered_on', 'registration', 'type', 'vin'].sort(),
    );
  });

  it('[R-088] [O-17] is changed as a whole, and the log contains the previous values', async () => {
    const { people, north } = fleet;
    const made = (await create(people.admin, { registration: 'CH 1', type: 'VAN' })).body;
    const body = { registration: 'CH 2', type: 'CAR', repairer, vehicle_groups: [north] };
    const changed = await change(people.admin, made.id, body);
    expect(changed.body).toMatchObject({ ...body, names: { repairer: 'Own' } });
    const [logged] = await sql(
      `select before, after from audit_entries where subject_kind = 'vehicle' and subject_id = $1
       and action = 'changed'`,
      [String(made.id)],
    );
    expect(logged).toMatchObject({
      before: { registration: 'CH 1', type: 'VAN' },
      after: { registration: 'CH 2', type: 'CAR' },
    });
    const { away } = fleet;
    const moved = await change(people.global, made.id, { ...body, customer: away.customerId });
    expect(moved.body.errors).toHaveProperty('customer');
    for (const [as, id] of [
      [people.northAdmin, fleet.vehicles.s1.vehicleId],
      [people.admin, fleet.vehicles.f1.vehicleId],
    ] as const) {
      expect((await change(as, id, body)).status).toBe(404);
    }
  });

  it('[U-P03] keeps the depots that its administrator does not see', async () => {
    const { people, north, south, vehicles } = fleet;
    const { x1 } = vehicles;
    const body = { registration: 'X1 EEE', type: 'VAN', tracker: x1.trackerId };
    const changed = await change(people.northAdmin, x1.vehicleId, {
      ...body,
      vehicle_groups: [north],
    });
    expect(changed.body.vehicle_groups).toEqual([north]);
    const whole = await read(people.admin, x1.vehicleId);
    expect([...whole.body.vehicle_groups].sort()).toEqual([north, south].sort());
  });

  it('[O-17] [O-P04] takes a tracker over from another vehicle, from now on', async () => {
    const { people, vehicles } = fleet;
    const heard: Topics['trackers.changed'][] = [];
    const stop = api.services.bus.subscribe('trackers.changed', (told) => heard.push(told));
    const made = (await create(people.admin, { registration: 'SW 1', type: 'VAN' })).body;
    const body = { registration: 'SW 1', type: 'VAN', tracker: vehicles.n2.trackerId };
    const swapped = await change(people.admin, made.id, body);
    stop();
    expect(swapped.body.tracker).toBe(vehicles.n2.trackerId);
    expect((await read(people.admin, vehicles.n2.vehicleId)).body.tracker).toBe(null);
    expect(heard).toEqual([{ trackerId: null }]);
    const fittings = await api.ask(`/api/administration/tracker_fittings/${body.tracker}/`, {
      as: people.admin,
    });
    expect(contract.trackers.fittings.answer.parse(fittings.body)).toEqual([
      { vehicle: made.id, registration: 'SW 1', fitted_at: expect.any(String), removed_at: null },
      {
        vehicle: vehicles.n2.vehicleId,
        registration: 'N2 BBB',
        fitted_at: null,
        removed_at: fittings.body[0].fitted_at,
      },
    ]);
    const ofVehicle = await api.ask(`/api/administration/vehicle_fittings/${made.id}/`, {
      as: people.admin,
    });
    expect(ofVehicle.body).toHaveLength(1);
    await change(people.admin, vehicles.n2.vehicleId, {
      registration: 'N2 BBB',
      type: 'VAN',
      tracker: vehicles.n2.trackerId,
      vehicle_groups: [fleet.north],
    });
  });
});

describe('vehicles that are archived', () => {
  it('[O-17] [R-087] leave every list, release their trackers, and are restored with their history', async () => {
    const { people, vehicles, north } = fleet;
    const trackerId = await spare('350000000001002');
    const made = (
      await create(people.admin, {
        registration: 'OLD 1',
        type: 'VAN',
        tracker: trackerId,
        vehicle_groups: [north],
      })
    ).body;
    const gone = await api.ask('/api/vehicles_delete/', {
      as: people.admin,
      method: 'POST',
      body: { id: made.id },
    });
    expect(gone.status).toBe(204);
    expect(await registrations(people.admin)).not.toContain('OLD 1');
    expect(await registrations(people.admin, '?archived=true')).toEqual(['OLD 1']);
    expect(await registrations(people.admin, '?archived=true&search=old')).toEqual(['OLD 1']);
    const sidebar = await api.ask('/api/track/', { as: people.admin });
    expect(JSON.stringify(sidebar.body)).not.toContain('OLD 1');
    expect((await read(people.manager, made.id)).status).toBe(404);
    expect((await read(people.admin, made.id)).body).toMatchObject({
      is_active: false,
      trackers: [],
    });
    expect((await change(people.admin, made.id, { registration: 'O', type: 'VAN' })).status).toBe(
      404,
    );
    const again = await create(people.admin, { registration: 'OLD1', type: 'VAN' });
    expect(again.body.errors.registration[0]).toContain('archived');
    expect((await archive(people.admin, [made.id], false)).status).toBe(204);
    expect((await read(people.admin, made.id)).body).toMatchObject({ is_active: true });
    const actions = await sql(
      `select action from audit_entries where subject_kind = 'vehicle' and subject_id = $1 order by id`,
      [String(made.id)],
    );
    expect(actions.map(({ action }) => action)).toEqual(['created', 'archived', 'restored']);
    // All or none: one is of another customer.
    const mixed = await archive(people.admin, [made.id, vehicles.f1.vehicleId], true);
    expect(mixed.status).toBe(404);
    expect((await read(people.admin, made.id)).body.is_active).toBe(true);
  });
});

describe('many vehicles', () => {
  const changeMany = (as: number, ids: number[], changes: object) =>
    api.ask('/api/administration/vehicles_change/', { as, method: 'POST', body: { ids, changes } });

  it('[O-17] [O-P02] are changed together, and absent fields stay', async () => {
    const { people, vehicles, south } = fleet;
    const ids = [vehicles.s1.vehicleId, vehicles.s2.vehicleId];
    const changes = {
      manufacturer_model: entries.model,
      repairer,
      vehicle_groups: [south],
      schedule_types: [schedule],
    };
    expect((await changeMany(people.admin, ids, changes)).status).toBe(204);
    for (const id of ids) {
      expect((await read(people.admin, id)).body).toMatchObject({
        type: 'VAN',
        manufacturer_model: { name: 'DAF XF' },
        repairer,
        vehicle_groups: [south],
        schedule_types: [schedule],
      });
    }
    const [{ count }] = await sql(
      `select count(*)::int from audit_entries where action = 'changed' and subject_id = any($1)`,
      [ids.map(String)],
    );
    expect(count).toBe(2);
  });

  it('[O-17] [O-P07] all or none: a foreign vehicle, entry or field changes nothing', async () => {
    const { people, vehicles } = fleet;
    const { n1, f1, s1 } = vehicles;
    const foreign = await changeMany(people.admin, [n1.vehicleId, f1.vehicleId], { repairer });
    expect(foreign.status).toBe(404);
    const sibling = await changeMany(people.northAdmin, [n1.vehicleId, s1.vehicleId], { repairer });
    expect(sibling.status).toBe(404);
    const wrong = await changeMany(people.admin, [n1.vehicleId], {
      repairer,
      lease_company: entries.foreign_lease_company,
    });
    expect(wrong.body.errors).toHaveProperty('lease_company');
    expect((await changeMany(people.admin, [n1.vehicleId], { vin: 'A' })).status).toBe(400);
    expect((await read(people.admin, n1.vehicleId)).body.repairer).toBe(null);
    const several = await changeMany(people.global, [n1.vehicleId, f1.vehicleId], { repairer });
    expect(several.body.errors).toHaveProperty('ids');
  });
});

describe('a large fleet', () => {
  it('[R-083] [R-P04] [R-P07] is searched and paged alike for common and rare terms', async () => {
    const { customerId } = fleet.home;
    await sql(
      `insert into vehicles (customer_id, registration, type, vin)
       select $1, 'LARGE ' || lpad(n::text, 4, '0'), 'VAN', 'VIN' || n from generate_series(1, 300) n`,
      [customerId],
    );
    const { admin, northAdmin } = fleet.people;
    const often = await list(admin, '?search=large&ordering=-registration&pageSize=25&page=3');
    expect(often.count).toBe(300);
    expect(often.rows.map((row: { registration: string }) => row.registration)).toEqual(
      Array.from({ length: 25 }, (_, n) => `LARGE 0${250 - n}`),
    );
    expect(await registrations(admin, '?search=vin299')).toEqual(['LARGE 0299']);
    expect(await list(admin, '?search=large&page=99')).toMatchObject({ count: 300, rows: [] });
    expect((await list(northAdmin, '?search=large')).count).toBe(0);
  });
});

describe('the list of vehicles without parameters', () => {
  it('[R-083] is complete, as companion apps request it; with a parameter it has pages', async () => {
    const { foreign } = fleet.people;
    const before = (await list(foreign)).count;
    await sql(
      `insert into vehicles (customer_id, registration, type)
         select $1, 'ZZ' || n, 'VAN' from generate_series(1, 60) n`,
      [fleet.away.customerId],
    );
    expect((await list(foreign)).rows).toHaveLength(before + 60);
    expect((await list(foreign, '?ordering=registration')).rows).toHaveLength(50);
  });
});

describe('the kind of an asset', () => {
  const trailer = {
    registration: 'TR 001',
    type: 'STR',
    kind: 'semi_trailer',
    axles: 3,
    axle_weights_kg: [8000, 8000, 8000],
    gross_weight_kg: 39_000,
    trailer_number: 'C123456',
    owner: 'Hire Ltd',
  };
  it('follows from the type where none is stored, and is filtered', async () => {
    const { admin } = fleet.people;
    const lorry = await create(admin, { registration: 'KIND 1', type: 'STR' });
    expect(lorry.body).toMatchObject({ kind: 'rigid', axles: null, owner: null });
    const made = await create(admin, trailer);
    expect(made).toMatchObject({ status: 201, body: trailer });
    expect(await registrations(admin, '?kind=semi_trailer')).toEqual(['TR 001']);
    expect(await registrations(admin, '?kind=rigid')).toContain('KIND 1');
    expect(await registrations(admin, '?kind=rigid')).not.toContain('TR 001');
    expect((await list(admin, '?kind=boat')).status).toBe(400);
  });

  it('[R-064] stays when a companion app changes other fields', async () => {
    const { admin } = fleet.people;
    const [row] = await sql(`select id from vehicles where registration = 'TR 001'`);
    expect((await change(admin, row.id, { vin: 'WSM00000001' })).body).toMatchObject({
      ...trailer,
      vin: 'WSM00000001',
    });
    const light = await change(admin, row.id, { type: 'VAN' });
    expect(light.body).toMatchObject({ type: 'VAN', kind: 'semi_trailer' });
    const car = await change(admin, row.id, { type: 'CAR' });
    expect(car).toMatchObject({ status: 200, body: { type: 'CAR', kind: 'car' } });
    expect((await change(admin, row.id, trailer)).status).toBe(200);
    const bulk = await api.ask('/api/administration/vehicles_change/', {
      as: admin,
      method: 'POST',
      body: { ids: [row.id], changes: { type: 'BIK' } },
    });
    expect(bulk.status).toBe(204);
    expect((await read(admin, row.id)).body).toMatchObject({ type: 'BIK', kind: 'motorcycle' });
  });

  it('is refused beside the field if it does not fit the type, as are weights without their axles', async () => {
    const { admin } = fleet.people;
    const wrong = { ...trailer, registration: 'TR 002', type: 'CAR', axles: 2 };
    const { status, body } = await create(admin, wrong);
    expect(status).toBe(400);
    expect(Object.keys(body.errors)).toEqual(expect.arrayContaining(['kind', 'axle_weights_kg']));
    expect((await create(admin, { ...trailer, registration: 'TR 002', axles: 13 })).status).toBe(
      400,
    );
  });

  it('exempts trailers from the download of a vehicle unit', async () => {
    const due = async (registration: string) =>
      sql(
        `select is_current from tachograph_downloads d join vehicles v on v.id = d.vehicle_id
         where v.registration = $1`,
        [registration],
      );
    const { admin } = fleet.people;
    await create(admin, { ...trailer, registration: 'TR 003' });
    expect(await due('TR 003')).toEqual([]);
    const [row] = await sql(`select id from vehicles where registration = 'KIND 1'`);
    expect(await due('KIND 1')).toEqual([{ is_current: true }]);
    await change(admin, row.id, { kind: 'drawbar_trailer' });
    expect(await due('KIND 1')).toEqual([{ is_current: false }]);
  });
});
