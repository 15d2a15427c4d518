import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import type { Services } from '../../../platform/services.ts';
import { RawDataService } from './raw-data.service.ts';
import { RawFramesService } from './raw-data-frames.service.ts';

/** Registers the routes of raw data. */
export function registerRawData(app: FastifyInstance, services: Services): void {
  const rawData = new RawDataService(services);
  implement(app, contract.trackers.rawData, ({ viewer, query }) => rawData.records(viewer, query));
  const frames = new RawFramesService(services);
  implement(app, contract.trackers.rawFrames, ({ viewer, query }) => frames.page(viewer, query));
}
