import { EMPTY_MAPPING, MAPPING_PRESETS } from '@roadworthy/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../test/api.ts';
import { until } from '../../../../test/device.ts';
import { withGatewayApi } from '../../../../test/gateway-api.ts';
import type { TrackedFleet } from '../../../../test/tracked-fleet.ts';
import type { Gateway } from '../../../gateway/index.ts';

const PATH = '/api/administration/data_inputs/';
/** Newer than the states of the fleet; devices may be some minutes ahead. */
const NOW_S = Math.floor(Date.now() / 1000) + 60;

let api: TestApi;
let fleet: TrackedFleet;
let gateway: Gateway;

withGatewayApi((opened) => {
  ({ api, fleet, gateway } = opened);
});
beforeEach(async () => {
  await api.services.db.pool.query('delete from data_inputs');
  api.services.bus.publish('data-inputs.changed', {});
});

const pool = () => api.services.db.pool;
const ask = (path: string, method: string, body?: object, as = fleet.people.admin) =>
  api.ask(`${PATH}${path}`, { as, method, body });
const http = (rest: object = {}) => ({
  ...{ name: 'flespi', kind: 'http', mapping: MAPPING_PRESETS.flespi, ...rest },
});
async function create(rest: object = {}) {
  const made = await ask('', 'POST', http(rest));
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body as { readonly id: number; readonly secret_path: string };
}
async function post(path: string, body: unknown, init: RequestInit = {}) {
  const answer = await fetch(`http://127.0.0.1:${gateway.addresses.http}${path}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}
const flespi = (ident: string, rest: object = {}) => ({
  ...{ ident, timestamp: NOW_S, 'position.latitude': 52.25, 'position.longitude': -1.125 },
  ...{ 'position.speed': 43.5, 'position.direction': 90, 'engine.ignition.status': true },
  ...{ 'can.fuel.level': 61, 'vehicle.mileage': 1204.5, ...rest },
});
async function positionsOf(vehicleId: number) {
  const { rows } = await pool().query(
    'select * from positions where vehicle_id = $1 and device_time >= to_timestamp($2) order by device_time',
    [vehicleId, NOW_S - 3600],
  );
  return rows;
}
const clear = (vehicleId: number) =>
  pool().query('delete from positions where vehicle_id = $1', [vehicleId]);
/** The input once its counts are written. */
async function counted(id: number, isReady: (body: Record<string, unknown>) => boolean) {
  let body: Record<string, unknown> = {};
  await until(async () => {
    body = (await ask(`${id}/`, 'GET')).body;
    return isReady(body);
  });
  return body;
}

describe('a message to an HTTP input', () => {
  it('[R-P07] becomes a position, a row of the live map, and a frame', async () => {
    // Without a position before: a far one would be implausible.
    const { x1 } = fleet.vehicles;
    await clear(x1.vehicleId);
    const { id, secret_path: path } = await create();
    expect(path).toMatch(/^\/inputs\/[\w-]{43}$/);
    expect(await post(path, [flespi(x1.number)])).toEqual({
      status: 200,
      body: { stored: 1, ignored: 0, refused: 0, unknown: 0 },
    });
    const [position] = await positionsOf(x1.vehicleId);
    expect(position).toMatchObject({
      ...{ latitude: 52.25, longitude: -1.125, speed_kmh: 43.5, heading_deg: 90, ignition: true },
      ...{ odometer_m: 1_204_500, attributes: { fuelLevelPercent: 61 } },
    });
    await until(async () => {
      const { body } = await api.ask(`/api/expanded/track/vehicle/${x1.vehicleId}/`, {
        as: fleet.people.admin,
      });
      return JSON.stringify(body).includes('52.25');
    });
    await until(async () => {
      const { rows } = await pool().query(
        "select content from raw_frames where tracker_id = $1 and protocol = 'json'",
        [x1.trackerId],
      );
      return rows.some(({ content }) => content.toString().includes('"position.latitude":52.25'));
    });
    const input = await counted(id, (body) => body.records_stored === 1);
    expect(input).toMatchObject({ state: 'receiving', records_refused: 0, last_refusal: null });
    // A repeated message is acknowledged, and stored once.
    expect((await post(path, [flespi(x1.number)])).status).toBe(200);
    expect(await positionsOf(x1.vehicleId)).toHaveLength(1);
    await until(async () => (await ask(`${id}/messages/`, 'GET')).body.results.length > 0);
    const { body } = await ask(`${id}/messages/`, 'GET');
    expect(JSON.parse(body.results[0].content)).toEqual([flespi(x1.number)]);
    expect(body.results[0]).toMatchObject({ refusal: null, is_shortened: false, problems: [] });
  });

  it('what cannot be read is kept, counted and named; the rest is stored', async () => {
    const { n2 } = fleet.vehicles;
    await clear(n2.vehicleId);
    const { id, secret_path: path } = await create();
    const answer = await post(path, [
      flespi(n2.number, { 'position.speed': 'fast', 'can.fuel.level': 400 }),
      { ident: n2.number },
      flespi('nobody-7'),
    ]);
    expect(answer).toEqual({
      status: 200,
      body: { stored: 1, ignored: 0, refused: 1, unknown: 1 },
    });
    const [position] = await positionsOf(n2.vehicleId);
    expect(position).toMatchObject({ speed_kmh: null, latitude: 52.25 });
    expect(position.attributes.unreadable).toContain('speed="fast"');
    const { body } = await ask(`${id}/messages/`, 'GET');
    expect(body.results[0]).toMatchObject({
      refusal: 'A record has no readable device or time.',
      problems: [
        { field: 'time', problem: 'missing', value: null },
        { field: 'speed', problem: 'wrong_type', value: '"fast"' },
        { field: 'fuelLevelPercent', problem: 'out_of_range', value: '400' },
      ],
    });
    const frames = await pool().query(
      'select from raw_frames where tracker_id = $1 and not understood',
      [n2.trackerId],
    );
    expect(frames.rowCount).toBe(1);
    expect(await counted(id, (one) => one.records_refused === 2)).toMatchObject({
      state: 'refusing',
      records_stored: 1,
      last_refusal: 'A record has no readable device or time.',
    });
    await until(async () => {
      const found = await pool().query(
        "select from unknown_devices where protocol = 'json' and identifier = 'nobody-7'",
      );
      return found.rowCount === 1;
    });
  });

  it('is refused with a code if nothing of it can be stored', async () => {
    const { n1 } = fleet.vehicles;
    const { id, secret_path: path } = await create();
    const code = async (body: unknown) => {
      const answer = await post(path, body);
      return [answer.status, answer.body.code];
    };
    expect(await code('{"ident":')).toEqual([400, 'data_input.not_json']);
    expect(await code('')).toEqual([400, 'data_input.not_json']);
    expect(await code('7')).toEqual([400, 'data_input.no_records']);
    expect(await code(Array.from({ length: 2001 }, () => ({})))).toEqual([
      400,
      'data_input.too_many_records',
    ]);
    expect(await code([{ ident: n1.number }])).toEqual([400, 'data_input.unreadable']);
    // One unknown device is answered as a phone is; in a list, it does not hold up the others.
    expect(await code(flespi('nobody-8'))).toEqual([400, 'data_input.unknown_device']);
    expect((await post(path, [flespi('nobody-8')])).body).toMatchObject({ stored: 0, unknown: 1 });
    expect(await code(`[${' '.repeat(1024 * 1024)}]`)).toEqual([413, 'data_input.too_large']);
    expect((await post(path, [])).body).toEqual({ stored: 0, ignored: 0, refused: 0, unknown: 0 });
    expect((await fetch(`http://127.0.0.1:${gateway.addresses.http}${path}`)).status).toBe(405);
    const zipped = await post(path, '[]', { headers: { 'content-encoding': 'gzip' } });
    expect([zipped.status, zipped.body.code]).toEqual([415, 'data_input.encoding']);
    const { body } = await ask(`${id}/messages/`, 'GET');
    expect(body.results.at(-1)).toMatchObject({
      content: '{"ident":',
      refusal: 'The message is not JSON.',
    });
  });

  it('is not acknowledged before the mapping names a device, and is kept for it', async () => {
    const { id, secret_path: path } = await create({ mapping: EMPTY_MAPPING });
    expect((await ask(`${id}/`, 'GET')).body).toMatchObject({ is_mapped: false, state: 'waiting' });
    expect(await post(path, { imei: '1' })).toEqual({
      status: 503,
      body: { code: 'data_input.not_mapped' },
    });
    expect((await ask(`${id}/messages/`, 'GET')).body.results).toMatchObject([
      { content: '{"imei":"1"}', refusal: 'The mapping does not name the device yet.' },
    ]);
    const mapping = { ...EMPTY_MAPPING, fields: { ...EMPTY_MAPPING.fields, device: '/imei' } };
    expect((await ask(`${id}/`, 'PUT', http({ mapping }))).status).toBe(200);
    const { n1 } = fleet.vehicles;
    expect((await post(path, { imei: n1.number })).body).toMatchObject({ stored: 1 });
  });

  it('a device of another customer is unknown, and is not offered for adoption', async () => {
    const { f1 } = fleet.vehicles;
    await clear(f1.vehicleId);
    const { secret_path: path } = await create();
    expect((await post(path, flespi(f1.number))).body).toEqual({
      code: 'data_input.unknown_device',
    });
    expect(await positionsOf(f1.vehicleId)).toEqual([]);
    await new Promise((done) => setTimeout(done, 2500));
    const { rowCount } = await pool().query('select from unknown_devices where identifier = $1', [
      f1.number,
    ]);
    expect(rowCount).toBe(0);
  });

  it('keeps nothing of a vehicle in private use', async () => {
    const { s2 } = fleet.vehicles;
    const { id, secret_path: path } = await create();
    await pool().query(
      `insert into private_use_rules (customer_id, vehicle_id, kind, starts_at, time_zone,
         created_by_name) values ($1, $2, 'period', now() - interval '1 hour', 'UTC', 'Ada')`,
      [fleet.home.customerId, s2.vehicleId],
    );
    api.services.bus.publish('private-use.changed', { customerId: fleet.home.customerId });
    await new Promise((done) => setTimeout(done, 500));
    expect((await post(path, [flespi(s2.number, { 'position.latitude': 51.5 })])).status).toBe(200);
    expect((await post(path, [{ ident: s2.number, 'position.latitude': 51.5 }])).status).toBe(400);
    await counted(id, (one) => one.records_refused === 1);
    expect((await ask(`${id}/messages/`, 'GET')).body.results).toEqual([]);
    expect((await positionsOf(s2.vehicleId)).at(-1)).toMatchObject({ latitude: null });
  });
});

describe('the address of an HTTP input', () => {
  it('works only with its token, until it is replaced, switched off or deleted', async () => {
    const { n1 } = fleet.vehicles;
    const { id, secret_path: path } = await create();
    const status = async (to: string) => (await post(to, [flespi(n1.number)])).status;
    expect(await status(path)).toBe(200);
    expect(await status(`${path}/`)).toBe(200);
    expect(await status(`${path.slice(0, -1)}_`)).toBe(404);
    expect(await status('/inputs/')).toBe(404);
    const { body } = await ask(`${id}/rotate/`, 'POST');
    expect(await status(path)).toBe(404);
    expect(await status(body.secret_path)).toBe(200);
    await ask(`${id}/`, 'PUT', http({ is_on: false }));
    expect(await post(body.secret_path, [])).toEqual({
      status: 403,
      body: { code: 'data_input.off' },
    });
    expect((await ask(`${id}/`, 'GET')).body.state).toBe('off');
    expect((await ask(`${id}/`, 'DELETE')).status).toBe(204);
    expect(await status(body.secret_path)).toBe(404);
    const stored = await pool().query('select token_digest from data_inputs');
    expect(stored.rows).toEqual([]);
  });

  it('is stored as a digest, and in no answer, log or audit entry', async () => {
    const { id, secret_path: path } = await create();
    const token = path.slice('/inputs/'.length);
    const answers = [await ask(`${id}/`, 'GET'), await ask('', 'GET')];
    expect(JSON.stringify(answers)).not.toContain(token);
    const { rows } = await pool().query(
      "select to_jsonb(i)::text || coalesce((select string_agg(to_jsonb(a)::text, '') from audit_entries a), '') as all from data_inputs i",
    );
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('takes a limited number of messages in a minute', async () => {
    const { secret_path: path } = await create();
    const statuses = new Set<number>();
    for (let round = 0; round < 13; round += 1) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => post(path, '[]')));
      for (const { status } of answers) statuses.add(status);
    }
    expect(statuses).toEqual(new Set([200, 429]));
  });
});

describe('the calls', () => {
  it('refuse what is not valid, by field', async () => {
    const wrong = async (rest: object) => {
      const { status, body } = await ask('', 'POST', http(rest));
      expect(status, JSON.stringify(body)).toBe(400);
      return Object.keys(body.errors ?? body);
    };
    const { flespi: base } = MAPPING_PRESETS;
    const mqtt = { kind: 'mqtt', address: 'mqtt://broker.example', topic: 'a/#' };
    expect(await wrong({ ...mqtt, address: 'https://broker.example' })).toEqual(['address']);
    expect(await wrong({ ...mqtt, address: 'mqtt://u:p@broker.example' })).toEqual(['address']);
    expect(await wrong({ ...mqtt, address: 'mqtt://broker.example/path' })).toEqual(['address']);
    for (const topic of ['', 'a/#/b', 'a b', 'a#']) {
      expect(await wrong({ ...mqtt, topic }), topic).toEqual(['topic']);
    }
    expect(await wrong({ ...mqtt, client_id: 'a b' })).toEqual(['client_id']);
    const half = { ...base, fields: { ...base.fields, longitude: '' } };
    for (const mapping of [
      half,
      { ...base, only_path: '/type' },
      { ...base, topic_level: 2 },
      { ...base, attributes: [{ name: 'noSuch', path: '/x', scale: 1, offset: 0 }] },
      { ...base, attributes: [{ name: 'fuelLevelL', path: '', scale: 1, offset: 0 }] },
      { ...base, attributes: [base.attributes[0], base.attributes[0]] },
    ]) {
      expect(await wrong({ mapping })).toEqual(['mapping']);
    }
    const { id } = await create();
    expect((await ask(`${id}/`, 'PUT', http(mqtt))).body.errors).toHaveProperty('kind');
    const broker = await ask('', 'POST', http({ ...mqtt, password: 'hidden-word' }));
    expect(broker.body).toMatchObject({
      secret_path: null,
      has_password: true,
      state: 'disconnected',
    });
    expect(broker.body.client_id).toMatch(/^roadworthy-[0-9a-f]{12}$/);
    expect(JSON.stringify(broker.body)).not.toContain('hidden-word');
    expect((await ask(`${broker.body.id}/rotate/`, 'POST')).status).toBe(409);
    const kept = await ask(`${broker.body.id}/`, 'PUT', http({ ...mqtt, name: 'Renamed' }));
    expect(kept.body).toMatchObject({ has_password: true, client_id: broker.body.client_id });
    const cleared = await ask(`${broker.body.id}/`, 'PUT', http({ ...mqtt, password: '' }));
    expect(cleared.body.has_password).toBe(false);
  });

  it('are for administrators of the customer, and audited', async () => {
    const { id } = await create();
    const { people } = fleet;
    expect((await ask(`${id}/`, 'GET', undefined, people.manager)).status).toBe(403);
    expect((await ask(`${id}/`, 'GET', undefined, people.foreign)).status).toBe(404);
    // Messages have positions of vehicles of all depots.
    for (const [path, method, body] of [
      [`${id}/messages/`, 'GET', undefined],
      [`${id}/`, 'PUT', http()],
      [`${id}/rotate/`, 'POST', undefined],
      ['preview/', 'POST', { mapping: MAPPING_PRESETS.flespi, sample: '[]' }],
    ] as const) {
      expect((await ask(path, method, body, people.northAdmin)).status, path).toBe(403);
    }
    await ask(`${id}/rotate/`, 'POST');
    const { rows } = await pool().query(
      "select action from audit_entries where subject_kind = 'data_input' and subject_id = $1 order by id",
      [String(id)],
    );
    expect(rows.map(({ action }) => action)).toEqual(['created', 'changed']);
  });

  it('preview what a mapping would store, with the vehicle of each device', async () => {
    const { n1, f1 } = fleet.vehicles;
    const preview = async (sample: string, mapping: object = MAPPING_PRESETS.flespi) =>
      (await ask('preview/', 'POST', { mapping, sample })).body;
    expect(await preview('{')).toMatchObject({ error: 'The message is not JSON.', records: [] });
    expect(await preview('[]', { ...MAPPING_PRESETS.flespi, records: '/rows' })).toMatchObject({
      error: 'There are no records at the path of the mapping.',
    });
    const sample = [flespi(n1.number), flespi(f1.number, { 'position.speed': -5 }), { ident: 'x' }];
    const shown = await preview(JSON.stringify(sample));
    expect(shown).toMatchObject({
      error: null,
      count: 3,
      records: [
        {
          ...{ outcome: 'stored', device: n1.number, latitude: 52.25, speed_kmh: 43.5 },
          vehicle: { id: n1.vehicleId, registration: 'N1 AAA' },
          attributes: [{ name: 'fuelLevelPercent', value: 61 }],
        },
        {
          ...{ outcome: 'stored', vehicle: null, speed_kmh: null },
          problems: [{ field: 'speed', problem: 'out_of_range', value: '-5' }],
        },
        { outcome: 'refused', device: 'x', problems: [{ field: 'time', problem: 'missing' }] },
      ],
    });
    expect((await pool().query('select from data_input_messages')).rowCount).toBe(0);
  });
});

it('other requests of the port are for phones as before', async () => {
  const { status } = await fetch(`http://127.0.0.1:${gateway.addresses.http}/?id=nobody`, {
    method: 'POST',
  });
  expect(status).toBe(400);
});
