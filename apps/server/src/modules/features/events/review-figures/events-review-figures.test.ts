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

const DONE = 'state=reviewed&state=coached&state=dismissed';

it('[E-P04] lists the reviewed events and the false alarms behind the figures', async () => {
  const { manager } = fleet.people;
  const { rows } = await api.services.db.pool.query<{ id: string }>(
    `update event_reviews set changed_at = now() - interval '20 days' where state = 'coached' returning id`,
  );
  expect(rows).toHaveLength(1);
  // A review that has outlasted its event is in no figure and no list.
  const lost = await add(fleet.vehicles.n1.vehicleId, EVENT.phoneUse, 40);
  const falseAlarm = { state: 'dismissed', dismissal_reason: 'false_alarm' };
  await review(manager, [lost], falseAlarm);
  await api.services.db.pool.query('delete from fleet_events where id = $1', [lost]);
  const {
    reviewed,
    reviewed_in: listed,
    rated_in: rated,
    false_alarms: rates,
  } = await figures(manager);
  const count = async (
    { start_date: start, end_date: end }: Record<string, string>,
    more: string,
    as = manager,
  ) => (await api.ask(`/api/events/?start=${start}&end=${end}&${DONE}&${more}`, { as })).body.count;
  expect(reviewed).toBe(2);
  expect(await count(listed, `reviewed_since=${listed.since}`)).toBe(reviewed);
  for (const { eventCode, reviewed: of, false_alarms: wrong } of rates.by_type) {
    expect(await count(rated, `event=${eventCode}`)).toBe(of);
    expect(await count(rated, `event=${eventCode}&dismissal_reason=false_alarm`)).toBe(wrong);
  }
  for (const { vehicle, reviewed: of, false_alarms: wrong } of rates.by_vehicle) {
    expect(await count(rated, `vehicle=${vehicle.id}`)).toBe(of);
    expect(await count(rated, `vehicle=${vehicle.id}&dismissal_reason=false_alarm`)).toBe(wrong);
  }
  // A person of the depot North sees figures and lists of the vehicles of this depot.
  const { north } = fleet.people;
  const own = await figures(north);
  expect(await count(own.rated_in, '', north)).toBe(own.false_alarms.by_type[0].reviewed);
  // Without a review, a range has at most 31 days; the lists above need the module Events.
  const path = `/api/events/?start=${rated.start_date}&end=${rated.end_date}`;
  expect((await api.ask(`${path}&state=new`, { as: manager })).status).toBe(400);
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
