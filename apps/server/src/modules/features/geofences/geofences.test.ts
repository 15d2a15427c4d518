import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { makeGeofence, squareGeofence } from '../../../../test/geofences.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;
const changes: number[] = [];

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  api.services.bus.subscribe('geofences.changed', ({ customerId }) => changes.push(customerId));
});
afterAll(() => api.close());

const send = (method: string, path: string, body?: unknown, as = fleet.people.manager) =>
  api.ask(path, { as, method, body });
const list = async (query = '', as = fleet.people.manager) => {
  const { status, body } = await api.ask(`/api/geofence/${query}`, { as });
  expect(status, JSON.stringify(body)).toBe(200);
  return contract.geofences.list.answer.parse(body);
};
const names = async (query = '', as?: number) =>
  (await list(query, as)).results.map(({ name }) => name);

describe('a geofence', () => {
  it('[R-052] [R-054] [M-20] is added, and read back unchanged', async () => {
    const group = await send('POST', '/api/geofence_groups/', { GroupName: 'Yards' });
    const category = await send('POST', '/api/geofence_categories/', {
      name: 'Depot',
      colour: '#00aa55',
    });
    const written = squareGeofence({
      name: 'Whole',
      category: category.body.id,
      groups: [group.body.id],
      holes: [
        [
          { lat: 52.254, long: -1.166 },
          { lat: 52.254, long: -1.164 },
          { lat: 52.256, long: -1.165 },
        ],
      ],
      alert_dwell_min: 45,
      speed_limit_kmh: 16.5,
    });
    const { status, body } = await send('POST', '/api/geofence/', written);
    expect(status).toBe(201);
    expect(body).toEqual({
      ...written,
      id: expect.any(Number),
      customer: fleet.home.customerId,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    const read = await send('GET', `/api/geofence/${body.id}/`);
    expect([read.status, read.body]).toEqual([200, body]);
    await send('DELETE', `/api/geofence/${body.id}/`);
  });

  it.each([
    ['circle', { shape: 'circle', points: [], centre: { lat: 52, long: -1 }, radius: 250 }],
    [
      'corridor',
      {
        shape: 'corridor',
        points: [
          { lat: 52, long: -1 },
          { lat: 52.5, long: -1.5 },
        ],
        radius: 40,
      },
    ],
    [
      'polygon across the antimeridian',
      {
        points: [
          { lat: -17, long: 179 },
          { lat: -17, long: -179 },
          { lat: -16, long: -179 },
          { lat: -16, long: 179 },
        ],
      },
    ],
  ] as const)('[M-P10] [M-20] may be a %s', async (name, shape) => {
    const made = await makeGeofence(api, fleet.people.manager, { name, ...(shape as object) });
    expect(made).toMatchObject(shape);
    await send('DELETE', `/api/geofence/${made.id}/`);
  });

  it('[M-20] is stored without fields of other shapes and without repeated corners', async () => {
    const { points } = squareGeofence();
    const [first] = points as [(typeof points)[number]];
    const made = await makeGeofence(api, fleet.people.manager, {
      name: 'Tidied',
      points: [first, first, ...points.slice(1), first],
      centre: { lat: 1, long: 1 },
      radius: 70,
    });
    expect([made.points, made.centre, made.radius]).toEqual([points, null, null]);
    await send('DELETE', `/api/geofence/${made.id}/`);
  });

  it('[R-053] [M-20] is replaced as a whole', async () => {
    const made = await makeGeofence(api, fleet.people.manager, { name: 'Before' });
    const body = squareGeofence({
      name: 'After',
      shape: 'circle',
      points: [],
      centre: { lat: 53, long: -2 },
      radius: 99.5,
      alert_on_exit: true,
    });
    const changed = await send('PUT', `/api/geofence/${made.id}/`, body);
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...body, id: made.id, customer: made.customer, created_at: made.created_at },
    ]);
    const same = await send('PUT', `/api/geofence/${made.id}/`, body);
    expect(same.status).toBe(200);
    await send('DELETE', `/api/geofence/${made.id}/`);
  });

  it('[R-055] [M-23] is put into groups, and removed from all others', async () => {
    const { people } = fleet;
    const made = await makeGeofence(api, people.manager, { name: 'Grouped' });
    const ids: number[] = [];
    for (const GroupName of ['One', 'Two', 'Three']) {
      ids.push((await send('POST', '/api/geofence_groups/', { GroupName })).body.id);
    }
    const [one, two, three] = ids as [number, number, number];
    const put = (groups: number[]) => send('POST', `/api/geofence/${made.id}/`, { groups });
    expect((await put([three, one, one])).body.groups).toEqual([one, three]);
    expect((await put([two])).body.groups).toEqual([two]);
    const unknown = await put([two, 2_000_000_000]);
    expect([unknown.status, unknown.body.errors]).toEqual([
      400,
      { groups: ['A group is not known'] },
    ]);
    expect((await send('GET', `/api/geofence/${made.id}/`)).body.groups).toEqual([two]);
    expect((await put([])).body.groups).toEqual([]);
    await send('DELETE', `/api/geofence/${made.id}/`);
  });

  it('[RP-16] is deleted with its visits, once', async () => {
    const made = await makeGeofence(api, fleet.people.manager, { name: 'Short-lived' });
    const { pool } = api.services.db;
    await pool.query(
      `insert into geofence_visits (customer_id, vehicle_id, geofence_id, entered_at, max_speed_kmh)
       values ($1, $2, $3, now(), 10)`,
      [fleet.home.customerId, fleet.vehicles.n1.vehicleId, made.id],
    );
    expect((await send('DELETE', `/api/geofence/${made.id}/`)).status).toBe(204);
    expect((await send('DELETE', `/api/geofence/${made.id}/`)).status).toBe(404);
    expect((await send('GET', `/api/geofence/${made.id}/`)).status).toBe(404);
    const { rows } = await pool.query('select from geofence_visits where geofence_id = $1', [
      made.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('[M-18] notifies the engine of the customer after each successful change', async () => {
    changes.length = 0;
    const { customerId } = fleet.home;
    const made = await makeGeofence(api, fleet.people.manager, { name: 'Told' });
    expect(changes).toEqual([customerId]);
    await send('PUT', `/api/geofence/${made.id}/`, squareGeofence({ name: 'Told again' }));
    expect(changes).toEqual([customerId, customerId]);
    await send('POST', '/api/geofence/', squareGeofence({ name: 'Told again' }));
    await send('PUT', `/api/geofence/${made.id}/`, squareGeofence({ name: 'x' }));
    expect(changes).toHaveLength(2);
    await send('DELETE', `/api/geofence/${made.id}/`);
    expect(changes).toHaveLength(3);
  });
});

describe('invalid geofences', () => {
  const points = (...pairs: [number, number][]) => pairs.map(([lat, long]) => ({ lat, long }));
  const circle = { shape: 'circle', points: [], centre: { lat: 52, long: -1 }, radius: 100 };
  it.each([
    ['a name of one letter', { name: 'x' }, 'name'],
    ['a name of 91 letters', { name: 'x'.repeat(91) }, 'name'],
    ['a colour that is none', { colour: 'red' }, 'colour'],
    ['fewer than 3 corners', { points: points([52, -1], [52.1, -1]) }, 'points'],
    [
      '3 corners of which two are one',
      { points: points([52, -1], [52.1, -1], [52, -1]) },
      'points',
    ],
    ['no area', { points: points([52, -1], [52.1, -1.1], [52.2, -1.2]) }, 'points'],
    [
      'edges that cross',
      { points: points([52, -1], [52.1, -0.9], [52.1, -1], [52, -0.9]) },
      'points',
    ],
    [
      'a few metres with edges that cross',
      { points: points([52, -1], [52.0001, -0.9999], [52.0001, -1], [52, -0.9998]) },
      'points',
    ],
    ['a way around a pole', { points: points([80, 0], [80, 120], [80, -120]) }, 'points'],
    [
      'a latitude beyond the pole',
      { points: points([95, 0], [80, 120], [80, -120]) },
      'points.0.lat',
    ],
    ['a hole outside', { holes: [points([53, -1], [53, -1.1], [53.1, -1])] }, 'holes'],
    [
      'a hole that crosses the edge',
      { holes: [points([52.255, -1.165], [52.255, -1.1], [52.256, -1.165])] },
      'holes',
    ],
    [
      'holes in one another',
      {
        holes: [
          points([52.251, -1.169], [52.251, -1.161], [52.259, -1.165]),
          points([52.253, -1.166], [52.253, -1.164], [52.255, -1.165]),
        ],
      },
      'holes',
    ],
    ['a circle without centre', { ...circle, centre: null }, 'centre'],
    ['a circle without radius', { ...circle, radius: null }, 'radius'],
    ['a circle of 4 m', { ...circle, radius: 4 }, 'radius'],
    [
      'a corridor of one point',
      { shape: 'corridor', points: points([52, -1]), radius: 9 },
      'points',
    ],
    [
      'a corridor without length',
      { shape: 'corridor', points: points([52, -1], [52, -1]), radius: 9 },
      'points',
    ],
    [
      'a corridor without radius',
      { shape: 'corridor', points: points([52, -1], [53, -1]) },
      'radius',
    ],
    [
      'a corridor of 20 km',
      { shape: 'corridor', points: points([52, -1], [53, -1]), radius: 20_000 },
      'radius',
    ],
    ['an unknown category', { category: 2_000_000_000 }, 'category'],
    ['an unknown group', { groups: [2_000_000_000] }, 'groups'],
    ['a dwell of a fortnight', { alert_dwell_min: 20_160 }, 'alert_dwell_min'],
  ] as const)('[M-20] [M-P10] %s', async (_what, changed, field) => {
    const body = squareGeofence({ name: 'Never', ...(changed as object) });
    for (const [method, path] of [
      ['POST', '/api/geofence/'],
      ['POST', '/api/geofence_import/'],
    ] as const) {
      const isImport = path.includes('import');
      const answer = await send(method, path, isImport ? { geofences: [body] } : body);
      const key = isImport ? `geofences.0.${field}` : field;
      expect([answer.status, Object.keys(answer.body.errors ?? {})], path).toEqual([400, [key]]);
      expect(answer.body.errors[key][0]).toMatch(/\w/);
    }
    expect(await names('?search=Never')).toEqual([]);
  });

  it('[M-20] a name in use', async () => {
    const first = await makeGeofence(api, fleet.people.manager, { name: 'Taken' });
    const other = await makeGeofence(api, fleet.people.manager, { name: 'Other' });
    const text = 'There is a geofence with this name already';
    for (const [method, path] of [
      ['POST', '/api/geofence/'],
      ['PUT', `/api/geofence/${other.id}/`],
    ] as const) {
      const { status, body } = await send(method, path, squareGeofence({ name: ' Taken ' }));
      expect([status, body.errors]).toEqual([409, { name: [text] }]);
    }
    const foreign = await makeGeofence(api, fleet.people.foreign, { name: 'Taken' });
    expect(foreign.customer).toBe(fleet.away.customerId);
    for (const { id } of [first, other]) await send('DELETE', `/api/geofence/${id}/`);
  });

  it('[M-20] one name for two concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        send('POST', '/api/geofence/', squareGeofence({ name: 'Race' })),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const made = answers.find(({ status }) => status === 201);
    await send('DELETE', `/api/geofence/${made?.body.id}/`);
  });

  it('[M-20] thousands of corners, with a fast error', async () => {
    const ring = (corners: number) =>
      Array.from({ length: corners }, (_, n) => {
        const angle = (2 * Math.PI * n) / corners;
        return { lat: 52 + Math.sin(angle) / 10, long: -1 + Math.cos(angle) / 10 };
      });
    const post = async (corners: number) => {
      const { status, body } = await send(
        'POST',
        '/api/geofence/',
        squareGeofence({ name: `Corners ${corners}`, points: ring(corners) }),
      );
      return { status, errors: Object.keys(body.errors ?? {}), id: body.id };
    };
    expect(await post(100_000)).toMatchObject({ status: 413 });
    expect(await post(10_000)).toMatchObject({ status: 400, errors: ['points'] });
    const most = await post(5000);
    expect(most.status).toBe(201);
    await send('DELETE', `/api/geofence/${most.id}/`);
    const holes = Array.from({ length: 2 }, () => ring(2000));
    const together = squareGeofence({ name: 'Together', points: ring(2000), holes });
    expect((await send('POST', '/api/geofence/', together)).body.errors).toHaveProperty('points');
    const file = {
      geofences: Array.from({ length: 30 }, () => squareGeofence({ points: ring(4000) })),
    };
    const imported = await send('POST', '/api/geofence_import/', file);
    expect([imported.status, Object.keys(imported.body.errors)]).toEqual([400, ['geofences']]);
  });

  it('[M-20] of another customer, and any of a person without a customer', async () => {
    const { people } = fleet;
    const foreign = await makeGeofence(api, people.foreign, { name: 'Theirs' });
    const group = await send(
      'POST',
      '/api/geofence_groups/',
      { GroupName: 'Theirs' },
      people.foreign,
    );
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', squareGeofence()],
      ['POST', { groups: [] }],
      ['DELETE', undefined],
    ] as const) {
      expect((await send(method, `/api/geofence/${foreign.id}/`, body)).status, method).toBe(404);
    }
    const planted = await send(
      'POST',
      '/api/geofence/',
      squareGeofence({ groups: [group.body.id] }),
    );
    expect([planted.status, planted.body.errors]).toEqual([
      400,
      { groups: ['A group is not known'] },
    ]);
    const nobody = await send('POST', '/api/geofence/', squareGeofence(), people.global);
    expect([nobody.status, nobody.body.detail]).toEqual([
      400,
      'Only a person who belongs to a customer can make this.',
    ]);
    expect(
      (await send('GET', `/api/geofence/${foreign.id}/`, undefined, people.global)).status,
    ).toBe(200);
    const readonly = await send('POST', '/api/geofence/', squareGeofence(), people.readonly);
    expect(readonly.status).toBe(403);
  });
});

describe('the list', () => {
  const made: number[] = [];
  let yards = 0;
  let sites = 0;
  beforeAll(async () => {
    const { manager } = fleet.people;
    const label = async (path: string, body: unknown) => (await send('POST', path, body)).body.id;
    yards = await label('/api/geofence_groups/', { GroupName: 'List yards' });
    sites = await label('/api/geofence_categories/', { name: 'List sites', colour: '#123456' });
    for (const [name, changed] of [
      ['beta 50%', { groups: [yards] }],
      ['Alpha', { groups: [yards], category: sites }],
      ['gamma', { category: sites }],
      ['delta_x', {}],
    ] as const) {
      made.push((await makeGeofence(api, manager, { name, ...(changed as object) })).id);
    }
  });
  afterAll(async () => {
    for (const id of made) await send('DELETE', `/api/geofence/${id}/`);
  });

  it('[RP-15] [M-P10] [M-17] is filtered by name, group and category', async () => {
    expect(await names()).toEqual(['Alpha', 'beta 50%', 'delta_x', 'gamma']);
    expect(await names(`?group=${yards}`)).toEqual(['Alpha', 'beta 50%']);
    expect(await names(`?category=${sites}`)).toEqual(['Alpha', 'gamma']);
    expect(await names(`?category=${sites}&group=${yards}`)).toEqual(['Alpha']);
    expect(await names('?search=ALPH')).toEqual(['Alpha']);
    expect(await names('?search=%25')).toEqual(['beta 50%']);
    expect(await names('?search=_')).toEqual(['delta_x']);
    expect(await names('?search=&group=&category=')).toHaveLength(4);
    for (const query of ['?group=2000000000', '?category=2000000000']) {
      expect((await send('GET', `/api/geofence/${query}`)).status).toBe(404);
    }
  });

  it('[RP-15] is paged and sorted', async () => {
    expect(await names('?ordering=-name&pageSize=2')).toEqual(['gamma', 'delta_x']);
    expect(await names('?ordering=name&orderingDirection=desc&pageSize=2&page=2')).toEqual([
      'beta 50%',
      'Alpha',
    ]);
    expect(await names('?ordering=created_at&pageSize=1')).toEqual(['beta 50%']);
    expect((await list('?page=9')).count).toBe(4);
    expect((await send('GET', '/api/geofence/?ordering=colour')).status).toBe(400);
    expect((await send('GET', '/api/geofence/?pageSize=500')).status).toBe(400);
  });

  it('[RP-15] [M-18] is the same for all people of a customer, regardless of depots', async () => {
    for (const person of ['north', 'readonly', 'driver'] as const) {
      expect(await names('', fleet.people[person])).toHaveLength(4);
    }
    expect(await names('?search=alpha', fleet.people.foreign)).toEqual([]);
  });
});
