import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import type { Files } from '../../../platform/files/index.ts';
import { implement, sendFile, sendPdf } from '../../../platform/http/index.ts';
import { withForm } from '../records/index.ts';
import type { WorkOrderLinks } from './links/work-orders-links.service.ts';
import type { WorkOrderList } from './list/work-orders-list.service.ts';
import type { WorkOrderReports } from './report/work-orders-report.service.ts';
import type { WorkOrderSettings } from './settings/work-orders-settings.service.ts';
import type { WorkOrdersService } from './work-orders.service.ts';

const WITH_DOCUMENT = ['document'] as const;

/** Calls of work orders. Their scope accepts multipart bodies. */
export function registerWorkOrderRoutes(
  scope: FastifyInstance,
  files: Files,
  orders: WorkOrdersService,
): void {
  const calls = contract.workOrders;
  implement(scope, calls.create, ({ viewer, body }) => orders.create(viewer, body));
  implement(scope, calls.read, ({ viewer, params }) => orders.read(viewer, params.id));
  implement(scope, calls.change, ({ viewer, params, body }) =>
    orders.change(viewer, params.id, body),
  );
  implement(scope, calls.move, ({ viewer, params, request }) =>
    withForm(files, request, calls.move.multipart, (received) =>
      orders.move(viewer, params.id, received),
    ),
  );
  implement(scope, calls.addPhotographs, ({ viewer, params, request }) =>
    withForm(files, request, calls.addPhotographs.multipart, (received) =>
      orders.addPhotographs(viewer, params.id, received),
    ),
  );
  implement(scope, calls.addLine, ({ viewer, params, request }) =>
    withForm(
      files,
      request,
      calls.addLine.multipart,
      (received) => orders.keepLine(viewer, { orderId: params.id, lineId: null }, received),
      WITH_DOCUMENT,
    ),
  );
  implement(scope, calls.changeLine, ({ viewer, params, request }) =>
    withForm(
      files,
      request,
      calls.changeLine.multipart,
      (received) => orders.keepLine(viewer, { orderId: params.id, lineId: params.line }, received),
      WITH_DOCUMENT,
    ),
  );
  implement(scope, calls.removeLine, ({ viewer, params, query }) =>
    orders.removeLine(viewer, {
      orderId: params.id,
      lineId: params.line,
      version: query.version,
    }),
  );
  implement(scope, calls.issueLine, ({ viewer, params, body }) =>
    orders.issueLine(viewer, {
      orderId: params.id,
      lineId: params.line,
      version: body.version,
    }),
  );
  implement(scope, calls.returnLine, ({ viewer, params, body }) =>
    orders.returnLine(viewer, { orderId: params.id, lineId: params.line }, body),
  );
  implement(scope, calls.clock, ({ viewer, params, body }) =>
    orders.clock(viewer, params.id, body.is_running),
  );
  implement(scope, calls.correctTime, ({ viewer, params, body }) =>
    orders.correctTime(viewer, { orderId: params.id, timeId: params.time }, body),
  );
}

/** Lists, board, costs, settings and documents of work orders. */
export function registerWorkOrderListRoutes(
  app: FastifyInstance,
  parts: {
    readonly list: WorkOrderList;
    readonly settings: WorkOrderSettings;
    readonly reports: WorkOrderReports;
  },
): void {
  const calls = contract.workOrders;
  const { list, settings, reports } = parts;
  implement(app, calls.list, ({ viewer, query }) => list.list(viewer, query));
  implement(app, calls.figures, ({ viewer, query }) => list.figures(viewer, query));
  implement(app, calls.exportList, ({ viewer, query, reply }) =>
    sendFile(reply, list.file(viewer, query)),
  );
  implement(app, calls.board, ({ viewer, query }) => list.board(viewer, query));
  implement(app, calls.costs, ({ viewer, query }) => list.costs(viewer, query.vehicle));
  implement(app, calls.pdf, ({ viewer, params, reply }) =>
    sendPdf(reply, reports.pdf(viewer, params.id)),
  );
  implement(app, calls.settings, ({ viewer }) => settings.read(viewer));
  implement(app, calls.changeSettings, ({ viewer, body }) => settings.change(viewer, body));
}

/** Links of repairers, and what they do with them. */
export function registerWorkOrderLinkRoutes(
  scope: FastifyInstance,
  files: Files,
  links: WorkOrderLinks,
): void {
  const own = contract.workOrders;
  const calls = contract.workOrderLinks;
  implement(scope, own.createLink, ({ viewer, params, body }) =>
    links.create(viewer, params.id, body),
  );
  implement(scope, own.revokeLink, ({ viewer, params }) =>
    links.revoke(viewer, params.id, params.link),
  );
  implement(scope, calls.open, ({ body, reply }) => {
    reply.header('Cache-Control', 'no-store');
    return links.open(body.token, body.begins);
  });
  implement(scope, calls.answer, ({ body }) => links.answer(body));
  implement(scope, calls.estimate, ({ body }) => links.estimate(body));
  implement(scope, calls.upload, ({ request }) =>
    withForm(
      files,
      request,
      calls.upload.multipart,
      (received) => links.upload(received),
      WITH_DOCUMENT,
    ),
  );
  implement(scope, calls.finish, ({ body }) => links.finish(body));
}
