import { formatDate, formatDateTime, must } from '@roadworthy/domain';
import { type MailReader, mailReaders } from '../../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { enqueueDeliveries } from '../../../../platform/deliveries/index.ts';
import { htmlOfText, type Mail } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { textOf } from '../../../../platform/texts.ts';
import { type DigestPeriod, digestDay, digestPeriod } from './digest-period.ts';
import {
  type DigestAddress,
  type DigestRow,
  digestRows,
  markDigest,
  nextDigest,
} from './notifications-delivery-digest.repository.ts';
import { unsubscribeToken } from './notifications-delivery-token.ts';

type DigestServices = Pick<Services, 'db' | 'config'>;

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

/** Enqueues the digest of an address if there are records. Returns whether it did. */
async function enqueueDigest(
  trx: Transaction,
  { publicUrl, sessionSecret }: Services['config'],
  of: DigestAddress,
  day: string,
  period: DigestPeriod,
): Promise<boolean> {
  const rows = await digestRows(trx, of, period);
  if (rows.length === 0) return false;
  const readers = await mailReaders(trx, of.customer_id, [of.email]);
  const reader = must(readers[0], 'notification.reader_missing');
  const token = unsubscribeToken(sessionSecret, of.id);
  const mail = digestMail(of, period, rows, reader, {
    link: `${publicUrl}/vehiclecheck/region`,
    unsubscribe: `${publicUrl}/api/notifications/unsubscribe/${token}/`,
  });
  await enqueueDeliveries(trx, [
    {
      customer_id: of.customer_id,
      channel: 'email',
      kind: 'message',
      target: of.email,
      delivery_key: `digest:${of.id}:${day}`,
      content: { to: of.email, ...mail },
      notification_email_id: of.id,
      notification_type: of.notification_type,
      record_kind: 'digest',
    },
  ]);
  return true;
}

/**
 * Enqueues the digests of a day that were not yet: one mail per address, and none without records.
 *
 * @returns the number of mails
 */
export async function sendDigests(
  { db, config }: DigestServices,
  nowMs = Date.now(),
): Promise<number> {
  const day = digestDay(nowMs);
  const frequencies = (['daily', 'weekly'] as const).filter(
    (frequency) => digestPeriod(frequency, day) !== null,
  );
  let count = 0;
  for (;;) {
    const isQueued = await db.asSystem(async (trx) => {
      const of = await nextDigest(trx, day, frequencies);
      const period = of === undefined ? null : digestPeriod(of.frequency, day);
      if (of === undefined || period === null) return null;
      await markDigest(trx, of.id, day);
      return enqueueDigest(trx, config, of, day, period);
    });
    if (isQueued === null) return count;
    if (isQueued) count += 1;
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
      const count = await sendDigests(services);
      if (count > 0) services.log.info({ count }, 'digests of report e-mails were enqueued');
    },
    '3 6-20 * * *',
  );
}
