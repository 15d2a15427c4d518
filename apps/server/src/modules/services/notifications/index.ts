import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerRecordMails } from './delivery/notifications-delivery.job.ts';
import { registerDigestJob } from './delivery/notifications-delivery-digest.ts';
import { registerReportEmails } from './notifications.routes.ts';
import { registerPersonalNotifications } from './personal/notifications-personal.routes.ts';
import { registerPersonalDeliveries } from './personal/notifications-personal-delivery.ts';
import { sendNextDigest } from './personal/notifications-personal-digest.ts';
import { notifyPeople } from './personal/notifications-personal-dispatch.ts';

/** Registers the calls of report e-mails, and of people's own notifications. */
export function registerNotifications(app: FastifyInstance, services: Services): void {
  registerReportEmails(app, services);
  registerPersonalNotifications(app, services);
}

/** Registers the jobs that send notifications. Call it before `jobs.start`. */
export function registerNotificationJobs(services: Services): void {
  registerRecordMails(services);
  registerDigestJob(services);
  registerPersonalDeliveries(services);
  services.jobs.poll('notify-people', async () => (await notifyPeople(services.db)) > 0);
  services.jobs.poll('personal-digests', () => sendNextDigest(services));
}
