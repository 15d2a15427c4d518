import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, TestApi } from '../../../../test/api.ts';
import { testApi } from '../../../../test/api.ts';
import { ok } from '../../../../test/ok.ts';
import { makeUser } from '../../../../test/people.ts';
import { readPdf } from '../../../../test/read-pdf.ts';
import {
  photographs,
  type SentRecord,
  sendRecord,
  signaturePng,
} from '../../../../test/record-forms.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { PDF } from '../../../../test/vehicle-documents.ts';

let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let technician: number;
let driver: number;
let administrator: number;
let vehicle: number;
let repairer: number;

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  vehicle = fleet.vehicles.n1.vehicleId;
  const person = (name: string, role: 'ADMIN' | 'MANAGER' | 'USER' | 'DRIVER') =>
    makeUser(db, fleet.home.customerId, `${name}@orders.test`, { role, first_name: name }, [
      'Defect',
      'VOR',
    ]);
  administrator = await person('Ada', 'ADMIN');
  manager = await person('Mia', 'MANAGER');
  technician = await person('Tom', 'USER');
  driver = await person('Dan', 'DRIVER');
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into repairers (customer_id, name, email)
     values ($1, 'Hill Garage', 'desk@hill.test') returning id`,
    [fleet.home.customerId],
  );
  repairer = rows[0]?.id ?? 0;
  const { status, body } = await call('PUT', '/api/work_order_settings/', administrator, {
    bays: ['Bay 1', 'Bay 2'],
    labour_rate: 65,
    role_limits: { MANAGER: 500, USER: 0 },
    user_limits: [],
    version: 0,
  });
  expect(status, JSON.stringify(body)).toBe(200);
});
afterAll(() => api.close());

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  as: number | null,
  body?: object,
): Promise<Answer> =>
  api.ask(path, {
    ...(as === null ? {} : { as }),
    method,
    ...(body === undefined ? {} : { body }),
  });
const send = (as: number | null, path: string, fields: object, more: Partial<SentRecord> = {}) =>
  sendRecord(api, as, { path, fields: { ...fields }, ...more });

const create = (more: object = {}, as = manager) =>
  ok(call('POST', '/api/work_orders/', as, { vehicle, title: 'Brakes', ...more }), 201);
const read = (id: number, as = manager) => ok(call('GET', `/api/work_orders/${id}/`, as));
const line = async (id: number, fields: object, as = manager, more: Partial<SentRecord> = {}) => {
  const { version } = await read(id, as);
  return send(as, `/api/work_orders/${id}/lines/`, { version, kind: 'labour', ...fields }, more);
};
const LABOUR = { description: 'Replace pads', quantity: 2, unit_price: 65 };
const step = async (id: number, name: string, as = manager, more: object = {}) => {
  const { version } = await read(id);
  return send(as, `/api/work_orders/${id}/steps/`, { step: name, version, ...more });
};

async function defect(states: readonly string[], severity = 'minor') {
  const items = [{ name: 'Brakes', area: 'brakes', severity, finding: 'Pads worn' }];
  const made = await ok(send(manager, '/defect/api/defects/', { vehicle, items }), 201);
  let one = made;
  for (const name of states) {
    const more = name === 'assign' ? { repairer: 'Tom' } : { note: 'Seen' };
    one = await ok(
      send(manager, `/defect/api/defects/${made.id}/steps/`, {
        step: name,
        version: one.version,
        ...more,
      }),
    );
  }
  return one;
}
const defectNow = (id: number) => ok(call('GET', `/defect/api/defects/${id}/`, manager));

describe('a work order', () => {
  it('goes from the estimate to the invoice, within the limit of its manager', async () => {
    const order = await create({ bay: 'Bay 1', technicians: ['Tom'], due_on: '2026-12-24' });
    expect(order).toMatchObject({
      reference_number: `WO-${String(order.id).padStart(6, '0')}`,
      state: 'estimate',
      source: 'manual',
      total: 0,
      own_limit: 500,
      next_steps: ['submit', 'cancel'],
    });
    await ok(line(order.id, LABOUR));
    const parts = { kind: 'part', description: 'Pads', quantity: 1.5, unit_price: 40.33 };
    expect(await ok(line(order.id, parts))).toMatchObject({
      labour_cost: 130,
      parts_cost: 60.5,
      total: 190.5,
    });
    const approved = await ok(step(order.id, 'submit'));
    expect(approved).toMatchObject({
      state: 'approved',
      approved_total: 190.5,
      approved: { by: expect.stringContaining('Mia') },
    });
    await ok(step(order.id, 'start', technician));
    const refused = await step(order.id, 'complete', technician);
    expect([refused.status, refused.body.errors.note]).toEqual([400, [expect.any(String)]]);
    const done = await ok(
      send(
        technician,
        `/api/work_orders/${order.id}/steps/`,
        { step: 'complete', version: (await read(order.id)).version, note: 'New pads fitted' },
        { photos: await photographs(2), signature: await signaturePng() },
      ),
    );
    expect(done).toMatchObject({
      state: 'done',
      completed: { note: 'New pads fitted' },
      left: [],
      signature: expect.any(String),
    });
    expect(done.photographs).toHaveLength(2);
    expect((await step(order.id, 'invoice', technician)).status).toBe(403);
    const invoiced = await ok(step(order.id, 'invoice'));
    expect(invoiced).toMatchObject({ state: 'invoiced', next_steps: [], may_change: false });
    expect(invoiced.trail.map(({ action }: { action: string }) => action)).toEqual([
      'created',
      'line',
      'line',
      'approve',
      'start',
      'complete',
      'invoice',
    ]);
    expect((await line(order.id, LABOUR)).body.code).toBe('work_order.closed');
    const { months } = await ok(call('GET', `/api/work_order_costs/?vehicle=${vehicle}`, manager));
    expect(months[0]).toMatchObject({
      orders: 1,
      labour_cost: 130,
      parts_cost: 60.5,
      total: 190.5,
    });
  });

  it('waits for a person with a higher limit, who may refuse it with a reason', async () => {
    const order = await create({}, technician);
    await ok(line(order.id, { ...LABOUR, quantity: 10 }, technician));
    expect(await ok(step(order.id, 'submit', technician))).toMatchObject({
      state: 'awaiting_approval',
      needs_approval: true,
      next_steps: [],
    });
    const above = await step(order.id, 'approve', manager);
    expect([above.status, above.body.code]).toEqual([403, 'work_order.above_limit']);
    const list = async (as: number) =>
      (await ok(call('GET', '/api/work_orders/?to_approve=true', as))).results.map(
        ({ id }: { id: number }) => id,
      );
    expect(await list(manager)).not.toContain(order.id);
    expect(await list(administrator)).toContain(order.id);
    expect((await step(order.id, 'refuse', manager)).status).toBe(400);
    const refused = await ok(step(order.id, 'refuse', manager, { note: 'Ask another garage' }));
    expect(refused.state).toBe('estimate');
    expect(refused.trail.at(-1)).toMatchObject({ action: 'refuse', note: 'Ask another garage' });
    await ok(step(order.id, 'submit', technician));
    expect(await ok(step(order.id, 'approve', administrator))).toMatchObject({
      state: 'approved',
      approved_total: 650,
    });
  });

  it('takes the limit of the person before that of the role', async () => {
    const path = '/api/work_order_settings/';
    const settings = await ok(call('GET', path, administrator));
    const body = {
      bays: settings.bays,
      labour_rate: settings.labour_rate,
      role_limits: settings.role_limits,
      version: settings.version,
    };
    const limits = [{ user: technician, limit: 100 }];
    const changed = await ok(call('PUT', path, administrator, { ...body, user_limits: limits }));
    const order = await create({}, technician);
    expect(order.own_limit).toBe(100);
    await ok(line(order.id, { ...LABOUR, quantity: 1 }, technician));
    expect((await ok(step(order.id, 'submit', technician))).state).toBe('approved');
    expect((await call('PUT', path, administrator, { ...body, user_limits: [] })).status).toBe(409);
    expect((await call('PUT', path, manager, { ...body, user_limits: [] })).status).toBe(403);
    const foreign = [{ user: fleet.people.foreign, limit: 1 }];
    const now = { ...body, version: changed.version, user_limits: foreign };
    expect((await call('PUT', path, administrator, now)).body.code).toBe(
      'work_order.person_unknown',
    );
    await ok(call('PUT', path, administrator, { ...now, user_limits: [] }));
  });

  it('needs approval again when the lines grow, before it is invoiced', async () => {
    const order = await create();
    await ok(line(order.id, LABOUR));
    await ok(step(order.id, 'submit'));
    await ok(step(order.id, 'start'));
    const invoice = {
      kind: 'external',
      description: 'Machining',
      unit_price: 900,
      vat: 180,
      invoice_number: 'A-17',
    };
    const without = await line(order.id, { ...invoice, invoice_number: undefined });
    expect(without.body.errors.invoice_number).toHaveLength(1);
    const grown = await ok(line(order.id, invoice, manager, { document: PDF }));
    expect(grown).toMatchObject({ total: 1030, needs_approval: true, state: 'in_progress' });
    expect(grown.lines[1]).toMatchObject({ document: expect.any(String), vat: 180 });
    await ok(step(order.id, 'complete', manager, { note: 'Done' }));
    expect((await step(order.id, 'invoice')).body.code).toBe('work_order.above_approved');
    await ok(step(order.id, 'approve', administrator));
    await ok(step(order.id, 'invoice'));
  });

  it('is not changed by a stale version, and not twice by a repeated request', async () => {
    const order = await create();
    const fields = { step: 'submit', version: order.version };
    const path = `/api/work_orders/${order.id}/steps/`;
    const first = await ok(send(manager, path, fields, { key: 'same-step' }));
    const again = await ok(send(manager, path, fields, { key: 'same-step' }));
    expect(again.version).toBe(first.version);
    expect((await send(manager, path, { ...fields, step: 'start' })).status).toBe(409);
    const body = { version: order.version, title: 'Other' };
    expect((await call('PATCH', `/api/work_orders/${order.id}/`, manager, body)).status).toBe(409);
  });

  it('is closed to drivers and to other customers', async () => {
    const order = await create();
    expect((await call('GET', `/api/work_orders/${order.id}/`, driver)).status).toBe(403);
    const { foreign } = fleet.people;
    expect((await call('GET', `/api/work_orders/${order.id}/`, foreign)).status).not.toBe(200);
    const { results } = await ok(call('GET', '/api/work_orders/', manager));
    expect(results.map(({ id }: { id: number }) => id)).toContain(order.id);
  });

  it('counts what a warranty paid back', async () => {
    const order = await create();
    const claimed = await ok(
      line(order.id, { ...LABOUR, warranty_state: 'claimed', warranty_amount: 100 }),
    );
    expect(claimed).toMatchObject({ has_warranty: true, recovered: 0 });
    const [{ id }] = claimed.lines;
    const path = `/api/work_orders/${order.id}/lines/${id}/`;
    const fields = { version: claimed.version, kind: 'labour', ...LABOUR };
    const accepted = await ok(
      send(
        manager,
        path,
        { ...fields, warranty_state: 'accepted', warranty_amount: 80 },
        { method: 'PUT' },
      ),
    );
    expect(accepted).toMatchObject({ recovered: 80, total: 130 });
    const removed = await ok(call('DELETE', `${path}?version=${accepted.version}`, manager));
    expect(removed).toMatchObject({ total: 0, recovered: 0, has_warranty: false, lines: [] });
  });

  it('is a document with its lines, hours and defects', async () => {
    const { id: defectId, reference_number: number } = await defect([]);
    const order = await create({ title: 'Brake service', defects: [defectId] });
    await ok(line(order.id, LABOUR));
    const answer = await fetch(`${api.url}/api/work_orders/${order.id}/pdf/`, {
      headers: { authorization: `Bearer ${await api.token(manager)}` },
    });
    const { text } = await readPdf({ bytes: new Uint8Array(await answer.arrayBuffer()) });
    for (const part of ['Work order', order.reference_number, 'Brake service', number, '£130.00']) {
      expect(text).toContain(part);
    }
  });
});

describe('the defects of a work order', () => {
  it('are assigned when work starts, and repaired with their share of the cost', async () => {
    const one = await defect(['verify'], 'dangerous');
    const two = await defect(['verify', 'assign']);
    const unverified = await defect([]);
    const order = await create({
      defects: [one.id, two.id, unverified.id],
      place: 'repairer',
      repairer,
      due_on: '2026-12-24',
    });
    expect(order).toMatchObject({ source: 'defect', repairer: 'Hill Garage' });
    await ok(line(order.id, { ...LABOUR, quantity: 1, unit_price: 100.01 }));
    const part = { kind: 'part', description: 'Pads', quantity: 1, unit_price: 50 };
    await ok(line(order.id, { ...part, defect: one.id }));
    await ok(step(order.id, 'submit'));
    await ok(step(order.id, 'start'));
    expect(await defectNow(one.id)).toMatchObject({
      state: 'assigned',
      repairer: 'Hill Garage',
      off_road: [{ repairer: { name: 'Hill Garage' } }],
    });
    const done = await ok(step(order.id, 'complete', manager, { note: 'Pads replaced' }));
    expect(done.left).toEqual([
      { id: unverified.id, reference_number: unverified.reference_number },
    ]);
    expect(await defectNow(one.id)).toMatchObject({
      state: 'repaired',
      labour_cost: 50.01,
      parts_cost: 50,
      job_number: order.reference_number,
      repaired: { note: 'Pads replaced' },
    });
    expect(await defectNow(two.id)).toMatchObject({ state: 'repaired', cost: 50 });
    expect((await defectNow(unverified.id)).state).toBe('reported');
    const list = await ok(call('GET', `/api/work_orders/?defect=${one.id}`, manager));
    expect(list.results.map(({ id }: { id: number }) => id)).toEqual([order.id]);
  });

  it('follow the lines of a completed order: added, changed and removed', async () => {
    const one = await defect(['verify', 'assign']);
    const two = await defect(['verify', 'assign']);
    const order = await create({ defects: [one.id, two.id] });
    await ok(line(order.id, { ...LABOUR, quantity: 1, unit_price: 100 }));
    await ok(step(order.id, 'submit'));
    await ok(step(order.id, 'start'));
    await ok(step(order.id, 'complete', manager, { note: 'Pads replaced' }));
    const costs = async () => [(await defectNow(one.id)).cost, (await defectNow(two.id)).cost];
    expect(await costs()).toEqual([50, 50]);
    // Two is signed off: its figures follow as well, so that the shares add up to the cost of the order.
    await api.services.db.pool.query(
      `update defect_records set signed_off_at = now(), signed_off_by = 'Mia' where id = $1`,
      [two.id],
    );
    expect((await defectNow(two.id)).state).toBe('signed_off');
    const invoice = { description: 'Pads', quantity: 1, unit_price: 31, defect: two.id };
    const added = await ok(line(order.id, { ...invoice, kind: 'part' }));
    expect(await costs()).toEqual([50, 81]);
    const [labour, part] = added.lines;
    const path = (id: number) => `/api/work_orders/${order.id}/lines/${id}/`;
    const changed = await ok(
      send(
        manager,
        path(labour.id),
        { ...LABOUR, kind: 'labour', version: added.version, quantity: 1, unit_price: 61.01 },
        { method: 'PUT' },
      ),
    );
    expect(await costs()).toEqual([30.51, 61.5]);
    await ok(call('DELETE', `${path(part.id)}?version=${changed.version}`, manager));
    expect(await costs()).toEqual([30.51, 30.5]);
    const { trail } = await defectNow(two.id);
    expect(trail.at(-1)).toMatchObject({
      action: 'cost',
      changes: [{ field: 'parts_cost', before: '31.00', after: '0.00' }],
    });
    // A defect that is sent back keeps what it cost: the next repair enters the total.
    const { version } = await defectNow(one.id);
    await ok(
      send(manager, `/defect/api/defects/${one.id}/steps/`, {
        step: 'return',
        version,
        note: 'Leaks',
      }),
    );
    await ok(line(order.id, { ...invoice, defect: undefined, kind: 'part' }));
    expect(await costs()).toEqual([30.51, 92.01]);
  });

  it('are of the vehicle, open, and in one open order', async () => {
    const { id } = await defect([]);
    const order = await create({ defects: [id] });
    const make = (body: object) =>
      call('POST', '/api/work_orders/', manager, { vehicle, title: 'Again', ...body });
    expect((await make({ defects: [id] })).body.code).toBe('work_order.defect_taken');
    const other = { vehicle: fleet.vehicles.s1.vehicleId, defects: [id] };
    expect((await make(other)).body.code).toBe('work_order.defect_unknown');
    await ok(step(order.id, 'cancel', manager, { note: 'Not needed' }));
    await ok(make({ defects: [id] }) as Promise<Answer>, 201);
  });
});

describe('the hours of technicians', () => {
  it('run on one order at a time, and are corrected with a reason', async () => {
    const start = async () => {
      const order = await create();
      const early = await call('POST', `/api/work_orders/${order.id}/clock/`, technician, {
        is_running: true,
      });
      expect(early.body.code).toBe('work_order.not_in_progress');
      await ok(step(order.id, 'submit'));
      await ok(step(order.id, 'start'));
      return order.id as number;
    };
    const clock = (id: number, isRunning: boolean) =>
      ok(call('POST', `/api/work_orders/${id}/clock/`, technician, { is_running: isRunning }));
    const [one, two] = [await start(), await start()];
    expect(await clock(one, true)).toMatchObject({
      is_clock_running: true,
      times: [{ ended_at: null, name: expect.stringContaining('Tom') }],
    });
    await clock(one, true);
    expect((await clock(two, true)).times).toHaveLength(1);
    const stopped = await read(one, technician);
    expect(stopped).toMatchObject({ is_clock_running: false });
    expect(stopped.times).toHaveLength(1);
    const [{ id: time }] = stopped.times;
    const path = `/api/work_orders/${one}/times/${time}/`;
    const body = {
      started_at: '2026-06-01T08:00:00Z',
      ended_at: '2026-06-01T09:30:00Z',
      reason: 'Forgot to start',
    };
    const corrected = await ok(call('PUT', path, technician, body));
    expect(corrected.times[0]).toMatchObject({
      started_at: body.started_at,
      ended_at: body.ended_at,
    });
    expect(corrected.trail.at(-1)).toMatchObject({ action: 'time', note: 'Forgot to start' });
    const wrong = { ...body, ended_at: '2026-06-01T07:00:00Z' };
    expect((await call('PUT', path, technician, wrong)).status).toBe(400);
    // Completion stops the clock.
    await ok(step(two, 'complete', manager, { note: 'Done' }));
    expect((await read(two)).times[0].ended_at).not.toBeNull();
  });
});

describe('the board of the workshop', () => {
  it('shows planned orders of the days, and those that wait for a day', async () => {
    const planned = await create({
      planned_at: '2027-03-02T08:00:00Z',
      planned_minutes: 90,
      bay: 'Bay 2',
    });
    const waiting = await create({ due_on: '2020-01-01' });
    const outside = await create({ place: 'repairer', repairer });
    const board = (days: string) => call('GET', `/api/work_order_board/?${days}`, manager);
    const {
      bays,
      planned: shown,
      unplanned,
    } = await ok(board('start_date=2027-03-01&end_date=2027-03-07'));
    const ids = (orders: { id: number }[]) => orders.map(({ id }) => id);
    expect(bays).toEqual(['Bay 1', 'Bay 2']);
    expect(ids(shown)).toEqual([planned.id]);
    expect(ids(unplanned)).toContain(waiting.id);
    expect(ids(unplanned)).not.toContain(outside.id);
    const { version } = planned;
    const moved = await ok(
      call('PATCH', `/api/work_orders/${planned.id}/`, manager, {
        version,
        bay: 'Bay 1',
        planned_at: '2027-03-10T08:00:00Z',
      }),
    );
    expect(moved.trail.at(-1).changes).toHaveLength(2);
    expect((await ok(board('start_date=2027-03-01&end_date=2027-03-07'))).planned).toEqual([]);
    expect((await board('start_date=2027-03-01&end_date=2027-04-07')).status).toBe(400);
  });
});
