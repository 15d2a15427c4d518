import { expect, it } from 'vitest';
import type { TestApi } from '../../../../../test/api.ts';
import { type DocumentFleet, withDocumentFleet } from '../../../../../test/vehicle-documents.ts';

let api: TestApi;
let fleet: DocumentFleet;

withDocumentFleet((opened) => {
  ({ api, fleet } = opened);
});

const put = (path: string, body: object) =>
  api.ask(path, { as: fleet.people.admin, method: 'PUT', body });

/** The movements that the vehicle file lists, newest first. */
async function movements(vehicle: number): Promise<string[]> {
  const types = await api.ask('/api/vehicle_activity_types/?pageSize=100', {
    as: fleet.file.keeper,
  });
  const type = types.body.results.find(
    ({ reference }: { reference: string }) => reference === 'MOVEMENT',
  );
  const { body } = await api.ask(
    `/api/vehicle_activities/?vehicle=${vehicle}&activity_type=${type.id}&ordering=-created_at`,
    { as: fleet.file.keeper },
  );
  return body.results.map(({ description }: { description: string }) => description);
}

it('[G-01] [V-20] a vehicle that changes its depot has a movement in its vehicle file', async () => {
  const { n1 } = fleet.vehicles;
  expect(await movements(n1.vehicleId)).toEqual([]);
  const body = { registration: 'N1 AAA', type: 'VAN', tracker: n1.trackerId };
  const path = `/api/vehicle/${n1.vehicleId}/`;
  expect((await put(path, { ...body, vehicle_groups: [fleet.south] })).status).toBe(200);
  expect(await movements(n1.vehicleId)).toEqual(['Home depot → South']);
  // Saving it unchanged adds no movement.
  await put(path, { ...body, vehicle_groups: [fleet.south] });
  expect(await movements(n1.vehicleId)).toHaveLength(1);
  const { rows } = await api.services.db.pool.query(
    `select c.action, c.user_name from vehicle_file_changes c
       join vehicle_activities a on a.id = c.activity_id
       join activity_types t on t.id = a.activity_type_id and t.reference = 'MOVEMENT'
     where c.vehicle_id = $1`,
    [n1.vehicleId],
  );
  expect(rows).toEqual([{ action: 'created', user_name: 'Ada Hill' }]);
});

it('[G-01] many vehicles that change their depot have a movement each', async () => {
  const { n2, x1 } = fleet.vehicles;
  const ids = [n2.vehicleId, x1.vehicleId];
  const before = await Promise.all(ids.map(movements));
  expect(before).toEqual([[], []]);
  const changed = await api.ask('/api/administration/vehicles_change/', {
    as: fleet.people.admin,
    method: 'POST',
    body: { ids, changes: { vehicle_groups: [fleet.south] } },
  });
  expect(changed.status).toBeLessThan(300);
  expect(await movements(n2.vehicleId)).toEqual(['Home depot → South']);
  expect(await movements(x1.vehicleId)).toEqual(['Home depot, South → South']);
});

it('[G-01] a vehicle that is added to or removed from a depot has a movement', async () => {
  const { s1 } = fleet.vehicles;
  const path = `/api/vehicles_group/${fleet.north}/`;
  const { body } = await api.ask(path, { as: fleet.people.admin });
  const vehicles = body.vehicles.map(({ id }: { id: number }) => id);
  const form = {
    is_region: false,
    name: body.name,
    region: body.region?.id ?? null,
    address: null,
    vehicles: [...vehicles, s1.vehicleId],
    schedule_types: [],
  };
  expect((await put(path, form)).status).toBe(200);
  expect(await movements(s1.vehicleId)).toEqual(['South → Home depot, South']);
});
