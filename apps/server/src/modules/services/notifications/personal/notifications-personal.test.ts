import { contract } from '@roadworthy/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type NotifiedFleet,
  notifiedFleet,
  PREFERENCES as PATH,
} from '../../../../../test/notified-fleet.ts';
import {
  insertDueAlerts,
  insertHitAlerts,
} from '../../../features/work-orders/campaigns/work-orders-campaigns-alerts.repository.ts';
import { sendNextDigest } from './notifications-personal-digest.ts';

let on: NotifiedFleet;

beforeAll(async () => {
  on = await notifiedFleet();
});
afterAll(() => on.close());
afterEach(() => on.reset());

describe('notification preferences', () => {
  it('[U-02] are everything in the app and nothing elsewhere, until they are changed', async () => {
    const first = await on.api.ask(PATH, { as: on.fleet.people.manager });
    contract.notificationPreferences.read.answer.parse(first.body);
    expect(first.body).toMatchObject({
      in_app: ['defect', 'critical', 'warning', 'information'],
      email: [],
      quiet_hours: { weekdays: [] },
      digest: { frequency: 'none' },
      email_address: 'manager@track.test',
      has_sms: true,
    });
    const changed = await on.prefer(on.fleet.people.manager, { email: ['warning'], sms: [] });
    expect(changed.body).toMatchObject({ email: ['warning'] });
    expect((await on.api.ask(PATH, { as: on.fleet.people.north })).body).toMatchObject({
      email: [],
    });
  });

  it('refuse SMS without a number, and quiet hours without an end', async () => {
    const wrong = await on.prefer(on.fleet.people.manager, {
      sms: ['critical'],
      quiet_hours: { weekdays: [1], from_minute: 60, until_minute: 60 },
    });
    expect(wrong.status).toBe(400);
    expect(Object.keys(wrong.body.errors).sort()).toEqual(['phone', 'quiet_hours']);
    const number = await on.prefer(on.fleet.people.manager, { phone: '07700 900123' });
    expect(number.status).toBe(400);
  });

  it('[E-P03] hide the kinds from the notifications that are switched off in the app', async () => {
    await on.raise(on.fleet.vehicles.n1, { severity: 'warning' });
    await on.raise(on.fleet.vehicles.n1, { severity: 'critical' });
    await on.prefer(on.fleet.people.manager, { in_app: ['critical'] });
    const severities = async (more: string) => {
      const { body } = await on.api.ask(`/api/alerts/?${more}`, { as: on.fleet.people.manager });
      return [body.unread, ...body.results.map((one: { severity: string }) => one.severity)];
    };
    expect(await severities('mine=true')).toEqual([1, 'critical']);
    expect(await severities('mine=true&kind=warning')).toEqual([0]);
    expect(await severities('kind=warning')).toEqual([1, 'warning']);
    expect(await severities('')).toEqual([2, 'critical', 'warning']);
    expect(await severities('kind=defect')).toEqual([0]);
  });
});

describe('an alert', () => {
  it('[W-01] of a campaign is sent to the people who may see its vehicles, with the campaign', async () => {
    const { manager, north, foreign, readonly } = on.fleet.people;
    for (const person of [manager, north, foreign, readonly]) {
      await on.prefer(person, { email: ['critical'] });
    }
    // Only people with defects or the vehicle file see campaigns.
    await on.query(
      `insert into user_modules (user_id, module) values ($1, 'Defect'), ($2, 'Defect'), ($3, 'Defect')
       on conflict do nothing`,
      [manager, north, foreign],
    );
    await on.query(
      "delete from user_modules where user_id = $1 and module in ('Defect', 'Vehicle File')",
      [readonly],
    );
    const { s1, n1, n2 } = on.fleet.vehicles;
    const campaign = async (number: string, vehicles: { vehicleId: number }[], dueOn: string) => {
      const { rows } = await on.query(
        `with made as (insert into recall_campaigns (customer_id, number, title, is_safety, due_on, created_by)
           values ($1, $2, 'Brake hose', true, $4, 'Mia') returning id, customer_id),
           named as (insert into recall_vehicles (campaign_id, vehicle_id, customer_id)
             select m.id, v, m.customer_id from made m, unnest($3::int[]) v)
         select id from made`,
        [on.fleet.home.customerId, number, vehicles.map(({ vehicleId }) => vehicleId), dueOn],
      );
      return rows[0].id as number;
    };
    const { db } = on.api.services;
    const hose = await campaign('R-1', [s1], '2099-01-31');
    await db.asSystem((trx) => insertHitAlerts(trx, { id: hose }, [s1.vehicleId]));
    expect(await on.notify()).toBe(1);
    await on.send();
    expect(on.sentTo()).toEqual(['manager@track.test']);
    expect(on.mail.received[0]?.subject).toBe('Campaign R-1 hits a vehicle: S1 CCC');
    expect(on.mail.received[0]?.text).toContain(`/work-orders/campaigns?open=${hose}`);
    expect(on.mail.received[0]?.text).toContain('Campaign: Brake hose');

    const belt = await campaign('R-2', [n1, n2], '2099-01-31');
    await db.asSystem((trx) => insertDueAlerts(trx, belt, 7));
    await on.notify();
    await on.send();
    expect(on.sentTo().slice(1).sort()).toEqual(['manager@track.test', 'north@track.test']);
    expect(on.mail.received[1]?.subject).toBe(
      'Campaign R-2 is due on 31/01/99, 2 vehicles are not finished: N1 AAA and 1 more',
    );
  });

  it('[U-P03] is sent once to each person who wants its kind and may see its vehicle', async () => {
    const { manager, north, foreign, plain, readonly } = on.fleet.people;
    for (const person of [manager, north, foreign, plain]) {
      await on.prefer(person, { email: ['warning'] });
    }
    await on.prefer(readonly, { email: ['critical'] });
    await on.raise(on.fleet.vehicles.s1);
    expect(await on.notify()).toBe(1);
    expect(await on.notify()).toBe(0);
    await on.send();
    expect(on.sentTo()).toEqual(['manager@track.test']);
    expect(on.mail.received[0]?.subject).toBe('Harsh Braking: S1 CCC');
    expect(on.mail.received[0]?.text).toContain('/administration/user-preferences');
    await on.raise(on.fleet.vehicles.n1);
    await on.raise(on.fleet.vehicles.n1, { inApp: false });
    await on.notify();
    await on.send();
    expect(on.sentTo().sort()).toEqual([
      'manager@track.test',
      'manager@track.test',
      'north@track.test',
    ]);
  });

  it('is not sent any more to a person who has changed their mind or lost the vehicle', async () => {
    await on.prefer(on.fleet.people.manager, { email: ['warning'] });
    await on.prefer(on.fleet.people.north, { email: ['warning'] });
    await on.raise();
    await on.notify();
    await on.prefer(on.fleet.people.manager, {});
    await on.query('update users set is_active = false where id = $1', [on.fleet.people.north]);
    await on.send();
    await on.query('update users set is_active = true where id = $1', [on.fleet.people.north]);
    expect(on.mail.received).toEqual([]);
    const { rows } = await on.query('select state, failure from deliveries');
    expect(rows).toEqual([
      { state: 'failed', failure: 'delivery.not_wanted' },
      { state: 'failed', failure: 'delivery.not_wanted' },
    ]);
  });

  it('waits for the end of quiet hours, unless its kind is urgent', async () => {
    const night = { weekdays: [1, 2, 3, 4, 5, 6, 7], from_minute: 1320, until_minute: 420 };
    await on.prefer(on.fleet.people.manager, {
      email: ['warning', 'critical'],
      urgent: ['critical'],
      quiet_hours: night,
    });
    await on.raise();
    await on.raise(on.fleet.vehicles.n1, { severity: 'critical' });
    // 23:00 in London; the clocks change in this night, and it ends an hour later in UTC.
    await on.notify(Date.parse('2026-10-24T22:00:00Z'));
    const { rows } = await on.query(
      `select a.severity, d.next_attempt_at as at from deliveries d join alerts a on a.id = d.alert_id
       order by a.severity`,
    );
    expect(rows).toEqual([
      { severity: 'critical', at: new Date('2026-10-24T22:00:00Z') },
      { severity: 'warning', at: new Date('2026-10-25T07:00:00Z') },
    ]);
    await on.query("update deliveries set next_attempt_at = now() + interval '1 hour'");
    expect(await on.send()).toBe(0);
    await on.query('update deliveries set next_attempt_at = now()');
    expect(await on.send()).toBe(2);
  });

  it('does not disturb a person without an address', async () => {
    await on.query("update users set email = '' where id = $1", [on.fleet.people.kilometres]);
    await on.prefer(on.fleet.people.kilometres, {
      email: ['warning'],
      digest: { frequency: 'daily', hour: 7 },
    });
    const read = await on.api.ask(PATH, { as: on.fleet.people.kilometres });
    expect(read.body.email_address).toBeNull();
    await on.raise();
    await on.notify();
    const { rows } = await on.query('select from deliveries union all select from digest_alerts');
    expect(rows).toEqual([]);
  });
});

describe('a digest', () => {
  const DUE = Date.parse('2026-06-05T06:00:00Z');
  const due = (at: number) =>
    on.query('update notification_preferences set digest_due_at = $1', [new Date(at)]);

  it('collects alerts in one mail at its hour, with those that are urgent at once', async () => {
    await on.prefer(on.fleet.people.manager, {
      email: ['warning', 'critical'],
      urgent: ['critical'],
      digest: { frequency: 'daily', hour: 7 },
    });
    await on.raise();
    await on.raise(on.fleet.vehicles.s1);
    await on.raise(on.fleet.vehicles.n1, { severity: 'critical' });
    await on.notify();
    expect(await on.send()).toBe(1);
    await due(DUE);
    expect(await sendNextDigest(on.api.services, DUE - 1)).toBe(false);
    expect(await sendNextDigest(on.api.services, DUE)).toBe(true);
    expect(await sendNextDigest(on.api.services, DUE)).toBe(false);
    expect(await on.send()).toBe(1);
    expect(on.mail.received[1]?.subject).toBe('2 notifications');
    expect(on.mail.received[1]?.text).toMatch(/Harsh Braking: N1 AAA[\s\S]*Harsh Braking: S1 CCC/);
    const { rows } = await on.query('select digest_due_at from notification_preferences');
    expect(rows[0].digest_due_at).toEqual(new Date('2026-06-06T06:00:00Z'));
  });

  it('without alerts sends nothing, and one that ends sends what waits', async () => {
    await on.prefer(on.fleet.people.manager, {
      email: ['warning'],
      digest: { frequency: 'weekly', hour: 7 },
    });
    await due(DUE);
    expect(await sendNextDigest(on.api.services, DUE)).toBe(true);
    expect(await on.send()).toBe(0);
    await on.raise();
    await on.notify();
    await on.prefer(on.fleet.people.manager, { email: ['warning'] });
    expect(await sendNextDigest(on.api.services)).toBe(true);
    await on.send();
    expect(on.mail.received.map(({ subject }) => subject)).toEqual(['1 notification']);
    const { rows } = await on.query('select digest_due_at from notification_preferences');
    expect(rows).toEqual([{ digest_due_at: null }]);
  });
});
