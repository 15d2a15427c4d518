import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../../platform/http/index.ts';
import type { ChecksService } from './walkaround-records.service.ts';

/** Reads driver checks. The vehicle check module creates them, with reports of other types. */
export function registerCheckRoutes(app: FastifyInstance, checks: ChecksService): void {
  const calls = contract.walkaroundRecords;
  implement(app, calls.read, ({ viewer, params }) => checks.read(viewer, params.id));
}
