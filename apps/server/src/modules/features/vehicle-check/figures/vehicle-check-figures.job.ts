import { toApiDate } from '@roadworthy/domain';
import type { Services } from '../../../../platform/services.ts';
import { countUnchecked } from './vehicle-check-figures.repository.ts';
import { CHECK_ZONE, dayAfter } from './vehicle-check-figures-range.ts';

/** Trip records arrive late, so each night recounts the last days. */
const LATE_DAYS = 8;

/**
 * Registers the jobs that count vehicles used without a check: today and yesterday every half an
 * hour, the last days every night. Call before `jobs.start`.
 */
export function registerFigureJobs({ db, jobs }: Pick<Services, 'db' | 'jobs'>): void {
  const count = async (days: number) => {
    const end = toApiDate(Date.now(), CHECK_ZONE);
    await db.asSystem((trx) => countUnchecked(trx, { start: dayAfter(end, -days), end }));
  };
  jobs.register('vehicle-check-due', () => count(1), '7,37 * * * *');
  jobs.register('vehicle-check-due-late', () => count(LATE_DAYS), '23 3 * * *');
}
