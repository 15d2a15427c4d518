import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { tellOfFailures } from './delivery/outgoing-streams-telling.ts';
import { StreamWorkers } from './delivery/outgoing-streams-workers.ts';
import { webhookSignature } from './destinations/webhook-destination.ts';

const PATH = '/api/administration/outgoing_streams/';

interface Call {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
interface Row {
  readonly id: number | string;
  readonly deleted: boolean;
  readonly vehicle?: { readonly id: number };
}

let api: TestApi;
let fleet: TrackedFleet;
let receiver: Server;
let workers: StreamWorkers;
const calls: Call[] = [];
/** What the receiver answers, call by call; 200 afterwards. */
let answers: number[] = [];
let onCall: () => Promise<void> = async () => undefined;
let url = '';

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', async () => {
      calls.push({ headers: request.headers, body });
      await onCall();
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  api = await testApi({ ALLOW_PRIVATE_WEBHOOKS: 'true' });
  fleet = await trackedFleet(api.services.db);
});
afterAll(async () => {
  await api.close();
  receiver.close();
});
beforeEach(() => {
  workers = new StreamWorkers(api.services);
});
afterEach(async () => {
  await workers.close();
  await pool().query('delete from outgoing_streams');
  calls.length = 0;
  answers = [];
  onCall = async () => undefined;
});

const pool = () => api.services.db.pool;
const ask = (path: string, method: string, body?: object, as?: number) =>
  api.ask(`${PATH}${path}`, { as: as ?? fleet.people.admin, method, body });
const webhook = (rest: object = {}) => ({
  ...{ name: 'Data warehouse', kind: 'webhook', address: url, feeds: ['trips'] },
  ...{ all_vehicles: !('vehicles' in rest || 'depots' in rest), ...rest },
});
async function create(rest: object = {}) {
  const made = await ask('', 'POST', webhook(rest));
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body as { readonly id: number; readonly secret: string };
}
const read = async (id: number) => (await ask(`${id}/`, 'GET')).body;
/** All due turns until nothing is left to send. */
async function deliver(by = workers) {
  await pool().query('update outgoing_streams set next_attempt_at = now()');
  while (await by.step());
  await by.close();
}
let ageS = 10_000;
async function trip(vehicleId: number, customerId = fleet.home.customerId): Promise<number> {
  ageS -= 1;
  const { rows } = await pool().query<{ id: number }>(
    `insert into trips (customer_id, vehicle_id, started_at, ended_at, in_progress,
      start_latitude, start_longitude, end_latitude, end_longitude, distance_m, driving_s, idle_s,
      max_speed_kmh, segments)
     values ($1, $2, now() - make_interval(secs => $3), now(), true, 52, -1, 52.1, -1, 1000, 60, 0, 50,
      '[]') returning id::int`,
    [customerId, vehicleId, ageS],
  );
  return rows[0]?.id ?? 0;
}
type Check = (secret: string, headers: IncomingHttpHeaders, body: string) => boolean;
/** The example of docs/outgoing-streams.md, as a program. */
async function documentedCheck(): Promise<Check> {
  const page = readFileSync('docs/outgoing-streams.md', 'utf8');
  const code = /```js\n(.*?)```/s.exec(page)?.[1] ?? '';
  const address = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
  const { isGenuine } = (await import(address)) as { isGenuine: Check };
  return isGenuine;
}
const rowsOf = ({ body }: Call) => (JSON.parse(body) as { data: Row[] }).data;
const idsOf = (of: readonly Call[]) => of.flatMap(rowsOf).map(({ id }) => id);

describe('a webhook', () => {
  it('[R-P07] receives new records, signed by the Standard Webhooks scheme', async () => {
    const { n1 } = fleet.vehicles;
    await trip(n1.vehicleId);
    const { id, secret } = await create();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const two = await trip(n1.vehicleId);
    await deliver();
    const [call] = calls;
    if (call === undefined) throw new Error('nothing was sent');
    expect(idsOf(calls)).toEqual([two]);
    expect(JSON.parse(call.body)).toMatchObject({
      type: 'trips',
      data: [{ id: two, deleted: false, vehicle: { registration: 'N1 AAA' } }],
    });
    const messageId = String(call.headers['webhook-id']);
    const timeS = Number(call.headers['webhook-timestamp']);
    expect(Math.abs(timeS - Date.now() / 1000)).toBeLessThan(60);
    expect(call.headers['webhook-signature']).toBe(
      webhookSignature(secret, messageId, timeS, call.body),
    );
    const isGenuine = await documentedCheck();
    expect(isGenuine(secret, call.headers, call.body)).toBe(true);
    expect(isGenuine(secret, call.headers, `${call.body} `)).toBe(false);
    expect(isGenuine(`whsec_${'A'.repeat(43)}=`, call.headers, call.body)).toBe(false);
    const old = { ...call.headers, 'webhook-timestamp': String(timeS - 3600) };
    expect(isGenuine(secret, old, call.body)).toBe(false);
    expect(await read(id)).toMatchObject({ state: 'current', rows_sent: 1, last_error: null });
    await deliver();
    expect(calls).toHaveLength(1);
  });

  it('loses nothing while it is away, and repeats what it did not acknowledge', async () => {
    const { n1, n2 } = fleet.vehicles;
    const { id } = await create();
    const first = await trip(n1.vehicleId);
    answers = [500, 503];
    await deliver();
    expect(await read(id)).toMatchObject({
      state: 'failing',
      last_error: 'The receiver answered with status 500.',
      rows_sent: 0,
    });
    await deliver();
    expect(calls[1]?.headers['webhook-id']).toBe(calls[0]?.headers['webhook-id']);
    const later = [await trip(n2.vehicleId), await trip(n1.vehicleId)];
    await deliver();
    expect(idsOf(calls.slice(2))).toEqual([first, ...later]);
    expect(await read(id)).toMatchObject({ state: 'current', rows_sent: 3, failing_since: null });
  });

  it('waits longer after each failure', async () => {
    const { id } = await create();
    await trip(fleet.vehicles.n1.vehicleId);
    answers = Array.from({ length: 9 }, () => 500);
    const pauses: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      await deliver();
      const { next_attempt: next } = await read(id);
      pauses.push(Math.round((Date.parse(next) - Date.now()) / 5000) * 5);
    }
    expect(pauses.slice(0, 4)).toEqual([5, 10, 20, 40]);
    expect(pauses.at(-1)).toBe(300);
  });

  it('gets each record from one of several processes', async () => {
    await create();
    const others = [workers, new StreamWorkers(api.services), new StreamWorkers(api.services)];
    const sent: number[] = [];
    // The others look while the first one waits for the answer.
    onCall = () => new Promise((done) => setTimeout(done, 300));
    for (let n = 0; n < 20; n += 1) sent.push(await trip(fleet.vehicles.n1.vehicleId));
    await Promise.all(others.map((one) => deliver(one)));
    await deliver();
    expect(idsOf(calls)).toEqual(sent);
  });

  it('does not store a cursor for a stream that began again meanwhile', async () => {
    const { id } = await create();
    const one = await trip(fleet.vehicles.n1.vehicleId);
    const from = new Date(Date.now() - 60_000).toISOString();
    onCall = async () => {
      onCall = async () => undefined;
      const answer = await ask(`${id}/restart/`, 'POST', { start: 'date', from });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    };
    await deliver();
    await deliver();
    expect(idsOf(calls).filter((sent) => sent === one)).toHaveLength(2);
  });

  it('can begin with all records, or with those since a time', async () => {
    const all = (await pool().query<{ id: number }>('select id::int from trips')).rows.length;
    const { id } = await create();
    await deliver();
    expect(calls).toEqual([]);
    await ask(`${id}/restart/`, 'POST', { start: 'all' });
    await deliver();
    expect(idsOf(calls)).toHaveLength(all);
    const early = await ask(`${id}/restart/`, 'POST', {
      start: 'date',
      from: new Date(Date.now() - 8 * 86_400_000).toISOString(),
    });
    expect([early.status, Object.keys(early.body.errors)]).toEqual([400, ['from']]);
    expect((await ask(`${id}/restart/`, 'POST', { start: 'date' })).status).toBe(400);
  });

  it('begins again by itself, with an overlap, on another server', async () => {
    const one = await trip(fleet.vehicles.n1.vehicleId);
    const { id } = await create();
    const { rows } = await pool().query<{ version: string }>(
      'select version from outgoing_stream_cursors where stream_id = $1',
      [id],
    );
    const parts = JSON.parse(Buffer.from(rows[0]?.version ?? '', 'base64url').toString());
    parts[1] = 'another server';
    await pool().query('update outgoing_stream_cursors set version = $2 where stream_id = $1', [
      id,
      Buffer.from(JSON.stringify(parts)).toString('base64url'),
    ]);
    await deliver();
    expect(idsOf(calls)).toContain(one);
  });

  it('signs with both secrets for a day after a rotation', async () => {
    const { id, secret } = await create();
    const { body } = await ask(`${id}/rotate/`, 'POST');
    expect(body.secret).not.toBe(secret);
    await trip(fleet.vehicles.n1.vehicleId);
    await deliver();
    const [call] = calls;
    if (call === undefined) throw new Error('nothing was sent');
    const sign = (by: string) =>
      webhookSignature(
        by,
        String(call.headers['webhook-id']),
        Number(call.headers['webhook-timestamp']),
        call.body,
      );
    expect(call.headers['webhook-signature']).toBe(`${sign(body.secret)} ${sign(secret)}`);
  });
});

describe('what is sent', () => {
  it('is limited to the vehicles and depots of the stream, and to the customer', async () => {
    const { n1, n2, s1, f1 } = fleet.vehicles;
    const { rows } = await pool().query<{ depot_id: number }>(
      'select depot_id from vehicle_depots where vehicle_id = $1',
      [s1.vehicleId],
    );
    await create({ vehicles: [n1.vehicleId], depots: [rows[0]?.depot_id] });
    const sent = [await trip(n1.vehicleId), await trip(s1.vehicleId)];
    const hidden = [await trip(n2.vehicleId), await trip(f1.vehicleId, fleet.away.customerId)];
    await deliver();
    expect(idsOf(calls)).toEqual(sent);
    calls.length = 0;
    await pool().query('delete from trips where id = any($1)', [[sent[0], ...hidden]]);
    await deliver();
    expect(calls.flatMap(rowsOf)).toMatchObject([
      { id: sent[0], deleted: true, vehicle_id: n1.vehicleId },
    ]);
  });

  it('has no position in private use, and says which are hidden later', async () => {
    const { n1 } = fleet.vehicles;
    const add = (digest: number, privateM: number | null) =>
      pool().query(
        `insert into positions (customer_id, vehicle_id, tracker_id, device_time, record_digest,
          fix_valid, private_leg_m) values ($1, $2, $3, now(), $4, true, $5)`,
        [fleet.home.customerId, n1.vehicleId, n1.trackerId, digest, privateM],
      );
    await create({ feeds: ['positions'] });
    await add(1, null);
    await add(2, 40);
    await deliver();
    expect(calls.flatMap(rowsOf)).toMatchObject([
      { deleted: false, vehicle: { id: n1.vehicleId } },
    ]);
  });

  it('contains faults, once for each change', async () => {
    const { n1 } = fleet.vehicles;
    await create({ feeds: ['faults'] });
    const fault = `insert into vehicle_faults (customer_id, vehicle_id, kind, fault_key, severity,
      first_seen_at, last_seen_at) values ($1, $2, 'troubleCode', 'P0301', 'major', now(), now())`;
    await pool().query(fault, [fleet.home.customerId, n1.vehicleId]);
    await deliver();
    await pool().query(`update vehicle_faults set last_seen_at = now() + interval '1 minute'`);
    await deliver();
    expect(calls.flatMap(rowsOf)).toMatchObject([
      { kind: 'troubleCode', key: 'P0301', severity: 'major', ended_at: null, occurrences: 1 },
    ]);
    await pool().query(`update vehicle_faults set ended_at = now(), end_reason = 'gone'`);
    await deliver();
    expect(calls.flatMap(rowsOf)[1]).toMatchObject({ end_reason: 'gone' });
  });
});

describe('the set-up of a stream', () => {
  it('can be paused, resumed without a loss, and deleted', async () => {
    const { id } = await create();
    expect((await ask(`${id}/`, 'PUT', webhook({ is_on: false }))).body.state).toBe('paused');
    const one = await trip(fleet.vehicles.n1.vehicleId);
    await deliver();
    expect(calls).toEqual([]);
    await ask(`${id}/`, 'PUT', webhook());
    await deliver();
    expect(idsOf(calls)).toEqual([one]);
    expect((await ask(`${id}/`, 'DELETE')).status).toBe(204);
    await trip(fleet.vehicles.n1.vehicleId);
    await deliver();
    expect(calls).toHaveLength(1);
  });

  it('sends a test, and says why it failed', async () => {
    const { id } = await create();
    expect((await ask(`${id}/test/`, 'POST')).body).toEqual({ is_delivered: true, error: null });
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ type: 'test', data: [] });
    answers = [404];
    expect((await ask(`${id}/test/`, 'POST')).body).toEqual({
      is_delivered: false,
      error: 'The receiver answered with status 404.',
    });
  });

  it('shows and stores no secret in plain text, also in the audit log', async () => {
    const { secret } = await create();
    const mqtt = { kind: 'mqtt', address: 'mqtt://127.0.0.1:1', topic: 'fleet', username: 'u' };
    const made = await ask('', 'POST', webhook({ ...mqtt, name: 'Broker', password: 'Hidden-1' }));
    expect(made.body).toMatchObject({ has_password: true, secret: null, username: 'u' });
    const kept = await ask(`${made.body.id}/`, 'PUT', webhook({ ...mqtt, name: 'Renamed' }));
    expect(kept.body).toMatchObject({ has_password: true, name: 'Renamed' });
    const list = JSON.stringify((await ask('', 'GET')).body);
    const { rows } = await pool().query<{ kept: string }>(
      `select encode(credentials, 'escape') as kept from outgoing_streams union all
       select row_to_json(s)::text from outgoing_streams s union all
       select row_to_json(a)::text from audit_entries a where subject_kind = 'outgoing_stream'`,
    );
    const texts = [list, ...rows.map((row) => row.kept)].join();
    expect(texts).toContain('Renamed');
    for (const hidden of [secret, secret.slice(6), 'Hidden-1']) expect(texts).not.toContain(hidden);
    const cleared = await ask(`${made.body.id}/`, 'PUT', webhook({ ...mqtt, password: '' }));
    expect(cleared.body.has_password).toBe(false);
  });

  it('refuses wrong addresses, topics and vehicles', async () => {
    const wrong = async (rest: object) => {
      const answer = await ask('', 'POST', webhook(rest));
      expect(answer.status).toBe(400);
      return Object.keys(answer.body.errors);
    };
    expect(await wrong({ address: 'ftp://example.com' })).toEqual(['address']);
    expect(await wrong({ address: 'https://me:pw@example.com' })).toEqual(['address']);
    expect(await wrong({ kind: 'mqtt', topic: 'a' })).toEqual(['address']);
    const mqtt = { kind: 'mqtt', address: 'mqtts://broker.example:8883' };
    expect(await wrong({ ...mqtt, topic: 'a/#' })).toEqual(['topic']);
    expect(await wrong({ ...mqtt, topic: '' })).toEqual(['topic']);
    const nats = { kind: 'nats', address: 'tls://nats.example' };
    expect(await wrong({ ...nats, topic: 'a.>' })).toEqual(['topic']);
    expect(await wrong({ ...nats, address: 'mqtt://a', topic: 'a' })).toEqual(['address']);
    const { f1, n1 } = fleet.vehicles;
    expect(await wrong({ vehicles: [f1.vehicleId] })).toEqual(['vehicles']);
    expect(await wrong({ depots: [fleet.away.depotId] })).toEqual(['depots']);
    expect(await wrong({ vehicles: [], depots: [] })).toEqual(['vehicles']);
    const drivers = { feeds: ['driver_activities'], vehicles: [n1.vehicleId] };
    expect(await wrong(drivers)).toEqual(['feeds']);
  });

  it('[U-P03] belongs to administrators of one customer', async () => {
    const { foreign, manager } = fleet.people;
    const { id } = await create();
    expect((await ask('', 'POST', webhook(), manager)).status).toBe(403);
    expect((await ask('', 'GET', undefined, foreign)).body.count).toBe(0);
    for (const [path, method, body] of [
      [`${id}/`, 'GET', undefined],
      [`${id}/`, 'PUT', webhook()],
      [`${id}/`, 'DELETE', undefined],
      [`${id}/test/`, 'POST', undefined],
      [`${id}/restart/`, 'POST', { start: 'all' }],
      [`${id}/rotate/`, 'POST', undefined],
    ] as const) {
      expect((await ask(path, method, body, foreign)).status).toBe(404);
    }
  });

  it('tells the administrators once when it fails for long', async () => {
    const { id } = await create();
    await trip(fleet.vehicles.n1.vehicleId);
    answers = [500, 500, 200];
    await deliver();
    const mails = async () =>
      (
        await pool().query<{ subject: string }>(
          `select content ->> 'subject' as subject from deliveries
           where content ->> 'subject' like 'Outgoing stream%'`,
        )
      ).rows;
    const late = () => Date.now() + 16 * 60_000;
    expect(await tellOfFailures(api.services)).toBe(0);
    expect(await tellOfFailures(api.services, late())).toBe(1);
    expect((await mails())[0]?.subject).toBe('Outgoing stream fails: Data warehouse');
    await deliver();
    expect(await tellOfFailures(api.services, late())).toBe(0);
    await deliver();
    expect(await read(id)).toMatchObject({ state: 'current' });
  });
});
