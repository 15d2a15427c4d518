import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { type CheckFleet, checkFleet, sendReport } from '../../../../test/check-fleet.ts';
import { readPdf } from '../../../../test/read-pdf.ts';

let api: TestApi;
let fleet: CheckFleet;

const base = '/vehicle-check/api';
const get = (path: string, as = fleet.keeper) => api.ask(path, { as });
const refs = (body: { results: { date: string }[] }) =>
  body.results.map(({ date }) => date.slice(0, 10));
const query = (text: string, values: unknown[] = []) => api.services.db.pool.query(text, values);
const DEFECT = { name: 'Horn', result: 'defect', severity: 'minor', note: '=cmd()' };
const DANGER = { name: 'Steering', result: 'defect', severity: 'dangerous', note: 'Loose' };

/** A report at a time of a day; takes five minutes by default. */
const report = (at: string, changed: object = {}, seconds = 300, depot = fleet.north) =>
  sendReport(
    api,
    fleet,
    {
      done_at: at,
      started_at: new Date(Date.parse(at) - seconds * 1000).toISOString(),
      ...changed,
    },
    { depot },
  );

beforeAll(async () => {
  api = await testApi({ TRUST_PROXY: 'true' });
  fleet = await checkFleet(api);
  const { n1, n2, x1, s1 } = fleet.vehicles;
  await report('2026-06-01T06:35:00Z');
  // A second one in the evening, which is the next day in London.
  await report('2026-06-01T23:30:00Z', { type: 'DRV' });
  await report('2026-06-02T07:00:00Z', { vehicle: n2.vehicleId, items: [DEFECT] }, 40);
  await report('2026-06-02T07:30:00Z', { type: 'DRV', vehicle: n1.vehicleId, odometer: 5000 });
  await report('2026-06-03T07:00:00Z', { type: 'AUD', vehicle: x1.vehicleId });
  await report('2026-06-03T08:00:00Z', { vehicle: s1.vehicleId }, 300, fleet.south);
  await report('2026-06-04T08:00:00Z', { vehicle: x1.vehicleId, items: [DANGER], type: 'DRV' });
});
afterAll(() => api.close());

describe('Reports of a depot', () => {
  const list = (query = '', as = fleet.keeper) =>
    get(`${base}/depot_report/${fleet.north}/?${query}`, as);

  it('[R-114] [L-10] [L-23] are listed one type at a time, newest first', async () => {
    expect(refs((await list('type=STD')).body)).toEqual(['2026-06-02', '2026-06-01']);
    expect((await list('type=DRV')).body.count).toBe(3);
    expect((await list('type=HND')).body).toMatchObject({ count: 0, results: [] });
    expect((await list('type=GTC')).status).toBe(400);
  });

  it('[L-13] [R-013] are requested by days, page, sort and search', async () => {
    const oldest = await list('type=STD&start_date=2026-06-01&end_date=2026-06-01');
    expect(refs(oldest.body)).toEqual(['2026-06-01']);
    const turned = await list('type=STD&ordering=date&orderingDirection=asc');
    expect(refs(turned.body)).toEqual(['2026-06-01', '2026-06-02']);
    expect((await list('type=DRV&search=n1')).body.count).toBeGreaterThan(0);
    expect((await list('type=DRV&search=nothing')).body.count).toBe(0);
    const second = await list('type=DRV&pageSize=1&page=2');
    expect(second.body).toMatchObject({
      count: 3,
      results: [{ vehicle: { registration: 'N1 AAA' } }],
    });
  });

  it('[L-13] are filtered by days of the person, vehicle, result and search, and sorted', async () => {
    const zone = 'time_zone=Europe/London';
    const days = (from: string, to: string) => `start_date=${from}&end_date=${to}&${zone}`;
    expect((await list(`type=DRV&${days('2026-06-01', '2026-06-01')}`)).body.count).toBe(0);
    expect((await list(`type=DRV&${days('2026-06-02', '2026-06-02')}`)).body.count).toBe(2);
    expect((await list('type=STD&result=fail')).body.results).toMatchObject([
      { defects: 1, is_short: true, duration: 40, vehicle: { registration: 'N2 BBB' } },
    ]);
    expect((await list(`type=STD&vehicle=${fleet.vehicles.n1.vehicleId}`)).body.count).toBe(1);
    expect((await list('type=STD&search=n2 b')).body.count).toBe(1);
    expect((await list('type=STD&search=%25')).body.count).toBe(0);
    expect((await list('type=STD&search=ANN m')).body.count).toBe(2);
    const [{ reference_number: reference }] = (await list('type=DRV')).body.results;
    expect((await list(`type=DRV&search=${reference.toLowerCase()}`)).body.count).toBe(1);
    const odometers = async (order: string) =>
      (await list(`type=DRV&ordering=${order}`)).body.results.map(
        (row: { odometer: number }) => row.odometer,
      );
    // Rows without a value come last in both directions.
    await query(`update vehicle_reports set odometer_m = null where kind = 'DRV'
      and done_at = '2026-06-01T23:30:00Z'`);
    expect(await odometers('odometer')).toEqual([5000, 123_456_000, null]);
    expect(await odometers('-odometer')).toEqual([123_456_000, 5000, null]);
    const down = await list('type=STD&ordering=registration&orderingDirection=desc');
    expect(down.body.results[0].vehicle.registration).toBe('N2 BBB');
  });

  it('[R-114] [R-P07] [R-125] are counted up to a limit', async () => {
    await query('alter table vehicle_reports disable trigger user');
    await query(
      `insert into vehicle_reports (customer_id, vehicle_id, depot_id, kind, done_at, author, items,
         defects)
       select $1, $2, $3, 'HND', '2020-01-01T00:00:00Z'::timestamptz + make_interval(mins => n),
         'Number ' || n, '[]', 0 from generate_series(1, 10050) n`,
      [fleet.home.customerId, fleet.vehicles.s1.vehicleId, fleet.south],
    );
    await query('alter table vehicle_reports enable trigger user');
    const south = (text: string) => get(`${base}/depot_report/${fleet.south}/?type=HND&${text}`);
    const drivers = ({ body }: Awaited<ReturnType<typeof south>>) =>
      body.results.map(({ driver }: { driver: string }) => driver);
    const first = await south('pageSize=25');
    expect(first.body).toMatchObject({ count: 10_000, count_is_limit: true });
    expect(drivers(first)[0]).toBe('Number 10050');
    const last = await south('pageSize=25&page=402');
    expect(last.body).toMatchObject({ count: 10_050, count_is_limit: true });
    expect(drivers(last).at(-1)).toBe('Number 1');
    expect(drivers(await south('ordering=driver&pageSize=25&page=2'))[0]).toBe('Number 1002');
    const few = await south('search=number 1000');
    expect(few.body).toMatchObject({ count: 11, count_is_limit: false });
    expect(drivers(few).at(-1)).toBe('Number 1000');
    expect((await get(first.body.csv)).status).toBe(400);
    expect(
      String((await get(few.body.csv)).body)
        .trim()
        .split('\r\n'),
    ).toHaveLength(12);
  });

  it.each([
    'type=XYZ',
    'start_date=2026-06-02&end_date=2026-06-01',
    'start_date=0000-01-01',
    'end_date=9999-12-31',
    'time_zone=Nowhere/Here',
    'ordering=constructor',
    'pageSize=100000',
  ])('[R-114] refuse the query %s', async (wrong) => {
    expect((await list(wrong)).status).toBe(400);
  });

  it('[L-28] [R-114] are those of visible depots', async () => {
    expect((await list('', fleet.northKeeper)).status).toBe(200);
    expect((await list('', fleet.stranger)).status).toBe(404);
    const south = `${base}/depot_report/${fleet.south}/`;
    expect((await get(south, fleet.northKeeper)).status).toBe(404);
  });

  it('[R-125] [L-P03] include the URL of their CSV, which has no formulas', async () => {
    const { csv } = (await list('type=STD&search=n2&pageSize=1')).body;
    const answer = await get(csv);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain('vehicle-check_std_');
    const lines = String(answer.body).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('Date,Reference number,Vehicle');
    expect(lines[1]).toContain('N2 BBB');
    expect((await get(csv, fleet.stranger)).status).toBe(404);
    await query(`update vehicle_damages set description = '=cmd()'`);
    const types = ['AUD', 'HND', 'DRV', 'DMG', 'GTC', 'VEH', 'NOT'];
    for (const type of types) {
      const file = await get(`${base}/csv/${type}/${fleet.north}/?ordering=constructor`);
      expect(file.status, type).toBe(200);
      expect(String(file.body)).not.toMatch(/(^|,)=/m);
    }
    expect((await get(`${base}/csv/DEFECT/${fleet.north}/`)).status).toBe(400);
  });
});

describe('The reports of a month', () => {
  const fetched = async (query: string, as = fleet.keeper) => {
    const answer = await fetch(`${api.url}${base}/depot_report_pdf/${fleet.north}/?${query}`, {
      headers: { authorization: `Bearer ${await api.token(as)}` },
    });
    return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
  };

  it('[L-10] are one PDF: a list, then each report on separate pages, by day', async () => {
    const { answer, bytes } = await fetched('month=2026-06&type=DRV&time_zone=Europe/London');
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="vehicle-check_drv_Home-depot_2026-06.pdf"',
    );
    const { pages, info, document } = await readPdf({ bytes });
    expect(info).toMatchObject({ Title: 'Driver check, 2026-06, Home depot' });
    expect(pages[0]).toContain('DRV-');
    expect(pages).toHaveLength(4);
    expect(pages[3]).toContain('Page 4');
    expect(pages[3]).toContain('Loose');
    const outline = await document.getOutline();
    expect(outline.map(({ title }: { title: string }) => title)).toEqual([
      'Driver check, 2026-06, Home depot',
      '02/06/26',
      '04/06/26',
    ]);
  });

  it('[L-10] may be none, and are limited to visible depots and valid months', async () => {
    const { bytes } = await fetched('month=2020-01&type=GTC');
    expect((await readPdf({ bytes })).text).toContain('Nothing was found in this range.');
    expect((await fetched('month=2026-06', fleet.stranger)).answer.status).toBe(404);
    for (const wrong of ['month=2026-13', 'month=0000-01', 'type=STD', 'month=2026-06&type=DMG']) {
      expect((await fetched(wrong)).answer.status, wrong).toBe(400);
    }
  });
});

describe('Figures', () => {
  it('[R-072] [L-P03] of a depot are calculated from its reports, by days in London', async () => {
    const path = `/api/depot_stats/${fleet.north}/?start_date=2026-06-01&end_date=2026-06-04`;
    const { body } = await get(path);
    expect(body).toMatchObject({
      id: fleet.north,
      name: 'Home depot',
      vehicles: 3,
      // On the last day: X1, which has a dangerous defect and is off the road.
      checked_today: 1,
      // The others were not used.
      missing_checks: 0,
      off_road: 1,
      start_date: '2026-06-01',
      end_date: '2026-06-04',
      due: 4,
      done: 4,
      done_rate: 1,
      nil_defect_rate: 0.6,
      short_checks: 1,
      defects_open: 2,
      open_damages: 0,
      reports: { STD: 2, AUD: 1, HND: 0, DRV: 3, GTC: 0 },
    });
    expect(body.trend).toEqual([
      { day: '2026-06-01', due: 1, done: 1, checks: 1, nil: 1, short: 0 },
      { day: '2026-06-02', due: 2, done: 2, checks: 3, nil: 2, short: 1 },
      { day: '2026-06-03', due: 0, done: 0, checks: 0, nil: 0, short: 0 },
      { day: '2026-06-04', due: 1, done: 1, checks: 1, nil: 0, short: 0 },
    ]);
  });

  it('[R-072] [L-P02] count a vehicle used without a check as due and missing', async () => {
    const { n1, n2 } = fleet.vehicles;
    for (const [vehicle, at] of [
      [n1, '2026-06-05T08:00:00Z'],
      [n2, '2026-06-05T09:00:00Z'],
    ] as const) {
      await query(
        `insert into trips (customer_id, vehicle_id, started_at, ended_at, in_progress, start_latitude,
           start_longitude, end_latitude, end_longitude, distance_m, driving_s, idle_s, max_speed_kmh,
           segments)
         values ($1, $2, $3::timestamptz, $3::timestamptz + interval '1 hour', false, 52, -1, 52, -1,
           9000, 3600, 0, 60, '[]')`,
        [fleet.home.customerId, vehicle.vehicleId, at],
      );
    }
    const count = () => query(`select count_unchecked('2026-06-04', '2026-06-05')`);
    const day = async () => {
      const path = `/api/depot_stats/${fleet.north}/?start_date=2026-06-05&end_date=2026-06-05`;
      const { due, done, done_rate, missing_checks } = (await get(path)).body;
      return { due, done, done_rate, missing_checks };
    };
    await count();
    expect(await day()).toEqual({ due: 2, done: 0, done_rate: 0, missing_checks: 2 });
    // Also before the recount.
    await report('2026-06-05T10:00:00Z', { vehicle: n1.vehicleId, type: 'DRV' });
    expect(await day()).toEqual({ due: 2, done: 1, done_rate: 0.5, missing_checks: 1 });
    await report('2026-06-05T11:00:00Z', { vehicle: n2.vehicleId });
    await count();
    await count();
    expect(await day()).toEqual({ due: 2, done: 2, done_rate: 1, missing_checks: 0 });
  });

  it('[R-070] [L-P02] of a region list each of its depots', async () => {
    const { home, south } = fleet;
    await query('update depots set region_id = $1 where id = $2', [home.regionId, south]);
    const depots = await get(`/api/region_depots_stats/${home.regionId}/?date=2026-06-04`);
    expect(depots.body).toMatchObject({
      region: { id: home.regionId, name: 'Home region' },
      depots: [
        { name: 'Home depot', vehicles: 3, off_road: 1, checked_today: 1 },
        { name: 'South', vehicles: 3, off_road: 1, reports: { STD: 1 } },
      ],
    });
    expect(depots.body.depots[0].trend).toHaveLength(28);
  });

  it('[R-071] [L-09] of a region sum those of its depots and count each vehicle once', async () => {
    const { home } = fleet;
    const region = await get(`/api/region_stats/${home.regionId}/?date=2026-06-04`);
    expect(region.body).toMatchObject({
      vehicles: 5,
      off_road: 1,
      checked_today: 1,
      missing_checks: 0,
      defects_open: 2,
      done: 5,
      reports: { STD: 3, AUD: 1, DRV: 3 },
    });
  });

  it('of a vehicle are its reports and due items', async () => {
    const { vehicles } = fleet;
    const one = `/vehicle-check/api/vehicle_stats/${vehicles.x1.vehicleId}/`;
    const vehicle = await get(`${one}?start_date=2026-06-01&end_date=2026-06-05`);
    expect(vehicle.body).toMatchObject({
      vehicle: { registration: 'X1 EEE' },
      is_off_road: true,
      last_check: '2026-06-04T08:00:00Z',
      due: 1,
      done: 1,
      nil_defect_rate: 0,
      reports: { AUD: 1, DRV: 1 },
    });
  });

  it('[L-28] [R-072] cover only what is visible', async () => {
    const { home, south, vehicles, northKeeper, stranger } = fleet;
    const status = async (path: string, as: number) => (await get(path, as)).status;
    expect(await status(`/api/depot_stats/${south}/`, northKeeper)).toBe(404);
    expect(await status(`/api/region_stats/${home.regionId}/`, stranger)).toBe(404);
    expect(await status(`/api/region_depots_stats/${home.regionId}/`, stranger)).toBe(404);
    expect(await status(`${base}/vehicle_stats/${vehicles.s1.vehicleId}/`, northKeeper)).toBe(404);
    const region = await get(`/api/region_depots_stats/${home.regionId}/`, northKeeper);
    expect(region.body.depots).toHaveLength(1);
    expect(
      await status(
        `/api/depot_stats/${south}/?start_date=2026-01-01&end_date=2026-06-01`,
        fleet.keeper,
      ),
    ).toBe(400);
  });
});

describe('Audit surveys', () => {
  const items = [
    { question: 'Are the check records kept?', answer: 'Yes', ok: true },
    { question: 'Is the yard tidy?', answer: 'No', ok: false, comment: '<b>Pallets</b>' },
  ];
  const body = (changed: object = {}) => ({
    depot: fleet.north,
    date: '2026-06-03T09:00:00Z',
    items,
    ...changed,
  });
  const create = (changed: object = {}, as = fleet.keeper) =>
    api.ask('/api/audit_survey_report/', { as, method: 'POST', body: body(changed) });

  let id = 0;

  it('[R-128] [R-129] are created and read', async () => {
    const made = await create({ vehicle: fleet.vehicles.n1.vehicleId });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      auditor: 'Ada Hill',
      score: 50,
      depot: { id: fleet.north },
      vehicle: { registration: 'N1 AAA' },
    });
    id = made.body.id;
    expect((await get(`/api/audit_survey_report/${id}/`)).body).toEqual(made.body);
    expect((await get(`/api/audit_survey_report/${id}/`, fleet.stranger)).status).toBe(404);
  });

  it('[R-126] [R-002] [L-11] are listed by region, searched, and a CSV', async () => {
    const region = await get(`/api/audit_survey_report/?region=${fleet.home.regionId}`);
    expect(region.body).toMatchObject({ count: 1, results: [{ id }] });
    expect(String((await get(region.body.csv)).body)).toContain('Home depot,N1 AAA,Ada Hill,50,1');
    expect((await get('/api/audit_survey_report/?search=nothing')).body.count).toBe(0);
    expect((await get('/api/audit_survey_report/', fleet.stranger)).body.count).toBe(0);
  });

  it('[R-129] are a PDF with questions and answers', async () => {
    const pdf = await fetch(`${api.url}/api/audit_survey_report/${id}/?pdf=true`, {
      headers: { authorization: `Bearer ${await api.token(fleet.keeper)}` },
    });
    const { text } = await readPdf({ bytes: new Uint8Array(await pdf.arrayBuffer()) });
    expect(text).toContain('Is the yard tidy?');
    expect(text).toContain('<b>Pallets</b>');
  });

  it.each([
    ['depot', () => ({ depot: fleet.away.depotId })],
    ['vehicle', () => ({ vehicle: fleet.vehicles.f1.vehicleId })],
    ['date', () => ({ date: '2199-01-01T00:00:00Z' })],
    ['items', () => ({ items: [] })],
  ])('[R-128] are refused with a wrong %s', async (_field, changed) => {
    expect((await create(changed())).status).toBe(400);
  });

  it('[R-127] are deleted atomically, and the log keeps their content', async () => {
    const first = (await create()).body.id;
    const second = (await create({ depot: fleet.south })).body.id;
    const remove = (named: object, as = fleet.keeper, text = '') =>
      api.ask(`/api/audit_survey_report/${text}`, { as, method: 'DELETE', body: named });
    expect((await remove({ ids: [first, second] }, fleet.northKeeper)).status).toBe(404);
    expect((await remove({ ids: [first] }, fleet.reader)).status).toBe(403);
    expect((await remove({})).status).toBe(400);
    expect((await remove({ ids: [first] })).status).toBe(204);
    expect((await remove({}, fleet.keeper, `?id=${second}`)).status).toBe(204);
    expect((await get(`/api/audit_survey_report/${first}/`)).status).toBe(404);
    const { rows } = await query(
      `select before from audit_entries where subject_kind = 'audit_survey' and action = 'removed'`,
    );
    expect(rows).toHaveLength(2);
    expect(rows[0].before).toMatchObject({ score: 50 });
  });
});
