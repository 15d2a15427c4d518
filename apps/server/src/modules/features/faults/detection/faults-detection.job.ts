import type { Services } from '../../../../platform/services.ts';
import { detectFaults } from './faults-detection.service.ts';

/** Registers the job that finds faults in the records of devices. Call it before `jobs.start`. */
export function registerFaultJob({ db, jobs, log }: Pick<Services, 'db' | 'jobs' | 'log'>): void {
  jobs.register(
    'fault-detection',
    async () => {
      const found = await detectFaults(db, Date.now());
      if (found > 0) log.info({ found }, 'found faults of vehicles');
    },
    '*/10 * * * *',
  );
}
