import type { Attachment, Mail, Mailer } from '../mail/index.ts';
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
export type Message = EmailMessage | WebhookMessage;
export type Channel = Message['channel'];

/** Sends a message of each channel; rejects if the other side did not accept it. */
type Channels = {
  readonly [C in Channel]: (message: Extract<Message, { channel: C }>) => Promise<void>;
};

/** A function that sends a message through its channel. */
export function messageSender(
  mailer: Mailer,
  { allowPrivateWebhooks }: { readonly allowPrivateWebhooks: boolean },
): (message: Message) => Promise<void> {
  const channels: Channels = {
    email: ({ mail, attachments }) => mailer.deliver(mail, attachments),
    webhook: ({ url, secret, body }) =>
      sendWebhook({ url, secret, body, nowMs: Date.now(), allowPrivate: allowPrivateWebhooks }),
  };
  return (message) => (channels[message.channel] as (sent: Message) => Promise<void>)(message);
}
