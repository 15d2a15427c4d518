import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { makeUser } from '../../../../../test/people.ts';
import { type TrackedFleet, trackedFleet } from '../../../../../test/tracked-fleet.ts';
import { plan } from '../../../../engines/drivers-hours/test-plan.ts';
import { storeCardActivities } from '../index.ts';

const MINUTE_MS = 60_000;

let api: TestApi;
let fleet: TrackedFleet;
let desk: number;

const own = async (as = fleet.people.driver) =>
  (await api.ask('/api/drivers_hours/own/', { as })).body;
const answer = (id: number, body: object, as = fleet.people.driver) =>
  api.ask(`/api/drivers_hours/own/infringements/${id}/`, { as, method: 'POST', body });
const mails = async () => {
  const { rows } = await api.services.db.pool.query<{ target: string; subject: string }>(
    `select target, content->>'subject' as subject from deliveries order by id`,
  );
  return rows;
};

/** Five and a half hours of driving without a break, then a rest that ends now. */
async function storeBreach(): Promise<void> {
  const activities = plan('R45 D5:30 R12', 0);
  const shiftMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - (activities.at(-1)?.endMs ?? 0);
  const flags = { isCrew: false, isFerry: false, isOutOfScope: false };
  const card = activities.flatMap(({ kind, startMs, endMs }) =>
    kind === 'unknown'
      ? []
      : [{ kind, startMs: startMs + shiftMs, endMs: endMs + shiftMs, ...flags }],
  );
  await api.services.db.asSystem((trx) =>
    storeCardActivities(trx, { id: fleet.ann, customerId: fleet.home.customerId }, card),
  );
}

const debrief = (id: number, body: object) =>
  api.ask(`/api/drivers_hours/infringements/${id}/`, {
    as: desk,
    method: 'PUT',
    body: { state: 'debriefed', ...body },
  });

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  const { pool } = api.services.db;
  await pool.query('update users set driver_id = $1 where id = $2', [
    fleet.ann,
    fleet.people.driver,
  ]);
  desk = await makeUser(
    api.services.db,
    fleet.home.customerId,
    'desk@hours.test',
    { role: 'MANAGER' },
    ['accessTachoGraf'],
  );
  await storeBreach();
});
afterAll(() => api.close());

it('[U-20] shows drivers their own time and infringements, and nobody else', async () => {
  const body = await own();
  expect(body).toMatchObject({
    driver: { id: fleet.ann },
    regime: 'eu',
    remaining: { until_break: 4.5 * 3600, today: 10 * 3600 },
    infringements: [{ rule: 'break', paragraph: '561/2006 Art. 7', state: 'new' }],
  });
  expect(body.activities.map(({ kind }: { kind: string }) => kind)).toContain('driving');
  expect(await own(fleet.people.manager)).toMatchObject({ driver: null, infringements: [] });
});

it('[U-20] lets the driver comment at once and sign after the debrief', async () => {
  const [breach] = (await own()).infringements;
  const early = await answer(breach.id, { signed_by: 'Ann Miles', version: breach.version });
  expect([early.status, early.body.code]).toEqual([409, 'drivers_hours.not_debriefed']);
  const body = { comment: 'The road was closed.', version: breach.version };
  expect((await answer(breach.id, body, fleet.people.limited)).status).toBe(404);
  const commented = await answer(breach.id, body);
  expect(commented.body).toMatchObject({ driver_comment: body.comment, signed_by: null });
  // The answer was lost, and the phone sends it again: also twice at once.
  const repeats = await Promise.all([answer(breach.id, body), answer(breach.id, body)]);
  expect(repeats.map((one) => [one.status, one.body.version])).toEqual(
    Array(2).fill([200, commented.body.version]),
  );

  const { version } = commented.body;
  await debrief(breach.id, { note: 'Plan the break.', version });
  expect(await mails()).toEqual([
    { target: 'driver@track.test', subject: expect.stringContaining('Break from driving') },
  ]);
  const [debriefed] = (await own()).infringements;
  const signature = { comment: body.comment, signed_by: 'Ann Miles', version: debriefed.version };
  expect((await answer(breach.id, { ...signature, version: version - 1 })).body.code).toBe(
    'drivers_hours.infringement_changed',
  );
  const signed = await answer(breach.id, signature);
  expect(signed.body).toMatchObject({
    signed_by: 'Ann Miles',
    is_own_signature: true,
    signed_at: expect.any(String),
    note: 'Plan the break.',
  });
  const told = await mails();
  expect(told.at(-1)?.target).toBe('desk@hours.test');
  const repeated = await answer(breach.id, signature);
  expect([repeated.status, repeated.body]).toEqual([200, signed.body]);
  expect(await mails()).toEqual(told);
  // Another name is another signature.
  const other = await answer(breach.id, { ...signature, signed_by: 'Bob Miles' });
  expect(other.body.code).toBe('drivers_hours.signed_already');
  const again = await answer(breach.id, { ...signature, version: signed.body.version });
  expect(again.body.code).toBe('drivers_hours.signed_already');
});

it('[U-20] keeps the signature of the driver for the note that was signed only', async () => {
  const [signed] = (await own()).infringements;
  const kept = await debrief(signed.id, {
    note: signed.note,
    signed_by: signed.signed_by,
    version: signed.version,
  });
  expect(kept.body).toMatchObject({ is_own_signature: true, signed_at: signed.signed_at });
  const changed = await debrief(signed.id, {
    note: 'Another note.',
    signed_by: signed.signed_by,
    version: kept.body.version,
  });
  expect(changed.body).toMatchObject({ signed_by: null, is_own_signature: false });
  expect((await mails()).at(-1)?.target).toBe('driver@track.test');
  const typed = await debrief(signed.id, {
    note: 'Another note.',
    signed_by: 'A. Miles',
    version: changed.body.version,
  });
  expect(typed.body).toMatchObject({ signed_by: 'A. Miles', is_own_signature: false });
});

it('keeps an infringement on which the driver commented when the activities change', async () => {
  const { pool } = api.services.db;
  await pool.query(
    `update hours_infringements set state = 'new', signed_by = null where driver_id = $1`,
    [fleet.ann],
  );
  const start = Date.now() - 15 * 3_600_000;
  const entry = await api.ask(`/api/drivers_hours/${fleet.ann}/activities/`, {
    as: desk,
    method: 'POST',
    body: {
      kind: 'rest',
      start: new Date(start).toISOString(),
      end: new Date(start + 3_600_000).toISOString(),
      note: 'The switch stood wrong',
    },
  });
  expect(entry.status, JSON.stringify(entry.body)).toBe(201);
  expect((await own()).infringements).toMatchObject([
    { is_outdated: true, driver_comment: 'The road was closed.' },
  ]);
});
