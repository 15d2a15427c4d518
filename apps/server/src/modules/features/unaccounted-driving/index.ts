import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { NO_KEYS, TachographService } from '../tachograph/index.ts';
import { analyseNext } from './analysis/unaccounted-driving-analysis.ts';
import { storeNextDays } from './days/unaccounted-driving-days.job.ts';
import { registerUnaccountedDrivingRoutes } from './unaccounted-driving.routes.ts';
import { UnaccountedDrivingService } from './unaccounted-driving.service.ts';

export { UnaccountedDrivingService } from './unaccounted-driving.service.ts';

/** Driving that tachograph and tracker do not agree about. */
export function registerUnaccountedDriving(
  app: FastifyInstance,
  { db }: Pick<Services, 'db'>,
): void {
  registerUnaccountedDrivingRoutes(app, new UnaccountedDrivingService(db));
}

/**
 * Does one piece of the work that new files and trips cause.
 *
 * @returns whether there was any
 */
export async function findUnaccountedDriving({
  db,
  files,
}: Pick<Services, 'db' | 'files'>): Promise<boolean> {
  const tachograph = new TachographService(db, files, NO_KEYS);
  return (await storeNextDays(db, tachograph)) || (await analyseNext(db));
}

/** Registers the work that new files and trips cause. Call it before `jobs.start`. */
export function registerUnaccountedDrivingJobs(
  services: Pick<Services, 'db' | 'files' | 'jobs'>,
): void {
  services.jobs.poll('unaccounted-driving', () => findUnaccountedDriving(services));
}
