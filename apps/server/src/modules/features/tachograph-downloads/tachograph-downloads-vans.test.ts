import { contract } from '@roadworthy/contract';
import {
  ASSET_KINDS,
  kindFits,
  type TachographFacts,
  tachographRequirement,
  VEHICLE_TYPES,
} from '@roadworthy/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { makeUser } from '../../../../test/people.ts';
import { storeDownload } from '../../../../test/tachograph-download.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { findUnaccountedDriving } from '../unaccounted-driving/index.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let api: TestApi;
let fleet: TrackedFleet;
let admin: number;
let foreign: number;
let van: number;

const query = async (text: string, values: unknown[] = []) =>
  (await api.services.db.pool.query(text, values)).rows;

const change = (body: object, as = admin) =>
  api.ask(`/api/vehicle/${van}/`, { as, method: 'PUT', body });

const resultsOf = async (path: string, as = admin) => {
  const { status, body } = await api.ask(path, { as });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.results;
};
const units = (as = admin) => resultsOf('/api/tachograph/downloads/?kind=vehicle_unit', as);
const unaccounted = async (as = admin) => {
  while (await findUnaccountedDriving(api.services));
  return resultsOf('/api/tachograph/unaccounted/', as);
};
const page = async () => {
  const { body } = await api.ask(`/api/overviews/vehicles/${van}/`, { as: admin });
  contract.overviews.vehicle.answer.parse(body);
  return body;
};

/** Stores a finished trip of the van, an hour long. */
async function addTrip(startMs: number): Promise<void> {
  const endMs = startMs + 60 * MINUTE_MS;
  await query(
    `insert into trips (customer_id, vehicle_id, started_at, ended_at, in_progress, start_latitude,
       start_longitude, end_latitude, end_longitude, distance_m, driving_s, idle_s, max_speed_kmh,
       segments)
     values ($1, $2, $3, $4, false, 52, 0, 52, 0, 60000, 3600, 0, 60, $5)`,
    [
      fleet.home.customerId,
      van,
      new Date(startMs),
      new Date(endMs),
      JSON.stringify([['d', startMs, endMs, 60_000]]),
    ],
  );
}

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  van = fleet.vehicles.n1.vehicleId;
  const person = (name: string, customerId: number) =>
    makeUser(db, customerId, `vans-${name}@vans.test`, { role: 'ADMIN' }, ['accessTachoGraf']);
  admin = await person('admin', fleet.home.customerId);
  foreign = await person('foreign', fleet.away.customerId);
  await query('delete from trips');
  await query(`update vehicles set type = 'VAN', gross_weight_kg = 3500`);
});
afterAll(() => api.close());

describe('a van in international haulage', () => {
  it('[U-20] [R-088] needs downloads and a card once its use is set', async () => {
    await addTrip(Date.now() - 2 * DAY_MS);
    expect(await units()).toEqual([]);
    expect(await unaccounted()).toEqual([]);
    expect((await page()).tachograph).toEqual({
      is_required: false,
      reason: 'no_international_haulage',
      article: '2(1)(aa), 3(ha)',
    });
    const changed = await change({ is_international_haulage: true });
    expect(changed).toMatchObject({ status: 200, body: { is_international_haulage: true } });
    expect(await units()).toMatchObject([{ vehicle: { id: van }, state: 'never' }]);
    // The last weeks are compared at once, without another trip.
    expect(await unaccounted()).toMatchObject([
      { kind: 'missing_download', vehicle: { id: van }, needs_unit: true },
    ]);
    expect(await page()).toMatchObject({
      is_international_haulage: true,
      tachograph: { is_required: true, reason: 'international_haulage', article: '2(1)(aa)' },
    });
    const { body } = await api.ask('/api/home_overview/', { as: admin });
    expect(body.tachograph.due).toBe(1);
  });

  it('is not visible to other customers', async () => {
    expect(await units(foreign)).toEqual([]);
    expect(await unaccounted(foreign)).toEqual([]);
    expect((await change({ is_international_haulage: false }, foreign)).status).toBe(404);
  });

  it('is compared from 1 July 2026, not before', async () => {
    const first = Date.parse('2026-07-01T00:00:00Z');
    await addTrip(first - 120 * MINUTE_MS);
    await addTrip(first + 60 * MINUTE_MS);
    const starts = (await unaccounted()).map(({ start }: { start: string }) => start);
    expect(starts).toHaveLength(2);
    expect(starts).toContain('2026-07-01T01:00:00Z');
  });

  it('[R-088] keeps its use when a companion app changes other fields, and the audit log has it', async () => {
    expect((await change({ vin: 'WF0000001' })).body.is_international_haulage).toBe(true);
    const entries = await query(
      `select before, after from audit_entries where subject_kind = 'vehicle' and subject_id = $1 and action = 'changed'
       order by id`,
      [String(van)],
    );
    expect(entries[0]).toEqual({
      before: { is_international_haulage: false },
      after: { is_international_haulage: true },
    });
    expect(entries[1].after).not.toHaveProperty('is_international_haulage');
  });

  it('is exported with its mass and use, under headers that an upload recognises', async () => {
    const { body } = await api.ask('/api/administration/vehicles_export/?format=csv', {
      as: admin,
    });
    const [header, ...rows] = String(body).trim().split(/\r?\n/);
    expect(header).toContain('Gross weight (kg),Train weight (kg),International haulage');
    expect(rows.filter((row) => row.includes(',3500,,Yes,'))).toHaveLength(1);
    expect(rows.filter((row) => row.includes(',3500,,No,'))).toHaveLength(rows.length - 1);
  });

  it('needs a mass, which decides', async () => {
    const unknown = await change({ gross_weight_kg: null });
    expect(unknown.status).toBe(400);
    expect(Object.keys(unknown.body.errors)).toEqual(['gross_weight_kg']);
    for (const [kg, count] of [
      [2500, 0],
      [2501, 1],
    ] as const) {
      expect((await change({ gross_weight_kg: kg })).status).toBe(200);
      expect(await units(), String(kg)).toHaveLength(count);
    }
    await change({ gross_weight_kg: 2000, train_weight_kg: 2600 });
    expect(await units()).toHaveLength(1);
    await change({ is_international_haulage: false });
    expect(await units()).toEqual([]);
  });

  it('over 3,500 kg needs a tachograph whatever its use', async () => {
    await query('update vehicles set gross_weight_kg = 3501 where id = $1', [van]);
    expect(await units()).toHaveLength(1);
    expect((await page()).tachograph).toMatchObject({ reason: 'goods_over_3500' });
    await change({ gross_weight_kg: 3500 });
    expect(await units()).toEqual([]);
  });

  it('needs a tachograph after its vehicle unit was downloaded', async () => {
    await storeDownload(api.services, fleet.home.customerId, 'unit', {
      holder: { cardNumber: 'DB12345678901200', firstNames: 'Ann', surname: 'Miles' },
      vehicle: { registration: 'N1 AAA', vin: 'WDB0000000000N1AA' },
      downloadedMs: Date.now() - DAY_MS,
      days: 5,
    });
    expect(await units()).toHaveLength(1);
    expect((await page()).tachograph).toEqual({
      is_required: true,
      reason: 'unit_downloaded',
      article: null,
    });
  });
});

/** Each combination of type, kind, masses and use. */
const CASES: readonly TachographFacts[] = VEHICLE_TYPES.flatMap((type) =>
  [null, ...ASSET_KINDS.filter((kind) => kindFits(type, kind))].flatMap((kind) =>
    [null, 2500, 2501, 3500, 3501].flatMap((gross) =>
      [null, 2500, 2501, 3501].flatMap((train) =>
        [false, true].map((isHaulage) => ({
          type,
          kind,
          gross_weight_kg: gross,
          train_weight_kg: train,
          is_international_haulage: isHaulage,
          has_unit: false,
        })),
      ),
    ),
  ),
);

it.each(['2026-06-30', '2026-07-01'])('the database decides as the domain on %s', async (day) => {
  const rows = await query(
    `select coalesce(tachograph_required_since(jsonb_populate_record(null::vehicles, c.value))
       <= $2::date, false) as required
     from jsonb_array_elements($1::jsonb) with ordinality c (value, n) order by n`,
    [JSON.stringify(CASES), day],
  );
  const decided = CASES.map((facts, n) => ({ ...facts, required: rows[n]?.required }));
  expect(decided).toEqual(
    CASES.map((facts) => ({ ...facts, required: tachographRequirement(facts, day).isRequired })),
  );
});
