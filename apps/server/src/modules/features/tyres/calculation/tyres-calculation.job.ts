import type { Services } from '../../../../platform/services.ts';
import { calculateStaleTyres } from './tyres-calculation.service.ts';

/** Registers the job that keeps the forecasts of tyres up to date. Call it before `jobs.start`. */
export function registerTyreJob({ db, jobs, log }: Pick<Services, 'db' | 'jobs' | 'log'>): void {
  jobs.register(
    'tyre-calculation',
    async () => {
      const vehicles = await calculateStaleTyres(db, Date.now());
      if (vehicles > 0) log.info({ vehicles }, 'calculated the tyres');
    },
    '*/10 * * * *',
  );
}
