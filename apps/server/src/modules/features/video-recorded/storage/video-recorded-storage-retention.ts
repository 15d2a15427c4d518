import { mailReaders } from '../../../../platform/customer-texts/index.ts';
import { enqueueMail } from '../../../../platform/deliveries/index.ts';
import { htmlOfText } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { textOf } from '../../../../platform/texts.ts';
import { administratorsOf } from '../../../core/users/index.ts';
import { deleteRequests } from '../requests/video-recorded-requests.repository.ts';
import { removeStaleUploads } from '../uploads/video-recorded-uploads.repository.ts';
import {
  customersWithVideo,
  expiredRequests,
  markWarned,
} from './video-recorded-storage.repository.ts';
import { gigabytes, quotaOf } from './video-recorded-storage-quota.ts';

const AT_ONCE = 200;

type RetentionServices = Pick<Services, 'db' | 'log' | 'config'>;

/** Deletes expired clips that are not marked to keep. Returns their number. */
export async function removeExpired({ db }: Pick<Services, 'db'>): Promise<number> {
  let removed = 0;
  for (;;) {
    const ids = await db.asSystem(async (trx) => {
      const expired = await expiredRequests(trx, AT_ONCE);
      await deleteRequests(trx, expired);
      return expired;
    });
    removed += ids.length;
    if (ids.length < AT_ONCE) return removed;
  }
}

/**
 * Mails the administrators of a customer, at most once a week, that its quota is nearly or fully
 * used.
 */
export async function warnOfQuota(
  { db, config }: Pick<RetentionServices, 'db' | 'config'>,
  customerId: number,
): Promise<boolean> {
  return db.asSystem(async (trx) => {
    const { state, used, quota } = await quotaOf(trx, customerId);
    if (state === 'ok' || !(await markWarned(trx, customerId))) return false;
    const people = await administratorsOf(trx, customerId);
    const emails = people.map(({ email }) => email);
    const readers = await mailReaders(trx, customerId, emails);
    for (const [n, { email, first_name }] of people.entries()) {
      const wording = readers[n]?.wording ?? 'en';
      const text = textOf(wording, 'video.quota.mail.body', {
        name: first_name,
        used: gigabytes(used),
        quota: gigabytes(quota),
        link: `${config.publicUrl}/video/historic`,
      });
      const subject = textOf(wording, 'video.quota.mail.subject');
      await enqueueMail(trx, customerId, { to: email, subject, text, html: htmlOfText(text) });
    }
    return true;
  });
}

/** Declares the jobs of retention. Call before `jobs.start`. */
export function registerRetentionJobs(services: RetentionServices & Pick<Services, 'jobs'>): void {
  const { db, jobs, log } = services;
  jobs.register(
    'video-retention',
    async () => {
      const removed = await removeExpired(services);
      if (removed > 0) log.info({ removed }, 'expired clips were deleted');
      await db.asSystem((trx) => removeStaleUploads(trx));
    },
    '23 * * * *',
  );
  jobs.register(
    'video-quota',
    async () => {
      for (const customerId of await db.asSystem(customersWithVideo)) {
        await warnOfQuota(services, customerId);
      }
    },
    '38 * * * *',
  );
}
