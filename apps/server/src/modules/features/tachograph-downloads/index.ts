import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { DownloadSettingsService } from './settings/tachograph-downloads-settings.service.ts';
import { registerTachographDownloadsRoutes } from './tachograph-downloads.routes.ts';
import { TachographDownloadsService } from './tachograph-downloads.service.ts';

export { registerDownloadReminderJob } from './reminders/tachograph-downloads-reminders.job.ts';
export { TachographDownloadsService } from './tachograph-downloads.service.ts';

/** When tachograph cards and vehicle units must be downloaded. */
export function registerTachographDownloads(
  app: FastifyInstance,
  { db }: Pick<Services, 'db'>,
): void {
  registerTachographDownloadsRoutes(
    app,
    new TachographDownloadsService(db),
    new DownloadSettingsService(db),
  );
}
