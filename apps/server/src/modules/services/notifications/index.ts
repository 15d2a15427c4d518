import type { Services } from '../../../platform/services.ts';
import { registerRecordMails } from './delivery/notifications-delivery.job.ts';
import { registerDigestJob } from './delivery/notifications-delivery-digest.ts';

export { registerNotifications } from './notifications.routes.ts';

/** Registers the jobs that send notifications. Call it before `jobs.start`. */
export function registerNotificationJobs(services: Services): void {
  registerRecordMails(services);
  registerDigestJob(services);
}
