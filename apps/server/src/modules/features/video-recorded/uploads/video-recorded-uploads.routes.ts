import type { Readable } from 'node:stream';
import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../../platform/http/index.ts';
import type { UploadsService } from './video-recorded-uploads.service.ts';

/** Content types of chunks; each arrives as a stream. */
const PIECE_TYPES = ['application/octet-stream', 'video/mp4'];

/** Registers the routes of uploads. Chunks are streamed, never held in memory. */
export function registerUploadRoutes(app: FastifyInstance, service: UploadsService): void {
  const { videoRecorded } = contract;
  implement(app, videoRecorded.createUpload, ({ viewer, body }) => service.create(viewer, body));
  implement(app, videoRecorded.uploadState, ({ params, query }) => service.state(params.id, query));
  void app.register(async (scope) => {
    scope.addContentTypeParser(PIECE_TYPES, (_request, payload, done) => done(null, payload));
    implement(scope, videoRecorded.uploadPiece, ({ params, query, request }) => {
      const range = request.headers['content-range'];
      // An empty or JSON body cannot be a chunk.
      const content = request.body as Readable | undefined;
      const bytes = typeof content?.pipe === 'function' ? content : request.raw;
      return service.piece(params.id, query, range, bytes);
    });
  });
}
