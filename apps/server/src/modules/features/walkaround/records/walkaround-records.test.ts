import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { readPdf } from '../../../../../test/read-pdf.ts';
import {
  MIRROR,
  photographs,
  type SentRecord,
  sendRecord,
  signaturePng,
} from '../../../../../test/record-forms.ts';
import { type DocumentFleet, documentFleet } from '../../../../../test/vehicle-documents.ts';
import { signedReportAddress } from '../../records/reports/signed-report.ts';
import { latestDriverCheck } from '../index.ts';

let api: TestApi;
let fleet: DocumentFleet;

beforeAll(async () => {
  api = await testApi({ TRUST_PROXY: 'true' });
  fleet = await documentFleet(api);
});
afterAll(() => api.close());

const OK = { section: 'Outside', name: 'Number plate', result: 'ok' };
const fields = (changed: object = {}) => ({
  type: 'DRV',
  vehicle: fleet.vehicles.n1.vehicleId,
  driver: fleet.ann,
  done_at: '2026-06-01T06:35:00Z',
  started_at: '2026-06-01T06:30:00Z',
  odometer: 123_456_000,
  place: 'Home depot',
  lat: 52.25,
  long: -1.16,
  items: [OK],
  ...changed,
});
const send = (changed: object = {}, more: Partial<SentRecord> = {}, as = fleet.file.keeper) =>
  sendRecord(api, as, {
    path: `/vehicle-check/api/depot_report/${fleet.north}/`,
    fields: fields(changed),
    ...more,
  });
const count = async (table: string) => {
  const { rows } = await api.services.db.pool.query(`select count(*)::int as n from ${table}`);
  return rows[0].n as number;
};
/** The limit of calls per minute is per address: use a new address for each request. */
let address = 0;
const visit = async (path: string) => {
  address += 1;
  const headers = { 'x-forwarded-for': `10.0.0.${address}` };
  const answer = await fetch(api.url + path, { headers });
  return {
    ...answer,
    status: answer.status,
    headers: answer.headers,
    bytes: new Uint8Array(await answer.arrayBuffer()),
  };
};

describe('A driver check', () => {
  it('[RP-27] [OP-098] without defects is stored too, with driver, depot and duration', async () => {
    const answer = await send({}, { signature: await signaturePng() });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      type: 'DRV',
      vehicle: { registration: 'N1 AAA' },
      depot: { id: fleet.north },
      driver: 'Ann Miles',
      date: '2026-06-01T06:35:00Z',
      odometer: 123_456_000,
      result: 'pass',
      defects: 0,
      duration: 300,
      is_short: false,
      defect: null,
      signed_name: 'Ann Miles',
    });
    expect(answer.body.reference_number).toBe(`DRV-${String(answer.body.id).padStart(6, '0')}`);
    expect((await visit(answer.body.signature)).status).toBe(200);
    const { body } = await api.ask(`/vehicle-check/api/driver_checks/${answer.body.id}/`, {
      as: fleet.file.keeper,
    });
    expect(body.items).toEqual([expect.objectContaining({ name: 'Number plate', ok: true })]);
    const list = await api.ask(
      '/api/vehicle_activities/?fulfilled_at_date_range=01-01-2020,01-01-2040',
      {
        as: fleet.file.keeper,
      },
    );
    expect(list.body.results[0]).toMatchObject({
      activity_type_reference: 'DRIVER_CHECK',
      status: 'Nil defects',
      record_id: answer.body.id,
    });
  });

  it('marks one that took less than a minute, by the threshold of the installation', async () => {
    const { body } = await send({ started_at: '2026-06-01T06:34:10Z' });
    expect(body).toMatchObject({ duration: 50, is_short: true });
    expect((await send({ started_at: undefined })).body).toMatchObject({ duration: null });
  });

  it('[RP-27] creates a defect record from its defects, with their photographs', async () => {
    const [first, second] = await photographs(2);
    const photos = [first, second] as Buffer[];
    const { body } = await send({ items: [OK, MIRROR], captions: ['', 'Whole'] }, { photos });
    expect(body).toMatchObject({ result: 'fail', defects: 1 });
    expect(body.photos).toHaveLength(2);
    expect(body.items[1].photos).toEqual([body.photos[0]]);
    expect((await visit(body.photos[0])).status).toBe(200);
    const { rows } = await api.services.db.pool.query(
      `select d.state, d.items, (select count(*)::int from record_photographs p
         where p.defect_record_id = d.id) as photographs,
         (select count(*)::int from vor_entries e where e.defect_record_id = d.id) as vor
       from defect_records d where id = $1`,
      [body.defect],
    );
    expect(rows[0]).toMatchObject({ state: 'reported', photographs: 1, vor: 0 });
    expect(rows[0].items[0]).toMatchObject({ area: 'glass', finding: 'Nearside mirror cracked' });
  });

  it('[RP-27] [G-20] is described by its worst item, in its defect and in the vehicle file', async () => {
    const found = (name: string, severity: string) => ({
      name,
      result: 'defect',
      severity,
      note: `${name} ${severity}`,
    });
    const items = [found('Horn', 'minor'), found('Steering', 'dangerous'), found('Body', 'major')];
    const { body } = await send({ items, vehicle: fleet.vehicles.n2.vehicleId });
    const { rows } = await api.services.db.pool.query(
      `select d.items -> 0 ->> 'finding' as first, a.description, v.note
       from defect_records d
       join vehicle_activities a on a.record_id = d.id
       join activity_types t on t.id = a.activity_type_id and t.reference = 'DEFECT'
       join vor_entries v on v.defect_record_id = d.id where d.id = $1`,
      [body.defect],
    );
    const worst = 'Steering dangerous';
    expect(rows).toEqual([{ first: worst, description: worst, note: worst }]);
  });

  it.each([
    ['dangerous', 'Horn', 1],
    ['major', 'Steering', 1],
    ['major', 'Horn', 0],
    ['minor', 'Steering', 0],
  ])('a %s defect of "%s" takes the vehicle off the road: %i', async (severity, name, vor) => {
    const item = { name, result: 'defect', severity, note: 'Found' };
    const { body } = await send({ items: [item], vehicle: fleet.vehicles.n2.vehicleId });
    const { rows } = await api.services.db.pool.query(
      `select reason, set_by from vor_entries where defect_record_id = $1`,
      [body.defect],
    );
    expect(rows).toHaveLength(vor);
    const { rows: activities } = await api.services.db.pool.query(
      `select a.status from vehicle_activities a join activity_types t on t.id = a.activity_type_id
       where t.reference = 'DEFECT' and a.record_id = $1`,
      [body.defect],
    );
    expect(activities).toEqual([{ status: `357913941${vor === 1 ? '_IS_VOR' : ''}` }]);
  });

  it('[RP-27] sent again with its key, even concurrently, is created once; a different one is refused', async () => {
    const before = await count('driver_check_records');
    const key = 'check-0001';
    const photos = await photographs(1);
    const same = () => send({ items: [MIRROR] }, { key, photos });
    const answers = [...(await Promise.all([same(), same(), same()])), await same()];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await count('driver_check_records')).toBe(before + 1);
    expect((await send({ items: [OK] }, { key })).status).toBe(409);
    expect((await send({}, { key: 'short' })).status).toBe(400);
  });

  it('[RP-27] refuses invalid values on their field, and stores nothing', async () => {
    const before = [await count('driver_check_records'), await count('defect_records')];
    const files = await count('files');
    const refusal = async (changed: object, field: string, more: Partial<SentRecord> = {}) => {
      const { status, body } = await send(changed, more);
      expect([status, Object.keys(body.errors ?? {})], JSON.stringify(body)).toEqual([
        400,
        [field],
      ]);
    };
    await refusal({ vehicle: fleet.vehicles.f1.vehicleId }, 'vehicle');
    await refusal({ driver: fleet.foreignDriver }, 'driver');
    await refusal({ done_at: '2099-01-01T00:00:00Z' }, 'done_at');
    await refusal({ started_at: '2026-06-01T07:00:00Z' }, 'started_at');
    await refusal({ long: undefined }, 'long');
    await refusal({ type: 'DMG' }, 'type');
    await refusal({ items: 'nonsense' }, 'items');
    await refusal({ items: [] }, 'items');
    await refusal({ items: [{ name: 'Horn', result: 'defect', note: 'x' }] }, 'items.0.severity');
    await refusal({ items: [{ ...MIRROR, photos: [2] }] }, 'items', {
      photos: await photographs(1),
    });
    await refusal({ items: [{ ...OK, note: 'nothing\0 here' }] }, 'items');
    await refusal({ items: [{ ...OK, name: 'half \uD800' }] }, 'items');
    await refusal({}, 'photos', { photos: [Buffer.from('<svg onload="alert(1)"></svg>')] });
    await refusal({}, 'signature', { signature: Buffer.from('%PDF-1.4 not a signature') });
    await refusal({}, 'photos', { photos: await photographs(11) });
    expect([await count('driver_check_records'), await count('defect_records')]).toEqual(before);
    expect(await count('files')).toBe(files);
  });

  it('[U-P03] requires write permission and access to depot, vehicle and driver', async () => {
    expect((await send({}, {}, fleet.file.readonly)).status).toBe(403);
    expect((await send({}, {}, fleet.file.foreign)).status).toBe(404);
    const south = await send({ vehicle: fleet.vehicles.s1.vehicleId }, {}, fleet.file.north);
    expect([south.status, Object.keys(south.body.errors)]).toEqual([400, ['vehicle']]);
    const { body } = await send({});
    const path = `/vehicle-check/api/driver_checks/${body.id}/`;
    expect((await api.ask(path, { as: fleet.file.north })).status).toBe(200);
    expect((await api.ask(path, { as: fleet.file.foreign })).status).toBe(404);
    expect((await api.ask(path)).status).toBe(401);
  });
});

describe('The report of a driver check', () => {
  it('[R-161] [J-25] [J-27] can be read by its signed address, until that expires', async () => {
    const photos = await photographs(1);
    const { body } = await send(
      { items: [OK, MIRROR, { ...OK, name: 'NUMBER PLATE' }] },
      { photos, signature: await signaturePng() },
    );
    const { sessionSecret } = api.services.config;
    const path = signedReportAddress(sessionSecret, 'driver-check', body.id);
    const answer = await visit(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toContain('driver-check-N1-AAA.pdf');
    const { text, pictures, info } = await readPdf(answer);
    for (const line of [
      'Driver check report',
      'N1 AAA',
      body.reference_number,
      'Ann Miles',
      'Home depot',
      '0:05:00',
      'Defects: 1',
      'Mirrors and glass Defect Minor Nearside mirror cracked',
      'Number plate In order',
      'Signed by Ann Miles',
      'Photograph 1: Mirrors and glass',
      'Page 1 of',
    ]) {
      expect(text).toContain(line);
    }
    expect(pictures).toBe(2);
    expect(info.Title).toBe(`Driver check report, N1 AAA, ${body.reference_number}`);
    const inPortuguese = await readPdf(await visit(`${path}&language=pt`));
    expect(inPortuguese.text).toContain('Relatório de verificação do condutor');
    expect(inPortuguese.text).toContain('Espelhos e vidros Defeito');
    expect(inPortuguese.text).toContain('Fotografia 1: Espelhos e vidros');
    expect(inPortuguese.text).not.toContain('Mirrors and glass');
    // The text of a customer stays as typed.
    expect(inPortuguese.text).toContain('NUMBER PLATE');
    expect(inPortuguese.info.Language).toBe('pt-PT');

    const other = path.replace(`/${body.id}/`, `/${body.id - 1}/`);
    expect((await visit(other)).status).toBe(401);
    expect((await visit(path.replace('driver_check_pdf', 'x'))).status).toBe(404);
    const past = signedReportAddress(
      sessionSecret,
      'driver-check',
      body.id,
      Date.now() - 86_400_000,
    );
    expect((await visit(past)).status).toBe(401);
    expect((await visit(path.replace(/signature=[^&]+/, 'signature=AAAA'))).status).toBe(401);
  });

  it('[R-161] [U-P03] without a signed address requires access to the vehicle', async () => {
    const { body } = await send({});
    const path = `/vehicle-check/api/driver_check_pdf/${body.id}/`;
    expect((await api.ask(path, { as: fleet.file.keeper })).status).toBe(200);
    expect((await api.ask(path, { as: fleet.file.foreign })).status).toBe(404);
    expect((await api.ask(path, { as: fleet.people.plain })).status).toBe(403);
    expect((await api.ask(path)).status).toBe(401);
  });

  it('[J-23] the newest one of a vehicle is found by its id or its registration', async () => {
    const { body } = await send({
      done_at: '2026-06-03T06:35:00Z',
      started_at: '2026-06-03T06:30:00Z',
      vehicle: fleet.vehicles.x1.vehicleId,
    });
    await send({ vehicle: fleet.vehicles.x1.vehicleId });
    const of = (vehicle: { vehicleId: number } | { registration: string }) =>
      api.services.db.asSystem((trx) => latestDriverCheck(trx, vehicle));
    const newest = { id: body.id, checkedAt: new Date('2026-06-03T06:35:00Z') };
    expect(await of({ vehicleId: fleet.vehicles.x1.vehicleId })).toEqual(newest);
    expect(await of({ registration: 'x1eee' })).toEqual(newest);
    expect(await of({ vehicleId: fleet.vehicles.z1.vehicleId })).toBeUndefined();
  });
});
