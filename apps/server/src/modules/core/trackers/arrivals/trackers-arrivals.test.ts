import { expect, it } from 'vitest';
import type { TestApi } from '../../../../../test/api.ts';
import { withTrackedFleet } from '../../../../../test/tracked-api.ts';
import type { TrackedFleet } from '../../../../../test/tracked-fleet.ts';
import type { FailedArrival } from '../../../../platform/bus/index.ts';

let api: TestApi;
let fleet: TrackedFleet;

withTrackedFleet((opened) => {
  ({ api, fleet } = opened);
});

const one = (more: Partial<FailedArrival>): FailedArrival => ({
  kind: 'not_understood',
  protocol: 'teltonika',
  looksLike: 'gt06',
  customerId: null,
  address: '192.0.2.7',
  count: 1,
  ...more,
});

const list = (as: number) => api.ask('/api/administration/failed_arrivals/', { as });

it('[O-21] adds up what the gateways report; each customer sees its own devices, strangers none', async () => {
  const { people, home } = fleet;
  const refused = one({ kind: 'network', looksLike: null, customerId: home.customerId });
  const { bus } = api.services;
  bus.publish('arrivals.failed', { arrivals: [one({ count: 2 }), refused] });
  bus.publish('arrivals.failed', { arrivals: [one({ count: 3, address: '192.0.2.8' })] });
  // Two customers share this server: the bytes at a port belong to neither.
  const { body } = await list(people.admin);
  expect(body).toMatchObject([{ kind: 'network', protocol: 'teltonika', count: 1 }]);
  await api.services.db.pool.query(`delete from customers where name = 'Away'`);
  const all = (await list(people.admin)).body;
  expect(all).toMatchObject([
    {
      kind: 'not_understood',
      protocol: 'teltonika',
      looks_like: 'gt06',
      count: 5,
      address: '192.0.2.8',
    },
    { kind: 'network', looks_like: null },
  ]);
  expect(Date.parse(all[0].first_at)).toBeLessThanOrEqual(Date.parse(all[0].last_at));
  expect((await list(people.manager)).status).toBe(403);
});
