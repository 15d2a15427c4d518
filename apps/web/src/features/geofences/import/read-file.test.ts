import { describe, expect, it } from 'vitest';
import { readGeofences } from './read-file.ts';

const labels = { groups: new Map([['North', 7]]), categories: new Map([['Depot', 3]]) };
const read = (name: string, text: string) => readGeofences(new File([text], name), labels);
const collection = (...features: object[]) =>
  JSON.stringify({ type: 'FeatureCollection', features });
const feature = (geometry: object | null, properties: object | null = null) => ({
  type: 'Feature',
  properties,
  geometry,
});
const square = [
  [-1.5, 52.4],
  [-1.4, 52.4],
  [-1.4, 52.5],
  [-1.5, 52.4],
];

describe('geofences of a file', () => {
  it('[M-17] exported GeoJSON round-trips with hole, labels and alerts', async () => {
    const hole = [
      [-1.45, 52.42],
      [-1.44, 52.42],
      [-1.44, 52.43],
      [-1.45, 52.42],
    ];
    const properties = {
      name: 'Yard',
      shape: 'polygon',
      radius: null,
      colour: '#c4281c',
      category: 'Depot',
      groups: ['North', 'South'],
      alert_on_entry: true,
      alert_on_exit: false,
      alert_dwell_min: 30,
      speed_limit_kmh: 32.2,
    };
    const [one] = await read(
      'yards.geojson',
      collection(feature({ type: 'Polygon', coordinates: [square, hole] }, properties)),
    );
    expect(one?.body).toMatchObject({
      name: 'Yard',
      category: 3,
      groups: [7],
      colour: '#c4281c',
      alert_on_entry: true,
      alert_on_exit: false,
      alert_dwell_min: 30,
      speed_limit_kmh: 32.2,
    });
    expect([one?.body.points.length, one?.body.holes.map(({ length }) => length)]).toEqual([
      3,
      [3],
    ]);
    expect(one?.faults).toEqual([]);
    expect(one?.notes).toEqual([['geofence.import.group', { name: 'South' }]]);
  });

  it('[M-17] a circle and a corridor keep their radius; others get a default radius and name', async () => {
    const found = await read(
      'other places.json',
      collection(
        feature({ type: 'Point', coordinates: [-1.5, 52.4] }, { name: 'Ring', radius: 260 }),
        feature({ type: 'LineString', coordinates: square.slice(0, 2) }),
        feature({ type: 'MultiPolygon', coordinates: [[square], [square]] }, { name: 'Isles' }),
      ),
    );
    expect(found.map(({ body }) => [body.name, body.shape, body.radius])).toEqual([
      ['Ring', 'circle', 260],
      ['other places 2', 'corridor', 50],
      ['Isles', 'polygon', null],
      ['Isles 2', 'polygon', null],
    ]);
    expect(found[0]?.body.centre).toEqual({ lat: 52.4, long: -1.5 });
  });

  it('[M-17] reads KML with name, hole and exported properties', async () => {
    const ring = (positions: number[][]) =>
      `<LinearRing><coordinates>${positions.map((one) => one.join(',')).join(' ')}</coordinates></LinearRing>`;
    const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Yard</name><ExtendedData><Data name="groups"><value>["North"]</value></Data><Data name="category"><value>Depot</value></Data><Data name="colour"><value>#1a7f45</value></Data><Data name="alert_on_exit"><value>true</value></Data><Data name="alert_dwell_min"><value>15</value></Data></ExtendedData><Polygon><outerBoundaryIs>${ring(square)}</outerBoundaryIs></Polygon></Placemark></Document></kml>`;
    const [one] = await read('yards.kml', kml);
    expect(one?.body).toMatchObject({
      name: 'Yard',
      shape: 'polygon',
      groups: [7],
      category: 3,
      colour: '#1a7f45',
      alert_on_entry: false,
      alert_on_exit: true,
      alert_dwell_min: 15,
    });
    expect(one?.body.points).toHaveLength(3);
  });

  it('[M-17] reports errors per feature', async () => {
    const found = await read(
      'bad.geojson',
      collection(
        feature(null),
        feature({ type: 'Point', coordinates: [-1.5, 152] }),
        feature({ type: 'LineString', coordinates: [[-1.5, 52]] }),
        feature({ type: 'Point', coordinates: [-1.5, 52] }, { radius: 1 }),
        feature({
          type: 'Polygon',
          coordinates: [Array.from({ length: 5001 }, (_, n) => [n / 1000, 52])],
        }),
      ),
    );
    expect(found.map(({ faults }) => faults[0]?.[0])).toEqual([
      'geofence.import.nothing',
      'geofence.import.place',
      'geofence.import.few',
      'geofence.fault.radius',
      'geofence.import.corners',
    ]);
  });

  it.each([
    ['a.geojson', 'no json', 'geofence.import.notGeoJson'],
    ['a.json', '{"some":"object"}', 'geofence.import.notGeoJson'],
    ['a.json', 'null', 'geofence.import.notGeoJson'],
    ['a.kml', '<html></html>', 'geofence.import.notKml'],
    ['a.geojson', '{"type":"FeatureCollection","features":[]}', 'geofence.import.empty'],
    ['a.geojson', ' '.repeat(8 * 1024 * 1024 + 1), 'geofence.import.large'],
  ])('[M-17] %s is refused as a whole', async (name, text, reason) =>
    expect(read(name, text)).rejects.toThrow(reason),
  );

  it('[M-17] rejects more than a thousand', async () => {
    const point = feature({ type: 'Point', coordinates: [-1.5, 52] });
    const many = collection(...Array.from({ length: 1001 }, () => point));
    await expect(read('a.geojson', many)).rejects.toThrow('geofence.import.many');
  });
});
