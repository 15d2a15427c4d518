import type { Config } from '../config/index.ts';
import { httpPost, WebhookError } from './http-post.ts';
import { Undeliverable } from './retry.ts';

/** A text message to a telephone. */
export interface SmsMessage {
  readonly channel: 'sms';
  /** E.164 number. */
  readonly to: string;
  readonly text: string;
}

/** Statuses that may be different at the next attempt, although they are the sender's error. */
const TEMPORARY = new Set([401, 403, 408, 425, 429]);

/** Replaces `{to}` and `{text}`. */
const filled = (template: string, { to, text }: SmsMessage, encode: (value: string) => string) =>
  template.replace(/\{(to|text)\}/g, (_whole, name: string) => encode(name === 'to' ? to : text));

const jsonText = (value: string) => JSON.stringify(value).slice(1, -1);
const plain = (value: string) => value;

/** How values are written in a body of a content type. */
function encoderOf(contentType: string): (value: string) => string {
  if (contentType.includes('json')) return jsonText;
  return contentType.includes('x-www-form-urlencoded') ? encodeURIComponent : plain;
}

/**
 * Sends a text message through the HTTP provider of the configuration.
 *
 * @throws Undeliverable without a provider, or if the provider refuses the message permanently
 */
export async function sendSms(message: SmsMessage, { sms }: Pick<Config, 'sms'>): Promise<void> {
  if (sms === null) throw new Undeliverable('delivery.sms_not_configured');
  try {
    await httpPost({
      url: filled(sms.url, message, encodeURIComponent),
      method: sms.method,
      headers: sms.headers,
      body: filled(sms.body, message, encoderOf(sms.headers['content-type'] ?? '')),
      // The operator of the server chose the address.
      allowPrivate: true,
    });
  } catch (error) {
    const status = error instanceof WebhookError ? (error.status ?? 0) : 0;
    if (status < 400 || status >= 500 || TEMPORARY.has(status)) throw error;
    throw new Undeliverable('delivery.sms_refused');
  }
}
