import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { verifiedSessionOf } from '../../../../platform/auth/index.ts';
import { implement } from '../../../../platform/http/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { PersonalNotificationsService } from './notifications-personal.service.ts';

/** Calls about the notifications of the viewer. */
export function registerPersonalNotifications(app: FastifyInstance, services: Services): void {
  const calls = contract.notificationPreferences;
  const service = new PersonalNotificationsService(services);
  implement(app, calls.read, ({ viewer }) => service.read(viewer));
  implement(app, calls.change, ({ viewer, body }) => service.change(viewer, body));
  implement(app, calls.test, ({ viewer, body }) => service.test(viewer, body.channel));
  implement(app, calls.subscribe, ({ viewer, body, request }) =>
    service.subscribe(viewer, body, {
      session: verifiedSessionOf(request),
      userAgent: request.headers['user-agent'] ?? '',
    }),
  );
  implement(app, calls.unsubscribe, ({ viewer, params }) => service.unsubscribe(viewer, params.id));
}
