import {
  DIGEST_FREQUENCIES,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  PHONE_NUMBER,
} from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exactText, id, timeZone, utc } from './fields.ts';
import { byId } from './shapes.ts';

const SIGNED_IN = { kind: 'signed-in' } as const;
const SESSION = 'session' as const;

const kinds = z.array(z.enum(NOTIFICATION_KINDS)).max(NOTIFICATION_KINDS.length);
const minuteOfDay = z.int().min(0).max(1439);

const preferencesFields = {
  /** The kinds that each channel notifies of. */
  in_app: kinds,
  email: kinds,
  push: kinds,
  sms: kinds,
  /** International number for SMS, for example +447700900123; null for none. */
  phone: exactText(16)
    .regex(PHONE_NUMBER, 'Enter an international number, for example +447700900123.')
    .nullable(),
  quiet_hours: z.object({
    /** Days on which they start, 1 (Monday) to 7; empty for none. */
    weekdays: z.array(z.int().min(1).max(7)).max(7),
    /** Minutes after midnight; an end before the start is on the next day. */
    from_minute: minuteOfDay,
    until_minute: minuteOfDay,
  }),
  /** The kinds that are sent at once, also in quiet hours and with a digest. */
  urgent: kinds,
  digest: z.object({
    frequency: z.enum(DIGEST_FREQUENCIES),
    hour: z.int().min(0).max(23),
  }),
  /** For quiet hours and the digest, if the person has no time zone in their preferences. */
  time_zone: timeZone,
};
const preferencesBody = z.object(preferencesFields).meta({ id: 'NotificationPreferencesBody' });

const subscription = z
  .object({
    id,
    /** The user agent of the browser. */
    user_agent: z.string(),
    /** Address of the push service, which only this browser knows too. */
    endpoint: z.string(),
    created_at: utc,
  })
  .meta({ id: 'PushSubscription' });

const preferences = z
  .object({
    ...preferencesFields,
    /** The address of the account; null if it has none. */
    email_address: z.string().nullable(),
    /** Whether the installation has an SMS provider. */
    has_sms: z.boolean(),
    /** Public key for push subscriptions (VAPID), base64url. */
    push_key: z.string(),
    push_subscriptions: z.array(subscription),
  })
  .meta({ id: 'NotificationPreferences' });

/** A person's own notifications: kinds by channel, quiet hours, digest, browsers with push. */
export const notificationPreferences = {
  read: endpoint({
    method: 'GET',
    path: '/api/account/notifications/',
    ids: ['U-02'],
    summary: 'Get your notification preferences.',
    access: SIGNED_IN,
    answer: preferences,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/account/notifications/',
    ids: ['U-02'],
    summary: 'Update your notification preferences.',
    access: SIGNED_IN,
    body: preferencesBody,
    answer: preferences,
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/account/notifications/test/',
    ids: ['U-02'],
    summary: 'Send yourself a test notification.',
    access: SIGNED_IN,
    credential: SESSION,
    ratePerMinute: 6,
    body: z.object({ channel: z.enum(NOTIFICATION_CHANNELS).exclude(['in_app']) }),
    refuses: [400],
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/api/account/push_subscriptions/',
    ids: ['U-02'],
    summary: 'Let this browser receive your notifications until its session ends.',
    access: SIGNED_IN,
    credential: SESSION,
    ratePerMinute: 30,
    body: z.object({
      endpoint: z.url({ protocol: /^https?$/ }).max(2000),
      keys: z.object({
        /** Public key of the browser: an uncompressed point of P-256, base64url. */
        p256dh: exactText(100)
          .min(87)
          .regex(/^[\w-]{87}=?$/),
        /** Authentication secret of 16 bytes, base64url. */
        auth: exactText(30)
          .min(22)
          .regex(/^[\w-]{22}={0,2}$/),
      }),
    }),
    answer: subscription,
    status: 201,
  }),
  unsubscribe: endpoint({
    method: 'DELETE',
    path: '/api/account/push_subscriptions/{id}/',
    ids: ['U-02'],
    summary: 'End the notifications of a browser.',
    access: SIGNED_IN,
    credential: SESSION,
    params: byId,
  }),
} as const;
