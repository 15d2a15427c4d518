import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerDriverMessageRoutes } from './driver-messages.routes.ts';
import { DriverMessagesService } from './driver-messages.service.ts';
import { OwnMessagesService } from './own/driver-messages-own.service.ts';

/** Messages from the office to drivers, with receipts and answers. */
export function registerDriverMessages(
  app: FastifyInstance,
  services: Pick<Services, 'config' | 'db'>,
): void {
  registerDriverMessageRoutes(
    app,
    new DriverMessagesService(services),
    new OwnMessagesService(services),
  );
}
