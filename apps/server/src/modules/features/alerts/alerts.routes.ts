import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import { pageOf } from '../../../platform/paging.ts';
import type { AlertsService } from './alerts.service.ts';

/** Registers the routes of alerts. */
export function registerRoutes(app: FastifyInstance, service: AlertsService): void {
  const { alerts } = contract;
  implement(app, alerts.rules, ({ viewer, query }) => service.rules(viewer, pageOf(query)));
  implement(app, alerts.createRule, ({ viewer, body }) => service.create(viewer, body));
  implement(app, alerts.previewRule, ({ viewer, body }) => service.preview(viewer, body));
  implement(app, alerts.changeRule, ({ viewer, params, body }) =>
    service.change(viewer, params.id, body),
  );
  implement(app, alerts.removeRule, ({ viewer, params }) => service.remove(viewer, params.id));
  implement(app, alerts.list, ({ viewer, query }) =>
    service.list(viewer, pageOf(query), {
      unreadOnly: query.unread === 'true',
      kind: query.kind,
      isMine: query.mine === 'true',
    }),
  );
  implement(app, alerts.markRead, ({ viewer, body }) => service.markRead(viewer, body.ids));
}
