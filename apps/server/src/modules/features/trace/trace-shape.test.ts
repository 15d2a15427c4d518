import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { contract } from '@roadworthy/contract';
import { decodeTrace } from '@roadworthy/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { addEvent } from '../../../../test/derived-rows.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;
const answerOf = contract.trace.trace.answer;
const DAY = { start: '2026-06-10T00:00:00Z', end: '2026-06-11T00:00:00Z' };

const address = (query: Readonly<Record<string, string>> = {}) =>
  `/api/trace/?${new URLSearchParams({ vehicle: String(fleet.vehicles.n1.vehicleId), ...DAY, ...query })}`;

/** Sends a request as a browser does, and returns the raw bytes of the response. */
async function raw(query: Readonly<Record<string, string>>, accept: string) {
  const token = await api.token(fleet.people.manager);
  return new Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }>((done, failed) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': accept };
    request(`${api.url}${address(query)}`, { headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => done({ headers: answer.headers, body: Buffer.concat(parts) }));
    })
      .once('error', failed)
      .end();
  });
}

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  const { home, vehicles, ann } = fleet;
  const { db } = api.services;
  const n1 = { customerId: home.customerId, vehicleId: vehicles.n1.vehicleId };
  await db.pool.query(
    `insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id,
       latitude, longitude, speed_kmh, heading_deg, fix_valid, ignition, odometer_m)
     select $1, $2, $3::timestamptz + n * interval '10 seconds', n, $4, 52 + n * 0.00123,
       -1 - n * 0.00077, (n * 7 % 900) / 10.0, n * 13 % 360, true,
       case n % 3 when 0 then true when 1 then false end, case when n % 2 = 0 then 1000 + n * 150 end
     from generate_series(0, 8639) n`,
    [n1.customerId, n1.vehicleId, DAY.start, vehicles.n1.trackerId],
  );
  await addEvent(db, { ...n1, driverId: ann, code: 42, at: '2026-06-10T09:00:00Z' });
  await addEvent(db, { ...n1, code: 41, at: '2026-06-10T08:00:00Z', speedKmh: 60 });
  await addEvent(db, { ...n1, code: 50, at: DAY.end });
  await addEvent(db, {
    customerId: home.customerId,
    vehicleId: vehicles.n2.vehicleId,
    code: 50,
    at: '2026-06-10T08:30:00Z',
  });
});
afterAll(() => api.close());

describe('the trail of a day', () => {
  it('[R-135] [M-P05] includes the events, oldest first', async () => {
    const { body } = await api.ask(address(), { as: fleet.people.manager });
    const { events, vehicle } = answerOf.parse(body);
    expect(events.map(({ event, timestamp }) => [event.name, timestamp])).toEqual([
      ['Harsh Braking', '2026-06-10T08:00:00Z'],
      ['Harsh Cornering', '2026-06-10T09:00:00Z'],
    ]);
    expect(events[0]).toMatchObject({ vehicle, speed: 60, address: 'Daventry', driver: null });
    expect(events[1]?.driver?.id).toBe(fleet.ann);
  });

  it('[R-135] [M-P05] has the same data as columns and as points', async () => {
    const ask = async (query: Readonly<Record<string, string>>) =>
      answerOf.parse((await api.ask(address(query), { as: fleet.people.manager })).body);
    const long = await ask({});
    const short = await ask({ shape: 'columns' });
    expect([long.points.length, long.columns]).toEqual([8640, undefined]);
    expect([short.points, short.columns?.time.length]).toEqual([[], 8640]);
    expect(short.summary).toEqual(long.summary);
    expect(short.events).toEqual(long.events);
    const points = short.columns === undefined ? [] : decodeTrace(short.columns);
    points.forEach((point, n) => {
      const said = long.points[n];
      expect(point).toEqual({
        timeMs: Date.parse(said?.timestamp ?? ''),
        latitudeDeg: expect.closeTo(said?.lat ?? 0, 4),
        longitudeDeg: expect.closeTo(said?.long ?? 0, 4),
        headingDeg: said?.dir,
        speedKmh: said?.speed,
        ignition: said?.ignition,
      });
    });
    expect(long.points[1]).toMatchObject({ lat: 52.00123, speed: 0.7, dir: 13, ignition: false });
  });

  it('[R-135] is compressed as the reader accepts it, with the same content', async () => {
    const columns = { shape: 'columns' };
    const plain = await raw(columns, 'identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const br = await raw(columns, 'gzip, deflate, br, zstd');
    expect([br.headers['content-encoding'], br.headers.vary]).toEqual(['br', 'accept-encoding']);
    const gzip = await raw(columns, 'gzip;q=1.0, br;q=0');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    for (const { body } of [br, gzip]) expect(body.length).toBeLessThan(60 * 1024);
    expect(plain.headers['cache-control']).toBe('no-store');
  });

  it('[R-135] is a valid response without points', async () => {
    const day = { start: '2026-06-20', end: '2026-06-20' };
    for (const shape of ['points', 'columns']) {
      const { status, body } = await api.ask(address({ ...day, shape }), {
        as: fleet.people.manager,
      });
      expect([status, body.points, body.events, body.summary.distance]).toEqual([200, [], [], 0]);
    }
    const { status } = await api.ask(address({ shape: 'circles' }), { as: fleet.people.manager });
    expect(status).toBe(400);
  });
});
