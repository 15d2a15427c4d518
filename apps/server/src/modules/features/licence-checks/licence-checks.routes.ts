import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import type { LicenceChecksService } from './licence-checks.service.ts';

/** Registers the calls of licence checks. */
export function registerLicenceCheckRoutes(
  app: FastifyInstance,
  service: LicenceChecksService,
): void {
  const calls = contract.licenceChecks;
  implement(app, calls.read, ({ viewer, params }) => service.read(viewer, params.id));
  implement(app, calls.check, ({ viewer, params }) => service.check(viewer, params.id));
}
