import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import sharp from 'sharp';
import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { jpeg } from '../../../../test/vehicle-documents.ts';
import { ownPartnerKey } from './accidents-partners.ts';
import { registerAccidentJobs } from './index.ts';
import { notifyOfAccident } from './notification/accidents-notification.job.ts';

let api: TestApi;
let fleet: TrackedFleet;
let key: string;
let qrid: string;
let signature: string;
let addresses = 0;
let reports = 0;

const PATH = '/api/help/vehicle/accident_reporting/';
const SCRIPT = '<script>alert(1)</script>';

/** Headers of a visitor with a new address, as rate limits count by address. */
function headers(more: Record<string, string> = {}): Record<string, string> {
  addresses += 1;
  return {
    'x-forwarded-for': `10.2.${addresses >> 8}.${addresses & 255}`,
    'x-external-key': key,
    ...more,
  };
}
const codeOf = async (vehicleId: number) => {
  const { rows } = await api.services.db.pool.query(
    'select code from vehicle_codes where vehicle_id = $1 and revoked_at is null',
    [vehicleId],
  );
  return rows[0]?.code as string;
};
const ask = (path: string, more: Record<string, string> = {}) =>
  api.ask(path, { headers: headers(more) });
function newKey(): string {
  reports += 1;
  return `report-${String(reports).padStart(6, '0')}`;
}

const person = (changed: object = {}) => ({
  registration: 'XY99 ZZZ',
  number_in_vehicle: 2,
  driver_name: 'Petra Party',
  phone_number: '07700 900123',
  injured: true,
  injury_details: 'A cut hand',
  people_property_details: 'Left door',
  photos: [],
  ...changed,
});
const report = (changed: object = {}) => ({
  qrid,
  vehicle: fleet.vehicles.n1.vehicleId,
  driver_name: 'Ann Miles',
  driver_phone: '07700 900000',
  happened_at: '2026-06-01T10:00:00Z',
  lat: 52.2574,
  long: -1.1636,
  address: 'A45, Daventry',
  road: 'A45',
  description: 'A van pulled out of a side road.',
  injuries: true,
  police_informed: true,
  police_reference: 'NP-1234',
  damage: 'Front bumper',
  photos: [],
  parties: [person()],
  witnesses: [person({ driver_name: 'Will Witness', injury_details: 'none of our business' })],
  signature,
  signed_name: 'Ann Miles',
  sketch: null,
  time_zone: 'Europe/London',
  ...changed,
});
const send = (body: object, idempotencyKey: string | null = newKey(), more = {}) =>
  api.ask(PATH, {
    method: 'POST',
    body,
    headers: headers({
      ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
      ...more,
    }),
  });
async function upload(photo: Uint8Array, idempotencyKey: string, code = qrid) {
  const form = new FormData();
  form.append('photo', new Blob([photo as Uint8Array<ArrayBuffer>]), 'photo.jpg');
  const answer = await fetch(`${api.url}${PATH}photos/?qrid=${code}`, {
    method: 'POST',
    headers: headers({ 'idempotency-key': idempotencyKey }),
    body: form,
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, never> };
}
const count = async (table: string) => {
  const { rows } = await api.services.db.pool.query(`select count(*)::int as n from ${table}`);
  return rows[0].n as number;
};
const counts = async () => [
  await count('accident_reports'),
  await count('accident_parties'),
  await count(`vehicle_activities where activity_type_id = 4`),
  await count('files'),
];

beforeAll(async () => {
  api = await testApi({ TRUST_PROXY: 'true' });
  fleet = await trackedFleet(api.services.db);
  key = ownPartnerKey(api.services.config);
  qrid = await codeOf(fleet.vehicles.n1.vehicleId);
  const png = await sharp({
    create: { width: 500, height: 250, channels: 4, background: '#00000000' },
  })
    .png()
    .toBuffer();
  signature = `data:image/png;base64,${png.toString('base64')}`;
  registerAccidentJobs(api.services);
  await api.services.jobs.start({ work: false });
});
beforeEach(() => api.services.db.pool.query('delete from help_pages'));
afterAll(() => api.close());

describe('the help page', () => {
  it('[K-01] [K-05] [R-149] identifies the vehicle without a session', async () => {
    const { pool } = api.services.db;
    const { customerId } = fleet.home;
    await pool.query(
      `with livery as (insert into catalogue_entries (customer_id, kind, name)
         values ($1, 'livery', 'Blue and white') returning id)
       update vehicles set livery_category_id = (select id from livery) where id = $2`,
      [customerId, fleet.vehicles.n1.vehicleId],
    );
    const { body } = await ask(`/api/help_qr_details/?qrid=${qrid}`);
    expect(body).toEqual({
      qr_code: { id: expect.any(Number), qrid },
      vehicle: {
        id: fleet.vehicles.n1.vehicleId,
        registration: 'N1 AAA',
        livery_category: { category_name: 'Blue and white' },
      },
      vehicle_groups: [{ id: fleet.north, name: 'Home depot' }],
      is_dpd_local: false,
    });
  });

  it('[K-04] [R-151] lists the questions of the customer by position', async () => {
    const { customerId } = fleet.home;
    await api.services.db.pool.query(
      `insert into help_faqs (customer_id, position, question, answer)
       values ($1, 2, 'Second?', 'Two'), ($1, 1, 'First?', 'One')`,
      [customerId],
    );
    const faqs = await ask(`/api/faq_list_help_qr_details/?qrid=${qrid}`);
    expect(faqs.body.faq_list.map(({ question }: { question: string }) => question)).toEqual([
      'First?',
      'Second?',
    ]);
  });

  it('[K-02] [K-03] [R-150] [OP-076] shows the contacts set by administrators', async () => {
    const { people } = fleet;
    const settings = {
      break_down_phone: '+44 800 123 456',
      logo: null,
      faqs: false,
      accident_reporting_enabled: true,
      is_dpd_local: true,
      accident_emails: [],
      faq_list: [{ question: 'What now?', answer: 'Call us.' }],
    };
    const put = (as: number, body: object, query = '') =>
      api.ask(`/api/help_page_settings/${query}`, { as, method: 'PUT', body });
    expect((await put(people.admin, settings)).body).toEqual(settings);
    await api.services.db.pool.query(
      `update customers set maintenance_control_phone = '01604 1' where id = $1`,
      [fleet.home.customerId],
    );
    const { body } = await ask(`/api/more_help_qr_details/?qrid=${qrid}`);
    expect(body).toEqual({
      customer: { name: 'Home', logo: null, maintenance_control: { phone: '01604 1' } },
      management_company: {
        faqs: false,
        accident_reporting_enabled: true,
        break_down_phone: '+44 800 123 456',
        logo: null,
      },
      own_texts: { en: {}, pt: {} },
    });
    // The flag hides the list.
    expect((await ask(`/api/faq_list_help_qr_details/?qrid=${qrid}`)).body.faq_list).toEqual([]);
    expect((await put(people.manager, settings)).status).toBe(403);
    const foreign = `?customer=${fleet.away.customerId}`;
    expect((await put(people.admin, settings, foreign)).status).toBe(404);
    const png = await sharp({
      create: { width: 900, height: 600, channels: 3, background: '#ff0000' },
    })
      .png()
      .toBuffer();
    const drawn = `data:image/png;base64,${png.toString('base64')}`;
    const { body: withLogo } = await put(people.admin, { ...settings, logo: drawn });
    expect(withLogo.logo).toMatch(/^data:image\/jpeg;base64,/);
    expect(withLogo.logo.length).toBeLessThan(10_000);
    const none = `data:image/png;base64,${Buffer.from('no picture').toString('base64')}`;
    expect((await put(people.admin, { ...settings, logo: none })).body.errors).toHaveProperty(
      'logo',
    );
    const wrong = await put(people.admin, {
      ...settings,
      break_down_phone: 'call me',
      logo: SCRIPT,
    });
    expect(Object.keys(wrong.body.errors)).toEqual(['break_down_phone', 'logo']);
  });

  it.each([
    ['[K-13]', '/api/help_qr_details/', 'QR Code data could not be found'],
    ['[K-11]', '/api/more_help_qr_details/', 'Customer data could not be found'],
    ['[K-12]', '/api/faq_list_help_qr_details/', 'FAQ data could not be found'],
  ])('%s %s answers 404 for an unknown or revoked code', async (_id, path, text) => {
    const { vehicleId } = fleet.vehicles.x1;
    const code = await codeOf(vehicleId);
    expect((await ask(`${path}?qrid=${code}`)).status).toBe(200);
    const unknown = await ask(`${path}?qrid=no-such-code`);
    expect([unknown.status, unknown.body.detail]).toEqual([404, text]);
    const revoke = { as: fleet.people.manager, method: 'POST' };
    await api.ask(`/api/vehicle_qr_codes/${vehicleId}/revoke/`, revoke);
    expect((await ask(`${path}?qrid=${code}`)).status).toBe(404);
    await api.ask(`/api/vehicle_qr_codes/${vehicleId}/renew/`, revoke);
  });
});

describe('the external key', () => {
  it('[K-18] [R-015] is required by the calls of the accident form', async () => {
    const { body } = await ask('/api/config/');
    expect(body.partner_key).toBe(key);
    const own = { 'x-external-key': key };
    for (const path of [PATH, `/api/help/vehicle_search/?search=N1&qrid=${qrid}`]) {
      for (const wrong of ['', 'guessed']) {
        expect((await ask(path, { 'x-external-key': wrong })).status).toBe(403);
      }
      expect((await ask(path, own)).status).toBe(200);
    }
  });

  it('[W-24] [W-P05] is unique per partner, and gives access to one customer', async () => {
    const { pool } = api.services.db;
    await pool.query(
      `insert into partner_keys (customer_id, name, key_hash) values ($1, 'A partner', $2)`,
      [fleet.away.customerId, createHash('sha256').update('partner-of-away').digest()],
    );
    const partner = { 'x-external-key': 'partner-of-away' };
    const search = await ask('/api/help/vehicle_search/?search=F1', partner);
    expect(search.body.results).toEqual([
      { id: fleet.vehicles.f1.vehicleId, registration: 'F1 GGG', vehicle_type: expect.any(String) },
    ]);
    // A partner has no access to vehicles of another customer, even with their codes.
    expect((await ask(`${PATH}?qrid=${qrid}`, partner)).status).toBe(404);
    expect((await send(report(), newKey(), partner)).status).toBe(404);
    await pool.query('update partner_keys set revoked_at = now()');
    expect((await ask('/api/help/vehicle_search/?search=F1', partner)).status).toBe(403);
  });

  it('[K-19] [R-154] [S-26] finds three vehicles of the customer, not the whole fleet', async () => {
    const search = (text: string, more = '') =>
      ask(
        `/api/help/vehicle_search/?pageSize=3&page=1&ordering=-registration&search=${text}${more}`,
      );
    const found = await search('1', `&qrid=${qrid}`);
    expect(found.body).toEqual({ count: 0, results: [] });
    const plates = (await search('n1', `&qrid=${qrid}`)).body.results;
    expect(plates.map(({ registration }: { registration: string }) => registration)).toEqual([
      'N1 AAA',
    ]);
    expect((await search('n1')).body.count).toBe(0);
    expect((await search('f1', `&qrid=${qrid}`)).body.count).toBe(0);
    expect((await search('%25%25', `&qrid=${qrid}`)).body.count).toBe(0);
    expect((await ask(`/api/help/vehicle_search/?pageSize=4&search=n1`)).status).toBe(400);
  });
});

describe('a report', () => {
  it('[K-17] [R-152] has a form that starts with the vehicle of the code', async () => {
    expect((await ask(`${PATH}?qrid=${qrid}`)).body).toEqual({
      accident_reporting_enabled: true,
      vehicle: { id: fleet.vehicles.n1.vehicleId, registration: 'N1 AAA' },
      photo_limit: 10,
      own_texts: { en: {}, pt: {} },
    });
  });

  it('[R-030] shows custom texts of the customer on form and help page', async () => {
    await api.services.db.pool.query(
      `insert into customer_texts (customer_id, place, language, key, text, changed_by)
       values ($1, 'interface', 'en', 'accident.title', 'A collision', 'Ada'),
         ($2, 'interface', 'en', 'accident.title', 'Of another customer', 'Eve')`,
      [fleet.home.customerId, fleet.away.customerId],
    );
    const own = { en: { 'accident.title': 'A collision' }, pt: {} };
    expect((await ask(`${PATH}?qrid=${qrid}`)).body.own_texts).toEqual(own);
    expect((await ask(`/api/more_help_qr_details/?qrid=${qrid}`)).body.own_texts).toEqual(own);
  });

  let accident: { id: number; reference: string };

  it('[RP-32] stores a photograph once when it is sent again', async () => {
    const before = await counts();
    const photo = await jpeg();
    const name = `${newKey()}.scene-1`;
    const first = await upload(photo, name);
    expect(first.status).toBe(201);
    const again = await upload(photo, name);
    expect(again.body).toEqual(first.body);
    expect((await counts()).map((n, i) => n - (before[i] ?? 0))).toEqual([0, 0, 0, 1]);
  });

  it('[R-153] [K-P03] becomes a record of the vehicle', async () => {
    const reportKey = newKey();
    const photo = await jpeg();
    const first = await upload(photo, `${reportKey}.scene-1`);
    const ofParty = await upload(photo, `${reportKey}.party-1`);
    const small = `data:image/jpeg;base64,${photo.toString('base64')}`;
    const body = report({
      photos: [
        { notes: 'The whole scene', photo: String(first.body.id) },
        { notes: 'The plate', photo: small },
      ],
      parties: [person({ photos: [{ notes: 'The door', photo: String(ofParty.body.id) }] })],
      sketch: signature,
    });
    const sent = await send(body, reportKey);
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    expect(sent.body.reference).toMatch(/^ACC-\d{6}$/);
    accident = sent.body;
    const { pool } = api.services.db;
    const { rows } = await pool.query(
      `select description, status, created_by, record_id, reference_number, file_id
       from vehicle_activities where vehicle_id = $1 and activity_type_id = 4`,
      [fleet.vehicles.n1.vehicleId],
    );
    expect(rows).toEqual([
      {
        description: 'A van pulled out of a side road.',
        status: 'Reported',
        created_by: 'Ann Miles',
        record_id: sent.body.id,
        reference_number: sent.body.reference,
        file_id: null,
      },
    ]);
  });

  it('[V-41] [V-42] [K-20] stores parties with people, injuries and photographs', async () => {
    const sent = person();
    const { rows } = await api.services.db.pool.query(
      `select p.*, f.notes from accident_parties p
       join accident_photographs f on f.party_id = p.id where p.report_id = $1`,
      [accident.id],
    );
    expect(rows).toEqual([
      expect.objectContaining({
        kind: 'party',
        registration: sent.registration,
        number_in_vehicle: sent.number_in_vehicle,
        name: 'Petra Party',
        phone: sent.phone_number,
        injured: true,
        injury_details: 'A cut hand',
        details: sent.people_property_details,
        notes: 'The door',
      }),
    ]);
  });

  it('[K-21] is mailed to administrators as a PDF with images and parties', async () => {
    expect(await notifyOfAccident(api.services, accident.id)).toBe(true);
    // The job notifies only once.
    expect(await notifyOfAccident(api.services, accident.id)).toBe(false);
    expect(await api.services.deliveries.sendDue()).toBe(1);
    const folder = join(api.services.config.dataDir, 'mail');
    const mails = readdirSync(folder).filter((name) => name.endsWith('.eml'));
    expect(mails).toHaveLength(1);
    const mail = await simpleParser(readFileSync(join(folder, mails[0] ?? '')));
    expect(mail.subject).toBe(`Accident of N1 AAA: ${accident.reference}`);
    expect(JSON.stringify(mail.to)).toContain('admin@track.test');
    expect(JSON.stringify(mail.to)).not.toContain('foreign@track.test');
    const [attached] = mail.attachments;
    const pdf = await getDocumentProxy(new Uint8Array(attached?.content ?? Buffer.alloc(0)));
    let text = '';
    for (let n = 1; n <= pdf.numPages; n += 1) {
      const content = await (await pdf.getPage(n)).getTextContent();
      text += content.items.map((item) => ('str' in item ? item.str : '')).join(' ');
    }
    for (const part of ['Ann Miles', 'A45, Daventry', 'NP-1234', 'Petra Party', 'A cut hand']) {
      expect(text).toContain(part);
    }
    expect(text).toContain('Will Witness');
    // Requirement P-168: witnesses have no injury details.
    expect(text).not.toContain('none of our business');
    expect(text).toContain('01/06/26 11:00');
  });

  it('[K-P03] is in the vehicle file with its document', async () => {
    const list = await api.ask('/api/vehicle_activities/?date_range=01-06-2026,31-12-2030', {
      as: fleet.people.manager,
    });
    const [row] = list.body.results.filter(
      ({ activity_type_reference }: Record<string, string>) =>
        activity_type_reference === 'ACCIDENT',
    );
    expect(row.document).not.toBeNull();
    const file = await api.ask(row.document, { as: fleet.people.manager });
    expect([200, 302, 303, 307]).toContain(file.status);
  });

  it('[K-P04] is saved once when it is sent several times, also concurrently', async () => {
    const before = await counts();
    const reportKey = newKey();
    const body = report({ sketch: null });
    const together = await Promise.all([1, 2, 3, 4, 5].map(() => send(body, reportKey)));
    const later = await send(body, reportKey);
    const made = new Set([...together, later].map(({ body: { id } }) => id));
    expect([...together, later].map(({ status }) => status)).toEqual([
      201, 201, 201, 201, 201, 201,
    ]);
    expect(made.size).toBe(1);
    const after = await counts();
    expect(after.map((n, i) => n - (before[i] ?? 0))).toEqual([1, 2, 1, 1]);
    const other = await send({ ...body, damage: 'Something else' }, reportKey);
    expect(other.status).toBe(409);
  });

  it('with invalid input is refused with errors on the fields, and stores nothing', async () => {
    const before = await counts();
    const foreign = await upload(await jpeg(), `${newKey()}.scene-1`);
    const photoOfOther = [{ notes: '', photo: String(foreign.body.id) }];
    const future = new Date(Date.now() + 3_600_000).toISOString();
    const text = Buffer.from('no picture at all').toString('base64');
    const cases: [string, object][] = [
      ['signature', { signature: `data:image/png;base64,${text}` }],
      ['signature', { signature: '' }],
      ['signature', { signature: SCRIPT }],
      [
        'sketch',
        { sketch: `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}` },
      ],
      ['happened_at', { happened_at: future }],
      ['vehicle', { vehicle: fleet.vehicles.f1.vehicleId }],
      ['vehicle', { vehicle: 999_999 }],
      ['photos.0', { photos: photoOfOther }],
      ['photos.0', { photos: [{ notes: '', photo: '999999' }] }],
      ['parties.0.photos.0', { parties: [person({ photos: photoOfOther })] }],
      ['parties.0.driver_name', { parties: [person({ driver_name: ' ' })] }],
      ['parties.0.number_in_vehicle', { parties: [person({ number_in_vehicle: 0 })] }],
      ['description', { description: 'x' }],
      ['description', { description: 'x'.repeat(2001) }],
      ['driver_name', { driver_name: '' }],
      ['photos', { photos: Array.from({ length: 11 }, () => ({ notes: '', photo: '1' })) }],
      ['witnesses.0.photos', { witnesses: [person({ photos: Array(6).fill(photoOfOther[0]) })] }],
    ];
    for (const [field, changed] of cases) {
      const { status, body } = await send(report(changed));
      expect([field, status]).toEqual([field, 400]);
      expect(Object.keys(body.errors), JSON.stringify(body)).toContain(field);
    }
    const after = await counts();
    // The photograph uploaded separately expires after two days.
    expect(after.map((n, i) => n - (before[i] ?? 0))).toEqual([0, 0, 0, 1]);
    const { rows } = await api.services.db.pool.query(
      'select kept_until from files f join accident_photographs p on p.file_id = f.id where p.id = $1',
      [foreign.body.id],
    );
    expect(rows[0].kept_until).not.toBeNull();
  });

  it('treats scripts as text, and removes characters that cannot be stored', async () => {
    const texts = [
      'driver_name',
      'driver_phone',
      'address',
      'description',
      'damage',
      'signed_name',
    ];
    const body = report({
      ...Object.fromEntries(texts.map((name) => [name, `${SCRIPT.slice(0, 30)}\0`])),
      parties: [person({ driver_name: SCRIPT, people_property_details: `\uD800${SCRIPT}` })],
    });
    const sent = await send(body);
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    expect(await notifyOfAccident(api.services, sent.body.id)).toBe(true);
    expect(await api.services.deliveries.sendDue()).toBe(1);
    const folder = join(api.services.config.dataDir, 'mail');
    const newest = readdirSync(folder).sort().at(-1) ?? '';
    const mail = await simpleParser(readFileSync(join(folder, newest)));
    expect(mail.html).not.toContain('<script');
  });

  it('refuses a photograph that is not an image, too large, or without a valid key', async () => {
    const good = await jpeg();
    expect((await upload(Buffer.from('MZ a program'), `${newKey()}.1`)).status).toBe(400);
    expect((await upload(Buffer.from('<svg onload="x"/>'), `${newKey()}.1`)).status).toBe(400);
    expect((await upload(Buffer.alloc(9_000_000, 1), `${newKey()}.1`)).status).toBe(413);
    expect((await upload(good, 'nodotatall')).status).toBe(400);
    expect((await upload(good, `${newKey()}.1`, 'no-such-code')).status).toBe(404);
  });

  it('is limited per vehicle and day, to protect the operator’s mailbox', async () => {
    const { vehicleId } = fleet.vehicles.n2;
    await api.services.db.pool.query(
      `insert into accident_reports (customer_id, vehicle_id, report_key, digest, driver_name,
         driver_phone, happened_at, time_zone, address, description, injuries, police_informed,
         damage, signature_file_id, signed_name)
       select customer_id, $1, 'flood-' || n, digest, driver_name, driver_phone, happened_at,
         time_zone, address, description, injuries, police_informed, damage, signature_file_id,
         signed_name
       from (select * from accident_reports limit 1) r, generate_series(1, 20) n`,
      [vehicleId],
    );
    const { status, body } = await send(report({ vehicle: vehicleId }));
    expect([status, body.detail]).toEqual([429, expect.stringContaining('call the operator')]);
    expect((await send(report())).status).toBe(201);
  });

  it('[K-P02] is refused if the customer does not accept reports', async () => {
    await api.services.db.pool.query(
      'insert into help_pages (customer_id, takes_accidents) values ($1, false)',
      [fleet.home.customerId],
    );
    expect((await ask(`${PATH}?qrid=${qrid}`)).body.accident_reporting_enabled).toBe(false);
    expect((await send(report())).status).toBe(403);
    expect((await upload(await jpeg(), `${newKey()}.1`)).status).toBe(403);
  });
});
