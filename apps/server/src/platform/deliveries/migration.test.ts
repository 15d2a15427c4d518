import { afterEach, beforeEach, expect, it } from 'vitest';
import { resetToMigration } from '../../../test/earlier-schema.ts';
import { makeCustomer } from '../../../test/fleet.ts';
import { type TestDatabase, testDatabase } from '../../../test/harness.ts';
import { makeUser } from '../../../test/people.ts';
import { migrate } from '../db/index.ts';
import { createJobs } from '../jobs/index.ts';
import { createLog } from '../log/index.ts';

let test: TestDatabase;
const query = async (text: string, values: unknown[] = []) =>
  (await test.db.pool.query(text, values)).rows;

beforeEach(async () => {
  test = await testDatabase();
  await resetToMigration(test, '0013_audit_privacy_and_uploads.sql');
});
afterEach(() => test.drop());

/** A vehicle with an alert of two deliveries, and two mails about records. */
async function oldRows(customerId: number): Promise<void> {
  await query(
    `with v as (insert into vehicles (customer_id, registration, type)
         values ($1, 'N1 AAA', 'VAN') returning id),
       a as (insert into alerts (customer_id, rule_key, rule_name, severity, in_app, vehicle_id,
         event_code, occurred_at) select $1, 1, 'Rule', 'warning', true, id, 41, now() from v
         returning id),
       d as (insert into alert_deliveries (customer_id, alert_id, channel, target, state, attempts,
         last_attempt_at, detail)
         select $1, id, 'email', 'a@mail.test', 'sent', 1, now(), null from a
         union all select $1, id, 'webhook', 'http://hook.test/', 'waiting', 3, now(), 'refused' from a),
       n as (insert into notification_emails (customer_id, email, notification_type)
         values ($1, 'n@mail.test', 'vehicle_std_emails') returning id)
     insert into notification_deliveries (customer_id, notification_email_id, email,
       notification_type, vehicle_id, record_kind, record_id, state)
     select $1, n.id, 'n@mail.test', 'vehicle_std_emails', v.id, 'driver_check', r, s
     from v, n, (values (7, 'sent'), (8, 'waiting')) w (r, s)`,
    [customerId],
  );
}

it('the deliveries of earlier tables and jobs are kept', async () => {
  const { customerId } = await makeCustomer(test.db, 'Kept');
  const userId = await makeUser(test.db, customerId, 'ada@kept.test');
  await oldRows(customerId);
  const [schedule] = await query(
    `insert into report_schedules (customer_id, user_id, name, kind, format, frequency, hour,
       time_zone, emails, is_active, next_run_at)
     values ($1, $2, 'Trips', 'trips', 'csv', 'daily', 7, 'UTC', '{r@mail.test}', true,
       '2026-06-04T07:00:00Z') returning id`,
    [customerId, userId],
  );
  const jobs = createJobs(test.url, createLog('silent'));
  for (const name of ['mail', 'report-run']) jobs.register(name, async () => undefined);
  await jobs.start({ work: false });
  await jobs.send('mail', { to: 'm@mail.test', subject: 'Waiting' });
  const dueMs = Date.parse('2026-06-03T07:00:00Z');
  await jobs.send('report-run', { scheduleId: schedule.id, dueMs });
  await jobs.stop();
  const ids = await query('select id from notification_deliveries order by id');

  await migrate(test.url);
  const kept = await query(
    `select kind, channel, queue, target, state, attempts, failure, content ->> 'subject' as subject,
       split_part(delivery_key, ':', 1) as key, ended_at is null as is_open
     from deliveries order by id`,
  );
  const row = { channel: 'email', queue: 'email', attempts: 0, failure: null, subject: null };
  expect(kept).toEqual([
    expect.objectContaining({ ...row, kind: 'record', state: 'sent', key: 'record' }),
    expect.objectContaining({ ...row, kind: 'record', state: 'waiting', target: 'n@mail.test' }),
    expect.objectContaining({ ...row, kind: 'alert', state: 'sent', attempts: 1, is_open: false }),
    {
      ...{ kind: 'alert', channel: 'webhook', queue: 'webhook', target: 'http://hook.test/' },
      ...{ state: 'waiting', attempts: 3, failure: 'refused', subject: null, key: 'alert' },
      is_open: true,
    },
    expect.objectContaining({ ...row, kind: 'message', target: 'm@mail.test', subject: 'Waiting' }),
  ]);
  // The header of a sent mail contains its id.
  const sameIds = await query("select id from deliveries where kind = 'record' order by id");
  expect(sameIds).toEqual(ids);
  expect(await query('select next_run_at from report_schedules')).toEqual([
    { next_run_at: new Date(dueMs) },
  ]);
  expect(await query("select from pgboss.job where name in ('mail', 'report-run')")).toEqual([]);
});
