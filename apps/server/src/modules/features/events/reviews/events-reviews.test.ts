import { expect, it } from 'vitest';
import type { TestApi } from '../../../../../test/api.ts';
import { addEvent } from '../../../../../test/derived-rows.ts';
import { withTrackedFleet } from '../../../../../test/tracked-api.ts';
import type { TrackedFleet } from '../../../../../test/tracked-fleet.ts';
import { deleteUntold } from '../../derivation/findings/derivation-findings.repository.ts';

const DAY = 'start=2026-06-10T00:00:00Z&end=2026-06-11T00:00:00Z';
let api: TestApi;
let fleet: TrackedFleet;

withTrackedFleet((opened) => {
  ({ api, fleet } = opened);
});

const add = async (vehicleId: number, at: string, customerId = fleet.home.customerId) => {
  await addEvent(api.services.db, { customerId, vehicleId, code: 41, at });
  const { rows } = await api.services.db.pool.query<{ id: string }>(
    'select max(id) as id from fleet_events',
  );
  return Number(rows[0]?.id);
};
const review = (as: number, body: object) =>
  api.ask('/api/events/reviews/', { as, method: 'POST', body });
const list = async (query: string) =>
  (await api.ask(`/api/events/?${DAY}&${query}`, { as: fleet.people.manager })).body.results;

it('changes the state of many events, each with its own result', async () => {
  const { people, vehicles } = fleet;
  const one = await add(vehicles.n1.vehicleId, '2026-06-10T08:00:00Z');
  const two = await add(vehicles.n1.vehicleId, '2026-06-10T09:00:00Z');
  const foreign = await add(vehicles.f1.vehicleId, '2026-06-10T09:00:00Z', fleet.away.customerId);
  const events = [one, two, foreign].map((id) => ({ id, version: 0 }));
  const { status, body } = await review(people.manager, {
    events,
    state: 'coached',
    assignee: people.manager,
    due_on: '2026-06-20',
    note: 'Keep a longer distance.',
  });
  expect(status).toBe(200);
  expect(body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'changed',
    'changed',
    'not_found',
  ]);
  expect(body.results[0].review).toMatchObject({
    state: 'coached',
    assignee: { id: people.manager },
    due_on: '2026-06-20',
    notes: 1,
    version: 1,
  });
  expect(await list('state=coached')).toHaveLength(2);
  expect(await list('assigned=me')).toHaveLength(2);
  expect(await list('state=new')).toHaveLength(0);
  expect(await list('severity=critical')).toHaveLength(0);
  expect(await list('severity=medium')).toHaveLength(2);
  const notes = await api.ask(`/api/events/${one}/notes/`, { as: people.manager });
  expect(notes.body).toMatchObject({ count: 1, results: [{ text: 'Keep a longer distance.' }] });
  const { rows } = await api.services.db.pool.query(
    `select from audit_entries where subject_kind = 'event_review' and subject_id = $1`,
    [String(one)],
  );
  expect(rows).toHaveLength(1);
  expect((await api.ask(`/api/events/${foreign}/notes/`, { as: people.manager })).status).toBe(404);
});

it('keeps the review of another person who was faster', async () => {
  const { people, vehicles } = fleet;
  const id = await add(vehicles.n1.vehicleId, '2026-06-10T10:00:00Z');
  const events = [{ id, version: 0 }];
  await review(people.manager, { events, state: 'dismissed', dismissal_reason: 'false_alarm' });
  const { body } = await review(people.manager, { events, state: 'reviewed' });
  expect(body.results).toMatchObject([
    { outcome: 'conflict', review: { state: 'dismissed', dismissal_reason: 'false_alarm' } },
  ]);
});

it('needs a reason to dismiss, and a user of the customer as assignee', async () => {
  const { people, vehicles } = fleet;
  const id = await add(vehicles.n1.vehicleId, '2026-06-10T11:00:00Z');
  const events = [{ id, version: 0 }];
  expect((await review(people.manager, { events, state: 'dismissed' })).status).toBe(400);
  expect((await review(people.manager, { events, assignee: people.foreign })).status).toBe(400);
});

it('keeps a review if the event is written again, and moves it with the event', async () => {
  const { people, vehicles } = fleet;
  const { vehicleId } = vehicles.n2;
  const { pool } = api.services.db;
  const fromMs = Date.parse('2026-06-10T12:00:00Z');
  const id = await add(vehicleId, '2026-06-10T12:00:00Z');
  await review(people.manager, { events: [{ id, version: 0 }], state: 'reviewed' });
  await pool.query('delete from fleet_events where id = $1', [id]);
  await add(vehicleId, '2026-06-10T12:00:00Z');
  const found = await list(`vehicle=${vehicleId}&state=reviewed`);
  expect(found).toHaveLength(1);
  await pool.query('update fleet_events set told_at = occurred_at where id = $1', [found[0].id]);
  const row = { eventCode: 41, occurredMs: fromMs + 30_000, geofenceId: null };
  const findings = {
    trips: new Map(),
    visits: new Map(),
    fuel: new Map(),
    incidents: new Map([['x', { row }]]),
  };
  const period = { fromMs, toMs: fromMs + 60_000 };
  await deleteUntold(pool as never, vehicleId, period, findings as never);
  await add(vehicleId, '2026-06-10T12:00:30Z');
  expect(await list(`vehicle=${vehicleId}&state=reviewed`)).toMatchObject([
    { timestamp: '2026-06-10T12:00:30Z' },
  ]);
});

it('lists overdue events: new, with a due date that has passed', async () => {
  const { people, vehicles } = fleet;
  const { vehicleId } = vehicles.n1;
  const late = await add(vehicleId, '2026-06-10T13:00:00Z');
  const later = await add(vehicleId, '2026-06-10T14:00:00Z');
  const done = await add(vehicleId, '2026-06-10T15:00:00Z');
  const due = (id: number, due_on: string, more = {}) =>
    review(people.manager, { events: [{ id, version: 0 }], due_on, ...more });
  await due(late, '2020-01-01');
  await due(later, '2199-01-01');
  await due(done, '2020-01-01', { state: 'reviewed' });
  expect(await list('due=overdue')).toMatchObject([{ id: late }]);
});

it('lists only people who may review the event, and assigns it only to them', async () => {
  const { people, vehicles } = fleet;
  const id = await add(vehicles.s1.vehicleId, '2026-06-10T16:00:00Z');
  const ask = () => api.ask(`/api/events/${id}/reviewers/`, { as: people.manager });
  const idsOf = (body: readonly { id: number }[]) => body.map((one) => one.id);
  const { status, body } = await ask();
  expect(status).toBe(200);
  expect(idsOf(body)).toContain(people.manager);
  expect(idsOf(body)).not.toContain(people.foreign);
  for (const one of [people.north, people.readonly, people.plain]) {
    expect(idsOf(body)).not.toContain(one);
  }
  const assign = (assignee: number) =>
    review(people.manager, { events: [{ id, version: 0 }], assignee });
  expect((await assign(people.north)).status).toBe(400);
  expect((await assign(people.manager)).status).toBe(200);
});
