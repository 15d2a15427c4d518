import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../test/api.ts';
import { setState } from '../../../../test/tracked-fleet.ts';
import { type DocumentFleet, withDocumentFleet } from '../../../../test/vehicle-documents.ts';
import { storePressures } from './pressures/tyres-pressures.service.ts';

const DAY_MS = 86_400_000;
const KM = 1000;
const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const dayIn = (days: number) => at(days).slice(0, 10);

let api: TestApi;
let fleet: DocumentFleet;

const { ask, query, vehicle, write } = withDocumentFleet((opened) => {
  ({ api, fleet } = opened);
});

let serial = 0;
const body = (changed: object = {}) => {
  serial += 1;
  return {
    serial: `T-${serial}`,
    make: 'Michelin',
    model: 'X Multi Z',
    size: '315/70 R22.5',
    dot_week: '3524',
    new_tread_mm: 15,
    cost: 400,
    depot: fleet.north,
    ...changed,
  };
};

async function add(changed: object = {}): Promise<number> {
  const made = await write('POST', '/api/tyres/', body(changed));
  expect(made.status).toBe(201);
  return made.body.id;
}
const move = (moves: readonly object[], changed: object = {}, key: 'n1' | 'n2' = 'n1') =>
  write('POST', `/api/vehicle_tyres/${vehicle(key)}/moves/`, { at: at(0), moves, ...changed });
const tyre = async (id: number) => (await ask(`/api/tyres/${id}/`)).body;
const wheels = async (key: 'n1' | 'n2' = 'n1') =>
  (await ask(`/api/vehicle_tyres/${vehicle(key)}/`)).body;
const at1 = 'Axle 1 nearside';
const at2 = 'Axle 1 offside';

beforeAll(async () => {
  await query(
    `update vehicles set type = 'STR', kind = 'rigid', axles = 2, gross_weight_kg = 18000
     where id = any($1::int[])`,
    [[vehicle('n1'), vehicle('n2')]],
  );
});

describe('The register of tyres', () => {
  it('[W-02] keeps tyres of a customer, within the depots of a person', async () => {
    const id = await add({ serial: 'REG-1' });
    expect(await tyre(id)).toMatchObject({
      serial: 'REG-1',
      status: 'in_stock',
      depot: { id: fleet.north },
      state: null,
      age_from: '2024-08-26',
      history: [{ kind: 'added', cost: 400 }],
    });
    const path = `/api/tyres/${id}/`;
    expect((await ask(path, fleet.file.north)).status).toBe(200);
    expect((await ask(path, fleet.file.foreign)).status).toBe(404);
    const south = await add({ depot: fleet.south });
    expect((await ask(`/api/tyres/${south}/`, fleet.file.north)).status).toBe(404);
    expect((await write('PUT', path, body(), fleet.file.readonly)).status).toBe(403);
    const changed = body({ serial: 'REG-1', cost: 380, version: 1 });
    expect((await write('PUT', path, changed)).body).toMatchObject({ version: 2, cost: 380 });
    expect((await write('PUT', path, changed)).status).toBe(409);
    const again = await write('POST', '/api/tyres/', body({ serial: 'reg-1' }));
    expect([again.status, Object.keys(again.body.errors)]).toEqual([409, ['serial']]);
    expect((await write('DELETE', path)).status).toBe(204);
    expect((await ask(path)).status).toBe(404);
  });

  it.each<[string, object, string]>([
    ['no depot', { depot: null }, 'depot'],
    ['a week that does not exist', { dot_week: '5624' }, 'dot_week'],
    ['a week in the future', { dot_week: '0199' }, 'dot_week'],
    ['a day of retreading of a new tyre', { retreaded_on: '2025-01-01' }, 'retreaded_on'],
  ])('refuses a tyre with %s', async (_, changed, field) => {
    const answer = await write('POST', '/api/tyres/', body(changed));
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
  });

  it('takes tyres to the retreader and back, and to scrap', async () => {
    const id = await add();
    const step = (values: object) =>
      write('POST', `/api/tyres/${id}/steps/`, { at: at(0), ...values });
    expect((await step({ step: 'return' })).status).toBe(409);
    expect((await step({ step: 'send', at: at(-20), retreader: 'Bandvulc' })).body).toMatchObject({
      status: 'at_retreader',
      retreader: 'Bandvulc',
    });
    const early = await step({ step: 'return', at: at(-21) });
    expect([early.status, Object.keys(early.body.errors)]).toEqual([400, ['at']]);
    const back = { step: 'return', retreaded_on: dayIn(-5), retread_number: 'R7', cost: 150 };
    expect((await step({ ...back, at: at(-3), new_tread_mm: 16 })).body).toMatchObject({
      status: 'in_stock',
      is_retread: true,
      retreaded_on: dayIn(-5),
      age_from: dayIn(-5),
      new_tread_mm: 16,
    });
    expect(Object.keys((await step({ step: 'scrap' })).body.errors)).toEqual(['reason']);
    const gone = await step({ step: 'scrap', reason: 'casing' });
    expect(gone.body).toMatchObject({ status: 'scrapped', scrap_reason: 'casing' });
    expect(gone.body.history.map(({ kind }: { kind: string }) => kind)).toEqual([
      'scrapped',
      'returned',
      'sent',
      'added',
    ]);
  });
});

describe('Tyres of a vehicle', () => {
  let first: number;
  let second: number;
  beforeAll(async () => {
    [first, second] = [await add(), await add()];
  });

  it('follow the axles of the vehicle', async () => {
    const { axles, limit_mm, positions } = await wheels();
    expect(positions.map(({ position }: { position: string }) => position)).toEqual([
      at1,
      at2,
      'Axle 2 nearside outer',
      'Axle 2 nearside inner',
      'Axle 2 offside inner',
      'Axle 2 offside outer',
    ]);
    expect([axles[0].is_steered, axles[1].is_steered, limit_mm]).toEqual([true, false, 1]);
  });

  it('[W-02] are fitted, rotated and removed, each visit as a whole', async () => {
    const fitted = await move(
      [
        { tyre: first, position: at1 },
        { tyre: second, position: at2 },
      ],
      { at: at(-100), odometer_m: 100_000 * KM },
    );
    expect(fitted.status).toBe(200);
    expect(fitted.body.positions[0]).toMatchObject({ position: at1, tyre: { id: first } });
    // One of the moves is wrong: nothing moves.
    const wrong = await move([
      { tyre: first, position: 'Axle 2 nearside outer' },
      { tyre: second, position: 'Axle 9 nearside' },
    ]);
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['moves']]);
    expect((await tyre(first)).position).toBe(at1);
    const rotated = await move(
      [
        { tyre: first, position: at2, tread_mm: 13 },
        { tyre: second, position: at1, tread_mm: 12 },
      ],
      { at: at(-50), odometer_m: 120_000 * KM },
    );
    expect(rotated.status).toBe(200);
    const one = await tyre(first);
    expect(one).toMatchObject({ position: at2, tread_mm: 13, status: 'fitted' });
    expect(one.history[0]).toMatchObject({ kind: 'fitted', odometer_m: 120_000 * KM });
    // 2 mm in 20,000 km.
    expect(one.wear_mm_per_m * 1_000_000).toBeCloseTo(0.1, 3);
    const removed = await move([{ tyre: second, to: 'scrapped', reason: 'damaged' }], {
      at: at(-10),
      odometer_m: 130_000 * KM,
    });
    expect(removed.body.positions[0].tyre).toBeNull();
    const gone = await tyre(second);
    expect(gone).toMatchObject({ status: 'scrapped', vehicle: null, state: null });
    expect(gone.run_m).toBe(30_000 * KM);
    expect((await write('DELETE', `/api/tyres/${first}/`)).status).toBe(409);
  });

  it('have one place each, also for the database', async () => {
    const third = await add();
    const taken = await move([{ tyre: third, position: at2 }]);
    expect([taken.status, taken.body.error_codes.moves]).toEqual([409, ['tyre.position_occupied']]);
    const insert = (tyreId: number, position: string) =>
      query(
        `insert into tyre_fittings (customer_id, tyre_id, vehicle_id, position, fitted_at)
         values ($1, $2, $3, $4, now())`,
        [fleet.home.customerId, tyreId, vehicle('n1'), position],
      );
    await expect(insert(third, at2)).rejects.toThrow(/tyre_fittings_of_position/);
    await expect(insert(first, at1)).rejects.toThrow(/tyre_fittings_of_tyre/);
  });

  it.each<[string, () => object[], object, string]>([
    ['in the future', () => [{ tyre: first, position: at1 }], { at: at(1) }, 'at'],
    ['before its last step', () => [{ tyre: first, position: at1 }], { at: at(-60) }, 'at'],
    [
      'twice',
      () => [
        { tyre: first, position: at1 },
        { tyre: first, position: at2 },
      ],
      {},
      'moves',
    ],
    ['if it is scrapped', () => [{ tyre: second, position: at1 }], {}, 'moves'],
    ['to scrap without a reason', () => [{ tyre: first, to: 'scrapped' }], {}, 'moves'],
  ])('are not moved %s', async (_, moves, changed, field) => {
    const answer = await move(moves(), changed);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
  });

  it('are swapped with those of another vehicle', async () => {
    const swapped = await move([{ tyre: first, position: at1 }], {}, 'n2');
    expect(swapped.status).toBe(200);
    const one = await tyre(first);
    expect(one.vehicle.id).toBe(vehicle('n2'));
    const steps = one.history.map(
      ({ kind, vehicle: of }: { kind: string; vehicle: { id: number } | null }) => [
        kind,
        of?.id ?? null,
      ],
    );
    expect(steps.slice(0, 2)).toEqual([
      ['fitted', vehicle('n2')],
      ['removed', vehicle('n1')],
    ]);
    expect((await wheels()).positions[1].tyre).toBeNull();
  });

  it('count once as a cost, at the first fitting, and again after a retread', async () => {
    const charges = async () =>
      (
        await query(
          `select vehicle_id, charge::float8 as charge from tyre_fittings where tyre_id = $1
           order by id`,
          [first],
        )
      ).rows.map((row) => [row.vehicle_id, row.charge]);
    expect(await charges()).toEqual([
      [vehicle('n1'), 400],
      [vehicle('n1'), 0],
      [vehicle('n2'), 0],
    ]);
    const { version, ...one } = await tyre(first);
    const dearer = body({ serial: one.serial, cost: 420, version });
    expect((await write('PUT', `/api/tyres/${first}/`, dearer)).status).toBe(200);
    expect((await charges())[0]).toEqual([vehicle('n1'), 420]);
    await move([{ tyre: first, to: 'at_retreader' }], {}, 'n2');
    await write('POST', `/api/tyres/${first}/steps/`, { step: 'return', at: at(0), cost: 150 });
    await move([{ tyre: first, position: at1 }], {}, 'n2');
    expect((await charges()).at(-1)).toEqual([vehicle('n2'), 150]);
    const costs = await query(
      `select sum(charge)::float8 as charge from tyre_fittings where tyre_id = $1`,
      [first],
    );
    expect(costs.rows[0].charge).toBe(570);
  });
});

describe('Measurements', () => {
  const read = (readings: readonly object[], changed: object = {}, as?: number) =>
    write(
      'POST',
      `/api/vehicle_tyres/${vehicle('n2')}/readings/`,
      { read_at: at(0), readings, ...changed },
      as,
    );
  let old: number;
  beforeAll(async () => {
    old = await add({ dot_week: '0116', serial: 'OLD' });
    await move([{ tyre: old, position: at2 }], { at: at(-90), odometer_m: 200_000 * KM }, 'n2');
  });

  it('[W-02] of an old tyre on a steered axle say that it must go, and why', async () => {
    const { positions } = await wheels('n2');
    expect(positions[1].findings).toEqual([
      { rule: 'age', on: '2026-01-04', is_certain: true, limit_mm: null },
    ]);
    expect(await tyre(old)).toMatchObject({ state: 'now', change_cause: 'age' });
    const { results } = (await ask('/api/tyres/?due=now')).body;
    expect(results.map(({ id }: { id: number }) => id)).toEqual([old]);
  });

  it('give the day of the limit by the use of the vehicle', async () => {
    const fresh = await add();
    const outer = 'Axle 2 nearside outer';
    await move([{ tyre: fresh, position: outer }], { at: at(-90) }, 'n2');
    // 12 mm in 36,000 km; 2 mm remain above the operator's limit: 6,000 km at 400 km a day.
    await write('PUT', `/api/vehicle_tyres/${vehicle('n2')}/settings/`, {
      pressures_kpa: [800, 850],
      least_tread_mm: 1.5,
    });
    const done = await read([{ position: outer, tread_mm: 3.5, pressure_kpa: 640 }], {
      odometer_m: 236_000 * KM,
    });
    expect(done.status).toBe(201);
    const found = done.body.positions.find((one: { position: string }) => one.position === outer);
    expect(found).toMatchObject({ tread_mm: 3.5, pressure_kpa: 640, is_pressure_low: true });
    const [finding] = found.findings;
    expect(finding).toMatchObject({ rule: 'tread_own', is_certain: false, limit_mm: 1.5 });
    const days = (Date.parse(finding.on) - Date.now()) / DAY_MS;
    expect(Math.abs(days - 15.8)).toBeLessThanOrEqual(2);
    expect(
      (await ask('/api/tyres/?due=soon')).body.results.map(({ id }: { id: number }) => id),
    ).toEqual([fresh]);
  });

  it('of inspections count for the tyre that was there', async () => {
    await query(
      `insert into inspection_records (customer_id, vehicle_id, reference_number, inspected_at,
         inspector, items, tyres, is_roadworthy, declaration, limits)
       values ($1, $2, 'SI-9', now() - interval '1 day', 'Ann', '[]', $3, true, 'ok', '{}')`,
      [
        fleet.home.customerId,
        vehicle('n2'),
        JSON.stringify([{ position: at2, tread_mm: 0.8, pressure_kpa: 790 }]),
      ],
    );
    const position = (await wheels('n2')).positions[1];
    expect(position).toMatchObject({
      tread_mm: 0.8,
      pressure_kpa: 790,
      pressure_source: 'inspection',
      is_pressure_low: false,
    });
    expect(position.findings[0]).toMatchObject({ rule: 'tread_law', on: dayIn(-1) });
    expect((await tyre(old)).treads.at(-1)).toMatchObject({ source: 'inspection', tread_mm: 0.8 });
    // Times of the database are finer than those of calls.
    await query(
      `update tyre_fittings set fitted_at = fitted_at + interval '7 microseconds' where tyre_id = $1`,
      [old],
    );
    expect((await tyre(old)).treads).toHaveLength(2);
  });

  it('of sensors count if they are newer, in the order of the positions', async () => {
    const { trackerId } = fleet.vehicles.n2;
    await setState(api.services.db, fleet.home.customerId, fleet.vehicles.n2, { ageS: 60 });
    await query(
      `insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id,
         fix_valid, attributes, private_leg_m)
       select $1, $2, s.device_time - interval '1 minute' * n, n, $3, false,
         jsonb_build_object('tyre2PressureKpa', 600 + 10 * n, 'tyre2TemperatureC', 41),
         case when n = 1 then 1.0 end
       from vehicle_states s, generate_series(1, 3) n where s.vehicle_id = $2`,
      [fleet.home.customerId, vehicle('n2'), trackerId],
    );
    const [front, offside] = (await wheels('n2')).positions;
    // The newest record is of private use.
    expect(offside).toMatchObject({
      position: at2,
      pressure_kpa: 620,
      pressure_source: 'sensor',
      temperature_c: 41,
      is_pressure_low: true,
    });
    expect(front.pressure_source).not.toBe('sensor');
  });

  it.each<[string, object[], object, string]>([
    ['at no known position', [{ position: 'Elsewhere', tread_mm: 5 }], {}, 'readings'],
    ['without a value', [{ position: at1 }], {}, 'readings'],
    ['in the future', [{ position: at1, tread_mm: 5 }], { read_at: at(1) }, 'read_at'],
  ])('are refused %s', async (_, readings, changed, field) => {
    const answer = await read(readings, changed);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
  });

  it('are for people who may write, of vehicles that they see', async () => {
    const one = [{ position: at1, tread_mm: 5 }];
    expect((await read(one, {}, fleet.file.readonly)).status).toBe(403);
    expect((await read(one, {}, fleet.file.foreign)).status).toBe(404);
  });
});

it('The list of tyres is exported in the language of the reader', async () => {
  const answer = await ask('/api/tyres/export/?format=csv&status=fitted');
  expect(answer.status).toBe(200);
  expect(String(answer.body)).toContain('Axle 1 offside');
  expect(String(answer.body)).toContain('Age of ten years');
});

describe('Undo of a move', () => {
  const undo = async (id: number, reason = 'Wrong tyre', as = fleet.file.keeper) => {
    const step = (await tyre(id)).undo?.step ?? '00000000-0000-4000-8000-000000000000';
    return write('POST', `/api/tyres/${id}/undo/`, { step, reason }, as);
  };
  const charge = async (id: number) =>
    (
      await query(
        `select t.uncharged::float8 as uncharged,
           (select coalesce(sum(charge), 0)::float8 from tyre_fittings where tyre_id = t.id) as borne
         from tyres t where id = $1`,
        [id],
      )
    ).rows[0];
  const wheelsOf = async () =>
    (await wheels('n2')).positions.map((one: { tyre: { id: number } | null }) => one.tyre?.id ?? 0);

  it('[W-02] takes back the last step as a whole, with its cost, and keeps it in the history', async () => {
    await query('delete from tyre_fittings where vehicle_id = $1', [vehicle('n2')]);
    const [a, b] = [await add(), await add()];
    expect((await tyre(a)).undo).toBeNull();
    await move([{ tyre: a, position: at1 }], { at: at(-30) }, 'n2');
    await move([{ tyre: b, position: at2 }], { at: at(-29) }, 'n2');
    expect(await charge(a)).toEqual({ uncharged: 0, borne: 400 });
    const swap = [
      { tyre: a, position: at2 },
      { tyre: b, position: at1 },
    ];
    await move(swap, { at: at(-20) }, 'n2');
    expect((await wheelsOf()).slice(0, 2)).toEqual([b, a]);
    expect((await undo(a, 'x', fleet.file.readonly)).status).toBe(403);
    expect((await undo(a, 'Wrong', fleet.file.foreign)).status).toBe(404);
    expect((await undo(a, '')).status).toBe(400);
    const swapped = (await tyre(a)).undo;
    expect(swapped.tyres).toBe(2);
    const undone = await undo(a);
    expect(undone.body).toMatchObject({ status: 'fitted', position: at1, undo: { tyres: 1 } });
    expect(undone.body.history[0]).toMatchObject({
      kind: 'fitted',
      undone: { reason: 'Wrong tyre' },
    });
    expect((await wheelsOf()).slice(0, 2)).toEqual([a, b]);
    const again = await write('POST', `/api/tyres/${a}/undo/`, {
      step: swapped.step,
      reason: 'Again',
    });
    expect(again.status).toBe(409);
    // The first fitting: the cost goes back to the tyre, and is borne by the next vehicle.
    expect((await undo(a)).body).toMatchObject({ status: 'in_stock', vehicle: null, undo: null });
    expect(await charge(a)).toEqual({ uncharged: 400, borne: 0 });
    expect((await undo(a)).body.code).toBe('tyre.undo_nothing');
    await move([{ tyre: a, position: at1 }], { at: at(-28) }, 'n2');
    expect(await charge(a)).toEqual({ uncharged: 0, borne: 400 });
    await move([{ tyre: a, to: 'scrapped', reason: 'worn' }], { at: at(-10) }, 'n2');
    expect((await undo(a)).body).toMatchObject({
      status: 'fitted',
      scrap_reason: null,
      position: at1,
      depot: { id: fleet.north },
    });
    const { rows } = await query(
      `select count(*)::int as n from audit_entries where subject_kind = 'vehicle_tyres'
         and subject_id = $1 and after ->> 'undone' = 'Wrong tyre'`,
      [String(vehicle('n2'))],
    );
    expect(rows[0].n).toBe(3);
    // Later steps of any of the tyres forbid it.
    const both = [
      { tyre: a, position: null },
      { tyre: b, position: null },
    ];
    await move(both, { at: at(-5) }, 'n2');
    await write('POST', `/api/tyres/${b}/steps/`, { step: 'send', at: at(-4) });
    expect((await tyre(a)).undo).toBeNull();
    const { rows: steps } = await query(
      `select step from tyre_events where tyre_id = $1 order by id desc limit 1`,
      [a],
    );
    const late = await write('POST', `/api/tyres/${a}/undo/`, {
      step: steps[0].step,
      reason: 'No',
    });
    expect(late.body.code).toBe('tyre.undo_later');
    // A tyre that took the place meanwhile refuses it.
    const [c, d] = [await add(), await add()];
    await move([{ tyre: c, position: at1 }], { at: at(-3) }, 'n2');
    await move([{ tyre: c, position: null }], { at: at(-2) }, 'n2');
    await move([{ tyre: d, position: at1 }], { at: at(-1) }, 'n2');
    expect((await undo(c)).body.code).toBe('tyre.undo_occupied');
  });
});

describe('Pressures of sensors', () => {
  it('[W-02] are stored for the tyre that is there, thinned, and shown over time', async () => {
    const { db } = api.services;
    const id = (await wheels('n2')).positions[0].tyre.id;
    const { trackerId } = fleet.vehicles.n2;
    const times = [60, 45, 30, 20, 2].map((minutes) => Date.now() - minutes * 60_000);
    const values = [800, 805, 770, 765, 768];
    for (const [place, time] of times.entries()) {
      await query(
        `insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id,
           fix_valid, attributes)
         values ($1, $2, $3, $4, $5, false, $6)`,
        [
          fleet.home.customerId,
          vehicle('n2'),
          new Date(time),
          place,
          trackerId,
          JSON.stringify({ tyre1PressureKpa: values[place], tyre1TemperatureC: 30 }),
        ],
      );
    }
    await query('update vehicle_states set device_time = $2 where vehicle_id = $1', [
      vehicle('n2'),
      new Date(times.at(-1) ?? 0),
    ]);
    expect(await storePressures(db)).toBeGreaterThan(1);
    expect(await storePressures(db)).toBe(0);
    const path = `/api/tyres/${id}/pressures/`;
    const { body: found } = await ask(path);
    expect(found.pressures.map((one: { pressure_kpa: number }) => one.pressure_kpa)).toEqual([
      800, 770,
    ]);
    expect(found.pressures[0]).toMatchObject({ temperature_c: 30, source: 'sensor' });
    const lowest = (await ask(`${path}?days=91`)).body.pressures;
    expect(lowest.map((one: { pressure_kpa: number }) => one.pressure_kpa)).toContain(770);
    expect((await ask(path, fleet.file.foreign)).status).toBe(404);
  });
});
