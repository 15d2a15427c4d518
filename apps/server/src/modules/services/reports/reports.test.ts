import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import {
  download,
  JUNE_2,
  personWith,
  type ReportFleet,
  reportFleet,
} from '../../../../test/report-fleet.ts';

let api: TestApi;
let fleet: ReportFleet;
let admin: number;

beforeAll(async () => {
  api = await testApi();
  fleet = await reportFleet(api);
  admin = fleet.people.admin;
  // A person in London with the 24-hour clock and miles.
  await api.services.db.pool.query("update users set time_zone = 'Europe/London' where id = $1", [
    admin,
  ]);
});
afterAll(() => api.close());

type Choice = Readonly<Record<string, string | number | readonly number[]>>;

function addressOf(kind: string, choice: Choice): string {
  const query = new URLSearchParams({ ...JUNE_2, format: 'csv' });
  for (const [name, value] of Object.entries(choice)) {
    query.delete(name);
    for (const one of [value].flat()) query.append(name, String(one));
  }
  return `/api/reports/${kind}/?${query}`;
}

const take = (kind: string, choice: Choice = {}, as = admin) =>
  download(api, addressOf(kind, choice), as);

/** Rows of a CSV report as objects by header. */
async function csv(kind: string, choice: Choice = {}, as = admin) {
  const { status, bytes } = await take(kind, choice, as);
  expect(status, bytes.toString()).toBe(200);
  return parse<Record<string, string>>(bytes, { bom: true, columns: true });
}

async function pdfPages(bytes: Buffer): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)));
  return text.map((page) => page.replaceAll(/\s+/g, ' '));
}

async function refused(kind: string, choice: Choice, as = admin) {
  const { status, bytes } = await take(kind, choice, as);
  return { status, ...JSON.parse(bytes.toString()) };
}

describe('a report as CSV', () => {
  it('[M-P07] has the trips of a vehicle in the reader’s units, zone and format', async () => {
    const rows = await csv('trips', { vehicle: fleet.vehicles.n1.vehicleId });
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual({
      Vehicle: 'N1 AAA',
      'Start time': '02/06/26 07:00',
      'Start address': 'Daventry',
      'End time': '02/06/26 08:00',
      'End address': 'Northampton',
      'Distance (mi)': '50.00',
      'Driving time': '0:50:00',
      'Idle time': '0:10:00',
      'Stop after the trip': '2:00:00',
      'Maximum speed (mph)': '62',
      Driver: 'Ann Miles',
    });
  });

  it('[M-P07] uses kilometres, 12 hours, another zone, another date format and Portuguese', async () => {
    const pt = await personWith(api, fleet, 'pt', ['Trips'], {
      units_distance: 'KMS',
      time_format: '12',
      date_format: 'YYYY-MM-DD',
      time_zone: 'America/Sao_Paulo',
      language: 'pt-PT',
    });
    const [row] = await csv('trips', { vehicle: fleet.vehicles.n1.vehicleId }, pt);
    expect(row).toMatchObject({
      Veículo: 'N1 AAA',
      'Hora de partida': '2026-06-02 03:00 am',
      'Distância (km)': '80.47',
      'Velocidade máxima (km/h)': '100',
    });
  });

  it('[M-P07] uses the time zone of the browser if the person has none', async () => {
    const vehicle = fleet.vehicles.n1.vehicleId;
    const choice = { vehicle, time_zone: 'Asia/Tokyo', start: '2026-06-02', end: '2026-06-02' };
    const [row] = await csv('trips', choice, fleet.people.manager);
    expect(row?.['Start time']).toBe('02/06/26 15:00');
  });

  it('[M-P07] has the trips of all visible vehicles, or of a depot, grouped by vehicle', async () => {
    const all = await csv('trips');
    expect(all.map((row) => row.Vehicle)).toEqual(['N1 AAA', 'N1 AAA', 'S1 CCC']);
    expect(all[2]?.['End time']).toBe('In progress');
    const south = await csv('trips', { vehicle_group: fleet.south });
    expect(south.map((row) => row.Vehicle)).toEqual(['S1 CCC']);
    const { n1, n2, s1 } = fleet.vehicles;
    const some = await csv('trips', { vehicles: [s1.vehicleId, n2.vehicleId] });
    expect(some.map((row) => row.Vehicle)).toEqual(['S1 CCC']);
    expect(await csv('trips', { vehicles: n1.vehicleId })).toEqual(all.slice(0, 2));
    const together = await csv('trips', {
      vehicles: n1.vehicleId,
      vehicle_groups: [fleet.south, fleet.home.depotId],
    });
    expect(together.map((row) => row.Vehicle)).toEqual(['N1 AAA', 'N1 AAA', 'S1 CCC']);
    const north = await csv('trips', {}, fleet.people.north);
    expect(new Set(north.map((row) => row.Vehicle))).toEqual(new Set(['N1 AAA']));
  });

  it('[M-11] [M-13] [M-P07] has the stops between the trips on request, with a column that tells them apart', async () => {
    const { n1, s1 } = fleet.vehicles;
    const vehicles = [n1.vehicleId, s1.vehicleId];
    const rows = await csv('trips', { vehicles, stops: 'true' });
    expect(rows.map((row) => [row.Vehicle, row.Type, row['Start time']?.slice(-5)])).toEqual([
      ['N1 AAA', 'Trip', '07:00'],
      ['N1 AAA', 'Stop', '08:00'],
      ['N1 AAA', 'Trip', '10:00'],
      ['S1 CCC', 'Trip', '11:00'],
    ]);
    expect(rows[1]).toEqual({
      Vehicle: 'N1 AAA',
      Type: 'Stop',
      'Start time': '02/06/26 08:00',
      'Start address': 'Northampton',
      'End time': '02/06/26 10:00',
      'End address': 'Northampton',
      'Distance (mi)': '',
      'Driving time': '',
      'Idle time': '',
      'Stop after the trip': '2:00:00',
      'Maximum speed (mph)': '',
      Driver: '',
    });
    const plain = await csv('trips', { vehicles, stops: 'false' });
    expect(plain).toEqual(await csv('trips', { vehicles }));
    expect(plain).toHaveLength(3);
    const { bytes } = await take('trips', { vehicles, stops: 'true', format: 'pdf' });
    expect((await pdfPages(bytes))[0]).toContain('N1 AAA Stop 02/06/26 08:00');
    expect((await refused('events', { stops: 'true' })).status).toBe(400);
  });

  it('[M-P09] has all days of a vehicle, including those without a trip', async () => {
    const range = { start: '2026-06-01', end: '2026-06-07' };
    const rows = await csv('timesheet_vehicle', {
      vehicle: fleet.vehicles.n1.vehicleId,
      ...range,
    });
    expect(rows).toHaveLength(7);
    expect(rows[1]).toEqual({
      Vehicle: 'N1 AAA',
      Date: '02/06/26',
      Week: '23',
      'First start': '07:00',
      'Last stop': '10:30',
      'Driving time': '1:20:00',
      'Idle time': '0:10:00',
      'Stopped time': '2:00:00',
      Breaks: '1',
      'Distance (mi)': '56.21',
      Trips: '2',
    });
    expect(rows[6]).toMatchObject({ Date: '07/06/26', 'First start': '', Trips: '0' });
  });

  it('[M-P09] has the days of one driver, and of all drivers the days on which they drove', async () => {
    const one = await csv('timesheet_driver', { driver: fleet.ann });
    expect(one).toHaveLength(1);
    expect(one[0]).toMatchObject({ Driver: 'Ann Miles', Trips: '2' });
    const range = { start: '2026-06-01', end: '2026-06-07' };
    const all = await csv('timesheet_driver', range);
    expect(all.map((row) => [row.Driver, row.Date])).toEqual([
      ['Ann Miles', '01/06/26'],
      ['Ann Miles', '02/06/26'],
    ]);
  });

  it('[M-P11] has counts, distance, rate and score of each vehicle, driver and depot', async () => {
    const rows = await csv('behaviour');
    const n1 = rows.find((row) => row.Vehicle === 'N1 AAA');
    expect(n1).toMatchObject({
      'Distance (mi)': '56.21',
      'Harsh acceleration': '1',
      'Harsh braking': '1',
      'Harsh cornering': '0',
      'Idle time': '0:10:00',
      'Events per 100 mi': '3.6',
    });
    const by = await csv('behaviour', { by: 'driver' });
    expect(by.map((row) => row.Driver)).toContain('Ann Miles');
    const depots = await csv('behaviour', { by: 'depot', vehicle_group: fleet.south });
    expect(depots.map((row) => row.Depot)).toEqual(['South']);
    const one = await csv('behaviour', { vehicle: fleet.vehicles.s1.vehicleId });
    expect(one.map((row) => row.Vehicle)).toEqual(['S1 CCC']);
  });

  it('[M-P12] has the warnings of cameras', async () => {
    const rows = await csv('mobileye');
    expect(rows.find((row) => row.Vehicle === 'N1 AAA')).toMatchObject({
      'Lane departure right': '1',
      'Lane departure left': '0',
      Pedestrian: '0',
    });
  });

  it('[M-17] has visits; a formula in the name of a geofence is escaped', async () => {
    const [row] = await csv('geofence_visits', { geofence: fleet.geofence });
    expect(row).toMatchObject({
      Geofence: `'=HYPERLINK("http://evil.example")`,
      Vehicle: 'N1 AAA',
      Entered: '02/06/26 07:30',
      Left: '02/06/26 07:45',
      'Dwell time': '0:15:30',
    });
    expect(await csv('geofence_visits', { vehicle_group: fleet.north })).toHaveLength(1);
    expect(await csv('geofence_visits', { vehicle_group: fleet.south })).toHaveLength(0);
  });

  it('[E-P04] has the events that match the search, oldest first, named in the reader’s language', async () => {
    const rows = await csv('events', { vehicle: fleet.vehicles.n1.vehicleId });
    expect(rows.map((row) => row.Event)).toEqual([
      'Harsh Braking',
      'Harsh Acceleration',
      'Lane Departure',
    ]);
    // A negative number is a number, not a formula.
    expect(rows[0]).toMatchObject({ 'Measured value': '-4.3', 'Speed (mph)': '31' });
    expect(await csv('events', { event: 40 })).toHaveLength(1);
    expect(await csv('events', { search: 's1' })).toHaveLength(0);
  });

  it('[M-P07] is a file with a safe name', async () => {
    const { vehicleId } = fleet.vehicles.s2;
    const { headers } = await take('trips', { vehicle: vehicleId });
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="trips_S2-50_2026-06-02.csv"',
    );
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('a report as XLSX', () => {
  it('[M-P07] has typed cells, totals, and a sheet that describes it', async () => {
    const vehicle = fleet.vehicles.n1.vehicleId;
    const { bytes, headers } = await take('trips', { vehicle, format: 'xlsx' });
    expect(headers.get('content-type')).toContain('spreadsheetml');
    const rows = await readSheet(bytes, 'Trips');
    expect(rows[0]?.slice(0, 2)).toEqual(['Vehicle', 'Start time']);
    expect(rows[1]?.[1]).toEqual(new Date('2026-06-02T07:00:00Z'));
    expect(rows[1]?.[5]).toBe(50);
    // A duration is a fraction of a day, which the reading library returns as a time on day zero.
    expect(rows[1]?.[6]).toEqual(new Date('1899-12-30T00:50:00Z'));
    expect(rows[3]?.[0]).toBe('Total');
    expect(rows[3]?.[5]).toBeCloseTo(56.21, 2);
    const about = await readSheet(bytes, 'About');
    expect(about.map((row) => row.slice(0, 2))).toEqual([
      ['Trips', null],
      ['Customer', 'Home'],
      ['Range', '02/06/26'],
      ['Time zone', 'Europe/London'],
      ['Vehicle', 'N1 AAA'],
      ['Rows', '2'],
    ]);
  });

  it('[M-17] keeps a formula in a name as text', async () => {
    const { bytes } = await take('geofence_visits', { format: 'xlsx' });
    const rows = await readSheet(bytes, 'Geofence visits');
    expect(rows[1]?.[0]).toBe('=HYPERLINK("http://evil.example")');
  });
});

describe('a report as PDF', () => {
  it('[M-P07] has title, customer, range, rows, totals and page numbers', async () => {
    const { bytes, headers } = await take('trips', { format: 'pdf' });
    expect(headers.get('content-type')).toBe('application/pdf');
    const [page = '', ...others] = await pdfPages(bytes);
    expect(others).toEqual([]);
    for (const text of [
      'Trips',
      'Customer Home',
      'Range 02/06/26',
      'Europe/London',
      'N1 AAA',
      '02/06/26 07:00',
      'Total',
      '62.43',
      'Page 1 of 1',
    ]) {
      expect(page).toContain(text);
    }
    const { info } = await getMeta(await getDocumentProxy(new Uint8Array(bytes)));
    expect(info.Title).toBe('Trips, 02/06/26');
  });

  it('[M-P09] formats numbers in the reader’s language', async () => {
    const pt = await personWith(api, fleet, 'ptpdf', ['Timesheet'], { language: 'pt' });
    const vehicle = fleet.vehicles.n1.vehicleId;
    const { bytes } = await take('timesheet_vehicle', { vehicle, format: 'pdf' }, pt);
    const [page] = await pdfPages(bytes);
    expect(page).toContain('Folha de horas por veículo');
    expect(page).toContain('Última paragem');
    expect(page).toContain('56,21');
    expect(page).toContain('Página 1 de 1');
  });

  it('[M-P11] has a message if there are no rows', async () => {
    const range = { start: '2025-01-01', end: '2025-01-31' };
    const { bytes } = await take('behaviour', { format: 'pdf', ...range });
    expect((await pdfPages(bytes))[0]).toContain('Nothing was found in this range.');
  });
});

describe('a report is refused', () => {
  const KINDS = [
    ['trips', 'Trips'],
    ['timesheet_vehicle', 'Timesheet'],
    ['timesheet_driver', 'Timesheet'],
    ['behaviour', 'Driver Behaviour'],
    ['mobileye', 'Mobileye ADAS'],
    ['geofence_visits', 'Geofence'],
    ['events', 'Events'],
  ] as const;

  it.each(KINDS)('[U-P03] %s without the module %s of its screen', async (kind, module) => {
    const others = [...new Set(KINDS.map(([, name]) => name))].filter((name) => name !== module);
    const without = await personWith(api, fleet, `no-${kind}`, others);
    expect(await refused(kind, {}, without)).toMatchObject({ status: 403 });
    const alone = await personWith(api, fleet, `only-${kind}`, [module]);
    expect((await take(kind, {}, alone)).status).toBe(200);
  });

  it('[M-P06] over more than 31 days, with an end before its start, and in an unknown time zone', async () => {
    const wrong = async (choice: Choice) => (await refused('trips', choice)).status;
    expect(await wrong({ start: '2026-05-01', end: '2026-06-01' })).toBe(400);
    expect(await wrong({ start: '2016-05-01', end: '2026-06-01' })).toBe(400);
    expect(await wrong({ start: '2026-06-03', end: '2026-06-01' })).toBe(400);
    const manager = fleet.people.manager;
    expect((await refused('trips', { time_zone: 'Nowhere/Town' }, manager)).status).toBe(400);
    expect((await take('trips', { start: '2026-05-02', end: '2026-06-01' })).status).toBe(200);
  });

  it('[U-P03] about a subject that is not visible', async () => {
    const { vehicles, away, foreignDriver, people } = fleet;
    const asked: [string, Choice, number?][] = [
      ['trips', { vehicle: vehicles.f1.vehicleId }],
      ['trips', { vehicle_group: away.depotId }],
      ['trips', { vehicles: [vehicles.n1.vehicleId, vehicles.f1.vehicleId] }],
      ['trips', { vehicle_groups: [fleet.south, away.depotId] }],
      ['timesheet_driver', { driver: foreignDriver }],
      ['events', { vehicle: vehicles.s1.vehicleId }, people.north],
      ['geofence_visits', { geofence: 999_999 }],
      ['behaviour', { vehicle_group: away.depotId }],
    ];
    for (const [kind, choice, as] of asked) {
      expect((await refused(kind, choice, as)).status, kind).toBe(404);
    }
  });

  it('[M-P07] with a filter that its kind does not support', async () => {
    const { vehicleId } = fleet.vehicles.n1;
    expect(await refused('timesheet_driver', { vehicle: vehicleId })).toMatchObject({
      status: 400,
      errors: { vehicle: [expect.stringContaining('cannot be narrowed')] },
    });
    expect((await refused('trips', { event: 41 })).status).toBe(400);
    expect((await refused('timesheet_vehicle', { vehicles: vehicleId })).status).toBe(400);
    const oneByDriver = { vehicle: vehicleId, by: 'driver' };
    expect((await refused('behaviour', oneByDriver)).status).toBe(400);
    expect((await refused('trips', { format: 'exe' })).status).toBe(400);
  });

  it('[E-P04] with more rows than its limit, which the error names', async () => {
    const { db } = api.services;
    const { customerId } = fleet.home;
    const vehicle = fleet.vehicles.n2.vehicleId;
    await db.pool.query(
      `insert into fleet_events (customer_id, vehicle_id, event_code, occurred_at, source)
       select $1, $2, 50, '2026-07-01T00:00:00Z'::timestamptz + n * interval '1 second', 'device'
       from generate_series(1, 2001) n`,
      [customerId, vehicle],
    );
    const july = { vehicle, start: '2026-07-01', end: '2026-07-01' };
    const answer = await refused('events', { ...july, format: 'pdf' });
    expect(answer).toMatchObject({ status: 400, detail: expect.stringContaining('2000 rows') });
    expect(await csv('events', july)).toHaveLength(2001);
    await db.pool.query(
      `insert into fleet_events (customer_id, vehicle_id, event_code, occurred_at, source)
       select $1, $2, 50, '2026-07-01T06:00:00Z'::timestamptz + n * interval '1 second', 'device'
       from generate_series(1, 8000) n`,
      [customerId, vehicle],
    );
    expect(await refused('events', july)).toMatchObject({
      status: 400,
      detail: expect.stringContaining('10000 rows'),
    });
  });
});
