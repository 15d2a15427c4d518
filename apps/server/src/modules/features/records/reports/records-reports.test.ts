import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { readPdf } from '../../../../../test/read-pdf.ts';
import {
  addActivity,
  type DocumentFleet,
  documentFleet,
} from '../../../../../test/vehicle-documents.ts';
import { storeFile } from '../../../../platform/files/index.ts';

let api: TestApi;
let fleet: DocumentFleet;
const DEFECT = 41;
const INSPECTION = 52;
const PHOTOGRAPHS = 10;

const picture = (background: string, width = 320, height = 240) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** Stores an image of the home customer; returns its file id. */
async function keepPicture(bytes: Buffer): Promise<string> {
  const { files, db } = api.services;
  const file = await files.put(bytes, {
    customerId: fleet.home.customerId,
    purpose: 'records',
    name: 'photograph.jpg',
    maxBytes: bytes.length,
    accept: ['image/jpeg'],
  });
  await db.asSystem((trx) => storeFile(trx, file));
  return file.id;
}

const ITEMS = [
  {
    name: 'Tyres and wheel fixing',
    severity: 'dangerous',
    finding: 'Nearside rear tyre below the limit',
    remedy: 'Tyre renewed',
  },
  { name: 'Mirrors', severity: 'minor', finding: 'Glass cracked', remedy: null },
];
const CHECKED = [
  { section: 'In the cab', name: 'Steering', result: 'ok', note: null, repaired_by: null },
  {
    section: 'Brakes',
    name: 'Parking brake',
    result: 'repaired',
    note: 'Travel too long, adjusted',
    repaired_by: 'Rui Café',
  },
];
const TYRES = [
  { position: 'Axle 1 nearside', tread_mm: 6.5, pressure_kpa: 1010 },
  { position: 'Axle 1 offside', tread_mm: null, pressure_kpa: null },
];

async function insertRecords(): Promise<void> {
  const { pool } = api.services.db;
  const { customerId } = fleet.home;
  const signature = await keepPicture(await picture('#101010', 200, 60));
  await pool.query(
    `insert into defect_records (id, customer_id, vehicle_id, reference_number, place, odometer_m, items,
       reported_at, reported_by, assessed_at, assessed_by, assessment, assigned_at, assigned_by,
       repairer, repaired_at, repaired_by, repair)
     values ($1, $2, $3, 'DEF-000041', 'Home depot', 123456000, $4, '2026-06-01T06:30:00Z', 'Dan Reed',
       '2026-06-01T08:00:00Z', 'Ada Hill', 'Not to be used', '2026-06-01T09:00:00Z', 'Ada Hill',
       'Fleet Workshop', '2026-06-02T15:45:00Z', 'Fleet Workshop',
       'Tyre renewed and torqued')`,
    [DEFECT, customerId, fleet.vehicles.n1.vehicleId, JSON.stringify(ITEMS)],
  );
  await pool.query(
    `insert into inspection_records (id, customer_id, vehicle_id, reference_number, inspected_at,
       inspector, place, items, tyres, brake_method, is_brake_test_laden, brake_service_pct,
       brake_secondary_pct, brake_parking_pct, is_roadworthy, declaration, signed_at, signature_file_id)
     values ($1, $2, $3, 'PMI-000052', '2026-06-03T10:00:00Z', 'Ines Mott', 'Bay 1', $4, $5, 'roller',
       true, 58, 31, 21.5, true, 'This vehicle is in a safe and roadworthy condition.',
       '2026-06-03T11:15:00Z', $6)`,
    [
      INSPECTION,
      customerId,
      fleet.vehicles.n1.vehicleId,
      JSON.stringify(CHECKED),
      JSON.stringify(TYRES),
      signature,
    ],
  );
  for (let n = 1; n <= PHOTOGRAPHS; n += 1) {
    const file = await keepPicture(await picture(`rgb(${n * 20}, 90, 160)`));
    await pool.query(
      `insert into record_photographs (customer_id, inspection_record_id, position, caption, file_id)
       values ($1, $2, $3, $4, $5)`,
      [customerId, INSPECTION, n, `Place ${n}`, file],
    );
  }
}

beforeAll(async () => {
  api = await testApi();
  fleet = await documentFleet(api);
  const logo = await keepPicture(await picture('#3366aa', 120, 40));
  await api.services.db.pool.query(
    `update customers set name = 'Home Haulage', logo_file_id = $2 where id = $1`,
    [fleet.home.customerId, logo],
  );
  await insertRecords();
  const of = { customerId: fleet.home.customerId, vehicleId: fleet.vehicles.n1.vehicleId };
  const defect = { ...of, type: 'DEFECT', recordId: DEFECT };
  await addActivity(api, { ...defect, status: '357913941_IS_VOR', isLatest: false });
  const later = { createdAt: '2026-06-02T15:45:00Z', status: '1521134249' };
  await addActivity(api, { ...defect, ...later });
  await addActivity(api, { ...of, type: 'SAFETY_INSPECTION', recordId: INSPECTION, status: '12' });
});
afterAll(() => api.close());

interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

async function got(path: string, init: RequestInit): Promise<Got> {
  const answer = await fetch(`${api.url}${path}`, init);
  const { status, headers } = answer;
  return { status, headers, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

/** Requests the report like the web app: by POST with the token. */
const defect = (token: string, id: number = DEFECT, body: object = { record_id: id }) =>
  got(`/defect/api/defect_report_pdf/${id}/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const inspection = async (userId: number, id: number = INSPECTION) =>
  got(`/safety-inspection/api/report_pdf/${id}/`, {
    headers: { cookie: `access-token=${await api.token(userId)}` },
  });

describe('The report of a defect', () => {
  it('[R-174] [G-26] [G-92] is a PDF, requested with an exchanged token', async () => {
    const exchange = await api.ask('/api/reobtain_jwt/', { as: fleet.file.keeper });
    const answer = await defect(exchange.body.token);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-disposition')).toContain('defect-report_N1-AAA.pdf');
  });

  it('[G-04] contains the stored record with its newest status', async () => {
    const exchange = await api.ask('/api/reobtain_jwt/', { as: fleet.file.keeper });
    const { pages, text, pictures, info } = await readPdf(await defect(exchange.body.token));
    for (const expected of [
      'Defect report',
      'N1 AAA',
      'Home Haulage',
      'DEF-000041',
      'Home depot',
      'Nearside rear tyre below the limit',
      'Dangerous',
      'Glass cracked',
      'Dan Reed',
      'Ada Hill',
      'Not to be used',
      'Fleet Workshop',
      'Tyre renewed and torqued',
      'Not signed',
      `Page 1 of ${pages.length}`,
    ]) {
      expect(text).toContain(expected);
    }
    // The report shows the newest status of the record.
    expect(text).toContain('Status Repaired');
    expect(text).not.toContain('VOR');
    expect(text).toMatch(/Signed off\s+Open/);
    expect(pictures).toBe(1);
    expect(info.Title).toBe('Defect report, N1 AAA, DEF-000041');
  });

  it('[R-174] [G-92] [G-94] accepts only that token, also as a cookie', async () => {
    expect((await defect(await api.token(fleet.file.keeper))).status).toBe(401);
    expect((await defect('undefined')).status).toBe(401);
    const cookie = `jwt-token=${await api.jwt(fleet.file.keeper)}`;
    const init = { method: 'POST', headers: { cookie, origin: api.url } };
    const path = `/defect/api/defect_report_pdf/${DEFECT}/`;
    expect((await got(path, init)).status).toBe(200);
    // A page of another origin cannot use the cookie.
    const foreign = { ...init, headers: { cookie, origin: 'https://evil.test' } };
    expect((await got(path, foreign)).status).toBe(403);
  });

  it('[R-174] requires the same record id in path and body', async () => {
    const token = await api.jwt(fleet.file.keeper);
    expect((await defect(token, DEFECT, { record_id: DEFECT + 1 })).status).toBe(400);
    expect((await defect(token, DEFECT, {})).status).toBe(200);
    expect((await defect(token, 9999)).status).toBe(404);
  });

  it('[R-174] [U-P03] is not visible to other customers and depots', async () => {
    expect((await defect(await api.jwt(fleet.file.foreign))).status).toBe(404);
    expect((await defect(await api.jwt(fleet.file.north))).status).toBe(200);
    await api.services.db.pool.query('update defect_records set vehicle_id = $2 where id = $1', [
      DEFECT,
      fleet.vehicles.s1.vehicleId,
    ]);
    expect((await defect(await api.jwt(fleet.file.north))).status).toBe(404);
    expect((await defect(await api.jwt(fleet.file.keeper))).status).toBe(200);
  });
});

describe('The report of a safety inspection', () => {
  it('[R-175] [G-93] [G-95] is a named PDF, requested with the cookie', async () => {
    const answer = await inspection(fleet.file.keeper);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const name = `safety-inspection-report_${INSPECTION}_N1-AAA.pdf`;
    expect(answer.headers.get('content-disposition')).toContain(name);
  });

  it('[G-05] [G-27] [S-18] contains the stored record with figures and photographs', async () => {
    const answer = await inspection(fleet.file.keeper);
    const { pages, text, pictures, info } = await readPdf(answer);
    for (const expected of [
      'Safety inspection report',
      'N1 AAA',
      'PMI-000052',
      'Complete - QC Done',
      'In the cab',
      'Steering In order',
      'Travel too long, adjusted',
      'Rui Café',
      'Roller brake test, laden',
      // The vehicle is a car: no thresholds for brakes, the legal minimum for tread.
      'Service brake 58',
      'Secondary brake 31',
      'Parking brake 21.5',
      'Axle 1 nearside 6.5 1.6 Enough 1,010',
      'This vehicle is in a safe and roadworthy condition.',
      'Signed by Ines Mott',
      'Photograph 1: Place 1',
      `Photograph ${PHOTOGRAPHS}: Place ${PHOTOGRAPHS}`,
    ]) {
      expect(text).toContain(expected);
    }
    pages.forEach((page, n) => {
      expect(page).toContain(`Page ${n + 1} of ${pages.length}`);
    });
    expect(pictures).toBe(PHOTOGRAPHS + 2);
    expect(info.Title).toBe('Safety inspection report, N1 AAA, PMI-000052');
  });

  it('[R-175] compares the figures of a goods vehicle with its thresholds', async () => {
    const { pool } = api.services.db;
    await pool.query(`update vehicles set type = 'STR' where id = $1`, [
      fleet.vehicles.n1.vehicleId,
    ]);
    await pool.query(`update inspection_records set brake_secondary_pct = 24 where id = $1`, [
      INSPECTION,
    ]);
    const { text } = await readPdf(await inspection(fleet.file.keeper));
    expect(text).toContain('Service brake 58 50 Enough');
    expect(text).toContain('Secondary brake 24 25 Insufficient');
    expect(text).toContain('Parking brake 21.5 16 Enough');
  });

  it('[R-175] is in the language of the viewer', async () => {
    const { pool } = api.services.db;
    await pool.query(`update users set language = 'pt' where id = $1`, [fleet.file.second]);
    const { text, info } = await readPdf(await inspection(fleet.file.second));
    for (const expected of [
      'Relatório de inspeção de segurança Matrícula N1 AAA Operador Home Haulage',
      'Estado Completa - qualidade verificada',
      'Inspecionado 03/06/26 10:00 Inspetor Ines Mott Resultado Apto a circular',
      'Na cabina Item Resultado Nota Reparado por Direção Em ordem',
      'Parking brake Reparado Travel too long, adjusted Rui Café',
      'Ensaio em frenómetro, com carga',
      'Travão de serviço 58 50 Suficiente Travão secundário 24 25 Insuficiente',
      'Travão de estacionamento 21,5 16 Suficiente',
      'Axle 1 nearside 6,5 1 Suficiente 1.010',
      'Declaração This vehicle is in a safe and roadworthy condition.',
      'Assinado por Ines Mott, 03/06/26 11:15',
      'Fotografia 1: Place 1',
      'Página 1 de 3',
    ]) {
      expect(text).toContain(expected);
    }
    // Items of external checklists, notes and the signed declaration are not translated.
    for (const english of ['Safety inspection', 'Enough', 'Signed by', 'Photograph 1', 'Page 1']) {
      expect(text).not.toContain(english);
    }
    expect(info).toMatchObject({
      Language: 'pt-PT',
      Title: 'Relatório de inspeção de segurança, N1 AAA, PMI-000052',
    });
  });

  it('[R-175] shows a placeholder for a deleted photograph', async () => {
    const { pool } = api.services.db;
    await pool.query(
      `update files set kept_until = now() - interval '1 day' where id =
         (select file_id from record_photographs where inspection_record_id = $1 and position = 2)`,
      [INSPECTION],
    );
    const { text, pictures } = await readPdf(await inspection(fleet.file.keeper));
    expect(text).toContain('This photograph cannot be shown.');
    expect(pictures).toBe(PHOTOGRAPHS + 1);
  });

  it('[R-175] [U-P03] is not visible to visitors and other customers', async () => {
    expect((await got(`/safety-inspection/api/report_pdf/${INSPECTION}/`, {})).status).toBe(401);
    expect((await inspection(fleet.file.foreign)).status).toBe(404);
    expect((await inspection(fleet.file.keeper, 9999)).status).toBe(404);
  });
});
