import type { Services } from '../../../../platform/services.ts';
import { dueUploads, endLost, removeOld } from './uploads-running.repository.ts';
import { runUpload } from './uploads-running-run.ts';

/** The queue of uploads to be worked through. */
export const UPLOAD_JOB = 'vehicle-upload';
export interface UploadJobData {
  readonly uploadId: number;
}

/** In a round; the others are due in the next. */
const MAX_DUE = 100;
/** Tries of a job end within some three hours. */
const LOST_AFTER_HOURS = 6;
const KEPT_DAYS = 90;

type JobServices = Pick<Services, 'db' | 'jobs' | 'mail' | 'config' | 'bus' | 'log'>;

/** Gives each upload whose time has come its job; one that has two does nothing twice. */
async function giveDueUploads({ db, jobs }: Pick<Services, 'db' | 'jobs'>): Promise<void> {
  for (const uploadId of await db.asSystem((trx) => dueUploads(trx, MAX_DUE))) {
    await jobs.send<UploadJobData>(UPLOAD_JOB, { uploadId });
  }
}

/** Declares the jobs of uploads. Before `jobs.start`. */
export function registerUploadJobs(services: JobServices): void {
  const { db, jobs } = services;
  jobs.register<UploadJobData>(UPLOAD_JOB, ({ uploadId }) => runUpload(services, uploadId));
  jobs.register('vehicle-uploads-due', () => giveDueUploads(services), '* * * * *');
  jobs.register(
    'vehicle-uploads-old',
    () =>
      db.asSystem(async (trx) => {
        await endLost(trx, LOST_AFTER_HOURS);
        await removeOld(trx, KEPT_DAYS);
      }),
    '27 3 * * *',
  );
}
