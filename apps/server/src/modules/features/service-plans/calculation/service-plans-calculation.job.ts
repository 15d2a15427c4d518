import type { Services } from '../../../../platform/services.ts';
import { calculateStale } from './service-plans-calculation.service.ts';

/** Registers the job that keeps the next services up to date. Call it before `jobs.start`. */
export function registerServiceCalculationJob({
  db,
  jobs,
  log,
}: Pick<Services, 'db' | 'jobs' | 'log'>): void {
  jobs.register(
    'service-calculation',
    async () => {
      const vehicles = await calculateStale(db, Date.now());
      if (vehicles > 0) log.info({ vehicles }, 'calculated the next services');
    },
    '*/2 * * * *',
  );
}
