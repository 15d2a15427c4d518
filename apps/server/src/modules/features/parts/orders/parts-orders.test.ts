import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type TestApi, testApi } from '../../../../../test/api.ts';
import { ok } from '../../../../../test/ok.ts';
import { makeUser } from '../../../../../test/people.ts';
import { readPdf } from '../../../../../test/read-pdf.ts';
import { type TrackedFleet, trackedFleet } from '../../../../../test/tracked-fleet.ts';
import { composeOrderMail } from './parts-orders-mail.ts';

let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let reader: number;
let store: number;
let supplier: number;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, path: string, body?: object, as = manager): Promise<Answer> =>
  api.ask(`/api/${path}`, { as, method, ...(body === undefined ? {} : { body }) });

let last = 0;
const part = async (more: object = {}) => {
  last += 1;
  const suppliers = [{ supplier, number: `HP-${last}`, price: 12.5 }];
  const body = { number: `Q-${last}`, name: 'Filter', suppliers, ...more };
  return ok(call('POST', 'parts/', body), 201);
};
const draft = (lines: readonly object[]) =>
  ok(call('POST', 'part_orders/', { supplier, store, lines }), 201);
type Order = { id: number; version: number; lines: { id: number }[] };
const order = ({ id, version }: Order, more: object = {}) =>
  call('POST', `part_orders/${id}/order/`, { version, ...more });
const receive = ({ id, version }: Order, lines: readonly object[]) =>
  call('POST', `part_orders/${id}/receipts/`, { version, reason: 'D-77', lines });

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const person = (name: string, role: 'MANAGER' | 'READONLY') =>
    makeUser(db, fleet.home.customerId, `${name}@orders.test`, { role, first_name: name }, [
      'Defect',
    ]);
  manager = await person('Mia', 'MANAGER');
  reader = await person('Rob', 'READONLY');
  store = (await ok(call('POST', 'part_stores/', { name: 'Main', depot: fleet.north }), 201)).id;
  const body = { name: 'Hill Parts', email: 'orders@hill.test' };
  supplier = (await ok(call('POST', 'part_suppliers/', body), 201)).id;
});
afterAll(() => api.close());

describe('a purchase order', () => {
  it('goes from the draft over two receipts to its end, and fills the stock at its prices', async () => {
    const [one, two] = [await part(), await part()];
    let made = await draft([
      { part: one.id, quantity: 10 },
      { part: two.id, quantity: 4, unit_price: 20 },
    ]);
    contract.partOrders.create.answer.parse(made);
    expect(made).toMatchObject({
      reference_number: `PO-${String(made.id).padStart(6, '0')}`,
      state: 'draft',
      total: 205,
      next_steps: ['change', 'order', 'cancel'],
    });
    expect((await receive(made, [{ line: made.lines[0].id, quantity: 1 }])).status).toBe(409);
    made = await ok(order(made, { email: 'orders@hill.test' }));
    expect(made).toMatchObject({ state: 'ordered', mailed_to: 'orders@hill.test' });
    const [first, second] = made.lines;
    const partly = await ok(receive(made, [{ line: first.id, quantity: 6, unit_cost: 13 }]));
    expect(partly).toMatchObject({ state: 'partly_received', lines: [{ received: 6 }, {}] });
    // The same request again names an old version, and receives nothing.
    expect((await receive(made, [{ line: first.id, quantity: 6 }])).status).toBe(409);
    const tooMany = await receive(partly, [{ line: first.id, quantity: 5 }]);
    expect([tooMany.status, Object.keys(tooMany.body.errors)]).toEqual([400, ['lines']]);
    const all = [
      { line: first.id, quantity: 4 },
      { line: second.id, quantity: 4 },
    ];
    const done = await ok(receive(partly, all));
    expect(done).toMatchObject({ state: 'received', next_steps: [] });
    const { stock } = await ok(call('GET', `parts/${one.id}/`));
    expect(stock[0]).toMatchObject({ quantity: 10, average_cost: 12.8 });
    const { results } = await ok(call('GET', `part_movements/?purchase_order=${made.id}`));
    expect(results).toHaveLength(3);
    expect(results[0]).toMatchObject({
      kind: 'receipt',
      reason: 'D-77',
      purchase_order: { id: made.id },
    });
  });

  it('is sent to the supplier as PDF in the chosen language', async () => {
    const one = await part({ name: 'Air filter' });
    const made = await draft([{ part: one.id, quantity: 2 }]);
    await ok(order(made, { email: 'orders@hill.test', language: 'pt' }));
    const { rows } = await api.services.db.pool.query(
      `select target, queue, content from deliveries where kind = 'purchase_order' order by id desc limit 1`,
    );
    expect(rows[0]).toMatchObject({ target: 'orders@hill.test', queue: 'documents' });
    const { db, files } = api.services;
    const message = await db.asSystem((trx) =>
      composeOrderMail(trx, files, rows[0].target, rows[0].content),
    );
    if (message.channel !== 'email') throw new Error('This is no mail');
    expect(message.mail.subject).toContain(made.reference_number);
    const content = message.attachments?.[0]?.content as Buffer;
    const { text } = await readPdf({ bytes: new Uint8Array(content) });
    expect(text).toContain('Air filter');
    expect(text).toContain(`HP-${last}`);
    expect(text).toContain('Encomenda');
  });

  it('changes only as a draft, and is cancelled at any time before its end', async () => {
    const one = await part();
    const made = await draft([{ part: one.id, quantity: 2 }]);
    const body = { supplier, store, lines: [{ part: one.id, quantity: 3 }] };
    const put = (version: number) => call('PUT', `part_orders/${made.id}/`, { ...body, version });
    const changed = await ok(put(made.version));
    expect(changed.lines).toMatchObject([{ quantity: 3, unit_price: 12.5 }]);
    expect((await put(made.version)).status).toBe(409);
    const ordered = await ok(order(changed));
    expect((await put(ordered.version)).body.code).toBe('part.order_state_wrong');
    const { id, version } = ordered;
    const cancelled = await ok(call('POST', `part_orders/${id}/cancel/`, { version }));
    expect(cancelled.state).toBe('cancelled');
    expect((await receive(cancelled, [{ line: changed.lines[0].id, quantity: 1 }])).status).toBe(
      409,
    );
    const { rows } = await api.services.db.pool.query(
      `select action from audit_entries where subject_kind = 'purchase_order' and subject_id = $1
       order by id`,
      [String(id)],
    );
    expect(rows.map(({ action }) => action)).toEqual(['created', 'changed', 'changed', 'changed']);
  });

  it('receives once of two people who receive at the same moment', async () => {
    const one = await part();
    const made = await ok(order(await draft([{ part: one.id, quantity: 2 }])));
    const lines = [{ line: made.lines[0].id, quantity: 2 }];
    const answers = await Promise.all([receive(made, lines), receive(made, lines)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { stock } = await ok(call('GET', `parts/${one.id}/`));
    expect(stock[0].quantity).toBe(2);
  });

  it('is listed, filtered, exported and read as PDF by people who may only read', async () => {
    const list = await ok(call('GET', 'part_orders/?state=open', undefined, reader));
    contract.partOrders.list.answer.parse(list);
    expect(list.results.every(({ state }: { state: string }) => state !== 'received')).toBe(true);
    const received = await ok(call('GET', 'part_orders/?state=received', undefined, reader));
    const [{ id }] = received.results;
    const get = async (path: string) =>
      fetch(`${api.url}/api/${path}`, {
        headers: { authorization: `Bearer ${await api.token(reader)}` },
      });
    const pdf = await get(`part_orders/${id}/pdf/`);
    const { text } = await readPdf({ bytes: new Uint8Array(await pdf.arrayBuffer()) });
    expect(text).toContain('Hill Parts');
    const csv = await (await get('part_orders/export/?format=csv')).text();
    expect(csv).toContain('PO-00000');
    const refused = await call('POST', 'part_orders/', { supplier, store, lines: [] }, reader);
    expect(refused.status).toBe(403);
  });
});

describe('the proposal', () => {
  it('drafts what is under its minimum, by supplier, without what is on order', async () => {
    const names = await Promise.all([
      part({ name: 'By level', reorder_level: 5, reorder_quantity: 4 }),
      part({ name: 'By store' }),
      part({ name: 'Nobody sells it', reorder_level: 1, suppliers: [] }),
    ]);
    const [byLevel, byStore, nobody] = names;
    await ok(call('PUT', `parts/${byStore.id}/stock/${store}/`, { minimum: 3 }));
    const propose = () => ok(call('POST', 'part_orders_proposal/', { store }), 201);
    const made = await propose();
    expect(made.without_supplier).toEqual([nobody.number]);
    expect(made.orders).toHaveLength(1);
    const { lines } = await ok(call('GET', `part_orders/${made.orders[0].id}/`));
    expect(
      lines.map((line: { part: { id: number }; quantity: number }) => [
        line.part.id,
        line.quantity,
      ]),
    ).toEqual([
      [byLevel.id, 8],
      [byStore.id, 3],
    ]);
    expect((await propose()).orders).toEqual([]);
  });
});
