import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type TestApi, testApi } from '../../../../test/api.ts';
import { ok } from '../../../../test/ok.ts';
import { limitToDepot, makeUser } from '../../../../test/people.ts';
import { sendRecord } from '../../../../test/record-forms.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let reader: number;
let north: number;
let foreign: number;
let main: number;
let south: number;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, path: string, body?: object, as = manager): Promise<Answer> =>
  api.ask(`/api/${path}`, { as, method, ...(body === undefined ? {} : { body }) });
const ask = (path: string, as = manager) => ok(call('GET', path, undefined, as));

let last = 0;
const make = (more: object = {}) => {
  last += 1;
  return ok(call('POST', 'parts/', { number: `P-${last}`, name: 'Brake pads', ...more }), 201);
};
const move = (part: number, quantity: number, more: object = {}) =>
  call('POST', 'part_movements/', { part, store: main, kind: 'receipt', quantity, ...more });
const stockIn = async (part: number, store: number) =>
  (await ask(`parts/${part}/`)).stock.find(
    (one: { store: { id: number } }) => one.store.id === store,
  );

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const person = (name: string, role: 'MANAGER' | 'READONLY', of = fleet.home.customerId) =>
    makeUser(db, of, `${name}@parts.test`, { role, first_name: name }, ['Defect']);
  manager = await person('Mia', 'MANAGER');
  reader = await person('Rob', 'READONLY');
  north = await person('Nia', 'MANAGER');
  foreign = await person('Foe', 'MANAGER', fleet.away.customerId);
  await limitToDepot(db, north, fleet.north);
  const store = async (name: string, depot: number) =>
    (await ok(call('POST', 'part_stores/', { name, depot }), 201)).id;
  main = await store('Main store', fleet.north);
  south = await store('South store', fleet.south);
});
afterAll(() => api.close());

describe('the catalogue', () => {
  it('stores a part with its suppliers, creates the new ones, and logs each step', async () => {
    const made = await make({
      category: 'brakes',
      barcode: '5012345678900',
      warranty_months: 24,
      suppliers: [
        { supplier: 'Hill Parts', number: 'HP-1', price: 19.9 },
        { supplier: 'Moor Factors', price: 21 },
      ],
    });
    contract.parts.create.answer.parse(made);
    expect(made.suppliers.map((one: { supplier: { name: string } }) => one.supplier.name)).toEqual([
      'Hill Parts',
      'Moor Factors',
    ]);
    const { id, version } = made;
    const body = {
      number: made.number,
      name: 'Front pads',
      suppliers: [{ supplier: 'hill PARTS' }],
    };
    const changed = await ok(call('PUT', `parts/${id}/`, { ...body, version }));
    expect(changed).toMatchObject({ name: 'Front pads', supplier: 'Hill Parts' });
    expect((await call('PUT', `parts/${id}/`, { ...body, version })).status).toBe(409);
    const list = await ask('parts/?search=front');
    contract.parts.list.answer.parse(list);
    expect(list.results).toMatchObject([{ id, quantity: 0, is_short: false }]);
    const { count } = await ask('part_suppliers/?search=hill');
    expect(count).toBe(1);
    const { rows } = await api.services.db.pool.query(
      `select action from audit_entries where subject_kind = 'part' and subject_id = $1 order by id`,
      [String(id)],
    );
    expect(rows.map(({ action }) => action)).toEqual(['created', 'changed']);
  });

  it('has each number and barcode once, and each supplier of a part once', async () => {
    await make({ number: 'ONCE', barcode: '111' });
    const again = (body: object) => call('POST', 'parts/', { name: 'Pads', ...body });
    for (const body of [{ number: 'once' }, { number: 'TWICE', barcode: '111' }]) {
      expect((await again(body)).status).toBe(409);
    }
    const twice = [{ supplier: 'Hill Parts' }, { supplier: 'Hill Parts' }];
    const { status, body } = await again({ number: 'T', suppliers: twice });
    expect([status, Object.keys(body.errors)]).toEqual([400, ['suppliers']]);
  });

  it('refuses to archive what is in stock, and finds what is under a minimum', async () => {
    const part = await make({ name: 'Oil filter', reorder_level: 5 });
    await ok(move(part.id, 5), 201);
    const archive = () => call('POST', 'parts_archive/', { ids: [part.id], archived: true });
    expect((await archive()).body.code).toBe('part.in_stock');
    const short = async () =>
      (await ask('parts/?short=true')).results.map(({ id }: { id: number }) => id);
    expect(await short()).not.toContain(part.id);
    const before = (await ask('part_figures/')).short;
    await ok(move(part.id, -1, { kind: 'adjustment', reason: 'Broken' }), 201);
    expect(await short()).toContain(part.id);
    expect((await ask('part_figures/')).short).toBe(before + 1);
    await ok(move(part.id, -4, { kind: 'adjustment', reason: 'Broken' }), 201);
    expect((await archive()).status).toBe(204);
    const place = { minimum: 2, bin: 'A-12' };
    const other = await make({ name: 'Air filter' });
    const set = await ok(call('PUT', `parts/${other.id}/stock/${main}/`, place));
    expect(set).toMatchObject({ is_short: true });
    expect(await stockIn(other.id, main)).toMatchObject({ ...place, quantity: 0 });
  });
});

describe('the stock', () => {
  it('follows the average cost, and each movement says who, why and what is left', async () => {
    const part = await make();
    await ok(move(part.id, 10, { unit_cost: 5 }), 201);
    await ok(move(part.id, 10, { unit_cost: 7 }), 201);
    await ok(move(part.id, -2, { kind: 'adjustment', reason: 'Lost' }), 201);
    expect(await stockIn(part.id, main)).toMatchObject({ quantity: 18, average_cost: 6 });
    const list = await ask(`part_movements/?part=${part.id}`);
    contract.parts.movements.answer.parse(list);
    expect(list.results).toMatchObject([
      { kind: 'adjustment', quantity: -2, unit_cost: 6, value: -12, balance: 18, reason: 'Lost' },
      { kind: 'receipt', quantity: 10, unit_cost: 7, balance: 20 },
      { kind: 'receipt', quantity: 10, unit_cost: 5, balance: 10 },
    ]);
    expect(list.results[0].created_by).toContain('Mia');
    expect((await ask(`part_movements/${list.results[0].id}/`)).id).toBe(list.results[0].id);
  });

  it('costs what the preferred supplier asks where a receipt names no cost', async () => {
    const part = await make({ suppliers: [{ supplier: 'Hill Parts', price: 0.0125 }] });
    await ok(move(part.id, 200), 201);
    expect(await stockIn(part.id, main)).toMatchObject({ average_cost: 0.0125 });
  });

  it('is transferred with its cost', async () => {
    const part = await make();
    await ok(move(part.id, 4, { unit_cost: 9 }), 201);
    await ok(move(part.id, 3, { kind: 'transfer', to_store: south }), 201);
    expect(await stockIn(part.id, main)).toMatchObject({ quantity: 1, average_cost: 9 });
    expect(await stockIn(part.id, south)).toMatchObject({ quantity: 3, average_cost: 9 });
    const { results } = await ask(`part_movements/?part=${part.id}&kind=transfer`);
    expect(results).toMatchObject([
      { quantity: 3, other_store: 'Main store' },
      { quantity: -3, other_store: 'South store' },
    ]);
  });

  it.each([
    [{ quantity: 0 }, 'quantity'],
    [{ quantity: -1 }, 'quantity'],
    [{ quantity: 1, kind: 'transfer' }, 'to_store'],
    [{ quantity: 1, kind: 'adjustment' }, 'reason'],
    [{ quantity: 1, kind: 'issue' }, 'kind'],
    [{ quantity: 1.0001 }, 'quantity'],
  ])('refuses %j', async (changed, field) => {
    const part = await make();
    const { status, body } = await move(part.id, 1, changed);
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
  });

  it('gives the last piece once to two people at the same moment', async () => {
    const part = await make();
    await ok(move(part.id, 1), 201);
    const take = () => move(part.id, -1, { kind: 'adjustment', reason: 'Taken' });
    const answers = await Promise.all([take(), take(), take(), take()]);
    const left = answers.filter(({ status }) => status !== 201);
    expect(left.map(({ status, body }) => [status, body.code])).toEqual(
      Array(3).fill([409, 'part.not_enough']),
    );
    expect(await stockIn(part.id, main)).toMatchObject({ quantity: 0 });
  });

  it('goes two ways between stores at once without a deadlock', async () => {
    const part = await make();
    await ok(move(part.id, 20), 201);
    await ok(move(part.id, 20, { store: south }), 201);
    const there = { kind: 'transfer', to_store: south };
    const back = { kind: 'transfer', to_store: main, store: south };
    const answers = await Promise.all(
      [there, back, there, back, there, back].map((one) => move(part.id, 1, one)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect(await stockIn(part.id, main)).toMatchObject({ quantity: 20 });
  });

  it('keeps movements: the role of requests may neither change nor delete them', async () => {
    for (const change of ['update part_movements set quantity = 1', 'delete from part_movements']) {
      const client = await api.services.db.pool.connect();
      try {
        await client.query('begin; set local role roadworthy_request');
        await expect(client.query(change)).rejects.toMatchObject({ code: '42501' });
      } finally {
        await client.query('rollback');
        client.release();
      }
    }
  });
});

describe('visibility', () => {
  it('limits stores, stock and movements to the depots of a person', async () => {
    const part = await make({ name: 'Wiper' });
    await ok(move(part.id, 2), 201);
    await ok(move(part.id, 7, { store: south }), 201);
    expect((await ask(`parts/${part.id}/`, north)).quantity).toBe(2);
    expect((await ask(`part_movements/?part=${part.id}`, north)).count).toBe(1);
    expect((await ask('part_stores/', north)).count).toBe(1);
    const body = { part: part.id, store: south, kind: 'receipt', quantity: 1 };
    expect((await call('POST', 'part_movements/', body, north)).status).toBe(404);
    expect((await call('GET', `parts/${part.id}/`, undefined, foreign)).status).toBe(404);
    expect((await ask('parts/', foreign)).count).toBe(0);
    expect((await call('POST', 'part_movements/', { ...body, store: main }, reader)).status).toBe(
      403,
    );
    expect((await ask('parts/?search=wiper', reader)).count).toBe(1);
  });

  it('filters movements by store, depot, kind, day and text, and exports them', async () => {
    const part = await make({ number: 'FIND-ME' });
    await ok(move(part.id, 2), 201);
    await ok(move(part.id, 3, { store: south }), 201);
    const count = async (query: string) =>
      (await ask(`part_movements/?search=find-me&${query}`)).count;
    expect(await count('')).toBe(2);
    expect(await count(`store=${south}`)).toBe(1);
    expect(await count(`depot=${fleet.north}`)).toBe(1);
    expect(await count('kind=issue')).toBe(0);
    expect(await count('start_date=2020-01-01&end_date=2020-01-02')).toBe(0);
    expect(await count('start_date=2020-01-01')).toBe(2);
    const file = await fetch(`${api.url}/api/part_movements/export/?search=find-me&format=csv`, {
      headers: { authorization: `Bearer ${await api.token(manager)}` },
    });
    expect((await file.text()).match(/FIND-ME/g)).toHaveLength(2);
  });
});

describe('a work order', () => {
  const order = async (state: 'estimate' | 'in_progress' = 'in_progress') => {
    const body = { vehicle: fleet.vehicles.n1.vehicleId, title: 'Brakes' };
    let one = await ok(call('POST', 'work_orders/', body), 201);
    if (state === 'estimate') return one;
    for (const step of ['submit', 'start']) one = await ok(stepOf(one, step));
    return one;
  };
  type Order = { id: number; version: number };
  const stepOf = ({ id, version }: Order, step: string, note?: string) =>
    sendRecord(api, manager, {
      path: `/api/work_orders/${id}/steps/`,
      fields: { step, version, ...(note === undefined ? {} : { note }) },
    });
  const addLine = ({ id, version }: Order, fields: object) =>
    sendRecord(api, manager, {
      path: `/api/work_orders/${id}/lines/`,
      fields: { version, kind: 'part', description: 'Pads', unit_price: 0, ...fields },
    });
  const issue = ({ id, version }: Order, line: number) =>
    call('POST', `work_orders/${id}/lines/${line}/issue/`, { version });

  it('takes parts at their cost, which counts once, and completes only with issued ones', async () => {
    const part = await make();
    await ok(move(part.id, 5, { unit_cost: 40.333 }), 201);
    const start = await order();
    const planned = await ok(addLine(start, { part: part.id, store: main, quantity: 2 }));
    expect(planned.lines[0]).toMatchObject({
      part: { id: part.id },
      store: { id: main, name: 'Main store' },
      issued_at: null,
    });
    expect(planned.total).toBe(0);
    const early = await stepOf(planned, 'complete', 'Fitted');
    expect([early.status, early.body.code]).toEqual([409, 'work_order.parts_not_issued']);
    expect(early.body.detail).toContain(part.number);
    const issued = await ok(issue(planned, planned.lines[0].id));
    expect(issued).toMatchObject({ parts_cost: 80.67, total: 80.67 });
    expect(issued.lines[0]).toMatchObject({ unit_price: 40.33, net: 80.67 });
    expect(issued.lines[0].issued_at).not.toBeNull();
    expect(await stockIn(part.id, main)).toMatchObject({ quantity: 3 });
    const { results } = await ask(`part_movements/?work_order=${start.id}`);
    expect(results).toMatchObject([{ kind: 'issue', quantity: -2, work_order: { id: start.id } }]);
    expect((await issue(issued, issued.lines[0].id)).body.code).toBe('work_order.line_issued');
    await ok(stepOf(issued, 'complete', 'Fitted'));
  });

  it('returns the part of a removed line, and of a cancelled order, at the cost of its issue', async () => {
    const part = await make();
    await ok(move(part.id, 3, { unit_cost: 10 }), 201);
    let one = await order();
    for (const _ of [1, 2]) {
      one = await ok(addLine(one, { part: part.id, store: main, quantity: 1 }));
      one = await ok(issue(one, one.lines.at(-1).id));
    }
    await ok(move(part.id, 1, { unit_cost: 30 }), 201);
    const [line] = one.lines;
    one = await ok(
      call('DELETE', `work_orders/${one.id}/lines/${line.id}/?version=${one.version}`),
    );
    expect(one.total).toBe(10);
    expect(await stockIn(part.id, main)).toMatchObject({ quantity: 3, average_cost: 16.6667 });
    one = await ok(stepOf(one, 'cancel', 'Sold'));
    expect(one.lines[0].issued_at).toBeNull();
    expect(await stockIn(part.id, main)).toMatchObject({ quantity: 4 });
  });

  it('takes back some of an issued part at the cost of its issue, and no more than it had', async () => {
    const part = await make();
    await ok(move(part.id, 5, { unit_cost: 3.333 }), 201);
    let one = await order();
    one = await ok(addLine(one, { part: part.id, store: main, quantity: 5 }));
    const giveBack = (quantity: number) =>
      call('POST', `work_orders/${one.id}/lines/${one.lines[0].id}/return/`, {
        version: one.version,
        quantity,
      });
    expect((await giveBack(1)).body.code).toBe('work_order.line_not_issued');
    one = await ok(issue(one, one.lines[0].id));
    expect(one.total).toBe(16.67);
    await ok(move(part.id, 1, { unit_cost: 9 }), 201);
    for (const [quantity, left, total] of [
      [1, 4, 13.33],
      [1.5, 2.5, 8.33],
    ] as const) {
      one = await ok(giveBack(quantity));
      expect(one).toMatchObject({ total, parts_cost: total, lines: [{ quantity: left }] });
    }
    expect(one.lines[0].returned_quantity).toBe(2.5);
    // (9 + 2.5 × 3.333) ÷ 3.5
    expect(await stockIn(part.id, main)).toMatchObject({ quantity: 3.5, average_cost: 4.9521 });
    const beyond = await giveBack(2.501);
    expect([beyond.status, beyond.body.error_codes.quantity]).toEqual([
      400,
      ['work_order.return_too_many'],
    ]);
    one = await ok(giveBack(2.5));
    expect(one).toMatchObject({ total: 0, lines: [{ quantity: 0, returned_quantity: 5 }] });
    // Nothing is left to return with the line.
    await ok(stepOf(one, 'cancel', 'Sold'));
    expect(await stockIn(part.id, main)).toMatchObject({ quantity: 6 });
  });

  it('says that a part is under warranty on its vehicle, until its months are over', async () => {
    const part = await make({ warranty_months: 12 });
    await ok(move(part.id, 9, { unit_cost: 20 }), 201);
    const fit = async (vehicle = fleet.vehicles.n1.vehicleId) => {
      const body = { vehicle, title: 'Pump' };
      let one = await ok(call('POST', 'work_orders/', body), 201);
      for (const step of ['submit', 'start']) one = await ok(stepOf(one, step));
      one = await ok(addLine(one, { part: part.id, store: main, quantity: 2 }));
      return ok(issue(one, one.lines[0].id));
    };
    const first = await fit();
    expect(first.lines[0].under_warranty).toBeNull();
    expect((await fit(fleet.vehicles.s1.vehicleId)).lines[0].under_warranty).toBeNull();
    const second = await fit();
    expect(second.lines[0].under_warranty).toMatchObject({
      work_order: { id: first.id, reference_number: first.reference_number },
    });
    expect((await ask(`work_orders/${first.id}/`)).lines[0].under_warranty).toBeNull();
    await api.services.db.pool.query(
      `update work_order_lines set issued_at = now() - interval '12 months 1 day'
       where work_order_id = $1`,
      [first.id],
    );
    expect((await ask(`work_orders/${second.id}/`)).lines[0].under_warranty).toBeNull();
  });

  it('changes nothing of an issued line that is booked, and issues nothing before approval', async () => {
    const part = await make();
    await ok(move(part.id, 1, { unit_cost: 10 }), 201);
    const estimate = await order('estimate');
    let one = await ok(addLine(estimate, { part: part.id, store: main, quantity: 1 }));
    expect((await issue(one, one.lines[0].id)).body.code).toBe('work_order.issue_not_approved');
    for (const step of ['submit', 'start']) one = await ok(stepOf(one, step));
    one = await ok(issue(one, one.lines[0].id));
    const change = (fields: object) =>
      sendRecord(api, manager, {
        path: `/api/work_orders/${one.id}/lines/${one.lines[0].id}/`,
        method: 'PUT',
        fields: {
          version: one.version,
          kind: 'part',
          description: 'Front pads',
          quantity: 1,
          unit_price: 10,
          part: part.id,
          store: main,
          ...fields,
        },
      });
    expect((await change({ quantity: 2 })).body.code).toBe('work_order.line_issued');
    expect((await ok(change({}))).lines[0]).toMatchObject({ description: 'Front pads', net: 10 });
  });

  it('gives the last piece to one of two orders that ask at once', async () => {
    const part = await make();
    await ok(move(part.id, 1), 201);
    const orders = await Promise.all([order(), order()]);
    const lines = await Promise.all(
      orders.map((one) => ok(addLine(one, { part: part.id, store: main, quantity: 1 }))),
    );
    const answers = await Promise.all(lines.map((one) => issue(one, one.lines[0].id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await stockIn(part.id, main)).toMatchObject({ quantity: 0 });
  });

  it('asks for part and store together, on a line of a part', async () => {
    const part = await make();
    const one = await order();
    const faults = async (fields: object) => Object.keys((await addLine(one, fields)).body.errors);
    expect(await faults({ part: part.id })).toEqual(['store']);
    expect(await faults({ store: main })).toEqual(['part']);
    expect(await faults({ kind: 'labour', part: part.id, store: main })).toEqual(['part']);
  });
});
