import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { makeUser } from '../../../../test/people.ts';
import { makeDriver, type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { plan } from '../../../engines/drivers-hours/test-plan.ts';
import { storeCardActivities } from '../drivers-hours/index.ts';
import { checkComingShifts } from './index.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MODULES = ['accessTachoGraf'];
const ALL = '/api/driver_planning/shifts/';

let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let keeper: number;
let readonly: number;
let northern: number;
let foreign: number;
let account: number;
let driver: number;
let mate: number;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const ask = (method: Method, path: string, as = manager, body?: object) =>
  api.ask(path, { as, method, ...(body === undefined ? {} : { body }) });
const good = async (method: Method, path: string, body?: object, as = manager) => {
  const answer = await ask(method, path, as, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};
const sql = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  api.services.db.pool.query<Row>(text, [...values]);

/** A time some days ahead, in UTC; the Monday after next begins the days. */
const monday = (() => {
  const today = Math.floor(Date.now() / DAY_MS);
  return (today - ((today - 4) % 7) + 14) * DAY_MS;
})();
const at = (day: number, hour: number) =>
  new Date(monday + day * DAY_MS + hour * HOUR_MS).toISOString().replace('.000', '');

const shift = (day: number, from: number, until: number, changed: object = {}) => ({
  driver,
  depot: fleet.home.depotId,
  start: at(day, from),
  end: at(day, until),
  driving: 4 * 3600,
  ...changed,
});
const checks = (body: { findings: { check: string; level: string }[] }) =>
  body.findings.map(({ check, level }) => `${level} ${check}`);
const clear = () =>
  sql('delete from planned_shifts where customer_id = $1', [fleet.home.customerId]);

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const { customerId, depotId } = fleet.home;
  driver = await makeDriver(db, customerId, 'Paula');
  mate = await makeDriver(db, customerId, 'Quentin');
  const person = (name: string, changed: object, modules = MODULES, customer = customerId) =>
    makeUser(db, customer, `planning-${name}@planning.test`, changed, modules);
  manager = await person('manager', { role: 'MANAGER' });
  keeper = await person('keeper', { role: 'MANAGER' }, [
    ...MODULES,
    'accessEarnedRecognitionDriver',
  ]);
  readonly = await person('readonly', { role: 'READONLY' });
  northern = await person('northern', { role: 'USER' });
  foreign = await person('foreign', { role: 'MANAGER' }, MODULES, fleet.away.customerId);
  account = await person('driver', { role: 'DRIVER', driver_id: driver }, []);
  await sql('insert into user_depots (user_id, depot_id) values ($1, $2)', [northern, depotId]);
});
afterAll(() => api.close());

describe('planned shifts', () => {
  it('[U-20] plans, reads, changes and deletes a shift, with its history', async () => {
    const made = await good('POST', ALL, shift(0, 6, 14, { vehicle: fleet.vehicles.n2.vehicleId }));
    expect(made).toMatchObject({
      driver: { id: driver, first_name: 'Paula' },
      vehicle: { registration: 'N2 BBB' },
      depot: { id: fleet.home.depotId },
      driving: 14_400,
      acknowledged_at: null,
      version: 1,
    });
    expect(checks(made)).toContain('unknown no_record');
    const changed = await good('PUT', `${ALL}${made.id}/`, {
      ...shift(0, 7, 15),
      note: 'Bring the keys',
      version: 1,
    });
    expect(changed).toMatchObject({ start: at(0, 7), vehicle: null, version: 2 });
    const stale = await ask('PUT', `${ALL}${made.id}/`, manager, {
      ...shift(0, 8, 15),
      version: 1,
    });
    expect([stale.status, stale.body.code]).toEqual([409, 'request.changed_meanwhile']);
    await good('DELETE', `${ALL}${made.id}/`);
    expect((await ask('GET', `${ALL}${made.id}/`)).status).toBe(404);
    const { rows } = await sql<{ action: string }>(
      `select action from audit_entries where subject_kind = 'planned_shift' and subject_id = $1
       order by id`,
      [String(made.id)],
    );
    expect(rows.map(({ action }) => action)).toEqual(['created', 'changed', 'removed']);
  });

  it('refuses times and vehicles that do not fit, at their field', async () => {
    const refused = async (body: object) => {
      const answer = await ask('POST', ALL, manager, body);
      return [answer.status, answer.body.code, Object.keys(answer.body.errors ?? {})];
    };
    expect(await refused(shift(0, 14, 6))).toEqual([
      400,
      'validation.end_not_after_start',
      ['end'],
    ]);
    expect(await refused(shift(0, 6, 40))).toEqual([400, 'driver_planning.too_long', ['end']]);
    await sql("update vehicles set kind = 'semi_trailer', type = 'STR' where id = $1", [
      fleet.vehicles.x1.vehicleId,
    ]);
    const trailer = fleet.vehicles.x1.vehicleId;
    expect(await refused(shift(0, 6, 14, { vehicle: trailer }))).toEqual([
      400,
      'driver_planning.not_a_vehicle',
      ['vehicle'],
    ]);
    expect(await refused(shift(0, 6, 14, { trailer: fleet.vehicles.n2.vehicleId }))).toEqual([
      400,
      'coupling.not_a_trailer',
      ['trailer'],
    ]);
  });

  it('refuses two plans at one time, whatever the reason', async () => {
    await clear();
    const vehicle = fleet.vehicles.n2.vehicleId;
    const trailer = fleet.vehicles.x1.vehicleId;
    await good('POST', ALL, shift(0, 6, 14, { vehicle, trailer }));
    const refused = async (body: object) => {
      const answer = await ask('POST', ALL, manager, { ...body, reason: 'Nobody else is here' });
      return [answer.status, answer.body.code, Object.keys(answer.body.errors ?? {})];
    };
    expect(await refused(shift(0, 13, 18))).toEqual([
      409,
      'driver_planning.driver_busy',
      ['driver'],
    ]);
    const other = { driver: mate };
    expect(await refused(shift(0, 13, 18, { ...other, vehicle }))).toEqual([
      409,
      'driver_planning.vehicle_busy',
      ['vehicle'],
    ]);
    expect(await refused(shift(0, 13, 18, { ...other, trailer }))).toEqual([
      409,
      'driver_planning.trailer_busy',
      ['trailer'],
    ]);
    await good('POST', ALL, shift(0, 14, 18, { ...other, vehicle, trailer }));
  });

  it('lets only one of two managers plan a vehicle at the same moment', async () => {
    await clear();
    const vehicle = fleet.vehicles.n2.vehicleId;
    const bodies = [shift(1, 6, 14, { vehicle }), shift(1, 6, 14, { vehicle, driver: mate })];
    const answers = await Promise.all(bodies.map((body) => ask('POST', ALL, manager, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('checks the hours rules before a shift is saved, and needs a reason to break one', async () => {
    await clear();
    await good('POST', ALL, shift(0, 6, 18, { driving: 8 * 3600 }));
    const late = shift(1, 2, 10);
    const checked = await good('POST', '/api/driver_planning/check/', late, readonly);
    expect(checked.findings[0]).toMatchObject({
      check: 'daily_rest',
      level: 'breaks',
      paragraph: '561/2006 Art. 8(2)',
      actual: 8 * 3600,
      limit: 9 * 3600,
    });
    const refused = await ask('POST', ALL, manager, late);
    expect([refused.status, refused.body.code, Object.keys(refused.body.errors)]).toEqual([
      400,
      'driver_planning.reason_needed',
      ['reason'],
    ]);
    const made = await good('POST', ALL, { ...late, reason: 'Agreed with the driver' });
    expect(made).toMatchObject({ level: 'breaks', reason: 'Agreed with the driver' });
    const { rows } = await sql<{ after: { reason: string } }>(
      `select after from audit_entries where subject_kind = 'planned_shift' and subject_id = $1`,
      [String(made.id)],
    );
    expect(rows[0]?.after.reason).toBe('Agreed with the driver');
  });

  it('checks a moved shift on the others, not on itself', async () => {
    await clear();
    await good('POST', ALL, shift(0, 6, 18));
    const second = await good('POST', ALL, shift(1, 6, 14));
    const body = { ...shift(1, 3, 11), replaces: second.id };
    expect(checks(await good('POST', '/api/driver_planning/check/', body))).toEqual([
      'warns reduced_rest',
      'unknown no_record',
    ]);
  });

  it("reads the driver's real record", async () => {
    await clear();
    const nowMs = Math.floor(Date.now() / 60_000) * 60_000;
    const flags = { isCrew: false, isFerry: false, isOutOfScope: false };
    await api.services.db.asSystem((trx) =>
      storeCardActivities(trx, { id: mate, customerId: fleet.home.customerId }, [
        { kind: 'work', startMs: nowMs - 9 * HOUR_MS, endMs: nowMs - HOUR_MS, ...flags },
      ]),
    );
    const body = {
      ...shift(0, 0, 1, { driver: mate }),
      start: new Date(nowMs + 4 * HOUR_MS).toISOString(),
      end: new Date(nowMs + 9 * HOUR_MS).toISOString(),
    };
    const { findings } = await good('POST', '/api/driver_planning/check/', body);
    const rest = findings.find(({ check }: { check: string }) => check === 'daily_rest');
    // The longest rest of the 24 hours is the one after the shift.
    expect(rest).toMatchObject({ level: 'breaks', actual: 6 * 3600 });
    expect(checks({ findings })).not.toContain('unknown no_record');
  });

  it('checks the vehicle of the day, and the documents of the driver', async () => {
    await clear();
    const vehicle = fleet.vehicles.s2.vehicleId;
    await sql("update vehicles set type = 'STR', gross_weight_kg = 18000 where id = $1", [vehicle]);
    const body = shift(2, 6, 14, { vehicle });
    const found = async (as: number) =>
      (await good('POST', '/api/driver_planning/check/', body, as)).findings;
    expect(checks({ findings: await found(manager) })).toContain('unknown entitlement');
    await sql(
      `insert into driver_documents (customer_id, driver_id, kind, expires_on, categories)
       values ($1, $2, 'licence', current_date + 800, '[{"category":"B","expires_on":null,"codes":[]}]')`,
      [fleet.home.customerId, driver],
    );
    const entitlement = (findings: readonly { check: string; reason: string | null }[]) =>
      findings.filter(({ check }) => check === 'entitlement').map(({ reason }) => reason);
    expect(entitlement(await found(keeper))).toContain('category_missing');
    // Why a person may not drive stands in the driver's file, which the manager may not open.
    expect(new Set(entitlement(await found(manager)))).toEqual(new Set([null]));
    await sql('update driver_files set engaged_until = current_date where driver_id = $1', [
      driver,
    ]);
    expect(entitlement(await found(keeper))).toContain('engagement_ended');
    await sql(
      `insert into vor_entries (customer_id, vehicle_id, reason, since, set_by)
       values ($1, $2, 'defect', now() - interval '1 day', 'Ada')`,
      [fleet.home.customerId, vehicle],
    );
    await sql(
      `insert into scheduled_activities (customer_id, vehicle_id, schedule_type_id, interval, due_at,
         earliest_on, latest_on)
       values ($1, $2, 1, '1y', now(), current_date, current_date), ($1, $2, 2, '8w', now(), current_date,
         current_date)`,
      [fleet.home.customerId, vehicle],
    );
    expect(checks({ findings: await found(manager) })).toEqual(
      expect.arrayContaining([
        'breaks entitlement',
        'breaks vehicle_off_road',
        'breaks mot',
        'breaks inspection',
      ]),
    );
  });

  it('checks coming shifts again when the record changes', async () => {
    await clear();
    const body = { driver: mate, driving: 4 * 3600 };
    const made = await good('POST', ALL, shift(0, 6, 14, body));
    expect(made.level).not.toBe('breaks');
    await sql(
      `insert into driver_absences (customer_id, driver_id, kind, starts_at, ends_at, is_whole_days, state,
         author) values ($1, $2, 'sick', $3, $4, false, 'approved', 'Ada')`,
      [fleet.home.customerId, mate, at(0, 5), at(0, 12)],
    );
    expect(await checkComingShifts(api.services.db, Date.now())).toBe(1);
    expect(await checkComingShifts(api.services.db, Date.now())).toBe(0);
    const { results } = await good('GET', `${ALL}?driver=${mate}&level=attention`);
    expect(results.map(({ level }: { level: string }) => level)).toEqual(['breaks']);
    await sql('delete from driver_absences');
  });

  it('copies a week to the next, and leaves out what breaks a rule', async () => {
    await clear();
    await good('POST', ALL, shift(0, 6, 14));
    await good('POST', ALL, shift(1, 6, 14));
    await good('POST', ALL, shift(8, 6, 14));
    const day = (offset: number) => at(offset, 0).slice(0, 10);
    const copied = await good('POST', '/api/driver_planning/copy/', {
      from: day(0),
      to: day(7),
      days: 7,
    });
    expect(copied).toMatchObject({
      copied: 1,
      left_out: [{ driver: { id: driver }, finding: { check: 'driver_busy' } }],
    });
    const { results } = await good('GET', `${ALL}?ordering=start`);
    expect(results.map(({ start }: { start: string }) => start)).toContain(at(7, 6));
    const same = await ask('POST', '/api/driver_planning/copy/', manager, {
      from: day(0),
      to: day(0),
      days: 1,
    });
    expect([same.status, same.body.code]).toEqual([400, 'driver_planning.same_day']);
  });

  it('shows a week by driver with the findings, and as a file', async () => {
    await clear();
    await good('POST', ALL, shift(0, 6, 18, { driving: 8 * 3600 }));
    await good('POST', ALL, { ...shift(1, 2, 10), reason: 'Agreed' });
    const board = await good(
      'GET',
      `/api/driver_planning/board/?day=${at(3, 0).slice(0, 10)}&search=Paula`,
    );
    expect(board).toMatchObject({
      count: 1,
      week: at(0, 0).slice(0, 10),
      time_zone: 'Europe/London',
      results: [{ driver: { id: driver }, absences: [] }],
    });
    expect(board.results[0].shifts.map(checks)).toEqual([
      ['unknown no_record'],
      ['breaks daily_rest', 'unknown no_record'],
    ]);
    const file = await ask('GET', `${ALL}export/?format=csv&driver=${driver}`);
    expect(String(file.body)).toContain('Paula Miles');
    expect(String(file.body)).toContain('Breaks a rule');
  });

  it('shows and changes only what a person may see', async () => {
    await clear();
    const { id } = await good('POST', ALL, shift(0, 6, 14));
    expect((await ask('GET', `${ALL}${id}/`, foreign)).status).toBe(404);
    expect((await ask('POST', ALL, readonly, shift(3, 6, 14))).status).toBe(403);
    expect((await ask('GET', ALL, account)).status).toBe(403);
    const south = await good('POST', ALL, shift(1, 6, 14, { depot: fleet.south }));
    const seen = async (as: number) =>
      (await good('GET', ALL, undefined, as)).results.map((one: { id: number }) => one.id);
    expect(await seen(northern)).toEqual([id]);
    expect(await seen(manager)).toEqual([south.id, id]);
    expect((await ask('DELETE', `${ALL}${south.id}/`, northern)).status).toBe(404);
  });
});

describe('absences', () => {
  const ABSENCES = '/api/driver_planning/absences/';
  const days = (from: number, until: number) => ({
    kind: 'holiday',
    start: at(from, 0),
    end: at(until, 0),
    is_whole_days: false,
  });

  it('are entered by a manager, and keep the driver from shifts', async () => {
    await clear();
    await good('POST', ALL, shift(0, 6, 14));
    const made = await good('POST', ABSENCES, { driver, ...days(0, 2) });
    expect(made).toMatchObject({ state: 'approved', shifts: 1, kind: 'holiday' });
    const refused = await ask('POST', ALL, manager, shift(1, 6, 14, { reason: 'Asked to' }));
    expect([refused.status, refused.body.code]).toEqual([409, 'driver_planning.driver_absent']);
    const second = await ask('POST', ABSENCES, manager, { driver, ...days(1, 3) });
    expect([second.status, second.body.code]).toEqual([409, 'driver_planning.absence_overlaps']);
    // The shift that was there before breaks a rule now.
    const { results } = await good('GET', `${ALL}?driver=${driver}`);
    expect(results[0].level).toBe('breaks');
    await good('DELETE', `${ABSENCES}${made.id}/`);
    await good('POST', ALL, shift(1, 6, 14));
  });

  it('[U-20] for holidays and sickness do not lower the average of working time', async () => {
    const worker = await makeDriver(api.services.db, fleet.home.customerId, 'Wendy');
    const WEEK_MS = 7 * DAY_MS;
    const startMs = monday - 20 * WEEK_MS;
    // 52 hours a week for 15 weeks, after two weeks without work.
    const line = plan(`W0:01 R335:59 15x(${'W5 R0:45 W5:24 R12:51 '.repeat(5)}R48)`, startMs);
    const { customerId } = fleet.home;
    await api.services.db.asSystem((trx) =>
      storeCardActivities(
        trx,
        { id: worker, customerId },
        line.flatMap(({ kind, startMs: fromMs, endMs }) =>
          kind === 'unknown'
            ? []
            : [
                {
                  kind,
                  startMs: fromMs,
                  endMs,
                  isCrew: false,
                  isFerry: false,
                  isOutOfScope: false,
                },
              ],
        ),
      ),
    );
    const found = async () => {
      const query = `driver=${worker}&rule=working_time_average`;
      return (await good('GET', `/api/drivers_hours/infringements/?${query}`)).results;
    };
    expect(await found()).toEqual([]);
    const body = (kind: string) => ({
      kind,
      start: new Date(startMs).toISOString(),
      // Sunday night, in London as well.
      end: new Date(startMs + 2 * WEEK_MS - 2 * HOUR_MS).toISOString(),
      is_whole_days: false,
    });
    const training = await good('POST', ABSENCES, { driver: worker, ...body('training') });
    expect(await found()).toEqual([]);
    const path = `${ABSENCES}${training.id}/`;
    await good('PUT', path, { ...body('holiday'), version: 1 });
    // (15 × 52 + 2 × 48) / 17
    expect(await found()).toMatchObject([{ actual: 185_509, limit: 172_800, severity: 'MI' }]);
    const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const range = `from=${dayOf(startMs)}&to=${dayOf(startMs + 3 * WEEK_MS)}`;
    const { weeks } = await good('GET', `/api/drivers_hours/${worker}/?${range}`);
    expect(weeks.map((week: { leave: number }) => week.leave / 3600).slice(0, 3)).toEqual([
      48, 48, 0,
    ]);
    await good('PUT', path, { ...body('other'), version: 2 });
    expect(await found()).toEqual([]);
    await good('PUT', path, { ...body('sick'), version: 3 });
    expect(await found()).toHaveLength(1);
    await good('DELETE', path);
    expect(await found()).toEqual([]);
  });

  it('of whole days begin and end at midnight of the plan', async () => {
    const body = { driver, ...days(20, 21), is_whole_days: true, start: at(20, 3) };
    const answer = await ask('POST', ABSENCES, manager, body);
    expect([answer.status, answer.body.code, Object.keys(answer.body.errors)]).toEqual([
      400,
      'driver_planning.not_midnight',
      ['start'],
    ]);
  });

  it('are requested by the driver, decided by a manager, and mailed', async () => {
    await clear();
    const own = '/api/driver_planning/own/';
    // All want information by e-mail, except the keeper; only some of them may decide.
    const wanting = [manager, readonly, northern, foreign, account];
    await sql(
      `insert into notification_preferences (user_id, in_app_kinds, email_kinds, push_kinds, sms_kinds,
         quiet_weekdays, quiet_from_minute, quiet_until_minute, urgent_kinds, digest, digest_hour,
         time_zone)
       select unnest($1::int[]), '{}', '{information}', '{}', '{}', '{}', 0, 1, '{}', 'none', 7, 'UTC'`,
      [wanting],
    );
    const asked = await good('POST', `${own}absences/`, days(2, 4), account);
    const { rows: mails } = await sql<{ to: string; text: string }>(
      `select content ->> 'to' as to, content ->> 'text' as text from deliveries
       where content ->> 'subject' like '%requests an absence%' order by 1`,
    );
    expect(mails.map(({ to }) => to)).toEqual(['planning-manager@planning.test']);
    expect(mails[0]?.text).toContain(`/driver-planning?list=absences&open=${asked.id}`);
    expect(asked).toMatchObject({ state: 'requested', driver: { id: driver } });
    const warned = await good('POST', '/api/driver_planning/check/', shift(2, 6, 14));
    expect(checks(warned)).toContain('warns absence_requested');
    const home = await good('GET', '/api/home_overview/');
    expect(home.driver_planning).toMatchObject({ shifts: 0, requests: 1 });
    const decided = await good('POST', `${ABSENCES}${asked.id}/decision/`, {
      state: 'approved',
      answer: 'Enjoy it',
      version: 1,
    });
    expect(decided).toMatchObject({
      state: 'approved',
      answer: 'Enjoy it',
      decided_by: 'Ada Hill',
    });
    const { rows } = await sql<{ body: string }>(
      "select d::text as body from deliveries d where d::text like '%Absence approved%'",
    );
    expect(rows).toHaveLength(1);
    const again = await ask('POST', `${ABSENCES}${asked.id}/decision/`, manager, {
      state: 'refused',
      version: 2,
    });
    expect([again.status, again.body.code]).toEqual([409, 'driver_planning.decided']);
    const withdrawn = await ask('DELETE', `${own}absences/${asked.id}/`, account);
    expect([withdrawn.status, withdrawn.body.code]).toEqual([409, 'driver_planning.decided']);
    expect((await ask('POST', `${own}absences/`, manager, days(5, 6))).status).toBe(404);
    await good('DELETE', `${ABSENCES}${asked.id}/`);
  });
});

describe("a driver's own shifts", () => {
  it('are shown without findings, and acknowledged as they are', async () => {
    await clear();
    const made = await good('POST', ALL, shift(0, 6, 14));
    const own = await good('GET', '/api/driver_planning/own/', undefined, account);
    expect(own.shifts).toMatchObject([{ id: made.id, acknowledged_at: null }]);
    expect(own.shifts[0].reason).toBeUndefined();
    const path = `/api/driver_planning/own/${made.id}/`;
    await good('POST', path, { version: 1 }, account);
    expect((await good('GET', `${ALL}${made.id}/`)).acknowledged_at).not.toBeNull();
    await good('PUT', `${ALL}${made.id}/`, { ...shift(0, 7, 15), version: 1 });
    expect((await good('GET', `${ALL}${made.id}/`)).acknowledged_at).toBeNull();
    const stale = await ask('POST', path, account, { version: 1 });
    expect([stale.status, stale.body.code]).toEqual([409, 'request.changed_meanwhile']);
    expect((await ask('POST', path, manager, { version: 2 })).status).toBe(404);
  });
});
