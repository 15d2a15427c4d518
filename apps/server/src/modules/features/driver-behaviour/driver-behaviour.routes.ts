import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import type { BehaviourService } from './driver-behaviour.service.ts';

/** Registers the routes of driver behaviour. */
export function registerBehaviourRoutes(app: FastifyInstance, service: BehaviourService): void {
  const { driverBehaviour } = contract;
  implement(app, driverBehaviour.abc, ({ viewer, query }) => service.abc(viewer, query));
  implement(app, driverBehaviour.mobileye, ({ viewer, query }) => service.mobileye(viewer, query));
}
