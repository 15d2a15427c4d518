import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { makeGeofence, squareGeofence } from '../../../../../test/geofences.ts';
import { type TrackedFleet, trackedFleet } from '../../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;
const NASTY = `"Fish" & <Chips> 'Ltd'`;

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  const { manager, foreign } = fleet.people;
  const label = async (path: string, body: unknown) =>
    (await api.ask(path, { as: manager, method: 'POST', body })).body.id as number;
  const group = await label('/api/geofence_groups/', { GroupName: 'North & South' });
  const category = await label('/api/geofence_categories/', { name: 'Yards', colour: '#112233' });
  await makeGeofence(api, manager, {
    name: NASTY,
    groups: [group],
    category,
    colour: '#12AB34',
    alert_dwell_min: 30,
    holes: [
      [
        { lat: 52.254, long: -1.166 },
        { lat: 52.254, long: -1.164 },
        { lat: 52.256, long: -1.165 },
      ],
    ],
  });
  await makeGeofence(api, manager, {
    name: 'Circle',
    shape: 'circle',
    points: [],
    centre: { lat: 51.5, long: -0.12 },
    radius: 250,
  });
  await makeGeofence(api, manager, {
    name: 'Motorway',
    shape: 'corridor',
    points: [
      { lat: 52, long: -1 },
      { lat: 52.5, long: -1.5 },
    ],
    radius: 60,
  });
  await makeGeofence(api, foreign, { name: 'Foreign secret' });
});
afterAll(() => api.close());

const exported = (format: string, as = fleet.people.readonly) =>
  api.ask(`/api/geofence_export/?format=${format}`, { as });
const load = (geofences: unknown[], as = fleet.people.manager) =>
  api.ask('/api/geofence_import/', { as, method: 'POST', body: { geofences } });
const count = async () =>
  (await api.ask('/api/geofence/', { as: fleet.people.manager })).body.count as number;

describe('a file of geofences', () => {
  it('[M-17] is GeoJSON: longitude first, rings closed, all properties', async () => {
    const { status, headers, body } = await exported('geojson');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/geo+json; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="geofences.geojson"');
    const { type, features } = JSON.parse(body);
    expect(type).toBe('FeatureCollection');
    expect(features.map((one: { properties: { name: string } }) => one.properties.name)).toEqual([
      NASTY,
      'Circle',
      'Motorway',
    ]);
    const [polygon, circle, corridor] = features;
    expect(polygon.geometry.type).toBe('Polygon');
    expect(polygon.geometry.coordinates[0]).toEqual([
      [-1.17, 52.25],
      [-1.16, 52.25],
      [-1.16, 52.26],
      [-1.17, 52.26],
      [-1.17, 52.25],
    ]);
    expect(polygon.geometry.coordinates[1]).toHaveLength(4);
    expect(polygon.properties).toEqual({
      name: NASTY,
      shape: 'polygon',
      radius: null,
      colour: '#12AB34',
      category: 'Yards',
      groups: ['North & South'],
      alert_on_entry: true,
      alert_on_exit: false,
      alert_dwell_min: 30,
      speed_limit_kmh: null,
    });
    expect(circle.geometry).toEqual({ type: 'Point', coordinates: [-0.12, 51.5] });
    expect(circle.properties).toMatchObject({ shape: 'circle', radius: 250 });
    expect(corridor.geometry.type).toBe('LineString');
    expect(corridor.properties.radius).toBe(60);
  });

  it('[M-17] is KML, with special characters escaped', async () => {
    const { headers, body } = await exported('kml');
    expect(headers.get('content-type')).toContain('application/vnd.google-earth.kml+xml');
    expect(headers.get('content-disposition')).toBe('attachment; filename="geofences.kml"');
    expect(body).toContain('<name>&quot;Fish&quot; &amp; &lt;Chips&gt; &apos;Ltd&apos;</name>');
    expect(body).not.toContain('<Chips>');
    expect(body).toContain('<color>ff34ab12</color>');
    expect(body).toContain('<coordinates>-0.12,51.5,0</coordinates>');
    expect(body).toContain('<Data name="radius"><value>250</value></Data>');
    expect(body).toContain(
      '<Data name="groups"><value>[&quot;North &amp; South&quot;]</value></Data>',
    );
    expect(body.match(/<innerBoundaryIs>/g)).toHaveLength(1);
    expect(body.match(/<Placemark>/g)).toHaveLength(3);
    expect(body.match(/<[^/?!][^>]*>/g)?.length).toBe(body.match(/<\/[^>]*>/g)?.length);
  });

  it('[M-17] contains nothing of another customer', async () => {
    for (const format of ['geojson', 'kml']) {
      expect((await exported(format)).body).not.toContain('Foreign secret');
      expect((await exported(format, fleet.people.foreign)).body).toContain('Foreign secret');
    }
    expect((await exported('shapefile')).status).toBe(400);
  });

  it('[M-17] is imported completely', async () => {
    const before = await count();
    const { status, body } = await load([
      squareGeofence({ name: 'Loaded 1' }),
      squareGeofence({ name: 'Loaded 2' }),
    ]);
    expect([status, body]).toEqual([201, { created: 2 }]);
    expect(await count()).toBe(before + 2);
  });

  it('[M-17] is not imported at all if one geofence is invalid', async () => {
    const before = await count();
    const { status, body } = await load([
      squareGeofence({ name: 'Fine' }),
      squareGeofence({ name: 'Circle' }),
      squareGeofence({ name: 'No such group', groups: [2_000_000_000] }),
    ]);
    expect([status, Object.keys(body.errors)]).toEqual([
      400,
      ['geofences.1.name', 'geofences.2.groups'],
    ]);
    const twice = await load([squareGeofence({ name: 'Twin' }), squareGeofence({ name: 'Twin' })]);
    expect([twice.status, Object.keys(twice.body.errors)]).toEqual([400, ['geofences.1.name']]);
    expect((await load([])).status).toBe(400);
    expect(await count()).toBe(before);
  });

  it('[M-17] may be larger than other bodies, only for people with permission', async () => {
    const corners = Array.from({ length: 1000 }, (_, n) => {
      const angle = (2 * Math.PI * n) / 1000;
      return { lat: 52 + Math.sin(angle) / 10, long: -1 + Math.cos(angle) / 10 };
    });
    const large = Array.from({ length: 40 }, (_, n) =>
      squareGeofence({ name: `Large ${n}`, points: corners }),
    );
    expect(JSON.stringify(large).length).toBeGreaterThan(2 ** 20);
    expect((await load(large, fleet.people.readonly)).status).toBe(403);
    expect((await load(large)).status).toBe(201);
    const tooLarge = Array.from({ length: 300 }, () => squareGeofence({ points: corners }));
    expect((await load(tooLarge)).status).toBe(413);
  });

  it('[M-18] cannot exceed the limit of geofences of a customer', async () => {
    await api.services.db.pool.query(
      `insert into geofences (customer_id, name, colour, shape, alert_on_entry, alert_on_exit)
       select $1, 'Many ' || n, '#000000', 'polygon', true, true from generate_series(1, 9999) n`,
      [fleet.away.customerId],
    );
    const body = squareGeofence({ name: 'One too many' });
    const { foreign } = fleet.people;
    expect((await load([body], foreign)).status).toBe(409);
    const one = await api.ask('/api/geofence/', { as: foreign, method: 'POST', body });
    expect([one.status, one.body.detail]).toEqual([409, 'A customer may have 10000 geofences.']);
  });
  it('[M-17] is complete for any number of geofences', async () => {
    const { body } = await exported('geojson', fleet.people.foreign);
    const names = JSON.parse(body).features.map(
      (one: { properties: { name: string } }) => one.properties.name,
    );
    expect(new Set(names).size).toBe(10_000);
    expect(names).toHaveLength(10_000);
  });
});
