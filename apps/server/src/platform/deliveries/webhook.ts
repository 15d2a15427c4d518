import { signatureOf } from '../auth/signatures.ts';
import { httpPost } from './http-post.ts';

/**
 * The signature of a body: HMAC-SHA256 over the time, a full stop and the body, in hex. The
 * receiver computes the same with the secret, and rejects old times.
 */
export function signature(secret: string, timeS: number, body: string): string {
  return signatureOf(secret, `${timeS}.${body}`).toString('hex');
}

export interface Webhook {
  readonly url: string;
  readonly secret: string;
  readonly body: string;
  /** The signed time, ms since 1970 UTC. */
  readonly nowMs: number;
  readonly allowPrivate: boolean;
}

/**
 * Sends a signed POST.
 *
 * @throws WebhookError if the receiver does not answer with a status of 200 to 299
 */
export async function sendWebhook(webhook: Webhook): Promise<void> {
  const timeS = Math.floor(webhook.nowMs / 1000);
  await httpPost({
    url: webhook.url,
    headers: {
      'content-type': 'application/json',
      'x-roadworthy-timestamp': String(timeS),
      'x-roadworthy-signature': `sha256=${signature(webhook.secret, timeS, webhook.body)}`,
    },
    body: webhook.body,
    allowPrivate: webhook.allowPrivate,
  });
}
