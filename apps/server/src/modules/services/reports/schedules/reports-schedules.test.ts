import { parse } from 'csv-parse/sync';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { until } from '../../../../../test/device.ts';
import { type TestMailServer, testMailServer } from '../../../../../test/mail-server.ts';
import { personWith, type ReportFleet, reportFleet } from '../../../../../test/report-fleet.ts';
import type { Jobs } from '../../../../platform/jobs/index.ts';
import { registerReportJobs } from '../index.ts';
import { startDueRuns } from './reports-schedules-runner.ts';

let api: TestApi;
let fleet: ReportFleet;
let mails: TestMailServer;

const WAIT_MS = 25_000;
const daily = {
  name: 'Trips of yesterday',
  kind: 'trips',
  format: 'csv',
  frequency: 'daily',
  hour: 7,
  time_zone: 'Europe/London',
  vehicle: null,
  driver: null,
  vehicle_group: null,
  emails: ['Boss@fleet.example', 'boss@fleet.example', 'office@fleet.example'],
  is_active: true,
};

beforeAll(async () => {
  mails = await testMailServer();
  api = await testApi({ SMTP_URL: mails.url, MAIL_FROM: 'Fleet <fleet@fleet.example>' });
  fleet = await reportFleet(api);
  const { jobs } = api.services;
  // Register the jobs without their cron expressions: each test sets the time.
  const clockless: Jobs = {
    ...jobs,
    register: (name, handler) => jobs.register(name, handler),
  };
  registerReportJobs({ ...api.services, jobs: clockless });
  await api.services.jobs.start({ work: true });
});
afterAll(async () => {
  await api.close();
  await mails.close();
});
beforeEach(async () => {
  await api.services.db.pool.query('delete from report_schedules');
  mails.received.length = 0;
  mails.isRefusing = false;
});

const send = (method: string, path: string, as: number, body?: unknown) =>
  api.ask(path, { method, as, ...(body === undefined ? {} : { body }) });
const create = (changed: object = {}, as = fleet.people.admin) =>
  send('POST', '/api/report_schedules/', as, { ...daily, ...changed });

/** Creates a schedule that is due at a time, as if it had been created long before. */
async function due(at: string, changed: object = {}, as = fleet.people.admin): Promise<number> {
  const { status, body } = await create(changed, as);
  expect(status, JSON.stringify(body)).toBe(201);
  await api.services.db.pool.query('update report_schedules set next_run_at = $2 where id = $1', [
    body.id,
    at,
  ]);
  return body.id;
}

async function stateOf(id: number) {
  const { rows } = await api.services.db.pool.query<{
    last_state: string | null;
    next_run_at: Date;
    last_run_at: Date | null;
  }>('select last_state, next_run_at, last_run_at from report_schedules where id = $1', [id]);
  return rows[0];
}

const runAt = (at: string) => startDueRuns(api.services, Date.parse(at));
const ended = (id: number, state: 'sent' | 'failed') =>
  until(async () => (await stateOf(id))?.last_state === state, WAIT_MS);

describe('schedules of reports', () => {
  it('[M-P07] are created, listed, changed and deleted', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...daily,
      emails: ['boss@fleet.example', 'office@fleet.example'],
      maker: 'Ada Hill',
      last_state: null,
      last_run_at: null,
    });
    expect(Date.parse(body.next_run_at)).toBeGreaterThan(Date.now());
    const { admin } = fleet.people;
    const path = `/api/report_schedules/${body.id}/`;
    const paused = { ...daily, name: 'Paused', is_active: false };
    expect((await send('PUT', path, admin, paused)).body).toMatchObject({
      name: 'Paused',
      next_run_at: null,
    });
    const list = await send('GET', '/api/report_schedules/?search=paus', admin);
    expect(list.body).toMatchObject({ count: 1, results: [{ id: body.id }] });
    expect((await send('DELETE', path, admin)).status).toBe(204);
    expect((await send('DELETE', path, admin)).status).toBe(404);
  });

  it('[M-P07] are refused with invalid fields', async () => {
    const wrong: [object, number][] = [
      [{ hour: 24 }, 400],
      [{ emails: [] }, 400],
      [{ emails: ['not an address'] }, 400],
      [{ time_zone: 'Nowhere/Town' }, 400],
      [{ kind: 'timesheet_driver', vehicle: fleet.vehicles.n1.vehicleId }, 400],
      [{ name: 'x' }, 400],
      [{ vehicle: fleet.vehicles.f1.vehicleId }, 404],
      [{ vehicle_group: fleet.away.depotId }, 404],
    ];
    for (const [changed, status] of wrong) {
      expect((await create(changed)).status, JSON.stringify(changed)).toBe(status);
    }
  });

  it('[M-11] [M-P07] have several vehicles, several depots and stops, of trips only', async () => {
    const { vehicles, people, south, away } = fleet;
    const { n1, s1, f1 } = vehicles;
    const several = {
      vehicles: [s1.vehicleId, n1.vehicleId, s1.vehicleId],
      vehicle_groups: [south, south],
      stops: true,
    };
    const once = { vehicles: [s1.vehicleId, n1.vehicleId], vehicle_groups: [south], stops: true };
    const { status, body } = await create(several);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject(once);
    const list = await send('GET', '/api/report_schedules/', people.admin);
    expect(list.body.results[0]).toMatchObject(once);
    // Absent fields select nothing.
    const path = `/api/report_schedules/${body.id}/`;
    expect((await send('PUT', path, people.admin, daily)).body).toMatchObject({
      vehicles: [],
      vehicle_groups: [],
      stops: false,
    });
    const wrong: [object, string][] = [
      [{ vehicles: [n1.vehicleId, f1.vehicleId] }, 'vehicles'],
      [{ vehicle_groups: [south, away.depotId] }, 'vehicle_groups'],
      [{ kind: 'events', vehicles: [n1.vehicleId] }, 'vehicles'],
      [{ kind: 'timesheet_vehicle', vehicle_groups: [south] }, 'vehicle_groups'],
      [{ kind: 'timesheet_vehicle', stops: true }, 'stops'],
    ];
    for (const [changed, field] of wrong) {
      const refused = await create(changed);
      expect(refused.status, JSON.stringify(changed)).toBe(400);
      expect(Object.keys(refused.body.errors)).toEqual([field]);
    }
    const tooMany = { vehicles: Array.from({ length: 201 }, (_, index) => index + 1) };
    expect((await create(tooMany)).status).toBe(400);
    // A person of one depot cannot select a vehicle or depot of another.
    for (const changed of [{ vehicles: [s1.vehicleId] }, { vehicle_groups: [south] }]) {
      expect((await create(changed, people.north)).status).toBe(400);
    }
  });

  it('[U-P03] belong to their creator: others can neither read nor redirect them', async () => {
    const { body } = await create();
    const path = `/api/report_schedules/${body.id}/`;
    const { north, readonly, foreign, northAdmin } = fleet.people;
    for (const person of [north, foreign, northAdmin]) {
      expect((await send('GET', '/api/report_schedules/', person)).body.count).toBe(0);
      expect((await send('PUT', path, person, daily)).status).toBe(404);
      expect((await send('DELETE', path, person)).status).toBe(404);
    }
    expect((await send('PUT', path, readonly, daily)).status).toBe(403);
    const timesheets = await personWith(api, fleet, 'timesheets', ['Timesheet']);
    expect((await create({}, timesheets)).status).toBe(403);
    // An administrator of one depot changes a schedule of its user, and so becomes its owner.
    const ofNorth = (await create({}, north)).body.id;
    const changed = await send('PUT', `/api/report_schedules/${ofNorth}/`, northAdmin, daily);
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    const { rows } = await api.services.db.pool.query(
      'select user_id from report_schedules where id = $1',
      [ofNorth],
    );
    expect(rows[0]?.user_id).toBe(northAdmin);
  });
});

describe('a report that is due', () => {
  it('[M-P07] is mailed with its file, for the previous day in the time zone of the schedule', async () => {
    const id = await due('2026-06-03T06:00:00Z');
    await runAt('2026-06-03T06:02:00Z');
    await ended(id, 'sent');
    expect(mails.received).toHaveLength(1);
    const [mail] = mails.received;
    expect(mail?.subject).toBe('Trips: 02/06/26');
    expect(mail?.to).toMatchObject({ text: 'boss@fleet.example, office@fleet.example' });
    expect(mail?.text).toContain('Rows: 3.');
    const [file] = mail?.attachments ?? [];
    expect(file).toMatchObject({ filename: 'trips_2026-06-02.csv', contentType: 'text/csv' });
    const rows = parse<Record<string, string>>(file?.content ?? '', { bom: true, columns: true });
    expect(rows.map((row) => row.Vehicle)).toEqual(['N1 AAA', 'N1 AAA', 'S1 CCC']);
    expect(rows[0]?.['Start time']).toBe('02/06/26 07:00');
    const after = await stateOf(id);
    expect(after?.last_run_at?.toISOString()).toBe('2026-06-03T06:00:00.000Z');
    expect(after?.next_run_at.toISOString()).toBe('2026-06-04T06:00:00.000Z');
  });

  it('[M-P09] [A-06] is the PDF of the previous week, in the language of each reader', async () => {
    const pt = await personWith(api, fleet, 'pt', ['Timesheet'], { language: 'pt' });
    const { rows } = await api.services.db.pool.query('select email from users where id = $1', [
      pt,
    ]);
    const reader = rows[0]?.email;
    const id = await due(
      '2026-06-08T06:00:00Z',
      {
        kind: 'timesheet_vehicle',
        format: 'pdf',
        frequency: 'weekly',
        vehicle: fleet.vehicles.n1.vehicleId,
        emails: ['office@fleet.example', reader],
      },
      pt,
    );
    await runAt('2026-06-08T06:00:00Z');
    await ended(id, 'sent');
    const to = (email: string) => mails.received.find((one) => [one.to].flat()[0]?.text === email);
    // An address that belongs to no user gets the first language of the customer.
    expect(to('office@fleet.example')?.subject).toBe('Vehicle timesheet: 01/06/26 – 07/06/26');
    const mail = to(reader);
    expect(mail?.subject).toBe('Folha de horas por veículo: 01/06/26 – 07/06/26');
    const bytes = mail?.attachments[0]?.content ?? Buffer.alloc(0);
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), {
      mergePages: true,
    });
    expect(text).toContain('07/06/26');
    expect((await stateOf(id))?.next_run_at.toISOString()).toBe('2026-06-15T06:00:00.000Z');
  });

  it('[U-P03] shows what its creator can see, not what others can', async () => {
    const id = await due('2026-06-03T06:00:00Z', {}, fleet.people.north);
    await runAt('2026-06-03T06:00:00Z');
    await ended(id, 'sent');
    const text = mails.received[0]?.attachments[0]?.content.toString() ?? '';
    expect(text).toContain('N1 AAA');
    expect(text).not.toContain('S1 CCC');
  });

  it('[M-11] [M-P07] has the selected vehicles and those of the selected depots, with stops', async () => {
    const { n1, n2 } = fleet.vehicles;
    const id = await due('2026-06-03T06:00:00Z', {
      vehicles: [n1.vehicleId, n2.vehicleId],
      vehicle_groups: [fleet.south],
      stops: true,
    });
    await runAt('2026-06-03T06:00:00Z');
    await ended(id, 'sent');
    const [file] = mails.received[0]?.attachments ?? [];
    expect(file?.filename).toBe('trips_2026-06-02.csv');
    const rows = parse<Record<string, string>>(file?.content ?? '', { bom: true, columns: true });
    expect(rows.map((row) => `${row.Vehicle} ${row.Type}`)).toEqual([
      'N1 AAA Trip',
      'N1 AAA Stop',
      'N1 AAA Trip',
      'S1 CCC Trip',
    ]);
  });

  it('[U-P03] leaves out what its creator cannot see any more, and is not sent if nothing is left', async () => {
    const { pool } = api.services.db;
    const { n1, s1 } = fleet.vehicles;
    const { depotId: north } = fleet.home;
    const moved = await personWith(api, fleet, 'moved', ['Trips']);
    const both = { vehicles: [n1.vehicleId, s1.vehicleId] };
    const ids = [
      await due('2026-06-03T06:00:00Z', both, moved),
      await due('2026-06-03T06:00:00Z', { vehicle_groups: [north, fleet.south] }, moved),
    ];
    const gone = [
      await due('2026-06-03T06:00:00Z', { vehicles: [n1.vehicleId] }, moved),
      await due('2026-06-03T06:00:00Z', { vehicle_groups: [north] }, moved),
    ];
    // Before this the person could see every depot.
    await pool.query('insert into user_depots (user_id, depot_id) values ($1, $2)', [
      moved,
      fleet.south,
    ]);
    await runAt('2026-06-03T06:00:00Z');
    for (const id of ids) await ended(id, 'sent');
    for (const id of gone) await ended(id, 'failed');
    expect(mails.received).toHaveLength(2);
    for (const { attachments } of mails.received) {
      const text = attachments[0]?.content.toString() ?? '';
      expect(text).toContain('S1 CCC');
      expect(text).not.toContain('N1 AAA');
    }
  });

  it('[M-P07] is created once, even with several workers at the same time', async () => {
    const id = await due('2026-06-03T06:00:00Z');
    await Promise.all(Array.from({ length: 4 }, () => runAt('2026-06-03T06:00:00Z')));
    await ended(id, 'sent');
    const { rows } = await api.services.db.pool.query(
      "select count(*)::int as runs from deliveries where delivery_key like 'report:' || $1 || ':%'",
      [String(id)],
    );
    expect(rows[0]?.runs).toBe(1);
    expect(mails.received).toHaveLength(1);
  });

  it('[M-P07] catches up on days without a server, but not on months', async () => {
    const id = await due('2026-01-05T07:00:00Z');
    await runAt('2026-06-03T12:00:00Z');
    expect((await stateOf(id))?.next_run_at.toISOString()).toBe('2026-05-28T06:00:00.000Z');
    const far = '2026-06-03T12:00:00Z';
    for (let n = 0; n < 7; n += 1) await runAt(far);
    expect((await stateOf(id))?.next_run_at.toISOString()).toBe('2026-06-04T06:00:00.000Z');
    await until(() => mails.received.length === 8, WAIT_MS);
    expect(mails.received.map(({ subject }) => subject)).toContain('Trips: 02/06/26');
  });

  it('[M-P07] is retried while the mail server is down', async () => {
    mails.isRefusing = true;
    const id = await due('2026-06-03T06:00:00Z');
    await runAt('2026-06-03T06:00:00Z');
    await ended(id, 'failed');
    mails.isRefusing = false;
    await api.services.db.pool.query(
      "update deliveries set next_attempt_at = now() where kind = 'report' and state = 'waiting'",
    );
    await ended(id, 'sent');
    expect(mails.received).toHaveLength(1);
  });

  it('[U-P03] is not sent if its creator was deactivated or has lost access', async () => {
    const { pool } = api.services.db;
    const gone = await personWith(api, fleet, 'gone', ['Trips']);
    const lost = await personWith(api, fleet, 'lost', ['Trips']);
    const ids = [
      await due('2026-06-03T06:00:00Z', {}, gone),
      await due('2026-06-03T06:00:00Z', {}, lost),
    ];
    await pool.query('update users set is_active = false where id = $1', [gone]);
    await pool.query('delete from user_modules where user_id = $1', [lost]);
    await runAt('2026-06-03T06:00:00Z');
    for (const id of ids) await ended(id, 'failed');
    expect(mails.received).toHaveLength(0);
  });

  it('[M-P07] is not created while its schedule is paused', async () => {
    const id = await due('2026-06-03T06:00:00Z', { is_active: false });
    await runAt('2026-06-03T06:00:00Z');
    expect((await stateOf(id))?.next_run_at.toISOString()).toBe('2026-06-03T06:00:00.000Z');
    expect(mails.received).toHaveLength(0);
  });
});
