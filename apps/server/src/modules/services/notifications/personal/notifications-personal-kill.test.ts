import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { until } from '../../../../../test/device.ts';
import { makeCustomer, makeVehicle } from '../../../../../test/fleet.ts';
import { freePort } from '../../../../../test/free-port.ts';
import { testDatabase } from '../../../../../test/harness.ts';
import { testMailServer } from '../../../../../test/mail-server.ts';
import { makeUser } from '../../../../../test/people.ts';
import { buildServer, ServerProcess } from '../../../../../test/server-process.ts';

const WAIT_MS = 30_000;
const ALERTS = 40;

it('people are notified once of each alert by a server that is killed while it notifies', async () => {
  const bundle = buildServer();
  const folder = mkdtempSync(join(tmpdir(), 'roadworthy-personal-'));
  const database = await testDatabase();
  const mail = await testMailServer();
  const { pool } = database.db;
  const variables = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SMTP_URL: mail.url,
    PORT: String(await freePort()),
  };
  let running: ServerProcess | undefined;
  try {
    const place = await makeCustomer(database.db, 'Home');
    const { vehicleId } = await makeVehicle(database.db, place);
    const userId = await makeUser(database.db, place.customerId, 'ana@mail.test', {}, ['Events']);
    await pool.query(
      `insert into notification_preferences (user_id, in_app_kinds, email_kinds, push_kinds, sms_kinds,
         quiet_weekdays, quiet_from_minute, quiet_until_minute, urgent_kinds, digest, digest_hour,
         time_zone)
       values ($1, '{}', '{warning}', '{}', '{}', '{}', 0, 1, '{}', 'none', 7, 'UTC')`,
      [userId],
    );
    await pool.query(
      `insert into alerts (customer_id, rule_key, rule_name, severity, in_app, vehicle_id, event_code,
         occurred_at)
       select $1, 1, 'Watch', 'warning', true, $2, 41, now() - n * interval '1 minute'
       from generate_series(1, $3) n`,
      [place.customerId, vehicleId, ALERTS],
    );
    // The first message waits at the mail server, within its transaction.
    mail.held.add('ana@mail.test');
    running = new ServerProcess(bundle, variables, { empty: true });
    await until(() => mail.waiting > 0, WAIT_MS);
    await running.end('SIGKILL');
    mail.release();
    running = new ServerProcess(bundle, variables, { empty: true });
    const sent = async () =>
      (await pool.query("select count(*)::int from deliveries where state = 'sent'")).rows[0].count;
    await until(async () => (await sent()) === ALERTS, WAIT_MS);
    expect(mail.received).toHaveLength(ALERTS);
    const { rows } = await pool.query(
      'select count(*)::int as all, count(distinct alert_id)::int as alerts from deliveries',
    );
    expect(rows).toEqual([{ all: ALERTS, alerts: ALERTS }]);
  } finally {
    await running?.end('SIGKILL');
    await mail.close();
    await database.drop();
    bundle.remove();
    rmSync(folder, { recursive: true, force: true });
  }
});
