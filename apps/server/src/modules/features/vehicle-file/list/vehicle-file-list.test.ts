import readXlsx from 'read-excel-file/node';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { download } from '../../../../../test/report-fleet.ts';
import {
  addActivity,
  type DocumentFleet,
  documentFleet,
  jpeg,
  type ListedActivity,
  PDF,
  sendDocument,
} from '../../../../../test/vehicle-documents.ts';

let api: TestApi;
let fleet: DocumentFleet;
/** Ids of the activities below, by description. */
const ids: Record<string, number> = {};

type Vehicle = keyof DocumentFleet['vehicles'];

async function add(description: string, vehicle: Vehicle, changed: Partial<ListedActivity> = {}) {
  const away = vehicle === 'f1';
  ids[description] = await addActivity(api, {
    customerId: away ? fleet.away.customerId : fleet.home.customerId,
    vehicleId: fleet.vehicles[vehicle].vehicleId,
    description,
    ...changed,
  });
}

beforeAll(async () => {
  api = await testApi();
  fleet = await documentFleet(api);
  const june = (day: number, hour = 9) =>
    `2026-06-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`;
  await add('mot', 'n1', { createdAt: june(3), fulfilledAt: june(1, 0) });
  await add('service', 'n2', { type: 'SERVICE', createdAt: june(2), fulfilledAt: june(2, 0) });
  await add('note', 's1', { type: 'OTHER', createdAt: june(4, 23) });
  await add('reported', 'n2', {
    type: 'DEFECT',
    status: '357913941_IS_VOR',
    createdAt: june(5),
    recordId: 8,
    isLatest: false,
  });
  await add('repaired', 'n2', {
    type: 'DEFECT',
    status: '1521134249',
    createdAt: june(6),
    recordId: 8,
  });
  await add('old', 'n1', { createdAt: june(7), archived: true });
  await add('=SUM(A1)', 'z1', { createdAt: june(8) });
  await add('theirs', 'f1', { createdAt: june(9) });
});
afterAll(() => api.close());

const list = (query: string, as = fleet.file.keeper) =>
  api.ask(`/api/vehicle_activities/?${query}`, { as });
const described = async (query: string, as?: number) =>
  (await list(query, as)).body.results?.map((one: { description: string }) => one.description);

describe('The list of activities', () => {
  it('[R-168] [G-02] [V-18] contains the activities of all vehicles, newest document first', async () => {
    const { status, body } = await list('');
    expect([status, body.count, body.count_is_limit]).toEqual([200, 6, false]);
    expect(body.results.map((one: { description: string }) => one.description)).toEqual([
      '=SUM(A1)',
      'repaired',
      'reported',
      'note',
      'service',
      'mot',
    ]);
  });

  it('[V-17] [G-01] returns the type, vehicle and author of each activity', async () => {
    const { body } = await list('');
    expect(body.results[5]).toEqual({
      id: ids.mot,
      vehicle: { id: fleet.vehicles.n1.vehicleId, registration: 'N1 AAA' },
      depot: { id: fleet.north, name: 'Home depot' },
      activity_type: { id: expect.any(Number), name: 'MOT' },
      activity_type_reference: 'MOT',
      description: 'mot',
      status: 'Pass',
      created_at: '2026-06-03T09:00:00Z',
      activity_fulfilled_at: '2026-06-01T00:00:00Z',
      created_by: 'Ada Hill',
      document: null,
      document_type: null,
      record_id: null,
      reference_number: null,
      total_investigations_count: 0,
      archived: false,
    });
  });

  it('[G-91] [OP-099] [G-82] returns each status as stored', async () => {
    const { body } = await list('pageSize=9');
    const statuses = body.results.map((one: { status: string }) => one.status);
    expect(statuses).toContain('357913941_IS_VOR');
    expect(statuses).toContain('1521134249');
  });

  it('[G-66] [OP-046] [H-48] filters by the days of documents, identically in every zone', async () => {
    const june1 = 'fulfilled_at_date_range=01-06-2026,01-06-2026';
    expect(await described(june1)).toEqual(['mot']);
    expect(await described(`${june1}&time_zone=America/Sao_Paulo`)).toEqual(['mot']);
    // An activity without a document date is listed on the day of its entry.
    expect(await described('fulfilled_at_date_range=02-06-2026,04-06-2026')).toEqual([
      'note',
      'service',
    ]);
  });

  it('[G-65] [G-71] [OP-046] filters by the days of entries in the zone of the viewer', async () => {
    const of = (days: string, zone = 'UTC') =>
      described(`date_range=${days}&ordering=-created_at&time_zone=${zone}`);
    expect(await of('03-06-2026,04-06-2026')).toEqual(['note', 'mot']);
    expect(await of('05-06-2026,05-06-2026', 'Europe/London')).toEqual(['reported', 'note']);
    expect(await of('04-06-2026,04-06-2026', 'Europe/London')).toEqual([]);
  });

  it('[G-71] [G-P02] [R-006] sorts by the date of its mode, in both directions', async () => {
    expect(await described('ordering=created_at')).toEqual([
      'service',
      'mot',
      'note',
      'reported',
      'repaired',
      '=SUM(A1)',
    ]);
    expect((await described('ordering=-activity_fulfilled_at'))[0]).toBe('=SUM(A1)');
    expect((await described('ordering=activity_fulfilled_at'))[0]).toBe('mot');
    expect((await described('ordering=created_at&orderingDirection=desc'))[0]).toBe('=SUM(A1)');
    const mixed = await list('date_range=01-06-2026,09-06-2026&ordering=activity_fulfilled_at');
    expect([mixed.status, Object.keys(mixed.body.errors)]).toEqual([400, ['ordering']]);
    expect((await list('ordering=registration')).status).toBe(400);
  });

  it.each([
    ['date_range=31-02-2026,01-03-2026', 'date_range'],
    ['date_range=02-06-2026,01-06-2026', 'date_range'],
    ['date_range=2026-06-01,2026-06-02', 'date_range'],
    ['fulfilled_at_date_range=01-06-0026,02-06-2026', 'fulfilled_at_date_range'],
    [
      'date_range=01-06-2026,02-06-2026&fulfilled_at_date_range=01-06-2026,02-06-2026',
      'date_range',
    ],
    ['time_zone=Mars/Olympus&date_range=01-06-2026,02-06-2026', 'time_zone'],
    ['page=0', 'page'],
    ['pageSize=401', 'pageSize'],
    ['vehicle=one', 'vehicle'],
    ['filter_latest=perhaps', 'filter_latest'],
  ])('[R-P03] refuses ?%s', async (query, field) => {
    const { status, body } = await list(query);
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
  });

  it('[G-67] [G-68] [R-008] treats null, 0 and empty values as absent', async () => {
    const all = await described('');
    expect(
      await described('region=null&activity_type=0&archived=null&vehicle=&depot=null'),
    ).toEqual(all);
  });

  it('[G-50] [G-69] shows the newest activity of each item if the trail is off', async () => {
    const newest = await described('filter_latest=True');
    expect(newest).not.toContain('reported');
    expect(newest).toContain('repaired');
    expect(await described('filter_latest=False')).toContain('reported');
  });

  it('[G-65] filters by vehicle, type, depot and region', async () => {
    const { vehicles, north, south, home } = fleet;
    expect(await described(`vehicle=${vehicles.n1.vehicleId}`)).toEqual(['mot']);
    const { rows } = await api.services.db.pool.query(
      `select id from activity_types where reference = 'DEFECT'`,
    );
    expect(await described(`activity_type=${rows[0].id}`)).toEqual(['repaired', 'reported']);
    expect(await described(`depot=${south}`)).toEqual(['note']);
    expect(await described(`depot=${north}&activity_type=${rows[0].id}`)).toEqual([
      'repaired',
      'reported',
    ]);
    expect(await described(`region=${home.regionId}`)).toEqual([
      'repaired',
      'reported',
      'service',
      'mot',
    ]);
    expect(await described('search=n2')).toEqual(['repaired', 'reported', 'service']);
    expect(await described('search=%25')).toEqual([]);
  });

  it('[G-70] [R-P02] [G-63] numbers pages from 1 and counts all matches', async () => {
    const pages = [];
    for (const page of [1, 2, 3, 4]) {
      const { body } = await list(`pageSize=2&page=${page}`);
      expect(body.count).toBe(6);
      pages.push(body.results.map((one: { id: number }) => one.id));
    }
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 2, 0]);
    expect(new Set(pages.flat()).size).toBe(6);
    expect((await list('pageSize=75')).body.results).toHaveLength(6);
  });

  it('[G-73] filters by pending investigations and counts investigations', async () => {
    expect(await described('has_pending_investigations=true')).toEqual([]);
    const add = (id: number | undefined, status: string) =>
      api.services.db.pool.query(
        `with template as (insert into investigation_templates (activity_type_id, title, changed_by,
           is_current) values (6, 'Test', 'Ada', false) returning id),
         file as (insert into files (id, customer_id, purpose, key, media_type, size_bytes, sha256, name)
           values (gen_random_uuid(), $1, 'investigation', gen_random_uuid(), 'image/png', 1, '', 'a')
           returning id)
         insert into investigations (customer_id, activity_id, template_id, status, signature_file_id,
           completed_by, completed_at) select $1, $2, template.id, $3, file.id, 'Ada', now()
         from template, file`,
        [fleet.home.customerId, id, status],
      );
    await add(ids.mot, 'PENDING');
    await add(ids.mot, 'COMPLETE');
    await add(ids.service, 'COMPLETE');
    const { body } = await list('has_pending_investigations=true&pageSize=7');
    expect(body.results).toMatchObject([{ id: ids.mot, total_investigations_count: 2 }]);
    await api.services.db.pool.query(`update investigations set status = 'COMPLETE'`);
    expect(await described('has_pending_investigations=true&pageSize=8')).toEqual([]);
  });

  it('[U-P03] shows each person only what is visible to them', async () => {
    const { file, people } = fleet;
    expect(await described('', file.north)).toEqual(['repaired', 'reported', 'service', 'mot']);
    expect(await described('', file.foreign)).toEqual(['theirs']);
    expect((await list(`depot=${fleet.south}`, file.north)).status).toBe(404);
    expect((await list(`vehicle=${fleet.vehicles.f1.vehicleId}`)).status).toBe(404);
    expect((await list('', people.plain)).status).toBe(403);
    for (const path of ['', 'trail/', 'document/']) {
      const answer = await api.ask(`/api/vehicle_activities/${ids.theirs}/${path}`, {
        as: file.keeper,
      });
      expect(answer.status).toBe(404);
    }
  });

  it('[R-P07] is cached for identical queries and rebuilt after a change', async () => {
    const query = `vehicle=${fleet.vehicles.x1.vehicleId}`;
    expect(await described(query)).toEqual([]);
    await add('unseen', 'x1');
    expect(await described(query)).toEqual([]);
    api.services.bus.publish('activities.changed', { customerId: fleet.away.customerId });
    expect(await described(query)).toEqual([]);
    api.services.bus.publish('activities.changed', { customerId: fleet.home.customerId });
    expect(await described(query)).toEqual(['unseen']);
    await api.services.db.pool.query('delete from vehicle_activities where id = $1', [ids.unseen]);
    api.services.bus.publish('activities.changed', { customerId: fleet.home.customerId });
  });
});

describe('An activity', () => {
  const archive = (id: number | undefined, archived: boolean, as = fleet.file.keeper) =>
    api.ask(`/api/vehicle_activities/${id}/`, { as, method: 'PATCH', body: { archived } });

  it('[G-53] [G-72] [RP-20] [OP-047] is archived and restored, and its trail names the person', async () => {
    expect(await described('archived=true')).toEqual(['old']);
    const { status, body } = await archive(ids.note, true);
    expect([status, body.archived]).toEqual([200, true]);
    await archive(ids.note, true);
    expect(await described('archived=true')).toEqual(['old', 'note']);
    expect(await described('')).not.toContain('note');
    await archive(ids.note, false, fleet.file.second);
    expect(await described('')).toContain('note');
    const trail = await api.ask(`/api/vehicle_activities/${ids.note}/trail/`, {
      as: fleet.file.keeper,
    });
    expect(trail.body).toEqual([
      {
        id: expect.any(Number),
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        by: 'Ada Hill',
        action: 'archived',
        changes: [{ field: 'archived', before: 'false', after: 'true' }],
      },
      expect.objectContaining({ by: 'Bea Cole', action: 'restored' }),
    ]);
  });

  it('[G-50] is replaced by the previous activity of its record when it is archived', async () => {
    await archive(ids.repaired, true);
    expect(await described('filter_latest=True')).toContain('reported');
    await archive(ids.repaired, false);
    const newest = await described('filter_latest=True');
    expect([newest.includes('repaired'), newest.includes('reported')]).toEqual([true, false]);
  });

  it('[RP-20] cannot be archived without permission or by another customer', async () => {
    expect((await archive(ids.mot, true, fleet.file.readonly)).status).toBe(403);
    expect((await archive(ids.mot, true, fleet.file.foreign)).status).toBe(404);
    expect((await archive(ids.note, true, fleet.file.north)).status).toBe(404);
  });

  it('has an immutable trail, even for the owner of the database', async () => {
    const { db } = api.services;
    for (const change of [
      `update vehicle_file_changes set user_name = 'Nobody'`,
      'delete from vehicle_file_changes',
      'truncate vehicle_file_changes',
    ]) {
      await expect(db.pool.query(change)).rejects.toThrow(/append-only/);
    }
    const viewer = { customerId: fleet.home.customerId, isGlobalAdmin: false };
    const remove = db.asViewer(viewer, (trx) => trx.deleteFrom('vehicle_activities').execute());
    await expect(remove).rejects.toThrow(/permission denied/);
  });
});

describe('The export of the list', () => {
  const file = (query: string, as = fleet.file.keeper) =>
    download(api, `/api/vehicle_activities_export/?${query}`, as);

  it('[R-168] is CSV with status texts and without formulas', async () => {
    const { status, headers, bytes } = await file('format=csv');
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(/attachment; filename="vehicle-file_.*csv"/);
    const lines = bytes.toString('utf8').trim().split('\r\n');
    expect(lines).toHaveLength(7);
    expect(lines[0]).toContain('Entry,Document date,Vehicle,Depot,Activity type');
    expect(bytes.toString()).toContain("'=SUM(A1)");
    expect(bytes.toString()).toContain('Partial Non Verified (VOR)');
    expect(bytes.toString()).not.toContain('theirs');
  });

  it('[R-168] is XLSX with the same filter', async () => {
    const { bytes } = await file('format=xlsx&fulfilled_at_date_range=01-06-2026,01-06-2026');
    const [sheet] = await readXlsx(bytes);
    expect(JSON.stringify(sheet)).toContain('N1 AAA');
    expect(JSON.stringify(sheet)).not.toContain('N2 BBB');
  });

  it('[R-168] is one PDF with its documents', async () => {
    const day = '2026-05-20T00:00:00Z';
    for (const [name, bytes] of [
      ['sheet.pdf', PDF],
      ['photo.jpg', await jpeg(200, 100)],
    ] as const) {
      const fields = {
        vehicle: fleet.vehicles.x1.vehicleId,
        activity_type: 'OTHER',
        status: 'Pass',
        description: 'Bundled',
        activity_fulfilled_at: day,
      };
      const sent = await sendDocument(api, fleet.file.keeper, { fields, file: { bytes, name } });
      expect(sent.status).toBe(201);
    }
    const range = 'fulfilled_at_date_range=20-05-2026,20-05-2026';
    const { status, bytes } = await file(`format=pdf&${range}`);
    expect(status).toBe(200);
    const pdf = await getDocumentProxy(new Uint8Array(bytes));
    expect(pdf.numPages).toBe(3);
    const annotations = await (await pdf.getPage(2)).getAnnotations();
    expect(annotations.map((one) => one.file?.filename)).toEqual([
      expect.stringMatching(/^sheetX1EEEOTHER/),
    ]);
    const { text } = await extractText(pdf);
    expect(text[0]).toContain('Bundled');
    expect(text[2]).toContain('X1 EEE · Other Document · 20/05/26');
  });

  it('[U-P03] contains nothing that is not visible', async () => {
    expect((await file('format=csv', fleet.file.north)).bytes.toString()).not.toContain('S1 CCC');
    expect((await file(`format=csv&depot=${fleet.south}`, fleet.file.north)).status).toBe(404);
    expect((await file('format=csv', fleet.people.plain)).status).toBe(403);
  });
});

describe('Options of the screens', () => {
  it('[R-079] [G-99] the visible depots', async () => {
    const names = async (as: number) =>
      (await api.ask('/api/vehicles_group_list_small/', { as })).body.map(
        ({ name }: { name: string }) => name,
      );
    expect(await names(fleet.file.keeper)).toEqual(['Home depot', 'South']);
    expect(await names(fleet.file.north)).toEqual(['Home depot']);
  });

  it('[R-096] [H-67] the visible vehicles by registration', async () => {
    const { body } = await api.ask(
      '/api/fmt/paginated_vehicles_v2/?pageSize=25&page=1&ordering=registration&search=n',
      { as: fleet.file.keeper },
    );
    expect(body.count).toBe(2);
    expect(body.vehicles).toEqual(body.results);
    expect(body.results[0]).toMatchObject({
      registration: 'N1 AAA',
      type: 'CAR',
      vehicle_type: { reference: 'FUEL' },
      manufacturer_model: null,
    });
  });
});
