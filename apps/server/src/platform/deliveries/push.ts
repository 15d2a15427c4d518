import webPush from 'web-push';
import type { SecretBox } from '../auth/secret-box.ts';
import { storedSecret } from '../auth/stored-secret.ts';
import type { Config } from '../config/index.ts';
import type { Database } from '../db/index.ts';
import { httpPost, WebhookError } from './http-post.ts';
import { Undeliverable } from './retry.ts';

/** A notification that the service worker of a browser shows. */
export interface PushMessage {
  readonly channel: 'push';
  /** Address of the push service, and the keys for which the content is encrypted. */
  readonly subscription: {
    readonly endpoint: string;
    readonly p256dh: string;
    readonly auth: string;
  };
  readonly notification: {
    readonly title: string;
    readonly body: string;
    /** Path in the web app that it opens. */
    readonly path: string;
    /** A later notification with the same tag replaces it. */
    readonly tag: string;
  };
  readonly isUrgent: boolean;
}

/** A push service keeps a notification this long for a browser that is not connected. */
const KEEP_S = 24 * 3600;

interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * The keys by which push services recognise this installation (VAPID, RFC 8292). If they are replaced,
 * browsers must subscribe again.
 */
export const pushKeys = (db: Pick<Database, 'pool'>, box: SecretBox): Promise<VapidKeys> =>
  storedSecret(db, box, 'push.vapid-keys', async () => webPush.generateVAPIDKeys());

/** The contact for the operator of a push service. */
const subjectOf = (publicUrl: string) =>
  publicUrl.startsWith('https://') ? publicUrl : 'mailto:no-reply@localhost.invalid';

/**
 * Sends an encrypted notification (RFC 8030, RFC 8291).
 *
 * @throws Undeliverable with `delivery.push_ended` if the browser no longer receives notifications
 */
export async function sendPush(
  { subscription, notification, isUrgent }: PushMessage,
  keys: VapidKeys,
  { publicUrl, allowPrivateWebhooks }: Pick<Config, 'publicUrl' | 'allowPrivateWebhooks'>,
): Promise<void> {
  const { endpoint, p256dh, auth } = subscription;
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(notification),
    {
      vapidDetails: { subject: subjectOf(publicUrl), ...keys },
      TTL: KEEP_S,
      urgency: isUrgent ? 'high' : 'normal',
    },
  );
  const texts = Object.entries(headers).filter(([name]) => name !== 'Content-Length');
  try {
    await httpPost({
      url: endpoint,
      headers: Object.fromEntries(texts.map(([name, value]) => [name, String(value)])),
      body: body ?? '',
      allowPrivate: allowPrivateWebhooks,
    });
  } catch (error) {
    const isGone = error instanceof WebhookError && [404, 410].includes(error.status ?? 0);
    throw isGone ? new Undeliverable('delivery.push_ended') : error;
  }
}
