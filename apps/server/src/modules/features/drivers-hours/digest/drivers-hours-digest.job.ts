import { contract } from '@roadworthy/contract';
import { allows, toApiDate } from '@roadworthy/domain';
import { sql } from 'kysely';
import { loadViewers } from '../../../../platform/auth/index.ts';
import { type MailReader, mailReaders } from '../../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { enqueueMail, enqueuePushNotice } from '../../../../platform/deliveries/index.ts';
import { htmlOfText } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { countedTextOf, textOf, type Wording } from '../../../../platform/texts.ts';
import { visibleDrivers } from '../../../core/fleet/index.ts';
import { readersOfInformation } from '../../../core/users/index.ts';
import { remindersOf } from '../../schedules/index.ts';
import {
  customersToNotify,
  digestCounts,
  markNewInfringements,
  type SeverityCount,
} from './drivers-hours-digest.repository.ts';

/** What waits for a debrief, as the figure on home opens it. */
const LIST = '/drivers-hours?list=infringements&state=new';

type DigestServices = Pick<Services, 'db' | 'config'>;

/** The new infringements of a customer on a day. */
interface Digest {
  readonly customerId: number;
  readonly customer: string;
  /** YYYY-MM-DD in UTC. */
  readonly today: string;
}

/** The texts of a digest. They count, and name no driver: mails are read outside the app. */
function textsOf(
  wording: Wording,
  customer: string,
  counts: readonly SeverityCount[],
  address: string,
) {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const lines = counts
    .map(({ count, severity }) =>
      textOf(wording, 'hours.digest.line', {
        severity: textOf(wording, `hours.severity.${severity ?? 'none'}`),
        count: String(count),
      }),
    )
    .join('\n');
  return {
    subject: countedTextOf(wording, 'hours.digest.subject', total, { customer }),
    text: textOf(wording, 'hours.digest.body', { customer, lines, address }),
  };
}

/**
 * What a recipient may know: a user, what their list shows; an address without an account, which an administrator
 * has entered, the counts of the customer.
 */
async function countsFor(
  { db, trx }: { db: Services['db']; trx: Transaction },
  { customerId, today }: Digest,
  { userId }: MailReader,
): Promise<readonly SeverityCount[]> {
  if (userId === null) return digestCounts(trx, customerId, today, sql<boolean>`true`);
  const [viewer] = await loadViewers(db, [userId]);
  if (viewer === undefined || viewer.lacksSecondFactor) return [];
  if (!allows(contract.driversHours.infringements.access, viewer)) return [];
  return digestCounts(trx, customerId, today, await visibleDrivers(trx, viewer));
}

/**
 * The recipients of the reminders of due dates (H-40), and the people who have information by e-mail in their
 * notification preferences. Each address is listed once.
 */
async function recipientsOf(trx: Transaction, customerId: number): Promise<MailReader[]> {
  const { emails, is_active: isActive } = await remindersOf(trx, customerId);
  const people = await readersOfInformation(trx, customerId);
  const all = [...(isActive ? emails : []), ...people.map(({ email }) => email)];
  const once = new Map(all.map((email) => [email.toLowerCase(), email]));
  return mailReaders(trx, customerId, [...once.values()]);
}

/** Enqueues the digest of each recipient. Returns the number of mails. */
async function enqueueDigest(
  { db, config }: DigestServices,
  trx: Transaction,
  digest: Digest,
): Promise<number> {
  const { customer, customerId, today } = digest;
  let sent = 0;
  for (const reader of await recipientsOf(trx, customerId)) {
    const counts = await countsFor({ db, trx }, digest, reader);
    if (counts.length === 0) continue;
    const address = `${config.publicUrl}${LIST}`;
    const { subject, text } = textsOf(reader.wording, customer, counts, address);
    const mail = { to: reader.email, subject, text, html: htmlOfText(text) };
    const key = `hours-digest:${customerId}:${today}:${reader.email}`;
    await enqueueMail(trx, customerId, mail, { key });
    sent += 1;
    if (reader.userId === null) continue;
    const notice = { title: subject, path: LIST, tag: 'infringements' };
    await enqueuePushNotice(trx, customerId, reader.userId, notice);
  }
  return sent;
}

/**
 * Notifies people of infringements that no digest had, once a day. Marks and messages of a customer are one
 * transaction, so that a restart repeats nothing. Without recipients, the infringements are marked only: a person who
 * turns notifications on later is notified of what is found then.
 *
 * @param nowMs decides which day is today in UTC
 * @returns number of mails
 */
export async function sendInfringementDigests(
  services: DigestServices,
  nowMs: number,
): Promise<number> {
  const { db } = services;
  const today = toApiDate(nowMs, 'UTC');
  let sent = 0;
  for (const customerId of await db.asSystem((trx) => customersToNotify(trx))) {
    sent += await db.asSystem(async (trx) => {
      const customer = await markNewInfringements(trx, customerId, today);
      if (customer === null) return 0;
      return enqueueDigest(services, trx, { customerId, customer, today });
    });
  }
  return sent;
}

/**
 * Registers the job that sends the digests. It begins at 10:30 UTC, so that cards of the morning are in the digest
 * before noon; the later runs are for what is found later, and for a server that did not run.
 */
export function registerInfringementDigestJob(
  services: DigestServices & Pick<Services, 'jobs' | 'log'>,
): void {
  services.jobs.register(
    'infringement-digests',
    async () => {
      const sent = await sendInfringementDigests(services, Date.now());
      if (sent > 0) services.log.info({ sent }, 'sent digests of infringements');
    },
    '30 10-16 * * *',
  );
}
