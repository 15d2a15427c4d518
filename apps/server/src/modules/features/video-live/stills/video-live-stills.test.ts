import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../../../../../test/people.ts';
import { jpeg } from '../../../../../test/vehicle-documents.ts';
import { type FilmedApi, filmedApi } from '../../../../../test/video-fleet.ts';
import { Partitions } from '../../../../gateway/index.ts';

const MINUTE_MS = 60_000;
const TAKEN_MS = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 10 * MINUTE_MS;

let film: FilmedApi;
let picture: Buffer;
let keeper: number;
let videoOnly: number;
let reader: number;
let foreign: number;

beforeAll(async () => {
  film = await filmedApi();
  const { db } = film.api.services;
  const { home, away, vehicles } = film.fleet;
  picture = await jpeg();
  const both = ['videos', 'Vehicle File'];
  keeper = await makeUser(db, home.customerId, 'keeper@still.test', {}, both);
  videoOnly = await makeUser(db, home.customerId, 'video@still.test', {}, ['videos']);
  reader = await makeUser(db, home.customerId, 'read@still.test', { role: 'READONLY' }, both);
  foreign = await makeUser(db, away.customerId, 'away@still.test', {}, both);
  await new Partitions(db.pool).ensure([{ timeMs: TAKEN_MS }]);
  await db.pool.query(
    `insert into positions (customer_id, vehicle_id, tracker_id, device_time, record_digest, fix_valid,
       latitude, longitude, speed_kmh, heading_deg, ignition, odometer_m)
     select $1, $2, $3, to_timestamp($4 / 1000.0) + n * interval '40 s', n, true, 52 + n / 100.0, -1.5,
       40, 90, true, 1000 from generate_series(-2, 2) n`,
    [home.customerId, vehicles.n1.vehicleId, vehicles.n1.trackerId, TAKEN_MS],
  );
});
afterAll(() => film.api.close());

interface Still {
  readonly changed?: Readonly<Record<string, string>>;
  readonly bytes?: Buffer | null;
  readonly key?: string;
}

async function keep({ changed = {}, bytes = picture, key }: Still = {}, as = keeper) {
  const form = new FormData();
  const fields = {
    vehicle: String(film.fleet.vehicles.n1.vehicleId),
    camera: '2',
    taken_at: new Date(TAKEN_MS).toISOString(),
    description: 'Damage to the nearside mirror',
    ...changed,
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (bytes !== null) form.append('document', new Blob([new Uint8Array(bytes)]), 'still.jpg');
  const answer = await fetch(`${film.api.url}/video-evidence/api/stills/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await film.api.token(as)}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: form,
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

const kept = async () => {
  const { rows } = await film.api.services.db.pool.query(
    `select (select count(*) from vehicle_activities)::int as activities,
       (select count(*) from files where purpose = 'vehicle-file')::int as files`,
  );
  return rows[0];
};

describe('a video frame in the vehicle file', () => {
  it('[F-P01] is a document with its time, camera and position', async () => {
    const { status, body } = await keep();
    expect([status, body.place]).toEqual([201, '52.00000, -1.50000']);
    const list = await film.api.ask('/api/vehicle_activities/?pageSize=25', { as: keeper });
    expect(list.body.results[0]).toMatchObject({
      id: body.activity,
      activity_type_reference: 'CAMERA_PICTURE',
      description: 'Damage to the nearside mirror',
      status: 'Completed',
      document_type: 'image/jpeg',
    });
    const trail = await film.api.ask(`/api/vehicle_activities/${body.activity}/trail/`, {
      as: keeper,
    });
    const changes = new Map(
      trail.body[0].changes.map(({ field, after }: { field: string; after: string }) => [
        field,
        after,
      ]),
    );
    expect(changes.get('camera')).toBe('Camera 2');
    expect(changes.get('taken_at')).toBe(new Date(TAKEN_MS).toISOString());
    expect(changes.get('place')).toBe('52.00000, -1.50000');
    const led = await fetch(`${film.api.url}/api/vehicle_activities/${body.activity}/document/`, {
      headers: { authorization: `Bearer ${await film.api.token(keeper)}` },
    });
    expect([led.status, led.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  it('has no position if the vehicle reported none', async () => {
    const taken_at = new Date(TAKEN_MS - 3_600_000).toISOString();
    expect((await keep({ changed: { taken_at } })).body.place).toBeNull();
  });

  it('is saved once per idempotency key', async () => {
    const key = randomUUID();
    const first = await keep({ key });
    const before = await kept();
    const again = await Promise.all([keep({ key }), keep({ key })]);
    expect(again.map(({ status, body }) => [status, body.activity])).toEqual([
      [201, first.body.activity],
      [201, first.body.activity],
    ]);
    expect(await kept()).toEqual(before);
    expect((await keep({ key, changed: { description: 'Another' } })).status).toBe(409);
  });

  it('ignores unknown fields of newer clients', async () => {
    expect((await keep({ changed: { planted: '1' } })).status).toBe(201);
  });

  it.each([
    ['camera', { changed: { camera: '3' } }],
    ['taken_at', { changed: { taken_at: new Date(Date.now() + 3_600_000).toISOString() } }],
    ['description', { changed: { description: 'x' } }],
    ['document', { bytes: null }],
    ['document', { bytes: Buffer.from('<svg onload="alert(1)"/>') }],
  ] as const)('returns an error for %s and saves nothing', async (field, still) => {
    const before = await kept();
    const { status, body } = await keep(still as Still);
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
    expect(await kept()).toEqual(before);
  });

  it('needs permissions for video, the vehicle file and the vehicle', async () => {
    expect((await keep({}, videoOnly)).status).toBe(403);
    expect((await keep({}, reader)).status).toBe(403);
    expect((await keep({}, foreign)).status).toBe(404);
  });
});
