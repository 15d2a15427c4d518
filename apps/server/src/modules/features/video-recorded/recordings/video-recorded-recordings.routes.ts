import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../../platform/http/index.ts';
import type { RecordingsService } from './video-recorded-recordings.service.ts';

/** Registers the route of recordings. */
export function registerRecordingRoutes(app: FastifyInstance, service: RecordingsService): void {
  implement(app, contract.videoRecorded.recordings, ({ viewer, query }) =>
    service.list(viewer, query),
  );
}
