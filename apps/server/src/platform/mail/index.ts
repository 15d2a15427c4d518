import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '../config/index.ts';
import type { Jobs } from '../jobs/index.ts';

/** A mail to one person, in both forms. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailer {
  /** Takes the mail; it is delivered by a job, also when the mail server is down just now. */
  send(mail: Mail): Promise<void>;
  /**
   * Delivers at once, for jobs that keep how it ended.
   *
   * @throws what the mail server says
   */
  deliver(mail: Mail): Promise<void>;
  /** Where mails go: a mail server's host, or the folder of the mailbox of files. */
  readonly destination: string;
}

const JOB = 'mail';

/** Delivers into `.eml` files, so that an installation without a mail server loses no mail. */
async function deliverToFile(folder: string, from: string, mail: Mail): Promise<void> {
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({
    from,
    ...mail,
  });
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
  const deliver = async (mail: Mail) => {
    if (transport === null) await deliverToFile(folder, from, mail);
    else await transport.sendMail({ from, ...mail });
  };
  jobs.register<Mail>(JOB, deliver);
  return {
    send: (mail) => jobs.send(JOB, mail),
    deliver,
    destination: smtpUrl === null ? folder : new URL(smtpUrl).host,
  };
}
