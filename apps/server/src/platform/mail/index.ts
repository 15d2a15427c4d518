import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Config } from '../config/index.ts';

/** An e-mail as text and HTML. */
export interface Mail {
  /** One address, or several separated by commas, which all recipients can see. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Headers besides the standard ones. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An attachment. */
export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface Mailer {
  /**
   * Delivers immediately. Features add their e-mails to `deliveries` instead, which retries them.
   *
   * @throws the error of the mail server
   */
  deliver(mail: Mail, attachments?: readonly Attachment[]): Promise<void>;
  /**
   * Connects and signs in to the mail server without sending; does nothing without one.
   *
   * @throws the error of the mail server
   */
  verify(): Promise<void>;
  /** The destination: a mail server's host, or the folder of the file mailbox. */
  readonly destination: string;
}

/** Plain text as equivalent HTML. */
export function htmlOfText(text: string): string {
  const escaped = text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<p>${escaped.replaceAll('\n', '<br>')}</p>`;
}

/** Writes `.eml` files, so that an installation without a mail server loses no e-mail. */
async function deliverToFile(folder: string, letter: SendMailOptions): Promise<void> {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const { message } = await transport.sendMail(letter);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stamp = new Date().toISOString().replaceAll(':', '-');
  const path = join(folder, `${stamp}-${randomUUID().slice(0, 8)}.eml`);
  // Written to a temporary file and renamed, so that a reader never sees a partial e-mail.
  await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 });
  await rename(`${path}.part`, path);
}

/** Sends e-mail through the server of SMTP_URL, or without one to a file mailbox in the data folder. */
export function createMailer(config: Config): Mailer {
  const { smtpUrl, from } = config.mail;
  const folder = join(config.dataDir, 'mail');
  const transport = smtpUrl === null ? null : createTransport(smtpUrl);
  const deliver = async (mail: Mail, attachments: readonly Attachment[] = []) => {
    const letter = { from, ...mail, attachments: [...attachments] };
    if (transport === null) await deliverToFile(folder, letter);
    else await transport.sendMail(letter);
  };
  return {
    deliver,
    verify: async () => {
      await transport?.verify();
    },
    destination: smtpUrl === null ? folder : new URL(smtpUrl).host,
  };
}
