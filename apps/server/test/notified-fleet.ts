import { registerNotificationJobs } from '../src/modules/services/notifications/index.ts';
import { notifyPeople } from '../src/modules/services/notifications/personal/notifications-personal-dispatch.ts';
import { ACCESS_AUDIENCE, createTokens } from '../src/platform/auth/index.ts';
import { type Answer, testApi } from './api.ts';
import { testMailServer } from './mail-server.ts';
import { testPushService } from './push-service.ts';
import { testSmsProvider } from './sms-provider.ts';
import { trackedFleet } from './tracked-fleet.ts';

export const PREFERENCES = '/api/account/notifications/';

const NOTHING = {
  in_app: ['defect', 'critical', 'warning', 'information'],
  email: [],
  push: [],
  sms: [],
  phone: null,
  quiet_hours: { weekdays: [], from_minute: 1320, until_minute: 420 },
  urgent: [],
  digest: { frequency: 'none', hour: 7 },
  time_zone: 'Europe/London',
};

/** A fleet whose people are notified through real local servers of each channel. */
export async function notifiedFleet() {
  const [mail, push, sms] = await Promise.all([
    testMailServer(),
    testPushService(),
    testSmsProvider(),
  ]);
  const api = await testApi({
    SMTP_URL: mail.url,
    ALLOW_PRIVATE_WEBHOOKS: 'true',
    SMS_URL: `${sms.url}/send?to={to}`,
    SMS_HEADERS: JSON.stringify({ Authorization: 'Bearer sms-secret' }),
    SMS_BODY: '{"message":"{text}"}',
  });
  const fleet = await trackedFleet(api.services.db);
  registerNotificationJobs(api.services);
  await api.services.jobs.start({ work: false });
  const query = (text: string, values?: unknown[]) => api.services.db.pool.query(text, values);
  return {
    ...{ api, fleet, mail, push, sms, query },
    /** Sends all deliveries that are due; returns their number. */
    send: () => api.services.deliveries.sendDue(),
    /** Notifies people of new alerts; returns their number. */
    notify: (nowMs?: number) => notifyPeople(api.services.db, nowMs),
    /** Changes the preferences of a person. */
    prefer: (as: number, changed: object): Promise<Answer> =>
      api.ask(PREFERENCES, { as, method: 'PUT', body: { ...NOTHING, ...changed } }),
    /** An alert of a rule that was raised a moment ago. Returns its id. */
    raise: async (
      vehicle: { vehicleId: number } = fleet.vehicles.n1,
      { severity = 'warning', inApp = true } = {},
    ): Promise<string> => {
      const { rows } = await query(
        `insert into alerts (customer_id, rule_key, rule_name, severity, in_app, vehicle_id, event_code,
           occurred_at)
         select v.customer_id, 1, 'Night watch', $2, $3, v.id, 41, clock_timestamp()
         from vehicles v where v.id = $1 returning id`,
        [vehicle.vehicleId, severity, inApp],
      );
      return rows[0].id;
    },
    /** Signs a browser in, and subscribes it; its token belongs to the session. */
    browserOf: async (userId: number, session: string) => {
      await query('insert into account_sessions (grant_id, user_id) values ($1, $2)', [
        session,
        userId,
      ]);
      await query(
        `insert into sign_on_artifacts (model, id, payload, expires_at)
         values ('Grant', $1, '{}', now() + interval '1 day') on conflict do nothing`,
        [session],
      );
      const tokens = await createTokens(api.services.config, api.services.db);
      const token = await tokens.issue(userId, ACCESS_AUDIENCE, session);
      const subscription = push.subscribe();
      const answer = await api.ask('/api/account/push_subscriptions/', {
        method: 'POST',
        body: subscription,
        headers: { authorization: `Bearer ${token}`, 'user-agent': 'Test browser' },
      });
      return { answer, subscription };
    },
    /** The addresses that received a mail. */
    sentTo: () => mail.received.map(({ to }) => [to].flat()[0]?.text),
    /** Deletes alerts, deliveries, preferences and browsers, and lets each server accept again. */
    reset: async () => {
      for (const list of [mail.received, push.received, sms.received]) list.length = 0;
      push.status = 201;
      sms.status = 200;
      await query(
        `delete from deliveries; delete from alerts; delete from push_subscriptions;
         delete from account_sessions; delete from notification_preferences`,
      );
    },
    close: async () => {
      await api.close();
      await Promise.all([mail.close(), push.close(), sms.close()]);
    },
  };
}

export type NotifiedFleet = Awaited<ReturnType<typeof notifiedFleet>>;
