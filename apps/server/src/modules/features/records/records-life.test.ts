import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, TestApi } from '../../../../test/api.ts';
import { testApi } from '../../../../test/api.ts';
import { makeUser } from '../../../../test/people.ts';
import {
  photographs,
  type SentRecord,
  sendRecord,
  signaturePng,
} from '../../../../test/record-forms.ts';
import { type DocumentFleet, documentFleet } from '../../../../test/vehicle-documents.ts';

let api: TestApi;
let fleet: DocumentFleet;
let manager: number;
let driver: number;

beforeAll(async () => {
  api = await testApi();
  fleet = await documentFleet(api);
  const { db } = api.services;
  const { customerId } = fleet.home;
  const person = (name: string, role: 'MANAGER' | 'DRIVER', vehicleId: number | null = null) =>
    makeUser(
      db,
      customerId,
      `${name}@life.test`,
      { role, first_name: name, vehicle_id: vehicleId },
      ['Vehicle File'],
    );
  manager = await person('Mia', 'MANAGER');
  driver = await person('Dan', 'DRIVER', fleet.vehicles.s1.vehicleId);
});
afterAll(() => api.close());

const DANGEROUS = {
  name: 'Tyres and wheel fixing',
  area: 'tyres',
  severity: 'dangerous',
  finding: 'Nearside rear tyre below the limit',
};
const MINOR = { name: 'Horn', severity: 'minor', finding: 'The horn is weak' };

const report = (as: number, items: readonly object[], changed: object = {}, more: object = {}) =>
  sendRecord(api, as, {
    path: '/defect/api/defects/',
    fields: { vehicle: fleet.vehicles.s1.vehicleId, items, ...changed },
    ...more,
  });
const move = (as: number, id: number, fields: object, more: Partial<SentRecord> = {}) =>
  sendRecord(api, as, { path: `/defect/api/defects/${id}/steps/`, fields: { ...fields }, ...more });
const defect = async (id: number) =>
  (await api.ask(`/defect/api/defects/${id}/`, { as: manager })).body;
/** Statuses of a defect's activities, oldest first; checks that only the last is the latest. */
const statuses = async (id: number) => {
  const { rows } = await api.services.db.pool.query(
    `select a.status, a.is_latest from vehicle_activities a
     join activity_types t on t.id = a.activity_type_id
     where t.reference = 'DEFECT' and a.record_id = $1 order by a.id`,
    [id],
  );
  expect(rows.map(({ is_latest: latest }) => latest)).toEqual(
    rows.map((_, n) => n === rows.length - 1),
  );
  return rows.map(({ status }) => status);
};
const vorOf = async (vehicle: number) =>
  (await api.ask(`/api/vor_of_vehicle/?vehicle=${vehicle}`, { as: manager })).body;
const setVor = (body: object, as = manager): Promise<Answer> =>
  api.ask('/api/vor_list/', {
    as,
    method: 'POST',
    body: { reason: 'other', off_road_at: '2026-06-01T08:00:00Z', ...body },
  });
const changeVor = (id: number, body: object, as = manager): Promise<Answer> =>
  api.ask(`/api/vor/${id}/`, { as, method: 'PUT', body });

describe('The lifecycle of a defect', () => {
  let id = 0;

  it('[G-82] [G-83] [N-P02] begins with a report that takes the vehicle off the road', async () => {
    const photos = await photographs(2);
    const { status, body } = await report(driver, [DANGEROUS, MINOR], {}, { photos });
    expect(status, JSON.stringify(body)).toBe(201);
    id = body.id;
    expect(body).toMatchObject({ state: 'reported', version: 1, next_steps: [] });
    expect(body.photographs).toHaveLength(2);
    expect((await vorOf(fleet.vehicles.s1.vehicleId)).results[0]).toMatchObject({
      reason: 'defect',
      record_id: id,
      record_kind: 'defect',
      state: 'off_road',
    });
    expect(await statuses(id)).toEqual(['357913941_IS_VOR']);
  });

  it('[G-84] is verified by a manager', async () => {
    expect((await defect(id)).next_steps).toEqual(['verify']);
    const note = 'Not to be used until the tyre is renewed';
    const verified = await move(manager, id, { step: 'verify', version: 1, note });
    expect(verified.body).toMatchObject({ state: 'verified', version: 2 });
    expect(verified.body.verified).toMatchObject({ by: 'Mia Hill', note });
    expect((await statuses(id)).at(-1)).toBe('715827882_IS_VOR');
  });

  it('[G-86] is assigned to a repairer', async () => {
    const given = await move(manager, id, {
      step: 'assign',
      version: 2,
      repairer: 'Tyre Service',
      expected_back: '2099-06-20T00:00:00Z',
    });
    expect(given.body).toMatchObject({
      state: 'assigned',
      repairer: 'Tyre Service',
      expected_back: '2099-06-20T00:00:00Z',
      due_at: '2099-06-21T00:00:00Z',
      is_overdue: false,
      next_steps: ['repair', 'assign'],
    });
    expect(given.body.off_road[0]).toMatchObject({
      repairer: { name: 'Tyre Service' },
      expected_back: '2099-06-20T00:00:00Z',
    });
    expect((await statuses(id)).at(-1)).toBe('1431655764_IS_VOR');
  });

  it('[G-88] is repaired, with costs, remedies and a photograph', async () => {
    const repair = {
      step: 'repair',
      version: 3,
      note: 'Tyre renewed',
      labour_cost: '45.5',
      parts_cost: '210',
      remedies: ['Tyre renewed, torqued to 600 Nm', ''],
    };
    const evidence = { photos: await photographs(1) };
    const repaired = await move(fleet.file.keeper, id, repair, evidence);
    expect(repaired.body).toMatchObject({
      state: 'repaired',
      repaired: { by: 'Tyre Service' },
      labour_cost: 45.5,
      parts_cost: 210,
      cost: 255.5,
    });
    expect(repaired.body.items.map(({ remedy }: { remedy: string }) => remedy)).toEqual([
      'Tyre renewed, torqued to 600 Nm',
      'Tyre renewed',
    ]);
    expect(repaired.body.photographs.map(({ shows }: { shows: string }) => shows)).toEqual([
      'finding',
      'finding',
      'repair',
    ]);
    expect((await statuses(id)).at(-1)).toBe('1521134249_IS_VOR');
  });

  it('[G-87] [N-P02] is signed off, and the vehicle is back on the road', async () => {
    const signed = await move(
      manager,
      id,
      { step: 'sign_off', version: 4 },
      { signature: await signaturePng() },
    );
    expect(signed.body).toMatchObject({ state: 'signed_off', next_steps: [], off_road: [] });
    expect(signed.body.signature).toMatch(/^\/api\/files\//);
    expect(await statuses(id)).toEqual([
      '357913941_IS_VOR',
      '715827882_IS_VOR',
      '1431655764_IS_VOR',
      '1521134249_IS_VOR',
      '1610612734',
    ]);
    expect((await vorOf(fleet.vehicles.s1.vehicleId)).is_off_road).toBe(false);
    expect(
      signed.body.trail.map(({ action, by }: { action: string; by: string }) => [action, by]),
    ).toEqual([
      ['reported', 'Dan Hill'],
      ['verify', 'Mia Hill'],
      ['assign', 'Mia Hill'],
      ['repair', 'Ada Hill'],
      ['sign_off', 'Mia Hill'],
    ]);
  });

  it('refuses to skip a step', async () => {
    const { id } = (await report(driver, [MINOR])).body;
    const fields = { note: 'Enough', job_number: 'J-1' };
    const refused = async (step: string, version: number, as = manager) => {
      const { status } = await move(as, id, { step, version, ...fields });
      return status;
    };
    expect([
      await refused('assign', 1),
      await refused('repair', 1),
      await refused('sign_off', 1),
      await refused('return', 1),
    ]).toEqual([409, 409, 409, 409]);
    expect((await move(manager, id, { step: 'verify', version: 1, note: 'Seen' })).status).toBe(
      200,
    );
    expect([
      await refused('verify', 2),
      await refused('repair', 2),
      await refused('sign_off', 2),
    ]).toEqual([409, 409, 409]);
    // The database enforces it too.
    const { pool } = api.services.db;
    const skip = `update defect_records set signed_off_at = now(), signed_off_by = 'x' where id = ${id}`;
    await expect(pool.query(skip)).rejects.toThrow(/check constraint/);
  });

  it('[U-P01] lets drivers report, and managers assess and sign off', async () => {
    const { id } = (await report(driver, [MINOR])).body;
    const verify = { step: 'verify', version: 1, note: 'Seen' };
    expect((await move(driver, id, verify)).status).toBe(403);
    expect((await move(fleet.file.keeper, id, verify)).status).toBe(403);
    expect((await move(fleet.file.readonly, id, verify)).status).toBe(403);
    expect((await move(fleet.file.foreign, id, verify)).status).toBe(404);
    expect((await move(manager, id, verify)).status).toBe(200);
    const assign = { step: 'assign', version: 2, repairer: 'Axle Works' };
    expect((await move(fleet.file.keeper, id, assign)).status).toBe(403);
    expect((await move(manager, id, assign)).status).toBe(200);
    const repair = { step: 'repair', version: 3, note: 'Cleaned', job_number: 'J-17' };
    expect((await move(driver, id, repair)).status).toBe(403);
    const repaired = await move(fleet.file.keeper, id, repair);
    expect([repaired.status, repaired.body.repaired.by]).toEqual([200, 'Axle Works']);
    expect((await move(fleet.file.keeper, id, { step: 'sign_off', version: 4 })).status).toBe(403);
  });

  it('requires notes and evidence of a repair; a refused step changes nothing', async () => {
    const { id } = (await report(driver, [MINOR])).body;
    const field = async (fields: object, more: Partial<SentRecord> = {}) => {
      const { status, body } = await move(manager, id, fields, more);
      expect(status, JSON.stringify(body)).toBe(400);
      return Object.keys(body.errors);
    };
    expect(await field({ step: 'verify', version: 1 })).toEqual(['note']);
    const early = { step: 'verify', version: 1, note: 'Seen', at: '2020-01-01T00:00:00Z' };
    expect(await field(early)).toEqual(['at']);
    await move(manager, id, { step: 'verify', version: 1, note: 'Seen' });
    expect(await field({ step: 'assign', version: 2 })).toEqual(['repairer']);
    const costly = { step: 'assign', version: 2, repairer: 'Axle Works', labour_cost: 5 };
    expect(await field(costly)).toEqual(['labour_cost']);
    await move(manager, id, { step: 'assign', version: 2, repairer: 'Axle Works' });
    expect(await field({ step: 'repair', version: 3, note: 'Done' })).toEqual(['photos']);
    const wordy = { step: 'repair', version: 3, note: 'Done', job_number: 'J-1' };
    expect(await field({ ...wordy, parts_cost: -1 })).toEqual(['parts_cost']);
    expect(await field({ ...wordy, expected_back: '2026-06-20T00:00:00Z' })).toEqual([
      'expected_back',
    ]);
    expect(await field({ ...wordy, remedies: ['a', 'b'] })).toEqual(['remedies']);
    const exe = { photos: [Buffer.from('MZ this is a program')] };
    expect(await field(wordy, exe)).toEqual(['photos']);
    expect((await defect(id)).version).toBe(3);
  });

  it('returns a failed repair, and keeps the reason in the audit trail', async () => {
    const { id } = (await report(driver, [MINOR])).body;
    await move(manager, id, { step: 'verify', version: 1, note: 'Seen' });
    await move(manager, id, { step: 'assign', version: 2, repairer: 'Axle Works' });
    await move(manager, id, {
      step: 'repair',
      version: 3,
      note: 'Fuse renewed',
      job_number: 'J-2',
    });
    const back = await move(manager, id, { step: 'return', version: 4, note: 'Still weak' });
    expect(back.body).toMatchObject({ state: 'assigned', repaired: null, job_number: null });
    const other = { step: 'assign', version: 5, repairer: 'Truck Centre' };
    expect((await move(manager, id, other)).body).toMatchObject({ repairer: 'Truck Centre' });
    expect((await defect(id)).trail.at(-1).changes).toContainEqual({
      field: 'repairer',
      before: 'Axle Works',
      after: 'Truck Centre',
    });
    expect(back.body.trail.at(-1)).toMatchObject({ action: 'return', note: 'Still weak' });
    expect(await statuses(id)).toEqual([
      '357913941',
      '715827882',
      '1431655764',
      '1521134249',
      '1431655764',
      '1431655764',
    ]);
  });

  it('takes only one of several concurrent steps, and answers 409 to the others', async () => {
    const { id } = (await report(driver, [MINOR])).body;
    const verify = () => move(manager, id, { step: 'verify', version: 1, note: 'Seen' });
    const answers = await Promise.all([verify(), verify(), verify()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const loser = answers.find(({ status }) => status === 409);
    expect(loser?.body.detail).toMatch(/Somebody else has changed this record/);
    expect(await statuses(id)).toEqual(['357913941', '715827882']);
  });

  it('takes a step once when it is sent again with the same key', async () => {
    const { id } = (await report(driver, [MINOR], {}, { key: 'report-0001' })).body;
    expect((await report(driver, [MINOR], {}, { key: 'report-0001' })).body.id).toBe(id);
    const verify = () =>
      move(manager, id, { step: 'verify', version: 1, note: 'Seen' }, { key: 'verify-0001' });
    const answers = [...(await Promise.all([verify(), verify()])), await verify()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await statuses(id)).toEqual(['357913941', '715827882']);
  });

  it('[U-P03] refuses foreign vehicles on the field, and hides foreign defects', async () => {
    const foreign = await report(manager, [MINOR], { vehicle: fleet.vehicles.f1.vehicleId });
    expect([foreign.status, Object.keys(foreign.body.errors)]).toEqual([400, ['vehicle']]);
    const south = await report(fleet.file.north, [MINOR]);
    expect([south.status, Object.keys(south.body.errors)]).toEqual([400, ['vehicle']]);
    const { id } = (await report(driver, [MINOR])).body;
    for (const as of [fleet.file.north, fleet.file.foreign]) {
      expect((await api.ask(`/defect/api/defects/${id}/`, { as })).status).toBe(404);
    }
  });

  it('keeps an append-only audit trail, even for the owner of the database', async () => {
    const { pool } = api.services.db;
    for (const change of [
      'update record_changes set note = $1',
      'delete from record_changes where note <> $1',
    ]) {
      await expect(pool.query(change, ['x'])).rejects.toThrow(/append-only/);
    }
  });
});

describe('Many defects at once', () => {
  const assign = (as: number, ids: readonly number[], repairer = 'Axle Works') =>
    api.ask('/defect/api/defects_assign/', { as, method: 'POST', body: { ids, repairer } });
  const reported = async () => (await report(manager, [MINOR])).body;
  const verified = async () => {
    const { id } = await reported();
    return (await move(manager, id, { step: 'verify', version: 1, note: 'Confirmed' })).body;
  };

  it('[G-86] are assigned to one repairer; those that wait for something else stay', async () => {
    const [first, second] = [await verified(), await verified()];
    const waits = await reported();
    const { status, body } = await assign(manager, [second.id, waits.id, first.id, first.id]);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toEqual({
      changed: 2,
      left: [{ id: waits.id, reference_number: waits.reference_number, state: 'reported' }],
    });
    for (const { id } of [first, second]) {
      const now = await defect(id);
      expect(now).toMatchObject({ state: 'assigned', repairer: 'Axle Works', version: 3 });
      expect(now.trail.at(-1)).toMatchObject({ action: 'assign', by: 'Mia Hill' });
      expect((await statuses(id)).at(-1)).toBe('1431655764');
    }
    expect(await defect(waits.id)).toMatchObject({ state: 'reported', repairer: null });
  });

  it('[G-86] change for managers only, and all of them or none', async () => {
    const { id } = await verified();
    expect((await assign(fleet.file.keeper, [id])).status).toBe(403);
    expect((await assign(driver, [id])).status).toBe(403);
    expect((await assign(manager, [id, 2_000_000_000])).status).toBe(404);
    const unnamed = await assign(manager, [id], '');
    expect([unnamed.status, Object.keys(unnamed.body.errors)]).toEqual([400, ['repairer']]);
    expect((await defect(id)).state).toBe('verified');
  });
});

describe('A vehicle off the road', () => {
  it('[RP-29] [RP-30] [N-P02] returns when all of several reasons are cleared', async () => {
    const vehicle = fleet.vehicles.n2.vehicleId;
    const first = await setVor({
      vehicle,
      reason: 'accident',
      note: 'Hit a gate',
      repairer: 'Body Works',
      cost_per_day: 120.5,
      expected_back: '2026-06-20T08:00:00Z',
    });
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    expect(first.body).toMatchObject({
      state: 'off_road',
      set_by: 'Mia Hill',
      repairer: { name: 'Body Works' },
    });
    expect(first.body.cost).toBeCloseTo(first.body.days * 120.5, 2);
    const second = await setVor({ vehicle, reason: 'awaiting_parts' });
    const parts = await changeVor(second.body.id, { version: 1, repairer: 'Parts Ltd' });
    expect(parts.body).toMatchObject({
      version: 2,
      repairer: { name: 'Parts Ltd' },
      is_off_road: true,
    });
    expect((await changeVor(second.body.id, { version: 1, note: 'Late' })).status).toBe(409);

    const returned = { returned_at: '2026-06-03T08:00:00Z' };
    const one = await changeVor(first.body.id, { version: 1, ...returned });
    expect(one.body).toMatchObject({ state: 'returned', days: 2, cost: 241, is_off_road: true });
    expect((await vorOf(vehicle)).is_off_road).toBe(true);
    const all = await changeVor(second.body.id, { version: 2, ...returned });
    expect(all.body).toMatchObject({ cleared_by: 'Mia Hill', is_off_road: false });
    expect((await vorOf(vehicle)).is_off_road).toBe(false);
    expect((await changeVor(second.body.id, { version: 3, ...returned })).status).toBe(409);
  });

  it('[RP-29] because of a defect: marked in its status, and cleared by its sign-off', async () => {
    const { id } = (await report(driver, [MINOR])).body;
    const vehicle = fleet.vehicles.s1.vehicleId;
    const entry = await setVor({ vehicle, reason: 'defect', defect: id });
    const reference_number = `DEF-${String(id).padStart(6, '0')}`;
    expect(entry.body).toMatchObject({ record_id: id, record_kind: 'defect', reference_number });
    expect(await statuses(id)).toEqual(['357913941', '357913941_IS_VOR']);
    expect((await setVor({ vehicle, reason: 'defect', defect: id })).status).toBe(409);
    const cleared = { version: 1, returned_at: new Date().toISOString() };
    expect((await changeVor(entry.body.id, cleared)).status).toBe(409);
    await move(manager, id, { step: 'verify', version: 1, note: 'Seen' });
    await move(manager, id, { step: 'assign', version: 2, repairer: 'Axle Works' });
    await move(manager, id, { step: 'repair', version: 3, note: 'Renewed', job_number: 'J-3' });
    await move(manager, id, { step: 'sign_off', version: 4 });
    expect((await vorOf(vehicle)).is_off_road).toBe(false);
  });

  it('[RP-29] [U-P03] is set by managers, for visible vehicles and their defects', async () => {
    const vehicle = fleet.vehicles.n2.vehicleId;
    expect((await setVor({ vehicle }, fleet.file.keeper)).status).toBe(403);
    const foreign = await setVor({ vehicle: fleet.vehicles.f1.vehicleId });
    expect([foreign.status, Object.keys(foreign.body.errors)]).toEqual([400, ['vehicle']]);
    const { id } = (await report(driver, [MINOR])).body;
    const other = await setVor({ vehicle, reason: 'defect', defect: id });
    expect([other.status, Object.keys(other.body.errors)]).toEqual([400, ['defect']]);
    const future = await setVor({ vehicle, off_road_at: '2099-01-01T00:00:00Z' });
    expect([future.status, Object.keys(future.body.errors)]).toEqual([400, ['off_road_at']]);
    for (const note of ['zero \0', 'half \uD800', 'x'.repeat(501)]) {
      const odd = await setVor({ vehicle, note });
      expect([odd.status, Object.keys(odd.body.errors)]).toEqual([400, ['note']]);
    }
    expect((await setVor({ vehicle, cost_per_day: -1 })).status).toBe(400);
  });
});

const inspection = (changed: object = {}, as = manager) =>
  sendRecord(api, as, {
    path: '/safety-inspection/api/inspections/',
    fields: {
      vehicle: fleet.vehicles.n2.vehicleId,
      inspected_at: '2026-06-10T09:00:00Z',
      inspector: 'Ines Mott',
      items: [{ section: 'Brakes', name: 'Service brake', result: 'ok' }],
      tyres: [{ position: 'Front nearside', tread_mm: 1.5 }],
      brake_method: 'roller',
      brake_laden: true,
      brake_service: 58,
      brake_secondary: 24,
      is_roadworthy: true,
      declaration: 'Safe and roadworthy.',
      ...changed,
    },
  });
const openInspections = async (vehicle: number) => {
  const { rows } = await api.services.db.pool.query(
    `select to_char(due_at, 'YYYY-MM-DD') as due from scheduled_activities
     where vehicle_id = $1 and schedule_type_id = 2 and fulfilled_at is null`,
    [vehicle],
  );
  return rows.map(({ due }) => due);
};

describe('A safety inspection', () => {
  let id = 0;
  const give = (code: string, version: number, as = manager) =>
    api.ask(`/safety-inspection/api/inspections/${id}/status/`, {
      as,
      method: 'POST',
      body: { status: code, version },
    });

  it('[G-76] that is incomplete fulfils no schedule', async () => {
    const { status, body } = await inspection({ status: 3 });
    expect(status, JSON.stringify(body)).toBe(201);
    id = body.id;
    expect(body).toMatchObject({ status: '3', next_statuses: ['7', '1'] });
    expect(await openInspections(fleet.vehicles.n2.vehicleId)).toEqual([]);
    expect((await give('12', 1)).status).toBe(409);
  });

  it('[G-77] that is complete fulfils its schedule and creates the next', async () => {
    expect((await give('7', 1, fleet.file.keeper)).body).toMatchObject({ status: '7', version: 2 });
    expect(await openInspections(fleet.vehicles.n2.vehicleId)).toEqual(['2026-08-05']);
  });

  it('[G-78] is reviewed by one manager, once', async () => {
    expect((await give('11', 2, fleet.file.keeper)).status).toBe(403);
    const both = await Promise.all([give('11', 2), give('11', 2)]);
    expect(both.map(({ status: code }) => code).sort()).toEqual([200, 409]);
    expect(both.find(({ status: code }) => code === 200)?.body).toMatchObject({ status: '11' });
  });

  it('[G-79] ends with its completed review, as shown in the vehicle file', async () => {
    expect((await give('12', 3)).body).toMatchObject({ status: '12', next_statuses: [] });
    const list = await api.ask(
      '/api/vehicle_activities/?activity_type=7&filter_latest=True&fulfilled_at_date_range=01-01-2020,01-01-2040',
      { as: manager },
    );
    expect(list.body.results).toEqual([
      expect.objectContaining({
        status: '12',
        record_id: id,
        activity_fulfilled_at: '2026-06-10T00:00:00Z',
      }),
    ]);
  });

  it('compares its figures with the thresholds of the vehicle', async () => {
    const { body } = await inspection();
    expect(body.brakes).toMatchObject({
      service: { efficiency: 58, least: 50, is_met: true },
      secondary: { efficiency: 24, least: 25, is_met: false },
      parking: { efficiency: null, least: 16, is_met: null },
    });
    expect(body.tyres[0]).toMatchObject({ tread_mm: 1.5, is_met: false });
  });

  it('takes the vehicle off the road if it fails; a later pass puts it back', async () => {
    const vehicle = fleet.vehicles.x1.vehicleId;
    const failed = await inspection({ vehicle, is_roadworthy: false });
    expect((await vorOf(vehicle)).results[0]).toMatchObject({
      record_id: failed.body.id,
      record_kind: 'inspection',
    });
    await inspection({ vehicle, inspected_at: new Date().toISOString() });
    expect((await vorOf(vehicle)).is_off_road).toBe(false);
  });

  it('must be done before the return to work if it fell due while off the road', async () => {
    const vehicle = fleet.vehicles.z1.vehicleId;
    // The next inspection, eight weeks later, is long overdue.
    await inspection({ vehicle, inspected_at: '2025-01-08T09:00:00Z' });
    const [entry] = [await setVor({ vehicle, reason: 'accident' })];
    const back = { version: 1, returned_at: new Date().toISOString() };
    expect((await changeVor(entry.body.id, back)).body).toMatchObject({ is_off_road: true });
    const { results } = await vorOf(vehicle);
    expect(results[0]).toMatchObject({ reason: 'inspection_overdue', state: 'off_road' });
    const early = await changeVor(results[0].id, back);
    expect([early.status, early.body.detail]).toEqual([
      409,
      'A safety inspection is due before the vehicle goes back to work.',
    ]);
    await inspection({ vehicle, inspected_at: new Date().toISOString() });
    expect((await vorOf(vehicle)).is_off_road).toBe(false);
  });

  it('refuses invalid values with the error on the field', async () => {
    const field = async (changed: object) => {
      const { status, body } = await inspection(changed);
      expect(status, JSON.stringify(body)).toBe(400);
      return Object.keys(body.errors);
    };
    expect(await field({ vehicle: fleet.vehicles.f1.vehicleId })).toEqual(['vehicle']);
    expect(await field({ brake_service: 500 })).toEqual(['brake_service']);
    expect(await field({ brake_method: undefined })).toEqual(['brake_method']);
    expect(await field({ tyres: [{ position: 'x', tread_mm: -1 }] })).toEqual(['tyres.0.tread_mm']);
    expect(await field({ status: '12' })).toEqual(['status']);
    expect(await field({ inspected_at: '2099-01-01T00:00:00Z' })).toEqual(['inspected_at']);
    expect((await inspection({}, driver)).status).toBe(403);
  });
});
