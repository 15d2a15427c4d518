import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../../test/api.ts';
import { type DocumentFleet, withDocumentFleet } from '../../../../../test/vehicle-documents.ts';

const DAY_MS = 86_400_000;
const KM = 1000;
const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const dayIn = (days: number) => at(days).slice(0, 10);
const PERIOD = `from=${dayIn(-100)}&to=${dayIn(0)}`;

let api: TestApi;
let fleet: DocumentFleet;

withDocumentFleet((opened) => {
  ({ api, fleet } = opened);
});

const ask = (path: string, as = fleet.file.keeper) => api.ask(path, { as });
const write = async (path: string, body: unknown, status = 200) => {
  const answer = await api.ask(path, { as: fleet.file.keeper, method: 'POST', body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  return answer.body;
};
const vehicle = (key: keyof DocumentFleet['vehicles']) => fleet.vehicles[key].vehicleId;
const add = async (changed: object): Promise<number> => {
  const values = { make: 'Michelin', model: 'X Multi', size: '315/70 R22.5', new_tread_mm: 15 };
  return (await write('/api/tyres/', { ...values, cost: 360, depot: fleet.north, ...changed }, 201))
    .id;
};
const fit = (key: 'n1' | 's1', tyre: number, position: string, days: number, km: number) =>
  write(`/api/vehicle_tyres/${vehicle(key)}/moves/`, {
    at: at(days),
    odometer_m: km * KM,
    moves: [{ tyre, position }],
  });
const measure = (key: 'n1' | 's1', position: string, days: number, mm: number) =>
  write(
    `/api/vehicle_tyres/${vehicle(key)}/readings/`,
    { read_at: at(days), readings: [{ position, tread_mm: mm }] },
    201,
  );
const report = async (more = '', as = fleet.file.keeper) =>
  (await ask(`/api/tyre_costs/?${PERIOD}${more}`, as)).body;

let ids: Record<'one' | 'unpriced' | 'south' | 'stock', number>;

beforeAll(async () => {
  await api.services.db.pool.query(
    `update vehicles set type = 'STR', kind = 'rigid', axles = 2, gross_weight_kg = 18000
     where id = any($1::int[])`,
    [[vehicle('n1'), vehicle('s1')]],
  );
  ids = {
    one: await add({ serial: 'C-1', bought_on: dayIn(-40) }),
    unpriced: await add({ serial: 'C-2', cost: null }),
    south: await add({
      serial: 'C-3',
      make: 'Pirelli',
      depot: fleet.south,
      bought_on: dayIn(-300),
    }),
    stock: await add({ serial: 'C-4', make: 'michelin ', bought_on: dayIn(-300) }),
  };
  await fit('n1', ids.one, 'Axle 1 nearside', -200, 100_000);
  await fit('n1', ids.unpriced, 'Axle 2 nearside outer', -200, 100_000);
  await fit('s1', ids.south, 'Axle 1 nearside', -50, 10_000);
  const meter = (key: 'n1' | 's1', days: number, km: number) =>
    api.services.db.pool.query(
      `insert into meter_readings (customer_id, vehicle_id, read_at, odometer_m, author)
       values ($1, $2, $3, $4, 'Mia')`,
      [fleet.home.customerId, vehicle(key), at(days), km * KM],
    );
  await meter('n1', -150, 110_000);
  await meter('n1', -101, 120_000);
  await meter('n1', -50, 130_000);
  await measure('n1', 'Axle 1 nearside', -150, 14);
  await measure('n1', 'Axle 1 nearside', -50, 10);
  await measure('n1', 'Axle 2 nearside outer', -50, 9);
});

describe('The costs of tyres', () => {
  it('[W-02] are by make and model, and say what is missing', async () => {
    const { results, totals } = await report();
    expect(
      results.map(({ make, tyres }: { make: string; tyres: number }) => [make, tyres]),
    ).toEqual([
      ['Michelin', 2],
      ['Pirelli', 1],
    ]);
    expect(results[0]).toMatchObject({
      fitted_now: 2,
      // Bought by its purchase day: both were added a moment ago, and the other has no day.
      bought: 1,
      without_purchase_day: 1,
      costed: 1,
      mean_cost: 360,
      without_cost: 1,
    });
    expect(totals).toMatchObject({ tyres: 3, fitted_now: 3, without_cost: 1, scrapped: 0 });
  });

  it('are of the wear and distance of the period, interpolated at its start', async () => {
    const { body } = await ask(
      `/api/tyre_costs/tyres/?${PERIOD}&figure=measured&row_make=Michelin`,
    );
    const one = body.results.find(({ serial }: { serial: string }) => serial === 'C-1');
    // Of 4 mm between day -150 and -50, half are after the start of the period, by the odometer of then.
    expect(one.worn_mm).toBeCloseTo(2, 0);
    expect(Math.abs(one.worn_run_m - 10_000 * KM)).toBeLessThan(300 * KM);
    expect(one).toMatchObject({ is_interpolated: true, cost: 360 });
    // 360 for 15 mm down to the limit of the vehicle.
    expect(one.worn_cost).toBeGreaterThan(40);
    expect(one.worn_cost).toBeLessThan(65);
    const unpriced = body.results.find(({ serial }: { serial: string }) => serial === 'C-2');
    expect(unpriced).toMatchObject({ cost: null, worn_cost: null });
  });

  it('are filtered by position, make, size and the depot when the tyre was fitted', async () => {
    const tyresOf = async (more: string) => (await report(more)).totals.tyres;
    expect(await tyresOf('&place=steer')).toBe(2);
    expect(await tyresOf('&place=drive')).toBe(1);
    expect(await tyresOf('&place=trailer')).toBe(0);
    expect(await tyresOf('&make=MICHELIN')).toBe(2);
    expect(await tyresOf('&size=1')).toBe(0);
    expect(await tyresOf(`&depot=${fleet.south}`)).toBe(1);
    // The vehicle moves; its tyres were fitted in the old depot.
    await api.services.db.pool.query(
      'update vehicle_depots set depot_id = $2 where vehicle_id = $1 and depot_id = $3',
      [vehicle('s1'), fleet.north, fleet.south],
    );
    expect(await tyresOf(`&depot=${fleet.south}`)).toBe(1);
    expect(await tyresOf(`&depot=${fleet.north}`)).toBe(2);
    await api.services.db.pool.query('update tyre_fittings set depot_id = null');
    const { fittings_by_depot_today: today, totals } = await report(`&depot=${fleet.north}`);
    expect([today, totals.tyres]).toEqual([3, 3]);
  });

  it('count scrapped tyres by cause and retreads in the period', async () => {
    const step = (tyre: number, values: object) => write(`/api/tyres/${tyre}/steps/`, values);
    await step(ids.stock, { step: 'send', at: at(-20), retreader: 'Bandvulc' });
    await step(ids.stock, { step: 'return', at: at(-10), cost: 150, new_tread_mm: 14 });
    await step(ids.stock, { step: 'scrap', at: at(-1), reason: 'casing' });
    const [michelin] = (await report()).results;
    expect(michelin).toMatchObject({
      tyres: 3,
      retreads: 1,
      scrapped: 1,
      costed: 2,
      mean_cost: 435,
    });
    expect(michelin.causes).toMatchObject({ casing: 1, worn: 0 });
    for (const [cause, count] of Object.entries(michelin.causes)) {
      const list = `/api/tyre_costs/tyres/?${PERIOD}&figure=scrapped&row_make=Michelin&cause=${cause}`;
      expect([cause, (await ask(list)).body.results.length]).toEqual([cause, count]);
    }
    const before = await ask(`/api/tyre_costs/?from=${dayIn(-90)}&to=${dayIn(-30)}`);
    expect(before.body.totals).toMatchObject({ retreads: 0, scrapped: 0 });
    const { body } = await ask(`/api/tyre_costs/tyres/?${PERIOD}&figure=scrapped`);
    expect(body.results).toEqual([
      expect.objectContaining({ serial: 'C-4', scrap_reason: 'casing', retreads: 1 }),
    ]);
  });

  it('are of visible tyres, for a period that fits, and as a file', async () => {
    expect((await report('', fleet.file.foreign)).totals.tyres).toBe(0);
    const wrong = await ask(`/api/tyre_costs/?from=${dayIn(0)}&to=${dayIn(-1)}`);
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['to']]);
    const long = await ask(`/api/tyre_costs/?from=2010-01-01&to=${dayIn(0)}`);
    expect([long.status, Object.keys(long.body.errors)]).toEqual([400, ['from']]);
    const file = await fetch(`${api.url}/api/tyre_costs/export/?${PERIOD}&format=csv`, {
      headers: { authorization: `Bearer ${await api.token(fleet.file.keeper)}` },
    });
    const text = await file.text();
    expect(text).toContain('Cost per 1,000 miles (GBP)');
    expect(text).toContain('Michelin X Multi');
    expect(text).toContain('Casing refused: 1');
  });
});
