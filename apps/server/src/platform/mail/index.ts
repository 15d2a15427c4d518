import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Config } from '../config/index.ts';
import type { Jobs } from '../jobs/index.ts';

/** A mail in both forms. */
export interface Mail {
  /** An address, or several with commas between, who see each other's. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Besides those that every mail has. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A file that goes with a mail. */
export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface Mailer {
  /** Takes the mail; it is delivered by a job, also when the mail server is down just now. */
  send(mail: Mail): Promise<void>;
  /**
   * Delivers at once, for jobs that keep how it ended. Only such mails take files along: a job of
   * its own would keep them in the database.
   *
   * @throws what the mail server says
   */
  deliver(mail: Mail, attachments?: readonly Attachment[]): Promise<void>;
  /** Where mails go: a mail server's host, or the folder of the mailbox of files. */
  readonly destination: string;
}

const JOB = 'mail';

/** A plain text as HTML that reads the same. */
export function htmlOfText(text: string): string {
  const escaped = text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<p>${escaped.replaceAll('\n', '<br>')}</p>`;
}

/** Delivers into `.eml` files, so that an installation without a mail server loses no mail. */
async function deliverToFile(folder: string, letter: SendMailOptions): Promise<void> {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const { message } = await transport.sendMail(letter);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stamp = new Date().toISOString().replaceAll(':', '-');
  const path = join(folder, `${stamp}-${randomUUID().slice(0, 8)}.eml`);
  // Written aside and moved, so that a reader never sees half a mail.
  await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 });
  await rename(`${path}.part`, path);
}

/**
 * Sends mail through the server of SMTP_URL, without one into a mailbox of files in the data folder.
 * Registers its job; to be called before `jobs.start`.
 */
export function createMailer(config: Config, jobs: Jobs): Mailer {
  const { smtpUrl, from } = config.mail;
  const folder = join(config.dataDir, 'mail');
  const transport = smtpUrl === null ? null : createTransport(smtpUrl);
  const deliver = async (mail: Mail, attachments: readonly Attachment[] = []) => {
    const letter = { from, ...mail, attachments: [...attachments] };
    if (transport === null) await deliverToFile(folder, letter);
    else await transport.sendMail(letter);
  };
  jobs.register<Mail>(JOB, (mail) => deliver(mail));
  return {
    send: (mail) => jobs.send(JOB, mail),
    deliver,
    destination: smtpUrl === null ? folder : new URL(smtpUrl).host,
  };
}
