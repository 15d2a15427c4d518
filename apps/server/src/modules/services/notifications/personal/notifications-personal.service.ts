import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { NOTIFICATION_KINDS } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { publicPushKey } from '../../../../platform/deliveries/index.ts';
import {
  badRequest,
  type ErrorMessage,
  notFound,
  wrongField,
} from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import {
  accountOf,
  deleteSubscription,
  hasDigestAlerts,
  limitSubscriptions,
  type PreferencesRow,
  type PreferencesValues,
  preferencesOf,
  type SubscriptionRow,
  storePreferences,
  storeSubscription,
  subscriptionsOf,
} from './notifications-personal.repository.ts';
import { enqueueTest } from './notifications-personal-delivery.ts';
import { nextDigestMs } from './recipient.ts';

type Calls = typeof contract.notificationPreferences;
type Body = BodyOf<Calls['change']>;
type TestChannel = BodyOf<Calls['test']>['channel'];

/** Browsers of one person; a new one replaces the oldest. */
const MOST_BROWSERS = 20;
const MAX_USER_AGENT = 300;

/** Without stored preferences: everything in the app, nothing elsewhere, no quiet hours. */
const DEFAULTS: PreferencesValues = {
  in_app_kinds: [...NOTIFICATION_KINDS],
  email_kinds: [],
  push_kinds: [],
  sms_kinds: [],
  phone: null,
  quiet_weekdays: [],
  quiet_from_minute: 22 * 60,
  quiet_until_minute: 7 * 60,
  urgent_kinds: ['defect', 'critical'],
  digest: 'none',
  digest_hour: 7,
  time_zone: 'UTC',
  digest_due_at: null,
};

function toSubscription(row: SubscriptionRow) {
  return {
    id: row.id,
    user_agent: row.user_agent,
    endpoint: row.endpoint,
    created_at: row.created_at.toISOString(),
  };
}

function errorsOf(body: Body): Record<string, ErrorMessage[]> {
  const { quiet_hours: quiet } = body;
  return {
    ...(body.sms.length > 0 && body.phone === null
      ? { phone: ['notification.phone_required' as const] }
      : {}),
    ...(quiet.weekdays.length > 0 && quiet.from_minute === quiet.until_minute
      ? { quiet_hours: ['notification.quiet_hours_equal' as const] }
      : {}),
  };
}

const unique = <T>(values: readonly T[]) => [...new Set(values)];

/** How people are notified: preferences, browsers, test messages. Each call is about the viewer. */
export class PersonalNotificationsService {
  constructor(private readonly services: Pick<Services, 'db' | 'config'>) {}

  /** The preferences of the viewer. */
  async read(viewer: Viewer): Promise<AnswerOf<Calls['read']>> {
    const { db, config } = this.services;
    const pushKey = await publicPushKey(db, config);
    return db.asSystem(async (trx) => {
      const account = await accountOf(trx, viewer.userId);
      const row: PreferencesValues = (await preferencesOf(trx, viewer.userId)) ?? DEFAULTS;
      return {
        in_app: row.in_app_kinds,
        email: row.email_kinds,
        push: row.push_kinds,
        sms: row.sms_kinds,
        phone: row.phone,
        quiet_hours: {
          weekdays: row.quiet_weekdays,
          from_minute: row.quiet_from_minute,
          until_minute: row.quiet_until_minute,
        },
        urgent: row.urgent_kinds,
        digest: { frequency: row.digest, hour: row.digest_hour },
        time_zone: account.time_zone ?? row.time_zone,
        email_address: account.email === '' ? null : account.email,
        has_sms: config.sms !== null,
        push_key: pushKey,
        push_subscriptions: (await subscriptionsOf(trx, [viewer.userId])).map(toSubscription),
      };
    });
  }

  /**
   * Changes the preferences of the viewer.
   *
   * @throws HttpError 400 for wrong fields
   */
  async change(viewer: Viewer, body: Body): Promise<AnswerOf<Calls['change']>> {
    const errors = errorsOf(body);
    if (Object.keys(errors).length > 0) throw badRequest('validation.invalid', { errors });
    const { userId } = viewer;
    await this.services.db.asSystem(async (trx) => {
      const account = await accountOf(trx, userId);
      const before = await preferencesOf(trx, userId);
      const values = {
        in_app_kinds: unique(body.in_app),
        email_kinds: unique(body.email),
        push_kinds: unique(body.push),
        sms_kinds: unique(body.sms),
        phone: body.phone,
        quiet_weekdays: unique(body.quiet_hours.weekdays),
        quiet_from_minute: body.quiet_hours.from_minute,
        quiet_until_minute: body.quiet_hours.until_minute,
        urgent_kinds: unique(body.urgent),
        digest: body.digest.frequency,
        digest_hour: body.digest.hour,
        time_zone: body.time_zone,
      };
      await storePreferences(trx, userId, {
        ...values,
        digest_due_at: await this.#digestDue(trx, { ...values, userId }, account.time_zone, before),
      });
    });
    return this.read(viewer);
  }

  /** When the digest is due after a change. Alerts that wait for a digest that ended are sent now. */
  async #digestDue(
    trx: Transaction,
    of: Pick<PreferencesValues, 'digest' | 'digest_hour' | 'time_zone'> & { userId: number },
    zone: string | null,
    before: PreferencesRow | undefined,
  ): Promise<Date | null> {
    const isSame =
      before?.digest === of.digest &&
      before.digest_hour === of.digest_hour &&
      before.time_zone === of.time_zone;
    if (isSame) return before.digest_due_at;
    const nextMs = nextDigestMs({ ...of, user_time_zone: zone }, Date.now());
    if (nextMs !== null) return new Date(nextMs);
    return (await hasDigestAlerts(trx, of.userId)) ? new Date() : null;
  }

  /**
   * Adds the browser of the viewer's session; it receives notifications until the session ends.
   *
   * @throws HttpError 400 without a session, or for an address that is not allowed
   */
  async subscribe(
    viewer: Viewer,
    body: BodyOf<Calls['subscribe']>,
    from: { readonly session: string | null; readonly userAgent: string },
  ) {
    const { db, config } = this.services;
    if (from.session === null) throw badRequest('notification.session_required');
    if (!body.endpoint.startsWith('https:') && !config.allowPrivateWebhooks) {
      throw wrongField('endpoint', 'notification.push_address');
    }
    const values = {
      user_id: viewer.userId,
      grant_id: from.session,
      endpoint: body.endpoint,
      p256dh: body.keys.p256dh,
      auth: body.keys.auth,
      user_agent: from.userAgent.slice(0, MAX_USER_AGENT),
    };
    return db.asSystem(async (trx) => {
      const row = await storeSubscription(trx, values);
      await limitSubscriptions(trx, viewer.userId, MOST_BROWSERS);
      return toSubscription(row);
    });
  }

  /**
   * Removes a browser of the viewer.
   *
   * @throws HttpError 404 for an unknown one
   */
  async unsubscribe(viewer: Viewer, id: number): Promise<void> {
    const isRemoved = await this.services.db.asSystem((trx) =>
      deleteSubscription(trx, viewer.userId, id),
    );
    if (!isRemoved) throw notFound();
  }

  /**
   * Enqueues a test message to the viewer.
   *
   * @throws HttpError 400 if the channel has no address
   */
  async test(viewer: Viewer, channel: TestChannel): Promise<void> {
    await this.services.db.asSystem(async (trx) => {
      const targets = await this.#targets(trx, viewer.userId, channel);
      await enqueueTest(trx, viewer, targets);
    });
  }

  async #targets(trx: Transaction, userId: number, channel: TestChannel) {
    if (channel === 'email') {
      const { email } = await accountOf(trx, userId);
      if (email === '') throw badRequest('notification.no_email');
      return [{ channel, target: email }];
    }
    if (channel === 'sms') {
      const { phone } = (await preferencesOf(trx, userId)) ?? DEFAULTS;
      if (this.services.config.sms === null) throw badRequest('delivery.sms_not_configured');
      if (phone === null) throw badRequest('notification.no_phone');
      return [{ channel, target: phone }];
    }
    const browsers = await subscriptionsOf(trx, [userId]);
    if (browsers.length === 0) throw badRequest('notification.no_browser');
    return browsers.map(({ id, endpoint }) => ({
      channel,
      target: new URL(endpoint).origin,
      content: { subscriptionId: id },
    }));
  }
}
