import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../test/api.ts';
import { testApi } from '../../../../test/api.ts';
import { ok } from '../../../../test/ok.ts';
import { makeUser } from '../../../../test/people.ts';
import { photographs, type SentRecord, sendRecord } from '../../../../test/record-forms.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { PDF } from '../../../../test/vehicle-documents.ts';

let api: TestApi;
let fleet: TrackedFleet;
let administrator: number;
let repairer: number;

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  administrator = await makeUser(
    db,
    fleet.home.customerId,
    'ada@links.test',
    { role: 'ADMIN', first_name: 'Ada' },
    ['Defect'],
  );
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into repairers (customer_id, name, email)
     values ($1, 'Hill Garage', 'desk@hill.test') returning id`,
    [fleet.home.customerId],
  );
  repairer = rows[0]?.id ?? 0;
});
afterAll(() => api.close());

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, as?: number | null) =>
  api.ask(path, {
    ...(as === null ? {} : { as: as ?? administrator }),
    method,
    ...(body === undefined ? {} : { body }),
  });

async function order() {
  const { rows } = await api.services.db.pool.query<{ id: number }>(
    `insert into defect_records (customer_id, vehicle_id, reference_number, items, reported_at,
       reported_by)
     values ($1, $2, 'DEF-X', '[{"name": "Brakes", "finding": "Pads worn", "severity": "minor"}]',
       now(), 'Dan Secret') returning id`,
    [fleet.home.customerId, fleet.vehicles.n1.vehicleId],
  );
  return ok(
    call('POST', '/api/work_orders/', {
      vehicle: fleet.vehicles.n1.vehicleId,
      title: 'Brake pads',
      place: 'repairer',
      repairer,
      defects: [rows[0]?.id ?? 0],
    }),
    201,
  );
}
const link = (id: number, more: object = {}) =>
  ok(call('POST', `/api/work_orders/${id}/links/`, { expires_in_days: 7, ...more }), 201);
const tokenOf = ({ address }: { readonly address: string }) => address.split('#')[1] ?? '';
const visit = (path: string, body: object) =>
  call('POST', `/api/repairer_order/${path}`, body, null);
const upload = (fields: object, more: Partial<SentRecord> = {}) =>
  sendRecord(api, null, { path: '/api/repairer_order/files/', fields: { ...fields }, ...more });
const step = async (id: number, name: string, note = '') => {
  const { version } = await ok(call('GET', `/api/work_orders/${id}/`));
  return ok(
    sendRecord(api, administrator, {
      path: `/api/work_orders/${id}/steps/`,
      fields: { step: name, version, note: note === '' ? undefined : note },
    }),
  );
};
const ESTIMATE = [
  { kind: 'labour', description: 'Fit pads', quantity: 2, unit_price: 70 },
  { kind: 'part', description: 'Pads', quantity: 1, unit_price: 55.5 },
];

describe('the link of a repairer', () => {
  it('goes from the estimate to the invoice without an account', async () => {
    const { id, reference_number: number } = await order();
    const made = await link(id, { email: 'desk@hill.test' });
    const token = tokenOf(made);
    const seen = await ok(visit('', { token, begins: true }));
    expect(seen).toMatchObject({
      reference_number: number,
      registration: expect.any(String),
      findings: ['Pads worn'],
      may_estimate: true,
      may_finish: false,
      lines: [],
    });
    // Nothing of the operator's people and notes.
    expect(JSON.stringify(seen)).not.toContain('Secret');
    const estimated = await ok(visit('estimate/', { token, lines: ESTIMATE }));
    expect(estimated.lines).toHaveLength(2);
    await ok(visit('estimate/', { token, lines: ESTIMATE }));
    expect((await ok(call('GET', `/api/work_orders/${id}/`))).total).toBe(195.5);
    const answer = { token, answer: 'accepted', ready_on: '2027-01-15', note: 'Bring it early' };
    expect((await ok(visit('answer/', answer))).answer).toMatchObject({ answer: 'accepted' });
    expect((await visit('done/', { token, note: 'Too early' })).status).toBe(409);
    await step(id, 'submit');
    expect((await visit('estimate/', { token, lines: ESTIMATE })).body.code).toBe(
      'work_order.state_wrong',
    );
    await step(id, 'start');
    await ok(upload({ token }, { photos: await photographs(2) }));
    const invoice = { token, invoice_number: 'H-9', net: 190, vat: 38 };
    expect((await upload({ token, net: 190 }, { document: PDF })).body.errors).toHaveProperty(
      'invoice_number',
    );
    const invoiced = await ok(upload(invoice, { document: PDF }));
    expect(invoiced.photographs).toBe(2);
    await ok(visit('done/', { token, note: 'Pads fitted' }));
    const after = await ok(call('GET', `/api/work_orders/${id}/`));
    expect(after).toMatchObject({
      state: 'in_progress',
      total: 190,
      external_cost: 190,
      repairer_ready_on: '2027-01-15',
      repairer_done_at: expect.any(String),
      links: [{ views: 1, email: 'desk@hill.test' }],
    });
    const actions = after.trail.map(({ action }: { action: string }) => action);
    for (const wanted of [
      'link',
      'repairer_estimate',
      'accepted',
      'photographs',
      'repairer_invoice',
      'repairer_done',
    ]) {
      expect(actions).toContain(wanted);
    }
    const done = after.trail.at(-1);
    expect(done).toMatchObject({ by: 'Hill Garage', note: 'Pads fitted' });
  });

  it('is sent to the repairer, and its answers to the person who made it', async () => {
    const { id } = await order();
    const token = tokenOf(await link(id, { email: 'desk@hill.test', language: 'pt' }));
    await ok(visit('answer/', { token, answer: 'declined', note: 'No time' }));
    const { rows } = await api.services.db.pool.query<{
      target: string;
      content: { text: string };
    }>(`select target, content from deliveries where kind = 'message' order by id desc limit 2`);
    expect(rows.map(({ target }) => target)).toEqual(['ada@links.test', 'desk@hill.test']);
    expect(rows[1]?.content.text).toContain(`/repairer#${token}`);
    expect(rows[0]?.content.text).toContain('Hill Garage');
    expect(rows[0]?.content.text).not.toContain(token);
  });

  it('ends when it is revoked, expires, or its order closes', async () => {
    const { id } = await order();
    const [one, two, three] = [await link(id), await link(id), await link(id)];
    await ok(call('DELETE', `/api/work_orders/${id}/links/${one.id}/`), 204);
    const { pool } = api.services.db;
    await pool.query('update work_order_links set expires_at = now() where id = $1', [two.id]);
    for (const made of [one, two]) {
      expect((await visit('', { token: tokenOf(made) })).body.code).toBe('work_order.link_ended');
    }
    await ok(visit('', { token: tokenOf(three) }));
    await step(id, 'cancel', 'Sold');
    expect((await visit('', { token: tokenOf(three) })).status).toBe(404);
    expect((await visit('', { token: 'x'.repeat(43) })).status).toBe(404);
    const { rows } = await pool.query('select token_hash from work_order_links where id = $1', [
      one.id,
    ]);
    expect(rows[0].token_hash.toString()).not.toContain(tokenOf(one));
  });

  it('is refused for the own workshop', async () => {
    const own = await ok(
      call('POST', '/api/work_orders/', {
        vehicle: fleet.vehicles.n1.vehicleId,
        title: 'Own work',
      }),
      201,
    );
    const refused = await call('POST', `/api/work_orders/${own.id}/links/`, { expires_in_days: 7 });
    expect(refused.body.code).toBe('work_order.not_at_repairer');
  });
});
