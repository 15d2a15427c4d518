import type { Transaction } from '../../../../platform/db/index.ts';
import { keepFile } from '../../../../platform/files/index.ts';
import { htmlOfText } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { languageOf, textOf } from '../../../../platform/texts.ts';
import { helpPageOf } from '../../help/repository.ts';
import { documentOf } from './document.ts';
import {
  type AccidentRow,
  administratorsOf,
  languageOfEmail,
  lockUntold,
  markTold,
  setDocument,
  untoldReports,
} from './repository.ts';

/** Tells the operator of one accident. */
export const ACCIDENT_JOB = 'accident-report';
/** Looks for reports that were kept while the queue could not be reached. */
const SWEEP_JOB = 'accident-reports-untold';
const SWEEP_LIMIT = 50;
/** Files of the vehicle file, which whoever sees the activity may read. */
const DOCUMENT_PURPOSE = 'vehicle-file';

type JobServices = Pick<Services, 'db' | 'files' | 'mail' | 'jobs' | 'bus' | 'log'>;

/** Who is told, and in which language: those who are named, else the customer's administrators. */
async function receiversOf(trx: Transaction, { customer_id: customerId }: AccidentRow) {
  const named = (await helpPageOf(trx, customerId))?.accident_emails ?? [];
  const administrators = await administratorsOf(trx, customerId);
  const emails = named.length > 0 ? named : administrators.map(({ email }) => email);
  const [first] = emails;
  const known = first === undefined ? undefined : await languageOfEmail(trx, customerId, first);
  return { emails, language: languageOf(known ?? administrators[0]?.language) };
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
    const { emails, language } = await receiversOf(trx, report);
    const { name, bytes } = await documentOf(trx, files, report, language);
    const file = await files.put(bytes, {
      customerId: report.customer_id,
      purpose: DOCUMENT_PURPOSE,
      name,
      maxBytes: 100_000_000,
      accept: ['application/pdf'],
    });
    await keepFile(trx, file);
    if (report.activity_id !== null) await setDocument(trx, report.activity_id, file.id);
    if (emails.length > 0) {
      const values = { registration: report.registration, reference: report.reference_number };
      const text = textOf(language, 'accident.mail.body', {
        ...values,
        driver: report.driver_name,
      });
      await mail.deliver(
        {
          to: emails.join(', '),
          subject: textOf(language, 'accident.mail.subject', values),
          text,
          html: htmlOfText(text),
        },
        [{ filename: name, contentType: 'application/pdf', content: bytes }],
      );
    }
    await markTold(trx, id);
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
