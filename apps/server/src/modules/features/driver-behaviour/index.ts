import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerBehaviourRoutes } from './driver-behaviour.routes.ts';
import { BehaviourService } from './driver-behaviour.service.ts';

export { BehaviourService } from './driver-behaviour.service.ts';

/** Registers the scores of drivers and vehicles (area M). */
export function registerDriverBehaviour(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  registerBehaviourRoutes(app, new BehaviourService(db));
}
