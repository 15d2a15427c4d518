import { contract } from '@roadworthy/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { Services } from '../../../platform/services.ts';
import {
  NotificationDeliveryService,
  type Unsubscribing,
} from './delivery/notifications-delivery.service.ts';
import { PAGE_POLICY, unsubscribePage } from './delivery/notifications-delivery-page.ts';
import { NotificationsService } from './notifications.service.ts';

const calls = contract.notifications;

async function sendPage(reply: FastifyReply, found: Promise<Unsubscribing>): Promise<undefined> {
  const page = unsubscribePage(await found);
  await reply
    .type('text/html; charset=utf-8')
    .header('Content-Security-Policy', PAGE_POLICY)
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .send(page);
  return undefined;
}

/** Calls of report e-mails. */
export function registerReportEmails(app: FastifyInstance, services: Services): void {
  const recipients = new NotificationsService(services.db);
  const delivery = new NotificationDeliveryService(services);
  implement(app, calls.customerEmails, ({ viewer, query }) =>
    recipients.addresses(viewer, query.notification_type, true),
  );
  implement(app, calls.setCustomerEmails, ({ viewer, query, body }) =>
    recipients.setAddresses(viewer, query.notification_type, body.emails),
  );
  implement(app, calls.allEmails, ({ viewer, query }) =>
    recipients.addresses(viewer, query.notification_type, false),
  );
  implement(app, calls.addAndRemove, ({ viewer, body }) => recipients.addAndRemove(viewer, body));
  implement(app, calls.list, ({ viewer, query }) => recipients.list(viewer, query));
  implement(app, calls.exportList, ({ viewer, query, reply }) =>
    sendFile(reply, recipients.file(viewer, query)),
  );
  implement(app, calls.read, ({ viewer, params }) => recipients.read(viewer, params.emailId));
  implement(app, calls.create, ({ viewer, body }) => recipients.create(viewer, body));
  implement(app, calls.remove, async ({ viewer, params }) => {
    await recipients.remove(viewer, params.emailId);
    return undefined;
  });
  implement(app, calls.setDepots, ({ viewer, body }) =>
    recipients.setDepots(viewer, body.id, body.depots, body.frequency),
  );
  implement(app, calls.preview, ({ viewer, query }) => delivery.preview(viewer, query));
  implement(app, calls.test, ({ viewer, body }) => delivery.test(viewer, body.id));
  implement(app, calls.deliveries, ({ viewer, query }) => delivery.deliveries(viewer, query));
  implement(app, calls.delivery, ({ viewer, params }) => delivery.delivery(viewer, params.id));
  void app.register(async (scope) => {
    // Accepts the message as the mail server forwards it, with any content type.
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    implement(scope, calls.returned, async ({ body }) => {
      await delivery.returned(body);
      return undefined;
    });
  });
  void app.register(async (scope) => {
    // Accepts a browser's form, or a mail program's "One-Click" in either form type; ignores its
    // content.
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null));
    implement(scope, calls.unsubscribePage, ({ params, reply }) =>
      sendPage(reply, delivery.unsubscribe(params.token, false)),
    );
    implement(scope, calls.unsubscribe, ({ params, reply }) =>
      sendPage(reply, delivery.unsubscribe(params.token, true)),
    );
  });
}
