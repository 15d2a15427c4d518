import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type NotifiedFleet, notifiedFleet } from '../../../../../test/notified-fleet.ts';
import { makeUser } from '../../../../../test/people.ts';
import { makeDriver } from '../../../../../test/tracked-fleet.ts';
import { loadViewer } from '../../../../platform/auth/index.ts';
import { enqueuePushNotice } from '../../../../platform/deliveries/index.ts';
import { storeCardActivities } from '../../../features/drivers-hours/index.ts';

const DAY_MS = 86_400_000;
const SHIFTS = '/api/driver_planning/shifts/';

let on: NotifiedFleet;
let planner: number;
let driver: number;

/** A time in two weeks. */
const day = Math.floor(Date.now() / DAY_MS) * DAY_MS + 14 * DAY_MS;
const at = (days: number, hour: number) =>
  new Date(day + days * DAY_MS + hour * 3_600_000).toISOString().replace('.000', '');
const shift = (changed: object = {}) => ({
  driver: on.fleet.ann,
  depot: on.fleet.home.depotId,
  start: at(0, 6),
  end: at(0, 14),
  driving: 4 * 3600,
  ...changed,
});
const ask = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const answer = await on.api.ask(path, { as: planner, method, ...(body && { body }) });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};
const received = async () => {
  await on.send();
  return on.push.received.splice(0).map(({ content }) => content);
};

beforeAll(async () => {
  on = await notifiedFleet();
  const { customerId } = on.fleet.home;
  driver = on.fleet.people.driver;
  await on.query('update users set driver_id = $1 where id = $2', [on.fleet.ann, driver]);
  planner = await makeUser(
    on.api.services.db,
    customerId,
    'planner@notices.test',
    { role: 'MANAGER' },
    ['accessTachoGraf'],
  );
});
afterAll(() => on.close());
afterEach(() => on.reset());

describe('a driver with a subscribed phone', () => {
  it('[U-20] is notified of a shift that is planned, changed, cancelled or copied', async () => {
    await on.browserOf(driver, 'phone-1');
    const made = await ask('POST', SHIFTS, shift());
    expect(await received()).toEqual([
      {
        title: expect.stringMatching(/^New shift: .*06:00 to .*14:00$/),
        body: '',
        path: '/driver-planning/own',
        tag: `shift-${made.id}`,
      },
    ]);
    const { version } = made;
    const later = await ask('PUT', `${SHIFTS}${made.id}/`, {
      ...shift({ end: at(0, 15) }),
      version,
    });
    expect((await received())[0]).toMatchObject({
      title: expect.stringMatching(/^Shift changed: .*15:00$/),
    });
    // The driver does not see the driving time that is planned.
    await ask('PUT', `${SHIFTS}${made.id}/`, {
      ...shift({ end: at(0, 15), driving: 3600 }),
      version: later.version,
    });
    expect(await received()).toEqual([]);
    const next = await ask('POST', SHIFTS, shift({ start: at(1, 6), end: at(1, 14) }));
    await received();
    const days = { from: at(0, 0).slice(0, 10), to: at(7, 0).slice(0, 10), days: 7 };
    await ask('POST', '/api/driver_planning/copy/', { ...days, driver: null, depot: null });
    expect(await received()).toMatchObject([
      { title: expect.stringMatching(/^2 shifts planned from /), tag: 'shifts' },
    ]);
    await ask('DELETE', `${SHIFTS}${next.id}/`);
    expect((await received())[0]).toMatchObject({
      title: expect.stringMatching(/^Shift cancelled: /),
    });
  });

  it('[U-20] is notified of nothing in the past, and of nothing of somebody else', async () => {
    await on.browserOf(driver, 'phone-2');
    await ask('POST', SHIFTS, shift({ start: at(-20, 6), end: at(-20, 14) }));
    const other = await makeDriver(on.api.services.db, on.fleet.home.customerId, 'Bob');
    await ask('POST', SHIFTS, shift({ driver: other, start: at(3, 6), end: at(3, 14) }));
    expect(await received()).toEqual([]);
  });

  it('[U-20] gets no notice after the session of the phone has ended', async () => {
    await on.browserOf(driver, 'phone-3');
    await on.query("delete from sign_on_artifacts where id = 'phone-3'");
    await ask('POST', SHIFTS, shift({ start: at(4, 6), end: at(4, 14) }));
    expect(await received()).toEqual([]);
    expect((await on.query(`select from deliveries where kind = 'notice'`)).rowCount).toBe(0);
  });

  it('gets no notice that a person of another customer sends', async () => {
    await on.browserOf(driver, 'phone-5');
    const { db } = on.api.services;
    const viewer = await loadViewer(db, on.fleet.people.foreign);
    if (viewer === null) throw new Error('No such person.');
    const { away, home } = on.fleet;
    const notice = { title: 'Hello', path: '/home', tag: 'hello' };
    await db.asViewer(viewer, async (trx) => {
      await enqueuePushNotice(trx, home.customerId, driver, notice);
      await enqueuePushNotice(trx, away.customerId, driver, notice);
    });
    expect(await received()).toEqual([]);
  });

  it('[U-20] is notified of a coaching session, and of a debrief to sign', async () => {
    await on.browserOf(driver, 'phone-4');
    const coach = on.fleet.people.manager;
    const today = new Date().toISOString().slice(0, 10);
    const session = { driver: on.fleet.ann, coach, planned_on: today };
    const made = await on.api.ask('/api/coaching/sessions/', {
      as: on.fleet.people.admin,
      method: 'POST',
      body: session,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(await received()).toMatchObject([
      {
        title: expect.stringMatching(/^Coaching session of /),
        path: '/coaching/own',
        tag: `coaching-${made.body.id}`,
      },
    ]);
    const begin = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS + 6 * 3_600_000;
    const flags = { isCrew: false, isFerry: false, isOutOfScope: false };
    const hours = { id: on.fleet.ann, customerId: on.fleet.home.customerId };
    await on.api.services.db.asSystem((trx) =>
      storeCardActivities(trx, hours, [
        { kind: 'driving', startMs: begin, endMs: begin + 5.5 * 3_600_000, ...flags },
      ]),
    );
    const { rows } = await on.query('select id, version from hours_infringements limit 1');
    await ask('PUT', `/api/drivers_hours/infringements/${rows[0].id}/`, {
      state: 'debriefed',
      note: 'Take the break earlier.',
      version: rows[0].version,
    });
    expect(await received()).toMatchObject([
      {
        title: expect.stringMatching(/^Please read and sign the debrief/),
        path: '/drivers-hours/own',
        tag: `infringement-${rows[0].id}`,
      },
    ]);
  });
});
