import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { PrivacyService } from './privacy.service.ts';

/** Calls of the export and erasure of personal data. */
export function registerPrivacyRoutes(app: FastifyInstance, service: PrivacyService): void {
  const { privacy } = contract;
  implement(app, privacy.exportDriver, async ({ viewer, params, reply }) =>
    sendFile(reply, await service.exportDriver(viewer, params.id)),
  );
  implement(app, privacy.eraseDriver, ({ viewer, params, body }) =>
    service.eraseDriver(viewer, params.id, body.surname),
  );
}
