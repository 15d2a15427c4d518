import type { Services } from '../../../../platform/services.ts';
import { findNextCouplings, queueLastingJourneys } from './couplings-finding.ts';

/** Registers the work that finds couplings. Call it before `jobs.start`. */
export function registerCouplingJobs({ db, jobs }: Pick<Services, 'db' | 'jobs'>): void {
  jobs.poll('couplings', () => findNextCouplings(db));
  jobs.register('couplings-journeys', () => queueLastingJourneys(db), '*/10 * * * *');
}
