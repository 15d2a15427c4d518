import { secretBox } from '../auth/secret-box.ts';
import type { Config } from '../config/index.ts';
import type { Database } from '../db/index.ts';
import type { Attachment, Mail, Mailer } from '../mail/index.ts';
import { type PushMessage, pushKeys, sendPush } from './push.ts';
import { type SmsMessage, sendSms } from './sms.ts';
import { sendWebhook } from './webhook.ts';

export interface EmailMessage {
  readonly channel: 'email';
  readonly mail: Mail;
  readonly attachments?: readonly Attachment[];
}

export interface WebhookMessage {
  readonly channel: 'webhook';
  readonly url: string;
  /** Key of the signature. */
  readonly secret: string;
  readonly body: string;
}

/** A message as its channel sends it. A new channel adds its type here and its function below. */
export type Message = EmailMessage | WebhookMessage | PushMessage | SmsMessage;
export type Channel = Message['channel'];

/** Sends a message of each channel; rejects if the other side did not accept it. */
type Channels = {
  readonly [C in Channel]: (message: Extract<Message, { channel: C }>) => Promise<void>;
};

/** A function that sends a message through its channel. */
export function messageSender(
  mailer: Mailer,
  db: Pick<Database, 'pool'>,
  config: Config,
): (message: Message) => Promise<void> {
  const box = secretBox(config, 'push keys');
  const channels: Channels = {
    email: ({ mail, attachments }) => mailer.deliver(mail, attachments),
    webhook: ({ url, secret, body }) =>
      sendWebhook({
        ...{ url, secret, body },
        nowMs: Date.now(),
        allowPrivate: config.allowPrivateWebhooks,
      }),
    push: async (message) => sendPush(message, await pushKeys(db, box), config),
    sms: (message) => sendSms(message, config),
  };
  return (message) => (channels[message.channel] as (sent: Message) => Promise<void>)(message);
}

/** The public key with which browsers subscribe to notifications, base64url. */
export async function publicPushKey(db: Pick<Database, 'pool'>, config: Config): Promise<string> {
  return (await pushKeys(db, secretBox(config, 'push keys'))).publicKey;
}
