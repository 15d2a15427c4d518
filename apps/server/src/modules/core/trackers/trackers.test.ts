import { contract } from '@roadworthy/contract';
import { encodeTeltonikaPacket } from '@roadworthy/protocols';
import { beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { withTrackedFleet } from '../../../../test/tracked-api.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import type { Topics } from '../../../platform/bus/index.ts';

let api: TestApi;
let fleet: TrackedFleet;

const { query } = withTrackedFleet((opened) => {
  ({ api, fleet } = opened);
});

const list = async (as: number, ask = '') => {
  const { status, body } = await api.ask(`/api/administration/trackers_list/${ask}`, { as });
  return { status, body, count: body.count, rows: body.results };
};

describe('one tracker', () => {
  it('[R-141] can be read while another transaction has locked its row', async () => {
    const { trackerId } = fleet.vehicles.n1;
    const other = await api.services.db.pool.connect();
    try {
      await other.query('begin');
      await other.query('select from trackers where id = $1 for update', [trackerId]);
      const read = api.ask(`/api/vehicles_tracker/${trackerId}/`, {
        as: fleet.people.admin,
      });
      expect((await read).body).toMatchObject({ id: trackerId, registration: 'N1 AAA' });
    } finally {
      await other.query('rollback');
      other.release();
    }
  });
});

describe('the list of trackers', () => {
  const registrations = async (as: number) =>
    (await list(as)).rows.map((row: { registration: string }) => row.registration).sort();

  it('[R-144] [R-004] [V-38] returns the details of each tracker of the customer', async () => {
    const { n1 } = fleet.vehicles;
    await query(
      `update trackers set model = 'FMC130', sim = '8944', last_seen_at = '2026-06-01T10:00:00Z',
       clock_fault = 'clock_past' where id = $1`,
      [n1.trackerId],
    );
    const { body, count } = await list(fleet.people.admin);
    contract.trackers.list.answer.parse(body);
    expect(count).toBe(6);
    const row = body.results.find(({ id }: { id: number }) => id === n1.trackerId);
    expect(row).toEqual({
      allowed_networks: [],
      last_address: null,
      id: n1.trackerId,
      tracker: n1.number,
      permission: null,
      model: 'FMC130',
      protocol: 'teltonika',
      sim: '8944',
      vehicle: n1.vehicleId,
      registration: 'N1 AAA',
      last_seen: '2026-06-01T10:00:00.000Z',
      device_fault: 'clock_past',
      customer: fleet.home.customerId,
      is_archived: false,
    });
  });

  it('[R-144] [S-29] [R-P02] is paged and sorted in both directions', async () => {
    const { admin } = fleet.people;
    const numbers = (rows: { tracker: string }[]) => rows.map(({ tracker }) => tracker);
    const all = numbers((await list(admin)).rows);
    expect(all).toEqual([...all].sort());
    const backwards = await list(admin, '?ordering=-tracker&pageSize=2&page=2');
    expect(numbers(backwards.rows)).toEqual([...all].reverse().slice(2, 4));
    expect(backwards.count).toBe(6);
    expect(await list(admin, '?page=99')).toMatchObject({ count: 6, rows: [] });
    expect((await list(admin, '?ordering=last_seen&orderingDirection=desc')).rows[0].model).toBe(
      'FMC130',
    );
  });

  it('[R-P03] [R-P04] refuses an unknown sort field, and is searched by any part', async () => {
    const { admin } = fleet.people;
    expect((await list(admin, '?ordering=sim')).status).toBe(400);
    for (const search of ['fmc1', 'n1%20a', fleet.vehicles.n1.number.slice(4)]) {
      expect((await list(admin, `?search=${search}`)).count).toBe(1);
    }
    expect((await list(admin, '?search=%25')).rows[0].registration).toBe('S2 50%');
  });

  it('[S-29] [R-P07] is sorted by the last report to the second, including those that never reported', async () => {
    const { foreign } = fleet.people;
    const at = ['10:59:58', '10:59:59', '11:00:00', '11:00:01', '11:30:00', '12:00:00'];
    const { rows } = await query(
      `insert into trackers (customer_id, number, protocol, last_seen_at)
       select $1::int, 'seen-' || n, 'traccar', ('2026-06-02T' || moment || 'Z')::timestamptz
       from unnest($2::text[]) with ordinality as t (moment, n)
       union all select $1::int, 'never-' || n, 'traccar', null from generate_series(1, 3) n
       returning id, last_seen_at`,
      [fleet.away.customerId, [...at].reverse()],
    );
    const { rows: ordered } = await query(
      `select number from trackers where customer_id = $1 and permission is distinct from 'admin'
       order by last_seen_at desc nulls last, id desc`,
      [fleet.away.customerId],
    );
    const latest = ordered.map(({ number }: { number: string }) => number);
    const shown = async (ask: string) =>
      (await list(foreign, ask)).rows.map(({ tracker }: { tracker: string }) => tracker);
    expect(await shown('?ordering=-last_seen')).toEqual(latest);
    expect(await shown('?ordering=last_seen')).toEqual([...latest].reverse());
    expect(await shown('?ordering=last_seen&pageSize=2&page=3')).toEqual(
      [...latest].reverse().slice(4, 6),
    );
    await query('delete from trackers where id = any($1::int[])', [rows.map(({ id }) => id)]);
  });

  it('[U-P03] is limited to the customer, and to the depots of an administrator who has some', async () => {
    const { people } = fleet;
    expect(await registrations(people.northAdmin)).toEqual(['N1 AAA', 'N2 BBB', 'X1 EEE']);
    expect(await registrations(people.foreign)).toEqual(['F1 GGG']);
    expect((await registrations(people.global)).length).toBe(7);
    for (const who of ['manager', 'driver', 'guest', 'readonly', 'plain'] as const) {
      expect((await list(people[who])).status).toBe(403);
    }
  });

  it('[U-45] omits rows with the permission admin', async () => {
    const { trackerId } = fleet.vehicles.s1;
    await query(`update trackers set permission = 'admin' where id = $1`, [trackerId]);
    expect(await registrations(fleet.people.admin)).not.toContain('S1 CCC');
    await query(`update trackers set permission = 'driver' where id = $1`, [trackerId]);
    expect(await registrations(fleet.people.admin)).toContain('S1 CCC');
  });
});

describe('unregistered devices', () => {
  const unknown = (as: number, ask = '') =>
    api.ask(`/api/administration/unknown_devices/${ask}`, { as });
  const identifiers = async (as: number, ask = '') => {
    const { body } = await unknown(as, ask);
    contract.trackers.unknownDevices.answer.parse(body);
    return body.results.map(({ identifier }: { identifier: string }) => identifier);
  };
  const adopt = (as: number, body: object) =>
    api.ask('/api/administration/unknown_devices/adopt/', { as, method: 'POST', body });
  const device = (identifier: string, vehicle: number) => ({
    identifier,
    protocol: 'teltonika',
    model: 'FMC003',
    vehicle,
  });

  beforeEach(async () => {
    await query('delete from unknown_devices');
    await query(`insert into unknown_devices (protocol, identifier, last_seen_at, attempts) values
      ('teltonika', '350000000000011', now() - interval '2 hours', 3),
      ('gt06', '350000000000022', now(), 9)`);
  });

  it('[O-21] are found by their whole number if several customers share the server', async () => {
    const { people } = fleet;
    expect(await identifiers(people.admin)).toEqual([]);
    expect(await identifiers(people.admin, '?search=35')).toEqual([]);
    expect(await identifiers(people.admin, '?search=350000000000011')).toEqual(['350000000000011']);
    expect(await identifiers(people.global)).toEqual(['350000000000022', '350000000000011']);
    expect(await identifiers(people.global, '?search=011')).toEqual(['350000000000011']);
    expect(await identifiers(people.global, '?ordering=attempts')).toEqual([
      '350000000000011',
      '350000000000022',
    ]);
    expect((await unknown(people.manager)).status).toBe(403);
  });

  it('[O-21] [R-P06] become trackers of a vehicle, and every gateway is notified', async () => {
    const heard: Topics['trackers.changed'][] = [];
    const stop = api.services.bus.subscribe('trackers.changed', (message) => heard.push(message));
    const { vehicleId } = fleet.vehicles.z1;
    const { status, body } = await adopt(fleet.people.admin, device('350000000000011', vehicleId));
    stop();
    expect(status).toBe(201);
    expect(contract.trackers.adoptDevice.answer.parse(body)).toMatchObject({
      tracker: '350000000000011',
      protocol: 'teltonika',
      model: 'FMC003',
      vehicle: vehicleId,
      registration: 'Z1 FFF',
      customer: fleet.home.customerId,
    });
    expect(heard).toEqual([{ trackerId: body.id }]);
    expect(await identifiers(fleet.people.global)).toEqual(['350000000000022']);
  });

  it('[O-21] [T-P01] that are already registered answer 409 without revealing the customer', async () => {
    const { n1, f1 } = fleet.vehicles;
    const own = await adopt(fleet.people.admin, device(n1.number, n1.vehicleId));
    const foreign = await adopt(fleet.people.admin, device(f1.number, n1.vehicleId));
    expect([own.status, foreign.status]).toEqual([409, 409]);
    expect(foreign.body).toEqual(own.body);
    expect(foreign.body.detail).toBe('A device with this number is registered already.');
  });

  it('[O-21] [U-P03] can be fitted only to visible vehicles', async () => {
    const { people, vehicles } = fleet;
    const refused = [
      await adopt(people.admin, device('350000000000011', vehicles.f1.vehicleId)),
      await adopt(people.northAdmin, device('350000000000011', vehicles.s1.vehicleId)),
      await adopt(people.admin, device('350000000000011', 2_000_000_000)),
    ];
    for (const { status, body } of refused) {
      expect([status, Object.keys(body.errors)]).toEqual([400, ['vehicle']]);
    }
    expect((await adopt(people.manager, device('3', vehicles.n1.vehicleId))).status).toBe(403);
    expect(await identifiers(people.global)).toContain('350000000000011');
  });

  it('[O-21] [T-P01] are refused with the invalid fields', async () => {
    const { status, body } = await adopt(fleet.people.admin, {
      identifier: ' ',
      protocol: 'morse',
      vehicle: 'x',
    });
    expect(status).toBe(400);
    expect(Object.keys(body.errors).sort()).toEqual(['identifier', 'protocol', 'vehicle']);
  });
});

describe('a tracker', () => {
  const create = (as: number, body: object) =>
    api.ask('/api/vehicles_trackers/', { as, method: 'POST', body });
  const change = (as: number, id: number, body: object) =>
    api.ask(`/api/vehicles_tracker/${id}/`, { as, method: 'PUT', body });
  const archive = (as: number, ids: number[], archived: boolean) =>
    api.ask('/api/administration/trackers_archive/', {
      as,
      method: 'POST',
      body: { ids, archived },
    });
  const body = (tracker: string, changes: object = {}) => ({
    tracker,
    model: 'FMC920',
    protocol: 'teltonika',
    sim: '8944',
    vehicle: null,
    ...changes,
  });

  let registered = 0;

  it('[O-21] [R-142] is registered', async () => {
    const { people, home } = fleet;
    const made = await create(people.admin, body('350000000003001'));
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(contract.trackers.create.answer.parse(made.body)).toMatchObject({
      tracker: '350000000003001',
      model: 'FMC920',
      vehicle: null,
      customer: home.customerId,
    });
    registered = made.body.id;
  });

  it('[R-143] [R-141] is changed, and read by the other path', async () => {
    const { people, vehicles } = fleet;
    const { vehicleId } = vehicles.z1;
    const changed = await change(
      people.admin,
      registered,
      body('350000000003002', { vehicle: vehicleId, sim: '' }),
    );
    expect(changed.body).toMatchObject({
      tracker: '350000000003002',
      vehicle: vehicleId,
      registration: 'Z1 FFF',
      sim: null,
    });
    const all = await api.ask('/api/vehicles_trackers/?search=3002', { as: people.admin });
    expect(all.body).toEqual({ count: 1, count_is_limit: false, results: [changed.body] });
    const { rows } = await query(
      `select action from audit_entries where subject_kind = 'tracker' and subject_id = $1 order by id`,
      [String(registered)],
    );
    expect(rows.map(({ action }) => action)).toEqual(['created', 'changed']);
  });

  it('[O-21] [T-P01] with a taken number, or a vehicle or customer out of scope, is refused by field', async () => {
    const { people, vehicles, away } = fleet;
    const { n1, f1, s1 } = vehicles;
    for (const number of [n1.number, f1.number]) {
      const taken = await create(people.admin, body(number));
      expect([taken.status, Object.keys(taken.body.errors)]).toEqual([409, ['tracker']]);
    }
    const own = await change(
      people.admin,
      n1.trackerId,
      body(f1.number, { vehicle: n1.vehicleId }),
    );
    expect([own.status, Object.keys(own.body.errors)]).toEqual([409, ['tracker']]);
    const foreign = await create(people.admin, body('350000000003003', { vehicle: f1.vehicleId }));
    expect(foreign.body.errors).toHaveProperty('vehicle');
    const sibling = body('350000000003003', { vehicle: s1.vehicleId });
    expect((await create(people.northAdmin, sibling)).body.errors).toHaveProperty('vehicle');
    const customer = body('350000000003003', { customer: away.customerId });
    expect((await create(people.admin, customer)).body.errors).toHaveProperty('customer');
    expect((await change(people.northAdmin, s1.trackerId, body(s1.number))).status).toBe(404);
    expect((await change(people.admin, f1.trackerId, body(f1.number))).status).toBe(404);
    expect((await create(people.admin, body('a b'))).body.errors).toHaveProperty('tracker');
    // A global administrator cannot give a vehicle a device of another customer either.
    const mixed = body('350000000003003', { vehicle: n1.vehicleId, customer: away.customerId });
    expect((await create(people.global, mixed)).body.errors).toHaveProperty('vehicle');
  });

  it('[O-21] keeps the networks it may connect from until others are set', async () => {
    const { people } = fleet;
    const networks = ['10.20.0.0/16', '2001:db8::/32', '192.0.2.7'];
    const made = await create(
      people.admin,
      body('350000000003011', { allowed_networks: networks }),
    );
    expect(made.body).toMatchObject({ allowed_networks: networks, last_address: null });
    const same = await change(people.admin, made.body.id, body('350000000003011'));
    expect(same.body.allowed_networks).toEqual(networks);
    for (const network of ['10.0.0.0/33', 'the depot', '10.0.0']) {
      const refused = await change(
        people.admin,
        made.body.id,
        body('350000000003011', { allowed_networks: [network] }),
      );
      expect([refused.status, refused.body.errors.allowed_networks]).toEqual([
        400,
        [`${network} is not an address or a network like 10.0.0.0/8.`],
      ]);
    }
    const free = await change(
      people.admin,
      made.body.id,
      body('350000000003011', { allowed_networks: [] }),
    );
    expect(free.body.allowed_networks).toEqual([]);
    const { rows } = await query(
      `select before->>'allowed_networks' as before, after->>'allowed_networks' as after
       from audit_entries where subject_kind = 'tracker' and subject_id = $1 order by id desc limit 1`,
      [String(made.body.id)],
    );
    expect(rows).toEqual([{ before: networks.join(', '), after: '' }]);
  });

  it('[O-21] with a wrong check digit in its IMEI is refused only if the caller requests the check', async () => {
    const { people } = fleet;
    const doubtful = (changes: object) => body('490154203237517', changes);
    const refused = await create(people.admin, doubtful({ verify_imei: true }));
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['tracker']]);
    const right = body('490154203237518', { verify_imei: true });
    expect((await create(people.admin, right)).status).toBe(201);
    expect((await create(people.admin, doubtful({}))).status).toBe(201);
  });

  it('[O-21] [U-P03] shows its source addresses to administrators in scope', async () => {
    const { people, vehicles, home } = fleet;
    const { n1, s1, f1 } = vehicles;
    await query(
      `insert into tracker_connections (id, customer_id, tracker_id, protocol, address, connected_at,
         disconnected_at, ended_by, replaced_by)
       values (gen_random_uuid(), $1, $2, 'gt06', '192.0.2.7', '2026-06-01T10:00:00Z',
           '2026-06-01T11:00:00Z', 'replaced', '198.51.100.1'),
         (gen_random_uuid(), $1, $2, 'gt06', '198.51.100.1', '2026-06-01T11:00:00Z', null, null, null)`,
      [home.customerId, n1.trackerId],
    );
    const read = (as: number, id: number) =>
      api.ask(`/api/administration/tracker_connections/${id}/`, { as });
    const { body: found } = await read(people.northAdmin, n1.trackerId);
    expect(contract.trackers.connections.answer.parse(found)).toMatchObject([
      { address: '198.51.100.1', disconnected_at: null, ended_by: null },
      {
        address: '192.0.2.7',
        connected_at: '2026-06-01T10:00:00.000Z',
        ended_by: 'replaced',
        replaced_by: '198.51.100.1',
      },
    ]);
    expect((await read(people.northAdmin, s1.trackerId)).status).toBe(404);
    expect((await read(people.admin, f1.trackerId)).status).toBe(404);
    expect((await read(people.manager, n1.trackerId)).status).toBe(403);
  });

  it('[O-21] [O-17] that is archived is on no vehicle and in no list, and can be restored', async () => {
    const { people, vehicles } = fleet;
    const made = await create(
      people.admin,
      body('350000000003004', { vehicle: vehicles.z1.vehicleId }),
    );
    expect((await archive(people.admin, [made.body.id], true)).status).toBe(204);
    const found = async (ask: string) =>
      (await list(people.admin, `?search=350000000003004${ask}`)).rows;
    expect(await found('')).toEqual([]);
    expect(await found('&archived=true')).toMatchObject([{ vehicle: null, is_archived: true }]);
    expect((await change(people.admin, made.body.id, body('350000000003004'))).status).toBe(404);
    expect((await archive(people.admin, [made.body.id], false)).status).toBe(204);
    expect(await found('')).toMatchObject([{ vehicle: null, is_archived: false }]);
    const mixed = await archive(people.admin, [made.body.id, vehicles.f1.trackerId], true);
    expect(mixed.status).toBe(404);
    expect(await found('')).toHaveLength(1);
  });

  it('[RP-19] is archived by the old call, and not found for another customer', async () => {
    const { people, vehicles } = fleet;
    const remove = (id: number) =>
      api.ask('/api/vehicles_trackers_delete/', { as: people.admin, method: 'POST', body: { id } });
    const made = await create(people.admin, body('350000000003005'));
    expect((await remove(made.body.id)).status).toBe(204);
    expect((await list(people.admin, '?search=350000000003005')).rows).toEqual([]);
    expect((await list(people.admin, '?search=350000000003005&archived=true')).rows).toHaveLength(
      1,
    );
    expect((await remove(vehicles.f1.trackerId)).status).toBe(404);
  });
});

describe('raw data', () => {
  const raw = (as: number, ask: string) =>
    api.ask(`/api/administration/raw_vehicle_data/?${ask}`, { as });

  it('[O-22] [R-145] is what one tracker sent within a period, newest first, including wrong clocks', async () => {
    const { people, vehicles, home } = fleet;
    const { n1, n2, f1 } = vehicles;
    const at = (vehicleId: number, trackerId: number, time: string, digest: number) =>
      query(
        `insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id,
           latitude, longitude, fix_valid, speed_kmh, attributes)
         values ($1, $2, $3, $4, $5, 52, -1, true, 41, '{"gsm": 4}')`,
        [home.customerId, vehicleId, time, digest, trackerId],
      );
    await at(n1.vehicleId, n1.trackerId, '2026-06-01T10:00:00Z', 1);
    await at(n1.vehicleId, n1.trackerId, '2026-06-01T11:00:00Z', 2);
    await at(n1.vehicleId, n1.trackerId, '2026-06-02T00:00:00Z', 3);
    await at(n2.vehicleId, n2.trackerId, '2026-06-01T10:30:00Z', 4);
    await query(
      `insert into clock_fault_records (tracker_id, customer_id, vehicle_id, record_digest,
         device_time, received_at, fault, record)
       values ($1, $2, $3, 5, '1999-01-01', '2026-06-01T10:15:00Z', 'clock_past', '{"speedKmh": 9}')`,
      [n1.trackerId, home.customerId, n1.vehicleId],
    );
    const day = 'start=2026-06-01T00:00:00Z&end=2026-06-02T00:00:00Z';
    const { body, status } = await raw(people.admin, `tracker_id=${n1.trackerId}&${day}`);
    expect(status, JSON.stringify(body)).toBe(200);
    contract.trackers.rawData.answer.parse(body);
    expect(body).toMatchObject({
      count: 3,
      results: [
        {
          id: 2,
          timestamp: '2026-06-01T11:00:00.000Z',
          vehicle: n1.vehicleId,
          protocol: 'teltonika',
          decoded: { speed_kmh: 41, latitude: 52, attributes: { gsm: 4 } },
        },
        { id: 1, timestamp: '2026-06-01T10:00:00.000Z' },
        { id: 5, decoded: { speedKmh: 9, fault: 'clock_past' } },
      ],
    });
    const { rows: seen } = await query(
      `select subject_id, after->>'shown' as shown from audit_entries
       where action = 'viewed' and actor_id = $1`,
      [people.admin],
    );
    expect(seen).toEqual([{ subject_id: String(n1.vehicleId), shown: 'raw_data' }]);
    const second = await raw(people.admin, `tracker_id=${n1.trackerId}&${day}&pageSize=1&page=2`);
    expect(second.body).toMatchObject({ count: 3, results: [{ id: 1 }] });
    expect((await raw(people.admin, `tracker_id=${f1.trackerId}&${day}`)).status).toBe(404);
    const { s1 } = vehicles;
    expect((await raw(people.northAdmin, `tracker_id=${s1.trackerId}&${day}`)).status).toBe(404);
    const long = 'start=2026-01-01T00:00:00Z&end=2026-06-02T00:00:00Z';
    expect((await raw(people.admin, `tracker_id=${n1.trackerId}&${long}`)).status).toBe(400);
    expect((await raw(people.manager, `tracker_id=${n1.trackerId}&${day}`)).status).toBe(403);
  });
});

describe('a server of one customer', () => {
  it('[O-21] shows its administrator every unknown device', async () => {
    const alone = await testApi();
    const { people } = await trackedFleet(alone.services.db);
    await alone.services.db.pool.query(`delete from customers where name = 'Away'`);
    await alone.services.db.pool.query(
      `insert into unknown_devices (protocol, identifier) values ('gt06', '350000000000022')`,
    );
    const { body } = await alone.ask('/api/administration/unknown_devices/', { as: people.admin });
    expect(body.count).toBe(1);
    await alone.close();
  });
});

describe('identifiers of devices', () => {
  it.each(['', '0', '  ', 'a\u0007b', '3500\n000'])('%j cannot be adopted', async (identifier) => {
    const { people, vehicles } = fleet;
    const { status } = await api.ask('/api/administration/unknown_devices/adopt/', {
      as: people.admin,
      method: 'POST',
      body: { identifier, protocol: 'gt06', vehicle: vehicles.n1.vehicleId },
    });
    expect(status).toBe(400);
  });
});

describe('raw frames', () => {
  it('[O-22] returns the stored frames as bytes with their decoding, to administrators in scope', async () => {
    const { people, vehicles, home } = fleet;
    const { n1, s1 } = vehicles;
    const frame = encodeTeltonikaPacket(
      [{ timeMs: Date.UTC(2026, 5, 3, 9), latitudeDeg: 52, longitudeDeg: -1, satellites: 8 }],
      8,
    );
    const keep = (of: typeof n1, kind: string, understood: boolean, content: Buffer) =>
      query(
        `insert into raw_frames (customer_id, tracker_id, vehicle_id, protocol, kind, understood,
           offset_min, received_at, content)
         values ($1, $2, $3, 'teltonika', $4, $5, 0, '2026-06-03T09:00:01Z', $6)`,
        [home.customerId, of.trackerId, of.vehicleId, kind, understood, content],
      );
    await keep(n1, '08', true, frame);
    await keep(n1, 'bad', false, Buffer.from('ff00', 'hex'));
    await keep(s1, '08', true, frame);
    const day = 'start=2026-06-03T00:00:00Z&end=2026-06-04T00:00:00Z';
    const ask = (as: number, more: string) =>
      api.ask(`/api/administration/raw_frames/?${day}${more}`, { as });
    const { body, status } = await ask(people.admin, `&tracker_id=${n1.trackerId}`);
    expect(status, JSON.stringify(body)).toBe(200);
    contract.trackers.rawFrames.answer.parse(body);
    expect(body).toMatchObject({
      count: 2,
      results: [
        { kind: 'bad', understood: false, hex: 'ff00' },
        {
          kind: '08',
          understood: true,
          hex: frame.toString('hex'),
          decoded: [{ message: 'record', record: { latitudeDeg: 52, satellites: 8 } }],
        },
      ],
    });
    expect((await ask(people.admin, '&not_understood=true')).body).toMatchObject({ count: 1 });
    // All visible devices: the frame of the other depot is not included.
    expect((await ask(people.northAdmin, '')).body).toMatchObject({ count: 2 });
    expect((await ask(people.northAdmin, `&tracker_id=${s1.trackerId}`)).status).toBe(404);
    expect((await ask(people.manager, '')).status).toBe(403);
  });

  it("[R-145] returns the bytes of a record's frame while they are stored", async () => {
    const { people, vehicles, home } = fleet;
    const { n2 } = vehicles;
    const time = '2026-06-05T09:00:00Z';
    const frame = encodeTeltonikaPacket(
      [{ timeMs: Date.parse(time), latitudeDeg: 52, longitudeDeg: -1, satellites: 8 }],
      8,
    );
    await query(
      `insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id, fix_valid,
         received_at)
       values ($1, $2, $3, 1, $4, true, $3), ($1, $2, $5, 2, $4, true, $3)`,
      [home.customerId, n2.vehicleId, time, n2.trackerId, '2026-06-05T08:00:00Z'],
    );
    await query(
      `insert into raw_frames (customer_id, tracker_id, vehicle_id, protocol, kind, understood,
         offset_min, received_at, content)
       values ($1, $2, $3, 'teltonika', '08', true, 0, $4, $5)`,
      [home.customerId, n2.trackerId, n2.vehicleId, time, frame],
    );
    const day = 'start=2026-06-05T00:00:00Z&end=2026-06-06T00:00:00Z';
    const { body } = await api.ask(
      `/api/administration/raw_vehicle_data/?tracker_id=${n2.trackerId}&${day}`,
      { as: people.admin },
    );
    expect(body).toMatchObject({ results: [{ hex: frame.toString('hex') }, { hex: '' }] });
  });
});
