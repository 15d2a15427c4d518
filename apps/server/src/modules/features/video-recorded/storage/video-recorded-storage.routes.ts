import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../../platform/http/index.ts';
import type { StorageService } from './video-recorded-storage.service.ts';

/** Calls of retention and quota. */
export function registerStorageRoutes(app: FastifyInstance, service: StorageService): void {
  const { video } = contract;
  implement(app, video.storage, ({ viewer }) => service.read(viewer));
  implement(app, video.changeStorage, ({ viewer, body }) => service.change(viewer, body));
}
