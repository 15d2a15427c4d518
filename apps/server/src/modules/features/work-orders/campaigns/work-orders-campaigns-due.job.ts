import { toApiDate } from '@roadworthy/domain';
import { reminderOf } from '../../../../engines/schedules/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { remindersOf } from '../../schedules/index.ts';
import { insertDueAlerts, lockDueCampaigns } from './work-orders-campaigns-alerts.repository.ts';

/**
 * Notifies people of unfinished campaigns before their due day, on the days of the customer's reminders of due
 * dates. Each number of days is reminded of once, however often this runs; marks and alerts are one transaction.
 *
 * @param nowMs decides which day is today in UTC
 * @returns number of campaigns that people were notified of
 */
export function notifyDueCampaigns({ db }: Pick<Services, 'db'>, nowMs: number): Promise<number> {
  return db.asSystem(async (trx) => {
    let notified = 0;
    for (const { customer_id, due_on, id, reminded_days: before } of await lockDueCampaigns(
      trx,
      toApiDate(nowMs, 'UTC'),
    )) {
      const { days_before: daysBefore } = await remindersOf(trx, customer_id);
      const days = reminderOf(Date.parse(due_on), daysBefore, nowMs);
      if (days === null || (before !== null && before <= days)) continue;
      await insertDueAlerts(trx, id, days);
      notified += 1;
    }
    return notified;
  });
}

/** Registers the job that notifies people of due campaigns every morning. Call it before `jobs.start`. */
export function registerCampaignJob(services: Pick<Services, 'db' | 'jobs' | 'log'>): void {
  services.jobs.register(
    'recall-campaign-reminders',
    async () => {
      const notified = await notifyDueCampaigns(services, Date.now());
      if (notified > 0) services.log.info({ notified }, 'notified people of due campaigns');
    },
    '20 5 * * *',
  );
}
