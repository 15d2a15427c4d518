import { formatDate, formatDateTime, must } from '@roadworthy/domain';
import { type MailReader, mailReaders } from '../../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { htmlOfText, type Mail } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { textOf } from '../../../../platform/texts.ts';
import { type DigestPeriod, digestDay, digestPeriod } from './digest-period.ts';
import { failureOf, isPermanentFailure } from './notifications-delivery.job.ts';
import {
  type DigestAddress,
  type DigestResult,
  type DigestRow,
  digestRows,
  nextDigest,
  storeDigest,
} from './notifications-delivery-digest.repository.ts';
import { unsubscribeToken } from './notifications-delivery-token.ts';

type DigestServices = Pick<Services, 'db' | 'mail' | 'config'>;

/** Default for readers without a time zone. */
const TIME_ZONE = 'Europe/London';

/** A mail with all records of a period, in the language, wording and formats of its reader. */
function digestMail(
  of: DigestAddress,
  period: DigestPeriod,
  rows: readonly DigestRow[],
  reader: MailReader,
  address: { readonly link: string; readonly unsubscribe: string },
): Omit<Mail, 'to'> {
  const { wording, dateFormat, timeFormat } = reader;
  const dates = { timeZone: reader.timeZone ?? TIME_ZONE, dateFormat, timeFormat };
  // Days are not converted to the reader's time zone.
  const dayOf = (day: string) =>
    formatDate(Date.parse(`${day}T00:00:00Z`), { ...dates, timeZone: 'UTC' });
  const total = rows[0]?.total ?? 0;
  const lines = rows.map(({ reference, registration, at, by, defects }) =>
    textOf(wording, 'notification.digest.line', {
      reference,
      registration,
      at: formatDateTime(at.getTime(), dates),
      by,
      defects: String(defects),
    }),
  );
  const more = total - rows.length;
  const written = {
    title: textOf(wording, `notification.type.${of.notification_type}`),
    range:
      period.first === period.last
        ? dayOf(period.first)
        : `${dayOf(period.first)} – ${dayOf(period.last)}`,
    count: String(total),
    lines: [
      ...lines,
      ...(more > 0 ? [textOf(wording, 'notification.digest.more', { count: String(more) })] : []),
    ].join('\n'),
    customer: of.customer,
    ...address,
  };
  const text = textOf(wording, 'notification.digest.body', written);
  return {
    subject: textOf(wording, 'notification.digest.subject', written),
    text,
    html: htmlOfText(text),
    headers: {
      'List-Unsubscribe': `<${address.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

/** Sends the digest of an address if there are records. Returns the result. */
async function sendDigest(
  trx: Transaction,
  { mail, config }: DigestServices,
  of: DigestAddress,
  period: DigestPeriod,
): Promise<DigestResult> {
  const rows = await digestRows(trx, of, period);
  if (rows.length === 0) return { state: 'nothing' };
  const readers = await mailReaders(trx, of.customer_id, [of.email]);
  const reader = must(readers[0], 'notification.reader_missing');
  const token = unsubscribeToken(config.sessionSecret, of.id);
  const content = digestMail(of, period, rows, reader, {
    link: `${config.publicUrl}/vehiclecheck/region`,
    unsubscribe: `${config.publicUrl}/api/notifications/unsubscribe/${token}/`,
  });
  try {
    await mail.deliver({ to: of.email, ...content });
    return { state: 'sent' };
  } catch (error) {
    if (isPermanentFailure(error)) return { state: 'bounced', failure: failureOf(error) };
    throw error;
  }
}

/**
 * Sends the digests of a day that were not sent yet: one mail per address, and none without
 * records. The next run retries addresses whose mail the server did not accept.
 *
 * @returns the numbers of mails that were sent, and that the server did not accept
 */
export async function sendDigests(
  services: DigestServices,
  nowMs = Date.now(),
): Promise<{ sent: number; failed: number }> {
  const day = digestDay(nowMs);
  const frequencies = (['daily', 'weekly'] as const).filter(
    (frequency) => digestPeriod(frequency, day) !== null,
  );
  const count = { sent: 0, failed: 0 };
  const tried: number[] = [];
  for (;;) {
    const before = tried.length;
    try {
      const end = await services.db.asSystem(async (trx) => {
        const of = await nextDigest(trx, day, frequencies, tried);
        const period = of === undefined ? null : digestPeriod(of.frequency, day);
        if (of === undefined || period === null) return null;
        tried.push(of.id);
        const ended = await sendDigest(trx, services, of, period);
        await storeDigest(trx, of, day, ended);
        return ended;
      });
      if (end === null) return count;
      if (end.state === 'sent') count.sent += 1;
    } catch (error) {
      // The error is not about a single address: a next iteration would fail in the same way.
      if (tried.length === before) throw error;
      count.failed += 1;
    }
  }
}

/**
 * Registers the job of digests, which runs every hour from six in the morning. Call it before
 * `jobs.start`.
 */
export function registerDigestJob(services: DigestServices & Pick<Services, 'jobs' | 'log'>): void {
  services.jobs.register(
    'notification-digests',
    async () => {
      const { sent, failed } = await sendDigests(services);
      if (sent > 0) services.log.info({ sent }, 'digests of report e-mails were sent');
      if (failed > 0) services.log.warn({ failed }, 'digests of report e-mails were not accepted');
    },
    '3 6-20 * * *',
  );
}
