import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../../platform/http/index.ts';
import type { StorageService } from './video-recorded-storage.service.ts';

/** Registers the routes of retention and quota. */
export function registerStorageRoutes(app: FastifyInstance, service: StorageService): void {
  const { videoRecorded } = contract;
  implement(app, videoRecorded.storage, ({ viewer }) => service.read(viewer));
  implement(app, videoRecorded.changeStorage, ({ viewer, body }) => service.change(viewer, body));
}
