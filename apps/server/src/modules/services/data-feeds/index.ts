import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerDataFeedRoutes } from './data-feeds.routes.ts';
import { DataFeedsService, deleteOldFeedRows } from './data-feeds.service.ts';
import { FeedWaiting } from './reading/data-feeds-waiting.ts';

export {
  type CursorPage,
  type FeedCursor,
  firstCursor,
  readFromCursor,
} from './reading/data-feeds-cursor.ts';
export type { FeedReader } from './reading/data-feeds-vehicles.ts';

/** Registers the feeds of records for other systems. */
export function registerDataFeeds(app: FastifyInstance, services: Services): void {
  const waiting = new FeedWaiting(services.bus);
  app.addHook('preClose', async () => waiting.close());
  registerDataFeedRoutes(app, new DataFeedsService(services, waiting));
}

/** Declares the job that deletes old notes. Call it before `jobs.start`. */
export function registerDataFeedJobs(services: Services): void {
  const { db, jobs } = services;
  jobs.register('feed-changes-ended', () => deleteOldFeedRows(db), '37 * * * *');
}
