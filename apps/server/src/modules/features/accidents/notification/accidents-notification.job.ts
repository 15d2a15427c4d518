import {
  byWording,
  type MailReader,
  mailReaders,
  wordingOf,
} from '../../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { keepFile } from '../../../../platform/files/index.ts';
import { htmlOfText, type Mailer } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { textOf, type Wording } from '../../../../platform/texts.ts';
import { helpPageOf } from '../../help-page/index.ts';
import {
  type AccidentRow,
  administratorsOf,
  lockUntold,
  markNotified,
  setDocument,
  untoldReports,
} from './accidents-notification.repository.ts';
import { documentOf } from './accidents-notification-document.ts';

/** Tells the operator of one accident. */
export const ACCIDENT_JOB = 'accident-report';
/** Looks for reports that were kept while the queue could not be reached. */
const SWEEP_JOB = 'accident-reports-untold';
const SWEEP_LIMIT = 50;
/** Files of the vehicle file, which whoever sees the activity may read. */
const DOCUMENT_PURPOSE = 'vehicle-file';

type JobServices = Pick<Services, 'db' | 'files' | 'mail' | 'jobs' | 'bus' | 'log'>;

/** Who is told, each in the own language: those who are named, else the customer's administrators. */
async function receiversOf(trx: Transaction, { customer_id: customerId }: AccidentRow) {
  const named = (await helpPageOf(trx, customerId))?.accident_emails ?? [];
  const emails =
    named.length > 0 ? named : (await administratorsOf(trx, customerId)).map(({ email }) => email);
  return byWording(await mailReaders(trx, customerId, emails));
}

/** Mails the report to readers of the same words. */
async function mailReport(
  mail: Mailer,
  wording: Wording,
  readers: readonly MailReader[],
  { driver_name: driver, registration, reference_number: reference }: AccidentRow,
  { name, bytes }: { readonly name: string; readonly bytes: Buffer },
): Promise<void> {
  const values = { registration, reference, driver };
  const text = textOf(wording, 'accident.mail.body', values);
  await mail.deliver(
    {
      to: readers.map(({ email }) => email).join(', '),
      subject: textOf(wording, 'accident.mail.subject', values),
      text,
      html: htmlOfText(text),
    },
    [{ filename: name, contentType: 'application/pdf', content: bytes }],
  );
}

/**
 * Makes the PDF of a report, puts it into the vehicle file, and mails it. All of it in one transaction
 * that holds the report: a mail may go twice where the server ends right after it, and never not at all.
 *
 * @returns whether somebody was told now
 */
export async function tellOfAccident(services: JobServices, id: number): Promise<boolean> {
  const { db, files, mail, bus } = services;
  const told = await db.asSystem(async (trx) => {
    const report = await lockUntold(trx, id);
    if (report === undefined) return null;
    const receivers = await receiversOf(trx, report);
    // The vehicle file keeps it in the words of those who are named first.
    const [first] = receivers.keys();
    const kept = first ?? (await wordingOf(trx, report.customer_id, null));
    const made = await documentOf(trx, files, report, kept);
    const file = await files.put(made.bytes, {
      customerId: report.customer_id,
      purpose: DOCUMENT_PURPOSE,
      name: made.name,
      maxBytes: 100_000_000,
      accept: ['application/pdf'],
    });
    await keepFile(trx, file);
    if (report.activity_id !== null) await setDocument(trx, report.activity_id, file.id);
    for (const [wording, readers] of receivers) {
      const own = wording === kept ? made : await documentOf(trx, files, report, wording);
      await mailReport(mail, wording, readers, report, own);
    }
    await markNotified(trx, id);
    return report.customer_id;
  });
  if (told === null) return false;
  bus.publish('activities.changed', { customerId: told });
  return true;
}

/** Declares the jobs of accidents. Before `jobs.start`. */
export function registerAccidentJobs(services: JobServices): void {
  const { db, jobs } = services;
  jobs.register<{ id: number }>(ACCIDENT_JOB, async ({ id }) => {
    await tellOfAccident(services, id);
  });
  jobs.register(
    SWEEP_JOB,
    async () => {
      for (const id of await db.asSystem((trx) => untoldReports(trx, SWEEP_LIMIT))) {
        await jobs.send(ACCIDENT_JOB, { id });
      }
    },
    '*/10 * * * *',
  );
}
