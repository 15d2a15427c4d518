import { EVENT } from '@roadworthy/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { dayAgo, daysAgo } from '../../../../../test/days-ago.ts';
import { addEvent } from '../../../../../test/derived-rows.ts';
import { type TrackedFleet, trackedFleet } from '../../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;

const HOME = 'home';
type Customer = 'home' | 'away';

/** Adds an event, and returns its id. */
async function add(vehicleId: number, code: number, days: number, customer: Customer = HOME) {
  await addEvent(api.services.db, {
    customerId: fleet[customer].customerId,
    vehicleId,
    code,
    at: daysAgo(days),
  });
  const { rows } = await api.services.db.pool.query<{ id: string }>(
    'select max(id) as id from fleet_events',
  );
  return Number(rows[0]?.id);
}

async function review(as: number, ids: readonly number[], change: object): Promise<void> {
  const body = { events: ids.map((id) => ({ id, version: 0 })), ...change };
  const { status } = await api.ask('/api/events/reviews/', { as, method: 'POST', body });
  expect(status).toBe(200);
}

const figures = async (as: number) => (await api.ask('/api/events/review_figures/', { as })).body;

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  const { people, vehicles } = fleet;
  const { n1, s1, f1 } = vehicles;
  // To review: two serious ones of the last days. The others are old, harmless or done.
  await add(n1.vehicleId, EVENT.collision, 1);
  await add(s1.vehicleId, EVENT.phoneUse, 2);
  await add(n1.vehicleId, EVENT.collision, 9);
  await add(n1.vehicleId, EVENT.harshBraking, 1.1);
  await add(f1.vehicleId, EVENT.collision, 1, 'away');
  const falseAlarms = [
    await add(n1.vehicleId, EVENT.phoneUse, 3),
    await add(n1.vehicleId, EVENT.phoneUse, 4),
  ];
  const dismissal = { state: 'dismissed', dismissal_reason: 'false_alarm' };
  await review(people.manager, falseAlarms, dismissal);
  const coached = [await add(s1.vehicleId, EVENT.phoneUse, 5)];
  await review(people.manager, coached, { state: 'coached' });
  const late = [await add(n1.vehicleId, EVENT.harshBraking, 12)];
  await review(people.manager, late, { assignee: people.manager, due_on: dayAgo(2) });
  const later = [await add(s1.vehicleId, EVENT.harshBraking, 12.5)];
  await review(people.manager, later, { due_on: dayAgo(-3) });
});
afterAll(() => api.close());

it('[E-P04] counts what waits for a review, and the lists behind the figures agree', async () => {
  const { manager } = fleet.people;
  const { to_review: toReview, overdue, mine, reviewed } = await figures(manager);
  expect([toReview.count, overdue.count, mine.count, reviewed]).toEqual([2, 1, 1, 3]);
  const count = async (
    { start_date: start, end_date: end }: Record<string, string>,
    more: string,
  ) =>
    (await api.ask(`/api/events/?start=${start}&end=${end}&${more}`, { as: manager })).body.count;
  expect(await count(toReview, 'state=new&severity=high&severity=critical')).toBe(2);
  expect(await count(overdue, 'due=overdue')).toBe(1);
  expect(await count(mine, 'assigned=me&state=new')).toBe(1);
});

it('gives the rate of false alarms by type and by vehicle with its devices', async () => {
  const { vehicles, people } = fleet;
  const { false_alarms: rates } = await figures(people.manager);
  expect(rates.by_type).toEqual([
    { name: expect.any(String), eventCode: EVENT.phoneUse, reviewed: 3, false_alarms: 2 },
  ]);
  expect(rates.by_vehicle).toMatchObject([
    { vehicle: { id: vehicles.n1.vehicleId }, reviewed: 2, false_alarms: 2 },
    { vehicle: { id: vehicles.s1.vehicleId }, reviewed: 1, false_alarms: 0 },
  ]);
  expect(rates.by_vehicle[0].devices).toHaveLength(1);
});

it('[U-P03] counts only vehicles of one customer and its depots', async () => {
  const { north, foreign } = fleet.people;
  expect((await figures(north)).to_review.count).toBe(1);
  expect((await figures(north)).false_alarms.by_vehicle).toHaveLength(1);
  expect((await figures(foreign)).to_review.count).toBe(1);
  expect((await figures(foreign)).reviewed).toBe(0);
});
