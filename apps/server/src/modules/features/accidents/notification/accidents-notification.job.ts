import {
  byWording,
  type MailReader,
  mailReaders,
  wordingOf,
} from '../../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { enqueueDeliveries, Undeliverable } from '../../../../platform/deliveries/index.ts';
import { storeFile } from '../../../../platform/files/index.ts';
import { htmlOfText } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { textOf } from '../../../../platform/texts.ts';
import { administratorsOf } from '../../../core/users/index.ts';
import { helpPageOf } from '../../help-page/index.ts';
import {
  type AccidentRow,
  lockPendingReport,
  markNotified,
  pendingReports,
  reportById,
  setDocument,
} from './accidents-notification.repository.ts';
import { documentOf } from './accidents-notification-document.ts';

/** Notifies the operator of an accident. */
export const ACCIDENT_JOB = 'accident-report';
/** Finds reports whose notification could not be queued. */
const SWEEP_JOB = 'accident-reports-untold';
const SWEEP_LIMIT = 50;
/** Purpose of files that everyone who can see the activity may read. */
const DOCUMENT_PURPOSE = 'vehicle-file';

type JobServices = Pick<Services, 'db' | 'files' | 'deliveries' | 'jobs' | 'bus' | 'log'>;

/** Recipients by language: the configured addresses, else the customer's administrators. */
async function recipientsOf(trx: Transaction, { customer_id: customerId }: AccidentRow) {
  const named = (await helpPageOf(trx, customerId))?.accident_emails ?? [];
  const emails =
    named.length > 0 ? named : (await administratorsOf(trx, customerId)).map(({ email }) => email);
  return byWording(await mailReaders(trx, customerId, emails));
}

/** Enqueues the mail to recipients with the same language and custom texts. */
async function enqueueReport(
  trx: Transaction,
  { id, customer_id }: AccidentRow,
  readers: readonly MailReader[],
): Promise<void> {
  const emails = readers.map(({ email }) => email);
  await enqueueDeliveries(trx, [
    {
      customer_id,
      channel: 'email',
      queue: 'documents',
      kind: 'accident',
      target: emails.join(', '),
      delivery_key: `accident:${id}:${emails.join(',')}`,
      content: { reportId: id, emails },
    },
  ]);
}

/** Composes the mail of a report with its PDF in the language of its recipients. */
function registerReportMails({ deliveries, files }: Pick<Services, 'deliveries' | 'files'>): void {
  deliveries.register('accident', {
    compose: async (trx, { target, content }) => {
      const { reportId, emails } = content as { reportId: number; emails: string[] };
      const report = await reportById(trx, reportId);
      if (report === undefined) throw new Undeliverable('delivery.record_deleted');
      const [reader] = await mailReaders(trx, report.customer_id, emails);
      const wording = reader?.wording ?? 'en';
      const { name, bytes } = await documentOf(trx, files, report, wording);
      const values = {
        registration: report.registration,
        reference: report.reference_number,
        driver: report.driver_name,
      };
      const subject = textOf(wording, 'accident.mail.subject', values);
      const text = textOf(wording, 'accident.mail.body', values);
      return {
        channel: 'email',
        mail: { to: target, subject, text, html: htmlOfText(text) },
        attachments: [{ filename: name, contentType: 'application/pdf', content: bytes }],
      };
    },
  });
}

/**
 * Makes the PDF of a report, adds it to the vehicle file, and enqueues its mails, in one transaction
 * that locks the report.
 *
 * @returns false if the notification was already sent, or is being sent by another process
 */
export async function notifyOfAccident(
  services: Pick<JobServices, 'db' | 'files' | 'bus'>,
  id: number,
): Promise<boolean> {
  const { db, files, bus } = services;
  const customerId = await db.asSystem(async (trx) => {
    const report = await lockPendingReport(trx, id);
    if (report === undefined) return null;
    const recipients = await recipientsOf(trx, report);
    // The PDF in the vehicle file is in the language of the first recipient.
    const [first] = recipients.keys();
    const kept = first ?? (await wordingOf(trx, report.customer_id, null));
    const made = await documentOf(trx, files, report, kept);
    const file = await files.put(made.bytes, {
      customerId: report.customer_id,
      purpose: DOCUMENT_PURPOSE,
      name: made.name,
      maxBytes: 100_000_000,
      accept: ['application/pdf'],
    });
    await storeFile(trx, file);
    if (report.activity_id !== null) await setDocument(trx, report.activity_id, file.id);
    for (const readers of recipients.values()) await enqueueReport(trx, report, readers);
    await markNotified(trx, id);
    return report.customer_id;
  });
  if (customerId === null) return false;
  bus.publish('activities.changed', { customerId });
  return true;
}

/** Registers the jobs of accidents. Call it before `jobs.start`. */
export function registerAccidentJobs(services: JobServices): void {
  const { db, jobs } = services;
  registerReportMails(services);
  jobs.register<{ id: number }>(ACCIDENT_JOB, async ({ id }) => {
    await notifyOfAccident(services, id);
  });
  jobs.register(
    SWEEP_JOB,
    async () => {
      for (const id of await db.asSystem((trx) => pendingReports(trx, SWEEP_LIMIT))) {
        await jobs.send(ACCIDENT_JOB, { id });
      }
    },
    '*/10 * * * *',
  );
}
