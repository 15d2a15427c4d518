import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../../test/api.ts';
import { makeUser } from '../../../../../../test/people.ts';
import { type TrackedFleet, trackedFleet } from '../../../../../../test/tracked-fleet.ts';

const BASE = '/api/import_mappings/';
const calls = contract.importMappings;

/** A provider with headings of its own: days with the month first, commas, gallons, and no amount without VAT. */
const FILE = [
  'Beleg;Kennzeichen;Wann;Um;Sorte;Menge;Brutto;MwSt',
  '7001;N1 AAA;05/31/2026;0815;DIESEL;10,5;1.200,60;200,10',
  '7002;n1aaa;06/01/2026;;AdBlue;2;24;4',
].join('\n');
const HEADINGS = (FILE.split('\n')[0] ?? '').split(';');
const MAPPING = {
  columns: {
    reference: 0,
    vehicle: 1,
    starts_on: 2,
    time: 3,
    category: 4,
    product: 4,
    litres: 5,
    gross: 6,
    vat: 7,
  },
  date_format: 'MM/DD/YYYY',
  decimal: 'comma',
  delimiter: 'auto',
  volume: 'uk_gallon',
} as const;

let api: TestApi;
let fleet: TrackedFleet;
let admin: number;
let foreign: number;

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const person = (name: string, customer: number) =>
    makeUser(db, customer, `mapping-${name}@mappings.test`, { role: 'ADMIN' }, ['Costs']);
  admin = await person('admin', fleet.home.customerId);
  foreign = await person('foreign', fleet.away.customerId);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.services.db.pool.query('delete from import_mappings');
  await api.services.db.pool.query('delete from cost_entries');
});

/** Sends a file as the screen does: imports it, or asks for a preview. */
async function send(
  file: string,
  fields: Readonly<Record<string, unknown>> = {},
  { path = 'cost/', as = admin } = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  form.append('file', new Blob([file]), 'card.csv');
  const answer = await fetch(`${api.url}/api/catalogue_imports/${path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${await api.token(as)}` },
    body: form,
  });
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect in it
  return { status: answer.status, body: (await answer.json()) as any };
}
const preview = (file: string, fields: Readonly<Record<string, unknown>> = {}) =>
  send(file, fields, { path: 'cost/preview/' });
const entries = async () =>
  (await api.ask('/api/costs/?ordering=starts_on', { as: admin })).body.results;
const save = async (body: object = {}, as = admin) =>
  api.ask(BASE, {
    as,
    method: 'POST',
    body: { kind: 'cost', name: 'Tankkarte', headings: HEADINGS, mapping: MAPPING, ...body },
  });

describe('the columns of a file', () => {
  it('[O-P02] are shown with first rows and what is missing, and nothing is written', async () => {
    const { status, body } = await preview(FILE);
    expect(status, JSON.stringify(body)).toBe(200);
    contract.imports.preview.answer.parse(body);
    expect(body.headings).toEqual(HEADINGS);
    expect(body.sample[0][5]).toBe('10,5');
    expect(body.missing).toEqual(['Vehicle', 'Start', 'Amount']);
    expect(body.rows).toEqual([]);
    expect((await send(FILE)).status).toBe(400);
    const chosen = await preview(FILE, { mapping: MAPPING });
    expect(chosen.body.missing).toEqual([]);
    expect(chosen.body.rows.map((one: { outcome: string }) => one.outcome)).toEqual([
      'created',
      'created',
    ]);
    expect(chosen.body.rows[0].stored).toMatchObject({
      vehicle: 'N1 AAA',
      category: 'Fuel',
      amount: '1,000.5',
      litres: '47.73',
      time: '08:15',
    });
    expect(await entries()).toEqual([]);
  });

  it('are used by an import: days, decimals, litres and amounts without VAT', async () => {
    const { body } = await send(FILE, { mapping: MAPPING });
    expect(body, JSON.stringify(body)).toMatchObject({ written: true, created: 2, mapping: null });
    expect(await entries()).toMatchObject([
      { starts_on: '2026-05-31', time: '08:15', amount: 1000.5, litres: 47.73, reference: '7001' },
      { starts_on: '2026-06-01', time: null, amount: 20, litres: 9.09, product: 'AdBlue' },
    ]);
    const again = await send(FILE, { mapping: MAPPING });
    expect(again.body).toMatchObject({ created: 0, unchanged: 2 });
  });

  it('name what is not written as chosen beside its cell, and nothing is half-written', async () => {
    const bad = `${FILE}\n7003;N1 AAA;31/05/2026;;DIESEL;1.5;10;2`;
    const shown = await preview(bad, { mapping: MAPPING });
    expect(shown.body.rows[2].outcome).toBe('wrong');
    expect(shown.body.rows[2].faults).toEqual({
      starts_on: ['“31/05/2026” is not a date written as MM/DD/YYYY.'],
      litres: ['“1.5” is not a number with a comma for decimals.'],
    });
    const { body } = await send(bad, { mapping: MAPPING });
    expect(body).toMatchObject({ written: false, wrong: 1 });
    expect(body.rows.find(({ row }: { row: number }) => row === 4).faults).toHaveProperty('Wann');
    expect(await entries()).toEqual([]);
  });

  it('are refused if the list or the file does not have them', async () => {
    const with_ = (columns: object) => ({ mapping: { ...MAPPING, columns } });
    expect((await preview(FILE, with_({ colour: 1 }))).status).toBe(400);
    expect((await preview(FILE, with_({ vehicle: 90 }))).status).toBe(400);
    expect((await preview(FILE, { mapping: 'no' })).status).toBe(400);
  });

  it('need no reference: the same file is stored once', async () => {
    const { reference: _, ...columns } = MAPPING.columns;
    const mapping = { ...MAPPING, columns };
    expect((await send(FILE, { mapping })).body).toMatchObject({ written: true, created: 2 });
    expect((await send(FILE, { mapping })).body).toMatchObject({ created: 0, unchanged: 2 });
    expect(await entries()).toHaveLength(2);
  });

  it('are of the currency of the customer', async () => {
    const file =
      'Reg,Date,Net,Product,Currency\nN1 AAA,2026-05-31,10,Diesel,GBP\nN1 AAA,2026-05-30,10,Diesel,USD';
    const { body } = await send(file);
    expect(body).toMatchObject({ written: false, wrong: 1 });
    expect(body.rows[1].faults).toEqual({
      Currency: ['“USD” is not your currency, GBP. Amounts are not converted.'],
    });
  });
});

describe('saved columns', () => {
  it('are found by the same headings, in any sequence, and by their id', async () => {
    const saved = await save();
    expect(saved.status, JSON.stringify(saved.body)).toBe(201);
    calls.create.answer.parse(saved.body);
    const { body } = await send(FILE);
    expect(body).toMatchObject({ written: true, created: 2, mapping: { name: 'Tankkarte' } });
    const moved = FILE.split('\n')
      .map((line) => line.split(';').reverse().join(';'))
      .join('\n');
    expect((await send(moved)).body).toMatchObject({
      unchanged: 2,
      mapping: { name: 'Tankkarte' },
    });
    expect((await preview(moved)).body.mapping.columns).toMatchObject({ reference: 7, vehicle: 6 });
    const wider = FILE.replaceAll('\n', ';x\n').replace('MwSt;x', 'MwSt;Neu').concat(';x');
    expect((await send(wider)).status).toBe(400);
    const chosen = await send(wider, { mapping_id: saved.body.id });
    expect(chosen.body, JSON.stringify(chosen.body)).toMatchObject({ unchanged: 2 });
    const lacking = FILE.replace('MwSt', 'Steuer');
    expect((await send(lacking, { mapping_id: saved.body.id })).body.errors.file[0]).toContain(
      'MwSt',
    );
  });

  it('are found with their own separator', async () => {
    const file = 'Kennz.|Tag, Monat|Netto, EUR, ohne MwSt\nN1 AAA|2026-05-31|10';
    const headings = (file.split('\n')[0] ?? '').split('|');
    const mapping = {
      columns: { vehicle: 0, starts_on: 1, amount: 2, category: null },
      delimiter: 'bar',
    };
    const faults = (await send(file)).body;
    expect(faults.errors.file).toHaveLength(1);
    await save({ headings, mapping });
    const { body } = await send(file);
    expect(body).toMatchObject({ mapping: { name: 'Tankkarte' }, wrong: 1 });
    expect(Object.keys(body.rows[0].faults)).toEqual(['Category']);
  });

  it('leave known providers to their headings', async () => {
    await save();
    const file = 'Registration,Date,Net,Quantity,Receipt number\nN1 AAA,31/05/2026,10,5,1';
    expect((await send(file)).body).toMatchObject({ written: true, created: 1, mapping: null });
  });

  it('are renamed, replaced and deleted, each step in the audit log', async () => {
    const { body: made } = await save();
    expect((await save()).status).toBe(409);
    const path = `${BASE}${made.id}/`;
    const change = (body: object) => api.ask(path, { as: admin, method: 'PATCH', body });
    const renamed = await change({ name: 'Card', version: 1 });
    expect(renamed.body).toMatchObject({ name: 'Card', version: 2 });
    expect((await change({ name: 'Late', version: 1 })).status).toBe(409);
    const wrong = { ...MAPPING, columns: { vehicle: 8 } };
    expect((await change({ mapping: wrong, version: 2 })).status).toBe(400);
    const { body } = await api.ask(`${BASE}?kind=cost`, { as: admin });
    calls.list.answer.parse(body);
    expect(body.results).toHaveLength(1);
    expect((await api.ask(path, { as: admin, method: 'DELETE' })).status).toBe(204);
    expect((await api.ask(`${BASE}?kind=cost`, { as: admin })).body.results).toEqual([]);
    const { rows } = await api.services.db.pool.query(
      `select action from audit_entries where subject_kind = 'import_mapping' and subject_id = $1
       order by id`,
      [String(made.id)],
    );
    expect(rows.map(({ action }) => action)).toEqual(['created', 'changed', 'removed']);
  });

  it('are of one customer and of administrators', async () => {
    const { body: made } = await save();
    expect((await api.ask(`${BASE}?kind=cost`, { as: foreign })).body.results).toEqual([]);
    for (const method of ['PATCH', 'DELETE']) {
      const body = { name: 'Mine', version: 1 };
      const answer = await api.ask(`${BASE}${made.id}/`, { as: foreign, method, body });
      expect(answer.status).toBe(404);
    }
    expect((await send(FILE, { mapping_id: made.id }, { path: 'cost/', as: foreign })).status).toBe(
      404,
    );
    expect((await save({}, foreign)).status).toBe(201);
    const manager = fleet.people.manager ?? fleet.people.admin;
    if (manager !== fleet.people.admin) expect((await save({}, manager)).status).toBe(403);
  });
});
