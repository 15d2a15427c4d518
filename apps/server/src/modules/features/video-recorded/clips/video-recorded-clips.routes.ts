import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../../platform/http/index.ts';
import type { ClipRulesService } from './video-recorded-clips.service.ts';

/** Calls of the rules by which events ask for clips. */
export function registerClipRoutes(app: FastifyInstance, service: ClipRulesService): void {
  const { videoRecorded } = contract;
  implement(app, videoRecorded.clipRules, ({ viewer }) => service.read(viewer));
  implement(app, videoRecorded.changeClipRules, ({ viewer, body }) => service.change(viewer, body));
}
