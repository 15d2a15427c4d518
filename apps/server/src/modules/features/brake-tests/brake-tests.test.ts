import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { makeUser } from '../../../../test/people.ts';
import { sendRecord } from '../../../../test/record-forms.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { PDF } from '../../../../test/vehicle-documents.ts';

const DAY_MS = 86_400_000;
const MODULES = ['SafetyInspection'];

let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let reader: number;
let stranger: number;
let administrator: number;
let foreign: number;
let lorry: number;

const daysAgo = (days: number) =>
  `${new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 19)}Z`;
const ask = (method: 'GET' | 'POST' | 'PUT', path: string, as: number, body?: object) =>
  api.ask(path, { as, method, ...(body === undefined ? {} : { body }) });
const read = async (path: string, as = manager) => {
  const { status, body } = await ask('GET', path, as);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

const laden = {
  method: 'laden_roller',
  load: 80,
  service: 62,
  secondary: 31,
  parking: 22,
  tester: 'R. Kaur',
};
const record = async (days: number, changed: object = {}) => {
  const body = { ...laden, tested_at: daysAgo(days), ...changed };
  const answer = await ask('POST', `/api/brake_tests/vehicles/${lorry}/tests/`, manager, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};
const vehicle = () => read(`/api/brake_tests/vehicles/${lorry}/`);
const codes = (brakes: { statements: { code: string }[] }) =>
  brakes.statements.map(({ code }) => code);

async function attach(id: number, bytes: Uint8Array, as = manager) {
  const form = new FormData();
  form.append('document', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'print-out.pdf');
  const answer = await fetch(`${api.url}/api/brake_tests/${id}/print_out/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await api.token(as)}` },
    body: form,
  });
  const body = (await answer.json()) as { readonly print_out: string };
  return { status: answer.status, body };
}

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const { customerId } = fleet.home;
  const person = (name: string, customer: number, changed: object, modules = MODULES) =>
    makeUser(db, customer, `brakes-${name}@brakes.test`, changed, modules);
  manager = await person('manager', customerId, { role: 'MANAGER' });
  reader = await person('reader', customerId, { role: 'READONLY' });
  stranger = await person('stranger', customerId, { role: 'MANAGER' }, []);
  administrator = await person('admin', customerId, { role: 'ADMIN' });
  foreign = await person('foreign', fleet.away.customerId, { role: 'MANAGER' });
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into vehicles (customer_id, registration, type, created_at, first_registered_on)
     values ($1, 'BR4 KES', 'STR', now() - interval '2 years', '2010-01-01') returning id`,
    [customerId],
  );
  lorry = rows[0]?.id ?? 0;
});
afterAll(() => api.close());

describe('brake tests', () => {
  it('[U-16] says what is missing of a lorry without tests', async () => {
    const brakes = await vehicle();
    expect(brakes).toMatchObject({ state: 'overdue', counted: 0, required: 4, category: 'goods' });
    expect(codes(brakes)).toEqual(['no_test', 'too_few', 'annual_test_missing']);
    expect(brakes.interval).toMatchObject({
      weeks: 6,
      reasons: [{ code: 'age', weeks: 6 }, { code: 'first_use' }],
      state: 'first_use',
    });
  });

  it('assesses tests by the limits, and counts them through the year', async () => {
    for (const days of [330, 240, 150]) {
      expect(await record(days)).toMatchObject({ result: 'met', counts_as_laden: true });
    }
    const below = await record(60, { parking: 12, is_annual_test: true });
    expect(below).toMatchObject({
      result: 'below',
      reasons: ['parking_below'],
      parking: { efficiency: 12, least: 16, is_met: false },
      inspection: null,
      is_competent: false,
    });
    expect(codes(await vehicle())).toEqual(['last_below', 'next_test']);
    await record(59);
    const brakes = await vehicle();
    expect(brakes).toMatchObject({ state: 'in_order', counted: 5, required: 4 });
    expect(brakes.quarters.map(({ tests }: { tests: number }) => tests)).toEqual([1, 1, 1, 2]);
    expect(brakes.tests).toHaveLength(5);
  });

  it('lists the fleet by due date, filters and exports it', async () => {
    const found = await read('/api/brake_tests/vehicles/?search=BR4&state=in_order');
    expect(found.count).toBe(1);
    expect(found.results[0]).toMatchObject({ id: lorry, regime: 'roller', counted: 5 });
    expect((await read('/api/brake_tests/vehicles/?search=BR4&state=overdue')).count).toBe(0);
    const all = await read('/api/brake_tests/vehicles/?ordering=due');
    const dates = all.results.map(({ due_on }: { due_on: string | null }) => due_on ?? '9999');
    expect(dates).toEqual([...dates].sort());
    const file = await api.ask('/api/brake_tests/vehicles/export/?search=BR4&format=csv', {
      as: manager,
      method: 'GET',
    });
    expect(file.status).toBe(200);
    expect(String(file.body)).toContain('BR4 KES');
    expect(String(file.body)).toContain('GMR 5.3a');
  });

  it('refuses a test in the future, and people without the module or the right to write', async () => {
    const path = `/api/brake_tests/vehicles/${lorry}/tests/`;
    const body = { ...laden, tested_at: daysAgo(1) };
    const late = await ask('POST', path, manager, { ...body, tested_at: daysAgo(-1) });
    expect([late.status, Object.keys(late.body.errors)]).toEqual([400, ['tested_at']]);
    expect((await ask('POST', path, reader, body)).status).toBe(403);
    expect((await ask('GET', `/api/brake_tests/vehicles/${lorry}/`, stranger)).status).toBe(403);
    expect((await ask('POST', path, foreign, body)).status).toBe(404);
    expect((await ask('GET', `/api/brake_tests/vehicles/${lorry}/`, foreign)).status).toBe(404);
  });

  it('keeps the print-out, and refuses other files', async () => {
    const { id } = await record(20);
    const kept = await attach(id, PDF);
    expect(kept.status, JSON.stringify(kept.body)).toBe(200);
    const file = await fetch(new URL(kept.body.print_out, api.url));
    expect(file.headers.get('content-type')).toContain('application/pdf');
    expect((await attach(id, Buffer.from('<html>'))).status).toBe(400);
    expect((await attach(id, PDF, foreign)).status).toBe(404);
  });

  it('keeps a test that was entered by mistake, which counts no more', async () => {
    const made = await record(10);
    const path = `/api/brake_tests/${made.id}/void/`;
    const { counted } = await vehicle();
    const body = { reason: 'Wrong vehicle', version: made.version };
    const stale = await ask('PUT', path, manager, { ...body, version: made.version + 5 });
    expect(stale.status).toBe(409);
    const gone = await ask('PUT', path, manager, body);
    expect(gone.body).toMatchObject({ void_reason: 'Wrong vehicle' });
    const after = await vehicle();
    expect(after.counted).toBe(counted - 1);
    expect(after.tests.some(({ id }: { id: number }) => id === made.id)).toBe(true);
    expect((await ask('PUT', path, manager, body)).status).toBe(409);
  });
});

describe('the plan of a vehicle', () => {
  const plan = {
    category: null,
    regime: 'risk_assessment',
    assessment: 'Fixed plant, never laden',
    assessed_by: 'R. Kaur',
    review_on: '2099-01-01',
    licence_weeks: 5,
    use: 'general',
    version: 0,
  };
  const path = () => `/api/brake_tests/vehicles/${lorry}/plan/`;

  it('decides the rule and the interval, and is written once', async () => {
    const bare = await ask('PUT', path(), manager, { ...plan, assessment: ' ' });
    expect([bare.status, Object.keys(bare.body.errors)]).toEqual([400, ['assessment']]);
    const changed = await ask('PUT', path(), manager, plan);
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(codes(changed.body)).toEqual(['assessment_current']);
    expect(changed.body.interval).toMatchObject({ weeks: 5, reasons: [{ code: 'licence' }, {}] });
    expect((await ask('PUT', path(), manager, plan)).status).toBe(409);
    const next = { ...plan, regime: 'ebpms', version: changed.body.plan.version };
    const ebpms = await ask('PUT', path(), manager, next);
    expect(codes(ebpms.body)).toEqual(['ebpms_missing']);
    expect((await ask('PUT', path(), reader, next)).status).toBe(403);
  });

  it('is in the audit log with what changed', async () => {
    const { rows } = await api.services.db.pool.query(
      `select action, subject_kind from audit_entries
       where subject_kind in ('brake_plan', 'brake_test') order by id desc limit 20`,
    );
    expect(rows).toContainEqual({ action: 'changed', subject_kind: 'brake_plan' });
    expect(rows).toContainEqual({ action: 'created', subject_kind: 'brake_test' });
  });

  it('pauses while the vehicle is off the road', async () => {
    const { db } = api.services;
    await db.pool.query(
      `insert into vor_entries (customer_id, vehicle_id, reason, since, set_by)
       values ($1, $2, 'other', now(), 'Test')`,
      [fleet.home.customerId, lorry],
    );
    const brakes = await vehicle();
    expect([brakes.state, brakes.interval.state, codes(brakes)[0]]).toEqual([
      'paused',
      'paused',
      'off_road',
    ]);
    await db.pool.query('delete from vor_entries where vehicle_id = $1', [lorry]);
  });
});

describe('the limits', () => {
  it('are those of the customer once changed, for tests from then on', async () => {
    const before = await read('/api/brake_tests/settings/');
    const goods = { service: 70, secondary: 25, parking: 16 };
    const settings = {
      ...before,
      limits: { ...before.limits, categories: { ...before.limits.categories, goods } },
    };
    const put = (as: number, body: object) => ask('PUT', '/api/brake_tests/settings/', as, body);
    expect((await put(manager, settings)).status).toBe(403);
    const wrong = { ...settings, limits: { ...settings.limits, load_least: 90 } };
    expect((await put(administrator, wrong)).status).toBe(400);
    expect((await put(administrator, settings)).status).toBe(200);
    expect(await record(5)).toMatchObject({ result: 'below', reasons: ['service_below'] });
    const kept = (await vehicle()).tests.filter(
      ({ result }: { result: string }) => result === 'met',
    );
    expect(kept.length).toBeGreaterThan(3);
    expect(
      (await read('/api/brake_tests/settings/', foreign)).limits.categories.goods.service,
    ).toBe(50);
  });
});

describe('the brake test of an inspection', () => {
  const inspect = (fields: object) =>
    sendRecord(api, manager, {
      path: '/safety-inspection/api/inspections/',
      fields: {
        vehicle: lorry,
        inspected_at: daysAgo(2),
        inspector: 'R. Kaur',
        items: [{ name: 'Horn', result: 'ok' }],
        is_roadworthy: true,
        declaration: 'Roadworthy',
        ...fields,
      },
    });
  const tests = async () => (await vehicle()).tests as { id: number; inspection: unknown }[];

  it('is stored with it, gives its brake fields, and is in its history', async () => {
    const axle = { service_left: 2000, service_right: 1900, parking_left: 900, parking_right: 880 };
    const { status, body } = await inspect({
      brake_test: { ...laden, service: null, weight: 5000, axles: [axle] },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.brake_test).toMatchObject({
      result: 'met',
      counts_as_laden: true,
      service: { efficiency: 78 },
      imbalances: [5],
      inspection: { id: body.id },
    });
    expect(body.brakes).toMatchObject({
      method: 'roller',
      is_laden: true,
      service: { efficiency: 78 },
    });
    const stored = (await tests()).find(({ id }) => id === body.brake_test.id);
    expect(stored?.inspection).toEqual({ id: body.id, reference_number: body.reference_number });
    const gone = await ask('PUT', `/api/brake_tests/${body.brake_test.id}/void/`, manager, {
      reason: 'Mistake',
      version: 1,
    });
    expect(gone.status).toBe(409);
  });

  it('comes from the brake fields of a companion app too', async () => {
    const { body } = await inspect({
      brake_method: 'roller',
      brake_laden: true,
      brake_service: 80,
      brake_secondary: 30,
      brake_parking: 20,
    });
    expect(body.brake_test).toMatchObject({
      figures: { method: 'laden_roller', load: null },
      counts_as_laden: true,
      result: 'met',
    });
    expect((await inspect({})).body.brake_test).toBeNull();
  });

  it('has no brake fields if nothing was measured', async () => {
    const { body } = await inspect({
      brake_test: { method: 'risk_assessment', assessment: 'No tester', assessed_by: 'R. Kaur' },
    });
    expect([body.brakes, body.brake_test.result]).toEqual([null, 'not_measured']);
  });

  it('counts no more once the inspection is cancelled', async () => {
    const { body } = await inspect({ status: 3, brake_test: laden });
    const { counted } = await vehicle();
    await api.services.db.pool.query(`update inspection_records set status = '1' where id = $1`, [
      body.id,
    ]);
    expect((await vehicle()).counted).toBe(counted - 1);
  });
});
