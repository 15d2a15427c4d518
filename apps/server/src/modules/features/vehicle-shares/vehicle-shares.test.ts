import { expect, it } from 'vitest';
import type { TestApi } from '../../../../test/api.ts';
import { withTrackedFleet } from '../../../../test/tracked-api.ts';
import { setState, type TrackedFleet } from '../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;

withTrackedFleet((opened) => {
  ({ api, fleet } = opened);
});

interface Share {
  readonly id: number;
  readonly address: string;
}
interface Followed {
  readonly state: string;
  readonly position: { readonly lat: number } | null;
  readonly arrival: { readonly distance_m: number } | null;
}

async function call<T>(method: string, path: string, body?: object, as?: number | null) {
  const answer = await fetch(`${api.url}${path}`, {
    method,
    headers: {
      ...(as === null
        ? {}
        : { authorization: `Bearer ${await api.token(as ?? fleet.people.manager)}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as T };
}
const sharesPath = (vehicleId: number) => `/api/vehicle/${vehicleId}/shares/`;
const create = (vehicleId: number, more: object = {}, as?: number) =>
  call<Share>(
    'POST',
    sharesPath(vehicleId),
    { expires_in_hours: 4, note: 'Customer', ...more },
    as,
  );
const tokenOf = ({ address }: Share) => address.split('#')[1] ?? '';
const follow = (token: string, begins = false) =>
  call<Followed>('POST', '/api/shared_vehicle/', { token, begins }, null);

it('shows a vehicle to the holder of the link, until it is revoked or expires', async () => {
  const { vehicleId } = fleet.vehicles.n1;
  const destination = { name: 'North', lat: 53, long: -1.1636 };
  const { status, body } = await create(vehicleId, { destination });
  expect(status).toBe(201);
  const token = tokenOf(body);
  const seen = await follow(token, true);
  expect(seen.body).toMatchObject({ state: 'moving', position: { lat: expect.any(Number) } });
  expect(seen.body.arrival?.distance_m).toBeGreaterThan(50_000);
  await follow(token);
  const { body: list } = await call<{ results: { views: number }[] }>('GET', sharesPath(vehicleId));
  expect(list.results[0]).toMatchObject({ views: 1, note: 'Customer', revoked_at: null });
  expect((await call('DELETE', `${sharesPath(vehicleId)}${body.id}/`)).status).toBe(204);
  expect((await follow(token)).status).toBe(404);
  const short = tokenOf((await create(vehicleId)).body);
  await api.services.db.pool.query(`update vehicle_shares set expires_at = now()`);
  expect((await follow(short)).status).toBe(404);
  expect((await follow('x'.repeat(43))).status).toBe(404);
});

it('hides the position during private use, and of a vehicle that has not reported', async () => {
  const { s1, x1 } = fleet.vehicles;
  const token = tokenOf((await create(s1.vehicleId)).body);
  await setState(api.services.db, fleet.home.customerId, s1, { ageS: 5, speedKmh: 0 });
  expect((await follow(token)).body).toMatchObject({ state: 'stopped' });
  await api.services.db.pool.query(
    `insert into private_use_rules (customer_id, vehicle_id, kind, starts_at, ends_at, time_zone, created_by_name)
     values ($1, $2, 'period', now() - interval '1 hour', now() + interval '1 hour', 'UTC', 'Test')`,
    [fleet.home.customerId, s1.vehicleId],
  );
  expect((await follow(token)).body).toMatchObject({ state: 'private', position: null });
  const silent = tokenOf((await create(x1.vehicleId)).body);
  expect((await follow(silent)).body).toMatchObject({ state: 'unknown', position: null });
});

it('needs a visible vehicle and the right to write, and is recorded in the audit log', async () => {
  const { f1, n1, s1 } = fleet.vehicles;
  expect((await create(f1.vehicleId)).status).toBe(404);
  expect((await create(s1.vehicleId, {}, fleet.people.north)).status).toBe(404);
  expect((await create(n1.vehicleId, {}, fleet.people.readonly)).status).toBe(403);
  const { body } = await create(n1.vehicleId);
  const foreign = `${sharesPath(n1.vehicleId)}${body.id}/`;
  expect((await call('DELETE', foreign, undefined, fleet.people.foreign)).status).toBe(404);
  const { rows } = await api.services.db.pool.query(
    `select action from audit_entries where subject_kind = 'vehicle_share' and subject_id = $1`,
    [String(body.id)],
  );
  expect(rows).toEqual([{ action: 'created' }]);
});
