import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerMessageRoutes } from './messages.routes.ts';
import { MessagesService } from './messages.service.ts';

/** Registers messages to the devices of vehicles (area M). */
export function registerMessages(
  app: FastifyInstance,
  { db, bus }: Pick<Services, 'db' | 'bus'>,
): void {
  registerMessageRoutes(app, new MessagesService(db, bus));
}

/** Declares the hourly job that expires undelivered messages. Call before `jobs.start`. */
export function registerMessageJobs({ db, bus, jobs }: Services): void {
  const messages = new MessagesService(db, bus);
  jobs.register(
    'vehicle-messages-expiry',
    async () => {
      await messages.expire(Date.now());
    },
    '41 * * * *',
  );
}
