import { contract } from '@roadworthy/contract';
import { vehicleState } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../test/api.ts';
import { makeVehicle } from '../../../../test/fleet.ts';
import { withTrackedFleet } from '../../../../test/tracked-api.ts';
import { setState, type TrackedFleet } from '../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;

withTrackedFleet((opened) => {
  ({ api, fleet } = opened);
});

const track = async (as: number, query = '') => {
  const { status, body } = await api.ask(`/api/track/${query}`, { as });
  expect(status).toBe(200);
  return contract.tracking.track.answer.parse(body);
};
const registrations = async (as: number, query = '') =>
  (await track(as, query)).results.map(({ registration }) => registration);
const ALL = ['N1 AAA', 'N2 BBB', 'S1 CCC', 'S2 50%', 'X1 EEE', 'Z1 FFF'];

describe('the last known state of every vehicle', () => {
  it('[R-132] [M-P03] returns the position and the state of each vehicle', async () => {
    const { count, results } = await track(fleet.people.manager);
    expect(count).toBe(6);
    expect(results.map(({ registration, state }) => `${registration} ${state}`)).toEqual([
      'N1 AAA moving',
      'N2 BBB idle',
      'S1 CCC stopped',
      'S2 50% offline',
      'X1 EEE offline',
      'Z1 FFF offline',
    ]);
    expect(results[0]).toMatchObject({
      type: 'CAR',
      groups: [fleet.north],
      lat: 52.2574,
      long: -1.1636,
      dir: 90,
      speed: 80,
      driver: { id: fleet.ann, first_name: 'Ann', surname: 'Miles' },
      device_fault: null,
    });
    expect(results[4]).toMatchObject({
      groups: [fleet.north, fleet.south],
      lat: null,
      timestamp: null,
    });
  });

  it('[R-132] never returns an old state, driver, depot, name or fault', async () => {
    const { pool } = api.services.db;
    const { customerId } = fleet.home;
    const vehicle = await makeVehicle(api.services.db, { customerId, depotId: fleet.north });
    const seen = async () =>
      (await track(fleet.people.manager)).results.find(({ id }) => id === vehicle.vehicleId);
    expect(await seen()).toMatchObject({ state: 'offline', driver: null, device_fault: null });
    await setState(api.services.db, customerId, vehicle, { ageS: 1, speedKmh: 30 });
    expect(await seen()).toMatchObject({ state: 'moving', speed: 30 });
    await setState(api.services.db, customerId, vehicle, { ageS: 700, speedKmh: 30 });
    expect(await seen()).toMatchObject({ state: 'stopped' });
    await pool.query('update vehicles set driver_id = $2 where id = $1', [
      vehicle.vehicleId,
      fleet.ann,
    ]);
    expect((await seen())?.driver?.first_name).toBe('Ann');
    await pool.query(`update drivers set first_name = 'Anna' where id = $1`, [fleet.ann]);
    expect((await seen())?.driver?.first_name).toBe('Anna');
    await pool.query(`update drivers set first_name = 'Ann' where id = $1`, [fleet.ann]);
    await pool.query(`update trackers set clock_fault = 'clock_future' where id = $1`, [
      vehicle.trackerId,
    ]);
    expect((await seen())?.device_fault).toBe('clock_future');
    await pool.query('update vehicle_depots set depot_id = $2 where vehicle_id = $1', [
      vehicle.vehicleId,
      fleet.south,
    ]);
    expect((await seen())?.groups).toEqual([fleet.south]);
    await pool.query(`update vehicles set is_active = false where id = $1`, [vehicle.vehicleId]);
    expect(await seen()).toBeUndefined();
    await pool.query('delete from vehicles where id = $1', [vehicle.vehicleId]);
  });

  it('[R-134] is the same for one vehicle as in the list', async () => {
    const { results } = await track(fleet.people.manager);
    for (const listed of results) {
      const { body } = await api.ask(`/api/expanded/track/vehicle/${listed.id}/`, {
        as: fleet.people.manager,
      });
      expect(body).toEqual(listed);
    }
  });

  it('[R-P04] is searched by a part of the registration, including special characters', async () => {
    expect(await registrations(fleet.people.manager, '?search=aaa')).toEqual(['N1 AAA']);
    expect(await registrations(fleet.people.manager, '?search=%25')).toEqual(['S2 50%']);
    expect(await registrations(fleet.people.manager, '?search=_')).toEqual([]);
  });

  it('[R-P01] is served with and without the slash, and ignores unknown parameters', async () => {
    const { status, body } = await api.ask('/api/track?unheard=1', { as: fleet.people.manager });
    expect([status, body.count]).toEqual([200, 6]);
  });

  it('[S-09] [V-44] shows a battery in per cent and volts, as far as the device reports it', async () => {
    const { customerId } = fleet.home;
    const vehicle = await makeVehicle(api.services.db, { customerId, depotId: fleet.north });
    const battery = async (percent: number | null, external: number | null, own: number | null) => {
      await setState(api.services.db, customerId, vehicle, { ageS: 1 });
      await api.services.db.pool.query(
        `update vehicle_states set battery_percent = $2, external_voltage_v = $3,
           battery_voltage_v = $4 where vehicle_id = $1`,
        [vehicle.vehicleId, percent, external, own],
      );
      const { body } = await api.ask(`/api/expanded/track/vehicle/${vehicle.vehicleId}/`, {
        as: fleet.people.manager,
      });
      const found = contract.tracking.trackVehicle.answer
        .parse(body)
        .display_units.find(({ unit_type }) => unit_type === 'battery');
      return [found?.value, found?.volts, found?.text];
    };
    expect(await battery(88, 12.62, 4.1)).toEqual([88, 12.62, '12.6 V']);
    expect(await battery(88, null, 4.1)).toEqual([88, 4.1, '4.1 V']);
    expect(await battery(null, 24.1, null)).toEqual([null, 24.1, '24.1 V']);
    expect(await battery(0, null, null)).toEqual([0, null, null]);
    expect(await battery(null, null, null)).toEqual([null, null, null]);
    await api.services.db.pool.query('delete from vehicles where id = $1', [vehicle.vehicleId]);
  });

  it('[M-06] shows the display units, null if unknown', async () => {
    const { customerId } = fleet.home;
    const vehicle = await makeVehicle(api.services.db, { customerId, depotId: fleet.north });
    await setState(api.services.db, customerId, vehicle, {
      ageS: 1,
      odometerM: 12_345,
      externalVoltageV: 12.62,
      batteryPercent: 88,
      temperatureC: -4.5,
    });
    const units = async (as: number, id: number) => {
      const { body } = await api.ask(`/api/expanded/track/vehicle/${id}/`, { as });
      return body;
    };
    const full = await units(fleet.people.manager, vehicle.vehicleId);
    expect(full.display_units).toEqual([
      { unit_type: 'date_time', date_value: full.timestamp, value: null, text: null },
      { unit_type: 'address_location', date_value: null, value: null, text: 'Daventry' },
      { unit_type: 'odo', date_value: null, value: 12_345, text: null },
      { unit_type: 'battery', date_value: null, value: 88, text: '12.6 V', volts: 12.62 },
      { unit_type: 'temperature', date_value: null, value: -4.5, text: null },
    ]);
    const silent = await units(fleet.people.manager, fleet.vehicles.x1.vehicleId);
    for (const { date_value, value, text } of silent.display_units) {
      expect([date_value, value, text]).toEqual([null, null, null]);
    }
    await api.services.db.pool.query('delete from vehicles where id = $1', [vehicle.vehicleId]);
  });

  it('[M-06] names a place by the distance unit of the reader', async () => {
    await setState(api.services.db, fleet.home.customerId, fleet.vehicles.n1, {
      ageS: 1,
      speedKmh: 80,
      ignition: true,
      latitudeDeg: 52.3,
      longitudeDeg: -1.1,
    });
    const place = async (as: number) => {
      const [first] = (await track(as, '?search=N1')).results;
      return first?.display_units.find(({ unit_type }) => unit_type === 'address_location')?.text;
    };
    expect(await place(fleet.people.manager)).toMatch(/^\d+\.\d mi [NESW]{1,2} of \w+$/);
    expect(await place(fleet.people.kilometres)).toMatch(/^\d+\.\d km [NESW]{1,2} of \w+$/);
  });
});

describe('visible vehicles', () => {
  it('[U-P03] all of the customer without an assignment', async () => {
    for (const role of ['admin', 'manager', 'readonly'] as const) {
      expect(await registrations(fleet.people[role])).toEqual(ALL);
    }
  });

  it('[U-P03] [U-46] those of assigned depots and regions, and no other depot', async () => {
    for (const who of ['north', 'region', 'northAdmin'] as const) {
      expect(await registrations(fleet.people[who])).toEqual(['N1 AAA', 'N2 BBB', 'X1 EEE']);
      const { results } = await track(fleet.people[who], '?search=X1');
      expect(results[0]?.groups).toEqual([fleet.north]);
    }
  });

  it('[U-P03] a driver their own vehicle, a limited user none, a global admin all', async () => {
    expect(await registrations(fleet.people.driver)).toEqual(['S1 CCC']);
    expect(await registrations(fleet.people.limited)).toEqual([]);
    expect(await registrations(fleet.people.global)).toEqual(['F1 GGG', ...ALL]);
    expect(await registrations(fleet.people.foreign)).toEqual(['F1 GGG']);
  });

  it('[U-P03] [R-134] an invisible vehicle answers 404 like an unknown one', async () => {
    const { people, vehicles } = fleet;
    const ask = async (as: number, id: number) =>
      (await api.ask(`/api/expanded/track/vehicle/${id}/`, { as })).status;
    expect(await ask(people.north, vehicles.n1.vehicleId)).toBe(200);
    expect(await ask(people.north, vehicles.s1.vehicleId)).toBe(404);
    expect(await ask(people.driver, vehicles.s1.vehicleId)).toBe(200);
    expect(await ask(people.driver, vehicles.n1.vehicleId)).toBe(404);
    expect(await ask(people.limited, vehicles.n1.vehicleId)).toBe(404);
    expect(await ask(people.admin, vehicles.f1.vehicleId)).toBe(404);
    expect(await ask(people.foreign, vehicles.n1.vehicleId)).toBe(404);
    expect(await ask(people.admin, 2_000_000_000)).toBe(404);
    expect(await ask(people.admin, 0)).toBe(400);
  });
});

describe('groups', () => {
  const groups = async (as: number, by: '' | 'driver/' = '', query = '') => {
    const { status, body } = await api.ask(`/api/collapsible/${by}track/${query}`, { as });
    expect(status).toBe(200);
    return contract.tracking.trackGroups.answer.parse(body).results;
  };
  const short = (list: Awaited<ReturnType<typeof groups>>) =>
    list.map((group) => `${group.name}: ${group.vehicle_count}, ${group.moving_count} moving`);

  it('[R-080] are the visible depots with the number of their vehicles', async () => {
    const { people } = fleet;
    expect(short(await groups(people.manager))).toEqual([
      'Home depot: 3, 1 moving',
      'South: 3, 0 moving',
    ]);
    expect(short(await groups(people.north))).toEqual(['Home depot: 3, 1 moving']);
    expect(short(await groups(people.driver))).toEqual(['South: 1, 0 moving']);
    expect(await groups(people.limited)).toEqual([]);
    expect(short(await groups(people.foreign))).toEqual(['Away depot: 1, 1 moving']);
    expect((await groups(people.global)).length).toBe(3);
  });

  it('[R-081] are the drivers of visible vehicles', async () => {
    const { people } = fleet;
    expect(short(await groups(people.manager, 'driver/'))).toEqual(['Ann Miles: 2, 1 moving']);
    expect(short(await groups(people.north, 'driver/'))).toEqual(['Ann Miles: 1, 1 moving']);
    expect(await groups(people.limited, 'driver/')).toEqual([]);
  });

  it('[R-P04] [R-080] [R-081] are searched by name and by registration', async () => {
    const { manager } = fleet.people;
    const names = async (by: '' | 'driver/', search: string) =>
      (await groups(manager, by, `?search=${search}`)).map(({ name }) => name);
    expect(await names('', 'sout')).toEqual(['South']);
    expect(await names('', 'n2')).toEqual(['Home depot']);
    expect(await names('driver/', 'ANN')).toEqual(['Ann Miles']);
    expect(await names('driver/', 's1')).toEqual(['Ann Miles']);
    expect(await names('driver/', 'n2')).toEqual([]);
  });

  it('[R-133] return their vehicles; an invisible one answers 404', async () => {
    const { people, north, south, ann, foreignDriver } = fleet;
    const open = async (as: number, id: number, by = 'depot') => {
      const path = `/api/expanded/track/?group_id=${id}&by=${by}`;
      const { status, body } = await api.ask(path, { as });
      if (status !== 200) return status;
      const { group_id, vehicles } = contract.tracking.trackGroup.answer.parse(body);
      expect(group_id).toBe(id);
      return vehicles.map(({ registration }) => registration).join();
    };
    expect(await open(people.manager, north)).toBe('N1 AAA,N2 BBB,X1 EEE');
    expect(await open(people.manager, ann, 'driver')).toBe('N1 AAA,S1 CCC');
    expect(await open(people.north, ann, 'driver')).toBe('N1 AAA');
    // X1 is in South too, but that is not visible to them.
    expect(await open(people.north, south)).toBe(404);
    expect(await open(people.foreign, north)).toBe(404);
    expect(await open(people.manager, foreignDriver, 'driver')).toBe(404);
    expect(await open(people.manager, 2_000_000_000)).toBe(404);
  });

  it('[M-07] an unknown group answers 404, never a server error', async () => {
    const as = fleet.people.manager;
    for (const query of ['', '?group_id=', '?group_id=x', '?group_id=-1', '?group_id=9e99']) {
      expect((await api.ask(`/api/expanded/track/${query}`, { as })).status).toBe(400);
    }
  });

  it('[M-P03] count as moving exactly the vehicles that match the rule', async () => {
    const { db } = api.services;
    const { customerId } = fleet.home;
    const depotId = (await groups(fleet.people.manager)).find(({ name }) => name === 'South')?.id;
    const at = { customerId, depotId: depotId ?? 0 };
    const before = (await groups(fleet.people.manager))[1]?.moving_count ?? 0;
    const made = [];
    let expected = 0;
    for (const ageS of [-3600, 0, 590, 610, 90_000]) {
      for (const speedKmh of [null, 0, 0.1, 50]) {
        for (const ignition of [null, true, false]) {
          const vehicle = await makeVehicle(db, at);
          made.push(vehicle.vehicleId);
          await setState(db, customerId, vehicle, { ageS, speedKmh, ignition });
          const state = vehicleState({ timeMs: -ageS * 1000, speedKmh, ignition }, 0);
          if (state === 'moving') expected += 1;
        }
      }
    }
    expect(expected).toBe(18);
    expect((await groups(fleet.people.manager))[1]?.moving_count).toBe(before + expected);
    await db.pool.query('delete from vehicles where id = any($1::int[])', [made]);
  });
});

describe('the vehicle autocomplete', () => {
  const list = async (as: number, query = '') => {
    const { status, body } = await api.ask(`/api/fmt/simple_vehicle_list/${query}`, { as });
    return {
      status,
      body,
      names: body.results?.map((v: { registration: string }) => v.registration),
    };
  };

  it('[R-097] [V-32] [V-33] returns pages of visible vehicles with the total count', async () => {
    const { people } = fleet;
    const first = await list(people.manager, '?pageSize=2&page=1&ordering=registration');
    expect(first.body).toMatchObject({ count: 6 });
    expect(first.names).toEqual(['N1 AAA', 'N2 BBB']);
    expect(first.body.count_is_limit).toBe(false);
    expect((await list(people.manager, '?pageSize=4&page=2')).names).toEqual(['X1 EEE', 'Z1 FFF']);
    expect((await list(people.manager, '?search=n1')).names).toEqual(['N1 AAA']);
    const backwards = '?pageSize=1&page=1&ordering=registration&orderingDirection=desc&search=';
    expect((await list(people.manager, backwards)).names).toEqual(['Z1 FFF']);
    expect((await list(people.driver)).names).toEqual(['S1 CCC']);
    expect((await list(people.plain)).names).toEqual(ALL);
  });

  it('[V-03] [V-04] gives each field of a vehicle one meaning, in every call', async () => {
    const { db } = api.services;
    const { customerId } = fleet.home;
    await db.pool.query(
      `with maker as (insert into catalogue_entries (customer_id, kind, name)
         values ($1, 'manufacturer', 'Ford') returning id),
       model as (insert into catalogue_entries (customer_id, kind, name, manufacturer_id, vehicle_type)
         select $1, 'model', 'Transit', id, 'VAN' from maker returning id)
       update vehicles set manufacturer_model_id = (select id from model),
         manufacturer_model = 'Ford Transit' where id = $2`,
      [customerId, fleet.vehicles.n2.vehicleId],
    );
    const as = fleet.people.admin;
    for (const path of [
      '/api/fmt/simple_vehicle_list/?search=N2',
      '/api/fmt/paginated_vehicles_v2/?search=N2',
      '/api/vehicles/?search=N2',
      '/api/administration/vehicles/?search=N2',
    ]) {
      const { body } = await api.ask(path, { as });
      expect(body.results, path).toHaveLength(1);
      expect(body.results[0], path).toMatchObject({
        type: 'VAN',
        vehicle_type: { id: 1, reference: 'FUEL', name: 'Diesel' },
        manufacturer_model: {
          name: 'Ford Transit',
          vehicle_type: { reference: 'VAN', name: 'Van' },
        },
      });
    }
  });

  it('[R-P02] [S-23] returns at most 400 per page, and none past the end', async () => {
    const { manager } = fleet.people;
    expect((await list(manager, '?pageSize=400')).status).toBe(200);
    expect((await list(manager, '?pageSize=401')).status).toBe(400);
    expect((await list(manager, '?page=9')).body).toMatchObject({ count: 6, results: [] });
  });

  it('[R-P03] [R-005] [R-006] sorts by a field of the response, with or without minus', async () => {
    const { manager } = fleet.people;
    const backwards = [...ALL].reverse();
    expect((await list(manager, '?ordering=-registration')).names).toEqual(backwards);
    const direction = '?ordering=registration&orderingDirection=desc';
    expect((await list(manager, direction)).names).toEqual(backwards);
    expect((await list(manager, '?ordering=secret')).status).toBe(400);
  });

  it('[U-45] leaves out users with the permission admin', async () => {
    const { pool } = api.services.db;
    const id = fleet.vehicles.z1.vehicleId;
    await pool.query(`update vehicles set permission = 'admin' where id = $1`, [id]);
    expect((await list(fleet.people.manager)).names).not.toContain('Z1 FFF');
    await pool.query('update vehicles set permission = null where id = $1', [id]);
  });
});
