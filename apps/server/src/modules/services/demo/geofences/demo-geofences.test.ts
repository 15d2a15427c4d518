import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { createGeofenceIndex } from '../../../../engines/geofences/index.ts';
import { prepareDemo } from '../demo.service.ts';
import { ALBION_GEOFENCES } from './demo-geofences-catalogue.ts';

let api: TestApi;
let admin: number;

beforeAll(async () => {
  api = await testApi();
  await prepareDemo(api.services.db, async () => 'no hash');
  const { rows } = await api.services.db.pool.query(
    `select u.id from users u join customers c on c.id = u.customer_id
     where c.name like 'Albion%' and u.role = 'ADMIN' limit 1`,
  );
  admin = rows[0].id;
});
afterAll(() => api.close());

it('[M-17] [M-19] the demo fleet has geofences of every shape, in groups and categories', async () => {
  const { status, body } = await api.ask('/api/geofence/?pageSize=400', { as: admin });
  expect(status).toBe(200);
  const { results } = contract.geofences.list.answer.parse(body);
  expect(results).toHaveLength(ALBION_GEOFENCES.length);
  const shapes = new Set(results.map(({ shape }) => shape));
  expect([...shapes].sort()).toEqual(['circle', 'corridor', 'polygon']);
  expect(results.every(({ category }) => category !== null)).toBe(true);
  expect(results.some(({ holes }) => holes.length > 0)).toBe(true);
  const groups = await api.ask('/api/geofence_groups/', { as: admin });
  expect(groups.body.count).toBeGreaterThanOrEqual(5);
});

it('[M-20] each geofence of the demo fleet meets the rules for drawn geofences', async () => {
  const { body } = await api.ask('/api/geofence/?pageSize=400', { as: admin });
  for (const { id, customer, created_at, ...geofence } of body.results) {
    const path = `/api/geofence/${id}/`;
    const answer = await api.ask(path, { as: admin, method: 'PUT', body: geofence });
    expect([geofence.name, answer.status]).toEqual([geofence.name, 200]);
    expect(answer.body).toEqual({ id, customer, created_at, ...geofence });
  }
});

it('[M-17] the depots of the demo fleet are inside their geofences', async () => {
  const { rows } = await api.services.db.pool.query(
    `select d.latitude, d.longitude from depots d join customers c on c.id = d.customer_id
     where c.name like 'Albion%'`,
  );
  const index = createGeofenceIndex(
    ALBION_GEOFENCES.map(({ shape }, n) => ({
      id: n + 1,
      ...shape,
      alertOnEntry: false,
      alertOnExit: false,
      dwellMin: null,
      speedLimitKmh: null,
    })),
  );
  expect(rows).toHaveLength(8);
  for (const { latitude, longitude } of rows) {
    const [id = 0] = index.inside(latitude, longitude);
    expect(ALBION_GEOFENCES[id - 1]?.category).toBe('Depot');
  }
});
