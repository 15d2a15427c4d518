import type { Services } from '../../../platform/services.ts';
import { trimFrames } from './raw-data-frames.repository.ts';

/** Declares the job that limits the stored raw frames, every ten minutes. */
export function registerRawFramesJob({ config, db, jobs }: Services): void {
  jobs.register('raw-frames-trim', () => trimFrames(db, config.rawFrames), '*/10 * * * *');
}
