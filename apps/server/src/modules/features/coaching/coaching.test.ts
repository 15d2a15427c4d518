import { EVENT } from '@roadworthy/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { addEvent, addTrip } from '../../../../test/derived-rows.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';

const DAY_MS = 86_400_000;
const HARSH_BRAKING = 41;
const PHONE_USE = 86;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

let api: TestApi;
let fleet: TrackedFleet;

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  // The account `driver` is Ann's.
  await query('update users set driver_id = $1 where id = $2', [fleet.ann, fleet.people.driver]);
});
afterAll(() => api.close());

const query = async (text: string, values: unknown[] = []) =>
  (await api.services.db.pool.query(text, values)).rows;
const ask = (path: string, as = fleet.people.manager) => api.ask(path, { as });
const write = (path: string, body: unknown, as = fleet.people.manager, method = 'POST') =>
  api.ask(path, { as, method, body });
const queue = async (filter = '', as = fleet.people.manager) =>
  (await ask(`/api/coaching/queue/${filter}`, as)).body;
const mails = () =>
  query(`select target, content->>'subject' as subject, content->>'text' as text
    from deliveries where kind = 'message' order by id`);

/** Marks an event of Ann for coaching. */
async function marked(code: number, ago: number, vehicle: 'n1' | 's1' = 'n1'): Promise<number> {
  const id = await addEvent(api.services.db, {
    customerId: fleet.home.customerId,
    vehicleId: fleet.vehicles[vehicle].vehicleId,
    driverId: fleet.ann,
    code,
    at: daysAgo(ago),
  });
  const { body } = await write('/api/events/reviews/', {
    events: [{ id, version: 0 }],
    for_coaching: true,
  });
  expect(body.results[0]).toMatchObject({ outcome: 'changed', review: { for_coaching: true } });
  return id;
}

/** A ready clip of an event, with a video. */
async function film(vehicleId: number, at: string) {
  await query(
    `with request as (insert into video_requests (customer_id, vehicle_id, kind, started_at, duration_s,
         cameras, state, give_up_at) values ($1, $2, 'event', $3::timestamptz - interval '10 s', 20, '{1}',
         'ready', now()) returning id),
     file as (insert into files (id, customer_id, purpose, key, media_type, size_bytes, sha256, name)
       values (gen_random_uuid(), $1, 'video', gen_random_uuid(), 'video/mp4', 1, '', 'film.mp4') returning id)
     insert into video_request_files (customer_id, request_id, file_id, camera, kind, started_at, ended_at)
     select $1, request.id, file.id, 1, 'video', $3, $3 from request, file`,
    [fleet.home.customerId, vehicleId, at],
  );
}

const sessionOf = (changed: object = {}) => ({
  driver: fleet.ann,
  coach: fleet.people.manager,
  planned_on: dayIn(0),
  ...changed,
});

async function planned(changed: object = {}) {
  const made = await write('/api/coaching/sessions/', sessionOf(changed), fleet.people.admin);
  expect(made.status).toBe(201);
  return made.body;
}

const step = (session: { id: number; version: number }, name: string, as?: number) =>
  write(
    `/api/coaching/sessions/${session.id}/steps/`,
    { step: name, version: session.version },
    as ?? fleet.people.manager,
  );

it('[E-P04] lists the drivers of a coach who is not an administrator, with and without an account', async () => {
  const names = async (filter: string, as?: number) => {
    const { body } = await ask(`/api/coaching/drivers/${filter}`, as);
    return body.results.map(({ first_name: name }: { first_name: string }) => name);
  };
  const all = await names('');
  expect(all).toContain('Ann');
  expect(all).toEqual([...all].sort());
  expect(await names('?ordering=-first_name')).toEqual([...all].reverse());
  expect(await names('?search=ann')).toEqual(['Ann']);
  await query('update drivers set archived_at = now() where id = $1', [fleet.ann]);
  expect(await names('')).not.toContain('Ann');
  await query('update drivers set archived_at = null where id = $1', [fleet.ann]);
  expect(await names('', fleet.people.foreign)).not.toContain('Ann');
});

it('[E-P04] lists the marked events of each driver, by severity and film', async () => {
  const braking = await marked(HARSH_BRAKING, 2);
  const phone = await marked(PHONE_USE, 1, 's1');
  await film(fleet.vehicles.n1.vehicleId, daysAgo(2));
  const { count, results } = await queue();
  expect(count).toBe(1);
  expect(results[0]).toMatchObject({
    driver: { id: fleet.ann },
    events: 2,
    serious: 1,
    with_film: 1,
    session: null,
  });
  expect((await queue('?severity=high')).results[0]).toMatchObject({ events: 1, serious: 1 });
  expect((await queue('?film=true')).results[0]).toMatchObject({ events: 1, serious: 0 });
  expect((await queue('?severity=critical')).count).toBe(0);
  // Somebody of the depot North sees only its vehicles; another customer nothing.
  expect((await queue('', fleet.people.north)).results[0]).toMatchObject({ events: 1 });
  expect((await queue('', fleet.people.foreign)).count).toBe(0);
  expect((await ask('/api/coaching/queue/', fleet.people.driver)).status).toBe(403);
  const { body } = await ask(`/api/coaching/queue/${fleet.ann}/`);
  expect(body.events.map(({ id }: { id: number }) => id)).toEqual([phone, braking]);
  expect(body.events[1].clip).toEqual(expect.any(Number));
  await write('/api/events/reviews/', {
    events: [{ id: phone, version: 1 }],
    for_coaching: false,
  });
  expect((await queue()).results[0]).toMatchObject({ events: 1 });
});

it('[E-P04] plans a session, holds it, and lets the driver sign on the phone', async () => {
  const { people } = fleet;
  const id = await marked(HARSH_BRAKING, 5);
  await film(fleet.vehicles.n1.vehicleId, daysAgo(5));
  const refused = await write('/api/coaching/sessions/', sessionOf({ events: [id + 1000] }));
  expect(refused.body.error_codes).toEqual({ events: ['coaching.event_not_queued'] });
  const early = sessionOf({ follow_up_on: dayIn(-1) });
  expect((await write('/api/coaching/sessions/', early)).status).toBe(400);
  const noCoach = sessionOf({ coach: people.readonly });
  expect((await write('/api/coaching/sessions/', noCoach)).body.error_codes).toEqual({
    coach: ['coaching.coach'],
  });
  const session = await planned({
    events: [id],
    note: 'Look ahead.',
    actions: [{ text: 'Drive with a trainer', due_on: dayIn(14), is_done: false }],
  });
  expect(session).toMatchObject({
    state: 'planned',
    is_due: true,
    events: 1,
    actions_open: 1,
    has_account: true,
  });
  // Taken in: it is not in the queue any more.
  const inQueue = (await ask(`/api/coaching/queue/${fleet.ann}/`)).body;
  expect(inQueue.events.map((event: { id: number }) => event.id)).not.toContain(id);
  expect(inQueue.session).toBe(session.id);
  const sent = await mails();
  expect(sent.map(({ target }) => target)).toEqual(['driver@track.test', 'manager@track.test']);
  expect(sent[0]?.text).toContain('/coaching/own');

  const own = (await ask('/api/coaching/own/', people.driver)).body;
  expect(own.driver.id).toBe(fleet.ann);
  expect(own.sessions[0]).toMatchObject({ id: session.id, note: 'Look ahead.', signed_by: null });
  expect(own.sessions[0].events[0].films).toEqual([
    { camera: 1, media: 'video', url: expect.stringContaining('/') },
  ]);
  const answer = (body: object, as = people.driver) =>
    write(`/api/coaching/own/${session.id}/`, body, as);
  const tooEarly = await answer({ signed_by: 'Ann', version: 1 });
  expect(tooEarly.body.code).toBe('coaching.not_held');

  const held = await step(session, 'hold');
  expect(held.body).toMatchObject({ state: 'held', held_at: expect.any(String) });
  expect(held.body.event_list[0].review).toMatchObject({ state: 'coached', for_coaching: false });
  expect((await step(session, 'hold')).body.code).toBe('coaching.wrong_step');

  // Other people are not the driver.
  expect((await answer({ signed_by: 'Ann', version: 2 }, people.limited)).status).toBe(404);
  expect((await answer({ signed_by: 'Ann', version: 1 })).status).toBe(409);
  const signed = await answer({ comment: 'Agreed.', signed_by: 'Ann Miles', version: 2 });
  expect(signed.body).toMatchObject({ state: 'acknowledged', comment: 'Agreed.' });
  // The answer was lost, and the phone sends it again: nothing changes, and the coach is notified once.
  const told = await mails();
  const [repeated] = await Promise.all([
    answer({ comment: 'Agreed.', signed_by: 'Ann Miles', version: 2 }),
    answer({ comment: 'Agreed.', signed_by: 'Ann Miles', version: 2 }),
  ]);
  expect([repeated.status, repeated.body.version]).toEqual([200, signed.body.version]);
  expect(await mails()).toEqual(told);
  expect((await answer({ comment: 'No.', version: 3 })).body.code).toBe('coaching.session_signed');
  const after = (await ask(`/api/coaching/sessions/${session.id}/`)).body;
  expect(after).toMatchObject({ signed_by: 'Ann Miles', driver_comment: 'Agreed.' });
  expect((await mails()).at(-1)).toMatchObject({ target: 'manager@track.test' });
  expect((await step(after, 'close')).body.state).toBe('closed');
});

it('[E-P04] changes and deletes a session, whose events return to the queue', async () => {
  const id = await marked(HARSH_BRAKING, 6);
  const session = await planned({ events: [] });
  const path = `/api/coaching/sessions/${session.id}/`;
  const added = await write(`${path}events/`, { events: [id] });
  expect(added.body.events).toBe(1);
  const change = {
    coach: fleet.people.manager,
    planned_on: dayIn(3),
    actions: [{ text: 'Read the guide', due_on: null, is_done: true }],
  };
  const put = (body: object) => write(path, body, fleet.people.manager, 'PUT');
  expect((await put({ ...change, version: 9 })).body.code).toBe('coaching.session_changed');
  expect((await put({ ...change, version: session.version })).body).toMatchObject({
    is_due: false,
    actions_open: 0,
    planned_on: dayIn(3),
  });
  expect((await ask('/api/coaching/sessions/?due=true')).body.results).toEqual([]);
  expect((await ask(`/api/coaching/sessions/?driver=${fleet.ann}`)).body.count).toBe(2);
  expect((await ask('/api/coaching/sessions/?coach=me', fleet.people.admin)).body.count).toBe(0);
  expect((await ask('/api/coaching/sessions/export/?format=csv')).body).toContain('Read the guide');
  expect((await ask(path, fleet.people.foreign)).status).toBe(404);
  expect((await write(path, undefined, fleet.people.readonly, 'DELETE')).status).toBe(403);
  expect((await write(path, undefined, fleet.people.manager, 'DELETE')).status).toBe(204);
  const { events } = (await ask(`/api/coaching/queue/${fleet.ann}/`)).body;
  expect(events.map((event: { id: number }) => event.id)).toContain(id);
});

interface EffectFigures {
  readonly before: { readonly start: string; readonly end: string };
  readonly after: { readonly start: string; readonly end: string };
  readonly all: { readonly before: number; readonly after: number };
  readonly by_type: readonly {
    readonly eventCode: number;
    readonly before: number;
    readonly after: number;
  }[];
}

/** The list of events has the events that each figure of an effect counts. */
async function expectEventsBehind({ all, by_type: byType, ...periods }: EffectFigures) {
  for (const when of ['before', 'after'] as const) {
    const { end, start } = periods[when];
    const list = `/api/events/?start=${start}&end=${end}&driver=${fleet.ann}&counted=effect`;
    expect((await ask(list)).body.count).toBe(all[when]);
    for (const one of byType) {
      expect((await ask(`${list}&event=${one.eventCode}`)).body.count).toBe(one[when]);
    }
  }
}

it('[E-P04] compares the weeks before and after a session', async () => {
  const { customerId } = fleet.home;
  const { vehicleId } = fleet.vehicles.n1;
  const session = await planned();
  expect((await ask(`/api/coaching/sessions/${session.id}/effect/`)).body.code).toBe(
    'coaching.not_held',
  );
  await step(session, 'hold');
  await query(`update coaching_sessions set held_at = now() - interval '20 days' where id = $1`, [
    session.id,
  ]);
  await query('delete from fleet_events where driver_id = $1', [fleet.ann]);
  const drive = (ago: number, km: number) => {
    const start = daysAgo(ago);
    return addTrip(api.services.db, {
      customerId,
      vehicleId,
      driverId: fleet.ann,
      start,
      end: new Date(Date.parse(start) + 3_600_000).toISOString(),
      distanceM: km * 1000,
      minutes: [60],
    });
  };
  const brake = (ago: number) =>
    addEvent(api.services.db, {
      customerId,
      vehicleId,
      driverId: fleet.ann,
      code: HARSH_BRAKING,
      at: daysAgo(ago),
    });
  await drive(30, 1000);
  await drive(10, 400);
  for (let n = 0; n < 20; n += 1) await brake(25 + n / 10);
  await brake(10);
  // Other events of the driver do not count either.
  const harmless = { customerId, vehicleId, driverId: fleet.ann, code: EVENT.ignitionOn };
  await addEvent(api.services.db, { ...harmless, at: daysAgo(10) });
  // An event that was dismissed does not count.
  const alarm = await brake(9);
  await write('/api/events/reviews/', {
    events: [{ id: alarm, version: 0 }],
    state: 'dismissed',
    dismissal_reason: 'false_alarm',
  });
  const effect = async (weeks = 4) =>
    (await ask(`/api/coaching/sessions/${session.id}/effect/?weeks=${weeks}`)).body;
  expect(await effect()).toMatchObject({ verdict: 'too_little', all: { rate_before: null } });
  await drive(9, 600);
  await expectEventsBehind(await effect());
  expect(await effect()).toMatchObject({
    weeks: 4,
    is_complete: false,
    before: { distance: 1_000_000 },
    after: { distance: 1_000_000 },
    verdict: 'improved',
    all: { before: 20, after: 1, rate_before: 20, rate_after: 1 },
    by_type: [{ eventCode: HARSH_BRAKING, name: 'Harsh Braking', rate_before: 20 }],
  });
  expect(await effect(2)).toMatchObject({ is_complete: true, verdict: 'improved' });
  expect((await ask(`/api/coaching/sessions/${session.id}/effect/?weeks=5`)).status).toBe(400);
});
