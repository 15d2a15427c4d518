import { createHash, createHmac } from 'node:crypto';
import { httpPost } from '../../../../platform/deliveries/index.ts';
import type { Batch, Destination, Target } from './destination.ts';

/** How secrets of the Standard Webhooks scheme begin; base64 follows. */
export const SECRET_PREFIX = 'whsec_';

/**
 * The signature of a request by the Standard Webhooks scheme: HMAC-SHA256 of id, time and body.
 *
 * @param secret with its prefix
 * @param timeS seconds since 1970 UTC
 */
export function webhookSignature(secret: string, id: string, timeS: number, body: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timeS}.${body}`).digest('base64')}`;
}

/** The same records have the same id, so that a receiver recognises a repeated request. */
function messageId(streamId: number, feed: string, rows: string): string {
  const digest = createHash('sha256').update(`${streamId}\n${feed}\n${rows}`).digest('base64url');
  return `msg_${digest.slice(0, 32)}`;
}

/** A receiver of signed HTTP requests; a status of 200 to 299 acknowledges. */
export function webhookDestination(target: Target): Destination {
  const send = async ({ feed, rows }: Batch) => {
    const data = JSON.stringify(rows);
    const nowMs = Date.now();
    const timeS = Math.floor(nowMs / 1000);
    // A test has no records that would distinguish it from the one before.
    const id = messageId(target.streamId, feed, feed === 'test' ? String(nowMs) : data);
    const timestamp = new Date(nowMs).toISOString();
    const body = `{"type":"${feed}","timestamp":"${timestamp}","data":${data}}`;
    await httpPost({
      url: target.address,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timeS),
        'webhook-signature': target
          .secrets()
          .map((secret) => webhookSignature(secret, id, timeS, body))
          .join(' '),
      },
      body,
      allowPrivate: target.allowPrivate,
    });
  };
  return { send, close: () => undefined };
}
