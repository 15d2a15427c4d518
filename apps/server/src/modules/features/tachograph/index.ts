import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { TimesheetsService } from '../timesheets/index.ts';
import { registerTachographRoutes } from './tachograph.routes.ts';
import { TachographService } from './tachograph.service.ts';
import { takeInbox } from './tachograph-inbox.ts';
import { TachographKeys } from './tachograph-keys.ts';

export { TachographService } from './tachograph.service.ts';
export { type CardUse, cardUses, type UnitDay, unitDays } from './tachograph-days.ts';
export { NO_KEYS } from './tachograph-keys.ts';

type TachographServices = Pick<Services, 'db' | 'files' | 'config' | 'log'>;

function tachographService({ db, files, config, log }: TachographServices) {
  return new TachographService(db, files, new TachographKeys(config.tachograph.keys, log));
}

/** Registers the routes of tachograph files (U-20). */
export function registerTachograph(app: FastifyInstance, services: TachographServices): void {
  registerTachographRoutes(app, tachographService(services), new TimesheetsService(services.db));
}

/** Registers the job that takes files of the watched folder. Call it before `jobs.start`. */
export function registerTachographJobs(services: TachographServices & Pick<Services, 'jobs'>) {
  const { db, log, config, jobs } = services;
  const { inbox } = config.tachograph;
  if (inbox === null) return;
  const service = tachographService(services);
  jobs.register('tachograph-inbox', () => takeInbox({ db, log, service }, inbox), '* * * * *');
}
