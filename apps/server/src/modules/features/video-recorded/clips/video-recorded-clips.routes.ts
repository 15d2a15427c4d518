import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../../platform/http/index.ts';
import type { ClipRulesService } from './video-recorded-clips.service.ts';

/** Registers the routes of the clip rules. */
export function registerClipRoutes(app: FastifyInstance, service: ClipRulesService): void {
  const { videoRecorded } = contract;
  implement(app, videoRecorded.clipRules, ({ viewer }) => service.read(viewer));
  implement(app, videoRecorded.changeClipRules, ({ viewer, body }) => service.change(viewer, body));
}
