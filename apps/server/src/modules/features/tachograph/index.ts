import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { TimesheetsService } from '../timesheets/index.ts';
import { takeMailbox } from './mail/tachograph-mail.job.ts';
import { registerTachographRoutes } from './tachograph.routes.ts';
import { TachographService } from './tachograph.service.ts';
import { takeInbox } from './tachograph-inbox.ts';
import { TachographKeys } from './tachograph-keys.ts';

export { type MailboxState, mailboxState } from './mail/tachograph-mail.repository.ts';
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

/** Registers the jobs that take files of the watched folder and of the mailbox. Call it before `jobs.start`. */
export function registerTachographJobs(services: TachographServices & Pick<Services, 'jobs'>) {
  const { db, log, config, jobs } = services;
  const { inbox, mail } = config.tachograph;
  const service = tachographService(services);
  if (inbox !== null) {
    jobs.register('tachograph-inbox', () => takeInbox({ db, log, service }, inbox), '* * * * *');
  }
  if (mail !== null) {
    jobs.register('tachograph-mail', () => takeMailbox(services, service), '* * * * *');
  }
}
