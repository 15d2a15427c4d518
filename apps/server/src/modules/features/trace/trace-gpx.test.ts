import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { addEvent } from '../../../../test/derived-rows.ts';
import { download } from '../../../../test/report-fleet.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { Partitions } from '../../../gateway/index.ts';

let api: TestApi;
let fleet: TrackedFleet;
const DAY = '2026-06-02T00:00:00Z';

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  const { db } = api.services;
  await new Partitions(db.pool).ensure([{ timeMs: Date.parse(DAY) }]);
  const { vehicleId, trackerId } = fleet.vehicles.n1;
  // Ten minutes of driving, twenty of rest, ten more of driving; southern and western coordinates.
  await db.pool.query(
    `insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id,
       latitude, longitude, speed_kmh, heading_deg, fix_valid, ignition, odometer_m)
     select $1, $2, $3::timestamptz + make_interval(mins => case when n < 10 then n else n + 20 end),
       n, $4, -0.00000004 * n, -1 - n / 1000.0, 36, 360, true, true, 1000 + n * 600
     from generate_series(0, 19) n`,
    [fleet.home.customerId, vehicleId, DAY, trackerId],
  );
  await addEvent(db, {
    customerId: fleet.home.customerId,
    vehicleId,
    code: 41,
    at: '2026-06-02T00:05:00Z',
  });
  await db.pool.query(`update vehicles set registration = 'N1 <&"A>' where id = $1`, [vehicleId]);
});
afterAll(() => api.close());

interface Element {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Element[];
  text: string;
}

const unescaped = (text: string) =>
  text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

/** Strict XML parser: each tag must be closed in order, and special characters escaped. */
function parseXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const body = xml.replace(/^<\?xml version="1.0" encoding="UTF-8"\?>\s*/, '');
  for (const [, tag = '', text = ''] of body.matchAll(/<([^<>]*)>([^<]*)/g)) {
    if (tag.startsWith('/')) {
      if (open.pop()?.name !== tag.slice(1)) throw new Error(`</${tag.slice(1)}> closes nothing`);
      continue;
    }
    const [name = ''] = tag.split(/\s/);
    const attributes = Object.fromEntries(
      [...tag.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value = '']) => [key, value]),
    );
    if (/[>]|&(?!#\d+;)/.test(text)) throw new Error(`${text} is not escaped`);
    const element: Element = { name, attributes, children: [], text: unescaped(text.trim()) };
    open.at(-1)?.children.push(element);
    open.push(element);
  }
  if (open.length !== 1) throw new Error('a tag is open');
  return root.children[0] as Element;
}

/** How a point is described. */
const DESCRIPTION = ['name', 'cmt', 'desc', 'src', 'link', 'sym', 'type'];

/** The children that the GPX 1.1 schema allows in an element, in order. */
const SCHEMA: Readonly<Record<string, readonly string[]>> = {
  gpx: ['metadata', 'wpt', 'rte', 'trk', 'extensions'],
  metadata: ['name', 'desc', 'author', 'copyright', 'link', 'time', 'keywords', 'bounds'],
  wpt: ['ele', 'time', 'magvar', 'geoidheight', ...DESCRIPTION],
  trkpt: ['ele', 'time', 'magvar', ...DESCRIPTION, 'extensions'],
  trk: ['name', 'cmt', 'desc', 'src', 'link', 'number', 'type', 'extensions', 'trkseg'],
  trkseg: ['trkpt', 'extensions'],
  extensions: ['gpxtpx:TrackPointExtension'],
  'gpxtpx:TrackPointExtension': ['gpxtpx:speed', 'gpxtpx:course'],
};
const DEGREES = /^-?\d+(\.\d+)?$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function expectValid(element: Element): void {
  const allowed = SCHEMA[element.name] ?? [];
  const places = element.children.map(({ name }) => allowed.indexOf(name));
  expect(places, element.name).not.toContain(-1);
  expect(places, element.name).toEqual([...places].sort((a, b) => a - b));
  if (element.name === 'wpt' || element.name === 'trkpt') {
    expect(element.attributes.lat).toMatch(DEGREES);
    expect(element.attributes.lon).toMatch(DEGREES);
  }
  if (element.name === 'time') expect(element.text).toMatch(TIME);
  for (const child of element.children) expectValid(child);
}

const all = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...all(child, name),
  ]);
const textIn = (element: Element | undefined, name: string) =>
  element?.children.find((child) => child.name === name)?.text;

const ask = (vehicle: number, start: string, end: string, as = fleet.people.admin) =>
  download(api, `/api/trace/gpx/?vehicle=${vehicle}&start=${start}&end=${end}`, as);

describe('the trail as GPX', () => {
  it('[M-P05] is GPX 1.1 with the points of the trail in segments between pauses', async () => {
    const { vehicleId } = fleet.vehicles.n1;
    const { status, headers, bytes } = await ask(vehicleId, '2026-06-02', '2026-06-02');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/gpx+xml');
    expect(headers.get('content-disposition')).toBe('attachment; filename="N1-A_2026-06-02.gpx"');
    const gpx = parseXml(bytes.toString());
    expectValid(gpx);
    expect(gpx.name).toBe('gpx');
    expect(gpx.attributes).toMatchObject({
      version: '1.1',
      creator: 'Roadworthy',
      xmlns: 'http://www.topografix.com/GPX/1/1',
    });
    expect(textIn(gpx.children[0], 'name')).toBe('N1 <&"A>');
    const pieces = all(gpx, 'trkseg');
    expect(pieces.map(({ children }) => children.length)).toEqual([10, 10]);
    const points = all(gpx, 'trkpt');
    expect(points[0]?.attributes).toEqual({ lat: '0', lon: '-1' });
    expect(points[19]?.attributes).toEqual({ lat: '-0.0000008', lon: '-1.019' });
    expect(textIn(points[10], 'time')).toBe('2026-06-02T00:30:00Z');
    expect(all(gpx, 'gpxtpx:speed')[0]?.text).toBe('10.00');
    expect(all(gpx, 'gpxtpx:course')[0]?.text).toBe('0');
  });

  it('[M-P05] names the events of the trail', async () => {
    const { vehicleId } = fleet.vehicles.n1;
    const { bytes } = await ask(vehicleId, '2026-06-02', '2026-06-02');
    const events = all(parseXml(bytes.toString()), 'wpt').filter(
      (point) => textIn(point, 'type') === 'event',
    );
    expect(events.map((point) => [textIn(point, 'time'), textIn(point, 'name')])).toEqual([
      ['2026-06-02T00:05:00Z', 'Harsh Braking'],
    ]);
  });

  it('[M-P05] is valid if nothing was recorded', async () => {
    const { bytes } = await ask(fleet.vehicles.n2.vehicleId, '2026-06-02', '2026-06-02');
    const gpx = parseXml(bytes.toString());
    expectValid(gpx);
    expect(all(gpx, 'trkpt')).toEqual([]);
  });

  it('[M-P06] [U-P03] is refused for more than 31 days, an invisible vehicle or without the module', async () => {
    const { n1, f1, s1 } = fleet.vehicles;
    const { admin, north, plain } = fleet.people;
    const status = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status;
    expect(await status(n1.vehicleId, '2026-05-01', '2026-06-01', admin)).toBe(400);
    expect(await status(f1.vehicleId, '2026-06-02', '2026-06-02', admin)).toBe(404);
    expect(await status(s1.vehicleId, '2026-06-02', '2026-06-02', north)).toBe(404);
    expect(await status(n1.vehicleId, '2026-06-02', '2026-06-02', plain)).toBe(403);
  });
});
