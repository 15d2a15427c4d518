import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type TestApi, testApi } from '../../../../../test/api.ts';
import { ok } from '../../../../../test/ok.ts';
import { makeUser } from '../../../../../test/people.ts';
import { readPdf } from '../../../../../test/read-pdf.ts';
import { type TrackedFleet, trackedFleet } from '../../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let store: number;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, path: string, body?: object): Promise<Answer> =>
  api.ask(`/api/${path}`, { as: manager, method, ...(body === undefined ? {} : { body }) });

let last = 0;
const part = async (stock: number) => {
  last += 1;
  const body = { number: `T-${last}`, name: 'Bulb', barcode: `50100000${last}` };
  const made = await ok(call('POST', 'parts/', body), 201);
  await ok(move(made.id, stock, { kind: 'receipt', unit_cost: 4 }), 201);
  return made;
};
const move = (id: number, quantity: number, more: object) =>
  call('POST', 'part_movements/', { part: id, store, quantity, ...more });
const begin = () => ok(call('POST', 'part_stock_takes/', { store }), 201);
const count = (take: number, id: number, counted: number) =>
  call('PUT', `part_stock_takes/${take}/parts/${id}/`, { counted });
const post = (take: number) => call('POST', `part_stock_takes/${take}/post/`);
const stock = async (id: number) =>
  (await ok(call('GET', `parts/${id}/`))).stock[0].quantity as number;

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const options = { role: 'MANAGER', first_name: 'Mia' } as const;
  manager = await makeUser(db, fleet.home.customerId, 'mia@takes.test', options, ['Defect']);
  store = (await ok(call('POST', 'part_stores/', { name: 'Main', depot: fleet.north }), 201)).id;
});
afterAll(() => api.close());

describe('a stock-take', () => {
  it('posts differences once, also if it is posted by several requests at once', async () => {
    const [more, less, same] = [await part(10), await part(10), await part(10)];
    const take = await begin();
    expect((await begin()).id).toBe(take.id);
    await ok(count(take.id, more.id, 12));
    await ok(count(take.id, less.id, 1));
    await ok(count(take.id, less.id, 7));
    const counted = await ok(count(take.id, same.id, 10));
    contract.stockTakes.count.answer.parse(counted);
    expect(counted).toMatchObject({ parts: 3, differences: 2, state: 'open' });
    const of = (id: number) =>
      counted.lines.find((line: { part: { id: number } }) => line.part.id === id);
    expect(of(less.id)).toMatchObject({ expected: 10, counted: 7, difference: -3, value: -12 });
    const answers = await Promise.all([post(take.id), post(take.id), post(take.id)]);
    for (const { status, body } of answers) {
      expect([status, body.state]).toEqual([200, 'posted']);
    }
    await ok(post(take.id));
    expect([await stock(more.id), await stock(less.id), await stock(same.id)]).toEqual([12, 7, 10]);
    const { results } = await ok(call('GET', `part_movements/?stock_take=${take.id}`));
    expect(results).toMatchObject([
      { kind: 'count', stock_take: { id: take.id } },
      { kind: 'count' },
    ]);
    expect((await count(take.id, same.id, 1)).body.code).toBe('part.stock_take_ended');
    const { rows } = await api.services.db.pool.query(
      `select action from audit_entries where subject_kind = 'stock_take' and subject_id = $1
       order by position`,
      [String(take.id)],
    );
    expect(rows).toEqual([{ action: 'created' }, { action: 'changed' }]);
  });

  it('keeps what moves between the count and the posting', async () => {
    const one = await part(10);
    const take = await begin();
    await ok(count(take.id, one.id, 9));
    await ok(move(one.id, -4, { kind: 'adjustment', reason: 'Taken' }), 201);
    await ok(post(take.id));
    expect(await stock(one.id)).toBe(5);
  });

  it('posts nothing if one difference would take more than there is', async () => {
    const [one, two] = [await part(5), await part(5)];
    const take = await begin();
    await ok(count(take.id, one.id, 0));
    await ok(count(take.id, two.id, 6));
    await ok(move(one.id, -1, { kind: 'adjustment', reason: 'Taken' }), 201);
    expect((await post(take.id)).body.code).toBe('part.not_enough');
    expect([await stock(one.id), await stock(two.id)]).toEqual([4, 5]);
    await ok(call('DELETE', `part_stock_takes/${take.id}/parts/${one.id}/`));
    await ok(post(take.id));
    expect([await stock(one.id), await stock(two.id)]).toEqual([4, 6]);
  });

  it('posts nothing once it is cancelled', async () => {
    const one = await part(5);
    const take = await begin();
    await ok(count(take.id, one.id, 1));
    const cancelled = await ok(call('POST', `part_stock_takes/${take.id}/cancel/`));
    expect(cancelled).toMatchObject({ state: 'cancelled', may_change: false });
    expect((await post(take.id)).status).toBe(409);
    expect(await stock(one.id)).toBe(5);
    const list = await ok(call('GET', `part_stock_takes/?state=cancelled&store=${store}`));
    contract.stockTakes.list.answer.parse(list);
    expect(list.count).toBe(1);
  });
});

describe('a code', () => {
  it('of a package, a number or a label finds its part', async () => {
    const { id, number, barcode } = await part(1);
    const { publicUrl } = api.services.config;
    for (const code of [barcode, number.toLowerCase(), `${publicUrl}/parts?open=${id}`]) {
      const found = await ok(call('GET', `part_codes/?code=${encodeURIComponent(code)}`));
      expect(found).toEqual({ id, number, name: 'Bulb', unit: 'piece' });
    }
    for (const code of [
      'nothing',
      `${publicUrl}/parts?open=x`,
      'https://other.test/parts?open=1',
    ]) {
      const { status, body } = await call('GET', `part_codes/?code=${encodeURIComponent(code)}`);
      expect([status, body.code]).toEqual([404, 'part.code_unknown']);
    }
  });

  it('is printed on labels with number and name', async () => {
    const [one, two] = [await part(1), await part(1)];
    const answer = await fetch(`${api.url}/api/part_labels/?ids=${one.id},${two.id}`, {
      headers: { authorization: `Bearer ${await api.token(manager)}` },
    });
    expect(answer.status).toBe(200);
    const { text } = await readPdf({ bytes: new Uint8Array(await answer.arrayBuffer()) });
    expect(text).toContain(one.number);
    expect(text).toContain(two.number);
    expect(text).toContain('Bulb');
  });
});
