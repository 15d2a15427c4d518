import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { PDF, sendDocument } from '../../../../test/vehicle-documents.ts';

const PUBLIC_URL = 'https://fleet.example';
let api: TestApi;
let fleet: TrackedFleet;
let n1: number;
let codeOfN1: string;
let addresses = 0;

function nextAddress(): string {
  addresses += 1;
  return `10.1.${addresses >> 8}.${addresses & 255}`;
}
/** Requests as a visitor with a new address, as rate limits count by address. */
const visit = (path: string, from = nextAddress()) =>
  api.ask(path, { headers: { 'x-forwarded-for': from } });
const documents = (query: Record<string, string | number>) =>
  visit(`/api/document_latest/?${new URLSearchParams(query as Record<string, string>)}`);
const check = (query: Record<string, string | number>) =>
  visit(`/api/driver_check_latest/?${new URLSearchParams(query as Record<string, string>)}`);
const codeOf = async (vehicleId: number) => {
  const { rows } = await api.services.db.pool.query(
    'select code from vehicle_codes where vehicle_id = $1 and revoked_at is null',
    [vehicleId],
  );
  return rows[0]?.code as string;
};

async function insertRecords(): Promise<void> {
  const { db } = api.services;
  const { customerId } = fleet.home;
  const activity = (type: number, at: string, description: string, more = {}) =>
    db.asSystem((trx) =>
      trx
        .insertInto('vehicle_activities')
        .values({
          customer_id: customerId,
          vehicle_id: n1,
          activity_type_id: type,
          description,
          status: 'Pass',
          fulfilled_at: at,
          created_by: 'Ada Hill',
          ...more,
        })
        .execute(),
    );
  await activity(6, '2025-03-01T00:00:00Z', 'The old MOT');
  await activity(6, '2026-03-01T00:00:00Z', 'The new MOT');
  await activity(6, '2026-04-01T00:00:00Z', 'An archived MOT', { archived: true });
  await activity(7, '2026-05-01T00:00:00Z', 'Eight weeks', {
    status: '7',
    record_id: 71,
    reference_number: 'SI-71',
  });
  await activity(10, '2026-06-01T00:00:00Z', 'A service, which is nobody’s business');
  await db.pool.query(
    `insert into driver_check_records (customer_id, vehicle_id, checked_at, driver, items, defects,
       declaration)
     values ($1, $2, '2026-06-01T06:00:00Z', 'Ann', '[]', 0, ''),
       ($1, $2, '2026-06-02T06:10:00Z', 'Ann', '[]', 0, '')`,
    [customerId, n1],
  );
}

beforeAll(async () => {
  api = await testApi({ TRUST_PROXY: 'true', PUBLIC_URL });
  fleet = await trackedFleet(api.services.db);
  n1 = fleet.vehicles.n1.vehicleId;
  codeOfN1 = await codeOf(n1);
  await insertRecords();
});
afterAll(() => api.close());

describe('the codes of vehicles', () => {
  it('[J-P01] are created with each vehicle, with 122 random bits', async () => {
    const { rows } = await api.services.db.pool.query('select code from vehicle_codes');
    const { rows: vehicles } = await api.services.db.pool.query('select id from vehicles');
    expect(rows.length).toBe(vehicles.length);
    expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length);
    for (const { code } of rows) expect(code).toMatch(/^[\w-]{22}$/);
  });

  it('[J-P01] are read, renewed and revoked only by people who can see the vehicle', async () => {
    const { people, vehicles } = fleet;
    const path = `/api/vehicle_qr_codes/${vehicles.s1.vehicleId}/`;
    const old = await codeOf(vehicles.s1.vehicleId);
    const { body } = await api.ask(path, { as: people.manager });
    expect(body).toEqual({
      vehicle: { id: vehicles.s1.vehicleId, registration: 'S1 CCC' },
      qr_code: {
        qrid: old,
        documents_url: `${PUBLIC_URL}/qr?qrid=${old}`,
        help_url: `${PUBLIC_URL}/help/vehicle/${old}`,
        created_at: expect.any(String),
        created_by: null,
      },
    });
    for (const stranger of [people.north, people.foreign]) {
      expect((await api.ask(path, { as: stranger })).status).toBe(404);
      expect((await api.ask(`${path}renew/`, { as: stranger, method: 'POST' })).status).toBe(404);
    }
    const reader = await api.ask(`${path}renew/`, { as: people.readonly, method: 'POST' });
    expect(reader.status).toBe(403);
    const renewed = await api.ask(`${path}renew/`, { as: people.manager, method: 'POST' });
    expect(renewed.status).toBe(201);
    const fresh = renewed.body.qr_code.qrid;
    expect(fresh).not.toBe(old);
    expect((await documents({ qrid: old })).status).toBe(404);
    expect((await documents({ qrid: fresh })).status).toBe(200);
    const revoked = await api.ask(`${path}revoke/`, { as: people.manager, method: 'POST' });
    expect(revoked.body.qr_code).toBeNull();
    expect((await documents({ qrid: fresh })).status).toBe(404);
    const again = await api.ask(`${path}revoke/`, { as: people.manager, method: 'POST' });
    expect(again.status).toBe(404);
    const { rows } = await api.services.db.pool.query(
      `select action, actor_id from audit_entries where subject_kind = 'vehicle' and subject_id = $1`,
      [String(vehicles.s1.vehicleId)],
    );
    expect(rows.length).toBeGreaterThanOrEqual(1);
    expect(rows[0]).toEqual({ action: 'changed', actor_id: people.manager });
  });

  it('[J-P01] stay unique per vehicle when renewed concurrently', async () => {
    const { people, vehicles } = fleet;
    const path = `/api/vehicle_qr_codes/${vehicles.s2.vehicleId}/renew/`;
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => api.ask(path, { as: people.manager, method: 'POST' })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const { rows } = await api.services.db.pool.query(
      'select count(*)::int as living from vehicle_codes where vehicle_id = $1 and revoked_at is null',
      [vehicles.s2.vehicleId],
    );
    expect(rows[0].living).toBe(1);
  });
});

describe('the latest documents', () => {
  it('[J-24] [R-156] [V-30] by code: the newest of each type, with signed addresses', async () => {
    const { body } = await documents({ qrid: codeOfN1 });
    expect(body.vehicle).toEqual({ id: n1, registration: 'N1 AAA' });
    expect(body.latest_vehicle_activities).toEqual([
      {
        activity_type: { reference: 'MOT', name: 'MOT' },
        description: 'The new MOT',
        date: '2026-03-01T00:00:00Z',
        status: 'Pass',
        document: null,
        record_id: null,
        vehicle: { registration: 'N1 AAA' },
        reference_number: null,
        pdf: null,
      },
      {
        activity_type: { reference: 'SAFETY_INSPECTION', name: 'Safety Inspection' },
        description: 'Eight weeks',
        date: '2026-05-01T00:00:00Z',
        status: '7',
        document: null,
        record_id: 71,
        vehicle: { registration: 'N1 AAA' },
        reference_number: 'SI-71',
        pdf: expect.stringMatching(/^\/safety-inspection\/api\/report_pdf\/71\/\?expires=\d+&sig/),
      },
    ]);
  });

  it('[J-15] [J-P01] open by signed address, without a session, until it expires', async () => {
    const { vehicles, people } = fleet;
    const sent = await sendDocument(api, people.manager, {
      fields: {
        vehicle: vehicles.n2.vehicleId,
        activity_type: 'MOT',
        status: 'Pass',
        description: 'MOT',
        activity_fulfilled_at: '2026-03-01T00:00:00Z',
      },
      file: { bytes: PDF, name: 'mot.pdf' },
    });
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    const { body } = await documents({ qrid: await codeOf(vehicles.n2.vehicleId) });
    const [mot] = body.latest_vehicle_activities;
    const file = await visit(mot.document);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    const wrong = mot.document.replace(/expires=\d+/, 'expires=9999999999');
    expect((await visit(wrong)).status).toBe(401);
  });

  it('[J-26] [R-162] include the inspection report, open without a session', async () => {
    await api.services.db.pool.query(
      `insert into inspection_records (id, customer_id, vehicle_id, reference_number, inspected_at,
         inspector, items, is_roadworthy, declaration)
       values (71, $1, $2, 'SI-71', now(), 'Ivy', '[]', true, 'Roadworthy')`,
      [fleet.home.customerId, n1],
    );
    const { body } = await documents({ qrid: codeOfN1 });
    const { pdf } = body.latest_vehicle_activities[1];
    const answer = await fetch(`${api.url}${pdf}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect((await visit(pdf.replace(/signature=.{5}/, 'signature=AAAAA'))).status).toBe(401);
    const expires = Number(new URLSearchParams(pdf.split('?')[1]).get('expires'));
    expect(expires * 1000 - Date.now()).toBeLessThanOrEqual(16 * 60_000);
  });

  it('[J-P01] [V-29] by registration alone: dates, titles and ids without addresses', async () => {
    for (const registration of ['N1 AAA', 'n1aaa', ' N1aaa ']) {
      const { body } = await documents({ registration });
      expect(body.vehicle).toBeNull();
      expect(body.latest_vehicle_activities).toHaveLength(2);
      for (const one of body.latest_vehicle_activities) {
        expect(one).toMatchObject({ description: '', status: '', document: null, pdf: null });
        expect(one).toMatchObject({ reference_number: null, vehicle: { registration: 'N1 AAA' } });
      }
    }
    const { body } = await check({ registration: 'N1 AAA' });
    expect(body).toEqual({
      driver_check_id: expect.any(Number),
      date: '2026-06-02T06:10:00Z',
      pdf: null,
    });
  });

  it('[R-030] come with custom texts, unless the visitor has only the registration', async () => {
    await api.services.db.pool.query(
      `insert into customer_texts (customer_id, place, language, key, text, changed_by)
       values ($1, 'interface', 'en', 'qr.help', 'Call Home', 'Ada'),
         ($1, 'interface', 'pt', 'qr.help', 'Ligar a Home', 'Ada'),
         ($1, 'interface', 'en', 'home.slogan', 'Not of this page', 'Ada'),
         ($2, 'interface', 'en', 'qr.help', 'Of another customer', 'Eve')`,
      [fleet.home.customerId, fleet.away.customerId],
    );
    const own = { en: { 'qr.help': 'Call Home' }, pt: { 'qr.help': 'Ligar a Home' } };
    expect((await documents({ qrid: codeOfN1 })).body.own_texts).toEqual(own);
    const byId = await documents({ registration: 'N1 AAA', vehicle_id: n1 });
    expect(byId.body.own_texts).toEqual(own);
    const stranger = await documents({ registration: 'N1 AAA' });
    expect(stranger.body.own_texts).toEqual({ en: {}, pt: {} });
  });

  it('[J-P01] [J-23] [R-155] by registration and matching id: with addresses', async () => {
    const asked = { registration: 'N1 AAA', vehicle_id: n1 };
    const { body } = await documents(asked);
    expect(body.vehicle).toEqual({ id: n1, registration: 'N1 AAA' });
    expect(body.latest_vehicle_activities[1].pdf).not.toBeNull();
    const latest = await check(asked);
    expect(latest.body.pdf).toMatch(/^\/vehicle-check\/api\/driver_check_pdf\/\d+\/\?expires=/);
  });

  it('[J-P01] refuse even the right id after several wrong ones', async () => {
    const { vehicleId } = fleet.vehicles.x1;
    for (let wrong = 1; wrong <= 5; wrong += 1) {
      const { body } = await documents({ registration: 'X1 EEE', vehicle_id: 700_000 + wrong });
      expect(body.vehicle).toBeNull();
    }
    const { body } = await documents({ registration: 'X1 EEE', vehicle_id: vehicleId });
    expect(body.vehicle).toBeNull();
    const byCode = await documents({ qrid: await codeOf(vehicleId) });
    expect(byCode.body.vehicle).toEqual({ id: vehicleId, registration: 'X1 EEE' });
  });

  it('[J-12] [J-P01] [OP-042] are empty for an unknown registration', async () => {
    for (const registration of ['Z1 FFF', 'NO SUCH 1']) {
      expect((await documents({ registration })).body).toEqual({
        latest_vehicle_activities: [],
        vehicle: null,
        own_texts: { en: {}, pt: {} },
      });
      const none = await check({ registration });
      expect(none.status).toBe(404);
      expect(none.body.detail).toBe("There isn't a Driver Check for this vehicle");
    }
  });

  it('[J-P01] exclude archived vehicles, and registrations of two customers', async () => {
    const { pool } = api.services.db;
    const { vehicleId } = fleet.vehicles.f1;
    await pool.query(`update vehicles set registration = 'n1 aaa' where id = $1`, [vehicleId]);
    expect((await documents({ registration: 'N1 AAA' })).body.latest_vehicle_activities).toEqual(
      [],
    );
    const own = await documents({ registration: 'N1 AAA', vehicle_id: n1 });
    expect(own.body.vehicle.id).toBe(n1);
    await pool.query(
      `update vehicles set registration = 'F1 GGG', is_active = false where id = $1`,
      [vehicleId],
    );
    expect((await documents({ qrid: await codeOf(vehicleId) })).status).toBe(404);
    await pool.query('update vehicles set is_active = true where id = $1', [vehicleId]);
  });

  it('[J-06] refuse missing and invalid parameters', async () => {
    const none = await documents({});
    expect(none.status).toBe(400);
    expect(none.body.detail).toBe('No registration passed to this page');
    for (const query of [
      { registration: 'A'.repeat(21) },
      { qrid: 'x'.repeat(65) },
      { registration: 'N1 AAA', vehicle_id: '1 or 1=1' },
      { qrid: "' or true --" },
      { registration: 'nul\0l' },
    ]) {
      expect((await documents(query)).status).toBe(400);
    }
  });

  it('[J-P01] [OP-084] are limited to thirty requests a minute per address', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 40; n += 1) {
      const { status } = await visit(`/api/document_latest/?qrid=guess${n}`, '10.9.9.9');
      statuses.push(status);
    }
    expect(statuses.slice(0, 30).every((status) => status === 404)).toBe(true);
    expect(statuses.slice(30).every((status) => status === 429)).toBe(true);
    const other = await visit(`/api/document_latest/?qrid=${codeOfN1}`, '10.9.9.10');
    expect(other.status).toBe(200);
  });
});

describe('labels', () => {
  const labels = async (as: number, query: string) => {
    const answer = await fetch(`${api.url}/api/vehicle_qr_labels/?${query}`, {
      headers: { authorization: `Bearer ${await api.token(as)}` },
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (!answer.ok) return { status: answer.status, pages: [] as string[] };
    const pdf = await getDocumentProxy(bytes);
    const pages: string[] = [];
    for (let n = 1; n <= pdf.numPages; n += 1) {
      const content = await (await pdf.getPage(n)).getTextContent();
      pages.push(content.items.map((item) => ('str' in item ? item.str : '')).join(' '));
    }
    return { status: answer.status, pages };
  };

  it('[J-P01] [K-01] of one vehicle, of a depot and of all visible vehicles, as a PDF', async () => {
    const { people, north } = fleet;
    const one = await labels(people.manager, `vehicle=${n1}`);
    expect(one.pages[0]).toContain('N1 AAA');
    expect(one.pages[0]).toContain('fleet.example');
    expect(one.pages[0]).not.toContain('N2 BBB');
    const all = await labels(people.north, 'page=help');
    expect(all.pages.join(' ')).toMatch(/N1 AAA.*N2 BBB.*X1 EEE/);
    expect(all.pages.join(' ')).not.toMatch(/S2|F1 GGG/);
    const depot = await labels(people.manager, `vehicle_group=${north}`);
    expect(depot.pages.join(' ')).not.toContain('S2 50%');
    for (const query of [
      `vehicle=${fleet.vehicles.f1.vehicleId}`,
      `vehicle_group=${fleet.away.depotId}`,
    ]) {
      expect((await labels(people.manager, query)).status).toBe(404);
    }
  });
});
