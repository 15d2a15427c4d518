import type { Services } from '../../../../../platform/services.ts';
import { dueUploads, endLost, removeOld } from './imports-vehicles-running.repository.ts';
import { runUpload } from './imports-vehicles-running-run.ts';

/** The queue of uploads to process. */
export const UPLOAD_JOB = 'vehicle-upload';
export interface UploadJobData {
  readonly uploadId: number;
}

/** Uploads per run; the next run handles the rest. */
const MAX_DUE = 100;
/** All retries of a job end within about three hours. */
const LOST_AFTER_HOURS = 6;
const KEPT_DAYS = 90;

type JobServices = Pick<Services, 'db' | 'jobs' | 'config' | 'bus' | 'log'>;

/** Creates a job for each upload that is due; a second job for the same upload does nothing. */
async function startDueUploads({ db, jobs }: Pick<Services, 'db' | 'jobs'>): Promise<void> {
  for (const uploadId of await db.asSystem((trx) => dueUploads(trx, MAX_DUE))) {
    await jobs.send<UploadJobData>(UPLOAD_JOB, { uploadId });
  }
}

/** Registers the jobs of uploads. Call it before `jobs.start`. */
export function registerImportJobs(services: JobServices): void {
  const { db, jobs } = services;
  jobs.register<UploadJobData>(UPLOAD_JOB, ({ uploadId }) => runUpload(services, uploadId));
  jobs.register('vehicle-uploads-due', () => startDueUploads(services), '* * * * *');
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
