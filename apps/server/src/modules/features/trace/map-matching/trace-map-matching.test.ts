import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contract } from '@roadworthy/contract';
import { decodeTrace } from '@roadworthy/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { type TrackedFleet, trackedFleet } from '../../../../../test/tracked-fleet.ts';
import { Partitions } from '../../../../gateway/index.ts';

const START = '2026-06-01T00:00:00Z';
const END = '2026-06-01T12:00:00Z';

/** A fake OSRM service: each position matches the meridian 1.5 degrees west. */
function matchLikeOsrm(url: URL) {
  const coordinates = decodeURIComponent(url.pathname.replace('/match/v1/driving/', ''))
    .split(';')
    .map((one) => one.split(',').map(Number));
  const onRoad = coordinates.map(([, latitude]) => [-1.5, latitude]);
  return {
    code: 'Ok',
    matchings: [
      {
        confidence: 0.9,
        geometry: { type: 'LineString', coordinates: onRoad },
        legs: onRoad.slice(1).map(() => ({ annotation: { distance: [100] } })),
      },
    ],
    tracepoints: onRoad.map((location, n) => ({
      location,
      matchings_index: 0,
      waypoint_index: n,
    })),
  };
}

let api: TestApi;
let plain: TestApi;
let fleet: TrackedFleet;
let osrm: Server;
let answer: (url: URL, response: ServerResponse) => void;
const asked: URL[] = [];

const sendMatch = (url: URL, response: ServerResponse) =>
  void response.end(JSON.stringify(matchLikeOsrm(url)));

async function fleetOf(to: TestApi) {
  const made = await trackedFleet(to.services.db);
  await new Partitions(to.services.db.pool).ensure([{ timeMs: Date.parse(START) }]);
  const { vehicleId, trackerId } = made.vehicles.n1;
  await to.services.db.pool.query(
    `insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id,
       latitude, longitude, speed_kmh, heading_deg, fix_valid, ignition)
     select $1, $2, $3::timestamptz + n * interval '60 s', n, $4, 52 + n / 1000.0, -1, 40, 0, true, true
     from generate_series(0, 249) n`,
    [made.home.customerId, vehicleId, START, trackerId],
  );
  return made;
}

beforeAll(async () => {
  osrm = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://osrm');
    asked.push(url);
    answer(url, response);
  });
  await new Promise<void>((done) => osrm.listen(0, '127.0.0.1', done));
  const { port } = osrm.address() as AddressInfo;
  api = await testApi({ MAP_MATCHING_URL: `http://127.0.0.1:${port}/` });
  plain = await testApi();
  fleet = await fleetOf(api);
});
afterAll(async () => {
  await api.close();
  await plain.close();
  osrm.closeAllConnections();
  osrm.close();
});

const ask = (vehicle = fleet.vehicles.n1.vehicleId, end = END) => {
  asked.length = 0;
  return api.ask(`/api/trace/matched/?vehicle=${vehicle}&start=${START}&end=${end}`, {
    as: fleet.people.manager,
  });
};

describe('the trail along the roads', () => {
  it('[R-135] [M-P05] lies on the roads from the service, which gets 100 positions per request', async () => {
    answer = sendMatch;
    const { status, body } = await ask();
    expect(status).toBe(200);
    const points = decodeTrace(contract.trace.matchedTrace.answer.parse(body).columns);
    expect(points).toHaveLength(250);
    expect(new Set(points.map(({ longitudeDeg }) => longitudeDeg))).toEqual(new Set([-1.5]));
    expect(points.map(({ timeMs }) => timeMs)).toEqual(
      Array.from({ length: 250 }, (_, n) => Date.parse(START) + n * 60_000),
    );
    const sizes = asked.map(({ pathname }) => decodeURIComponent(pathname).split(';').length);
    expect(sizes.sort((a, b) => b - a)).toEqual([100, 100, 52]);
    expect(asked[0]?.searchParams.get('geometries')).toBe('geojson');
  });

  it('[M-P05] stays as recorded if no road matches', async () => {
    answer = (_url, response) => void response.writeHead(400).end('{"code":"NoMatch"}');
    const { status, body } = await ask();
    expect(status).toBe(200);
    const points = decodeTrace(body.columns);
    expect(new Set(points.map(({ longitudeDeg }) => longitudeDeg))).toEqual(new Set([-1]));
    expect(points).toHaveLength(250);
  });

  it.each([
    ['an error', (response: ServerResponse) => response.writeHead(500).end('{}')],
    ['no JSON', (response: ServerResponse) => response.end('<html>busy</html>')],
    ['another shape', (response: ServerResponse) => response.end('{"code":"Ok","matchings":7}')],
    ['a broken line', (response: ServerResponse) => response.destroy()],
    ['far too much', (response: ServerResponse) => response.end('x'.repeat(5_000_000))],
    [
      'the way to another address',
      (response: ServerResponse) => response.writeHead(302, { location: 'http://x/' }).end(),
    ],
  ])('[M-P05] answers 503 if the service answers %s', async (_what, reply) => {
    answer = (_url, response) => void reply(response);
    const { status, body } = await ask();
    expect([status, body.detail]).toEqual([503, 'The map-matching service does not answer.']);
  });

  it('[M-P06] refuses a range of more than 31 days without a request to the service', async () => {
    answer = sendMatch;
    const { status } = await ask(fleet.vehicles.n1.vehicleId, '2026-07-03T00:00:00Z');
    expect([status, asked.length]).toEqual([400, 0]);
  });

  it('[U-P03] sends no data of an invisible vehicle to the service', async () => {
    answer = sendMatch;
    const { status } = await ask(fleet.vehicles.f1.vehicleId);
    expect([status, asked.length]).toEqual([404, 0]);
  });

  it('[RP-06] [M-P05] is available only if a service is configured', async () => {
    const offered = async (one: TestApi) => (await one.ask('/api/config/')).body.map.can_match;
    expect([await offered(api), await offered(plain)]).toEqual([true, false]);
    const other = await fleetOf(plain);
    const { vehicleId } = other.vehicles.n1;
    const { status, body } = await plain.ask(
      `/api/trace/matched/?vehicle=${vehicleId}&start=${START}&end=${END}`,
      { as: other.people.manager },
    );
    expect([status, body.detail]).toEqual([404, 'No map-matching service is configured.']);
  });
});
