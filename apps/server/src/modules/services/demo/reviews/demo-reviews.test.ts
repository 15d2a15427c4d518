import { EVENT } from '@roadworthy/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addEvent } from '../../../../../test/derived-rows.ts';
import { type TestDatabase, testDatabase } from '../../../../../test/harness.ts';
import { insertCoaching } from '../coaching/demo-coaching.repository.ts';
import { prepareDemo } from '../demo.service.ts';
import { insertReviews } from './demo-reviews.repository.ts';

const PERIOD = { from: new Date('2026-06-01T00:00:00Z'), to: new Date('2026-06-11T00:00:00Z') };
let test: TestDatabase;

const reviews = async () => {
  const { rows } = await test.db.pool.query(
    `select state, dismissal_reason, version, event_code, assignee_id is not null as assigned,
       due_on is not null as due from event_reviews order by vehicle_id, occurred_at`,
  );
  return rows;
};
const insert = () => test.db.asSystem((trx) => insertReviews(trx, PERIOD));

beforeAll(async () => {
  test = await testDatabase();
  await prepareDemo(test.db, async () => 'hash');
  const { rows } = await test.db.pool.query<{ id: number; customer_id: number }>(
    'select id, customer_id from vehicles order by id limit 1',
  );
  const [vehicle] = rows;
  if (vehicle === undefined) throw new Error('The demo has no vehicle.');
  const add = (code: number, at: string) =>
    addEvent(test.db, { customerId: vehicle.customer_id, vehicleId: vehicle.id, code, at });
  for (let minute = 10; minute < 60; minute += 1) {
    await add(EVENT.phoneUse, `2026-06-04T08:${minute}:00Z`);
  }
  await add(EVENT.geofenceEntered, '2026-06-04T09:00:00Z');
  await add(EVENT.phoneUse, '2026-06-12T08:00:00Z');
});
afterAll(() => test.drop());

it('reviews most serious events of a period, in every state, and the same ones again', async () => {
  await insert();
  const first = await reviews();
  expect(first.length).toBeGreaterThan(25);
  expect(first.length).toBeLessThan(50);
  expect(new Set(first.map(({ state }) => state))).toEqual(
    new Set(['new', 'reviewed', 'coached', 'dismissed']),
  );
  expect(first.some((one) => one.dismissal_reason === 'false_alarm')).toBe(true);
  expect(first.every(({ event_code }) => event_code === EVENT.phoneUse)).toBe(true);
  for (const { state, assigned, due } of first)
    expect([assigned, due]).toEqual([true, state === 'new']);
  await insert();
  expect(await reviews()).toEqual(first);
});

it('leaves the review of a person as it is', async () => {
  await test.db.pool.query("update event_reviews set version = 7 where state = 'reviewed'");
  await insert();
  const versions = (await reviews()).map(({ version }) => version);
  expect(versions.filter((version) => version === 7).length).toBeGreaterThan(5);
});

it('has a coaching session of the driver with the coached events, once', async () => {
  await test.db.pool.query(
    `update fleet_events e set driver_id = (select min(d.id) from drivers d
       where d.customer_id = e.customer_id)`,
  );
  const counts = async () => {
    await test.db.asSystem((trx) => insertCoaching(trx, PERIOD));
    const { rows } = await test.db.pool.query(
      `select (select count(*)::int from coaching_sessions where state = 'held') as held,
         (select count(*)::int from coaching_session_events) as events,
         (select count(*)::int from coaching_marks) as marked`,
    );
    return rows[0];
  };
  const first = await counts();
  expect(first).toMatchObject({ held: 1 });
  expect(first.events).toBeGreaterThan(0);
  expect(first.marked).toBeGreaterThan(0);
  expect(await counts()).toEqual(first);
});
