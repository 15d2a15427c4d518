import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exactText, id, idText, longId, utc } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const ADMINISTER = { kind: 'administrator' } as const;

/** Kinds of report e-mails (requirements L-24 to L-27). */
const type = z.enum([
  'vehicle_std_emails',
  'vehicle_audit_emails',
  'vehicle_handover_emails',
  'defect_notification_emails',
]);
const email = z.email().max(254);
const emails = z.array(email).max(200);
const ofType = z.object({ notification_type: type });
const addresses = z.object({ notification_type: type, emails: z.array(z.string()) });
const depots = z.array(id).max(2000);
/** A mail for each record, or one of all records of the day or the week before. */
const frequency = z.enum(['each', 'daily', 'weekly']);

const notificationEmail = z
  .object({
    id,
    email: z.string(),
    notification_type: type,
    /** Of whose vehicles it is told; none means all of the customer's. */
    depots: z.array(z.object({ id, name: z.string() })),
    frequency,
    /** The address itself wants no more mails. */
    unsubscribed: z.boolean(),
    /** The last mail came back, or was refused for good. */
    bounced: z.boolean(),
    customer: id,
    customer_name: z.string(),
  })
  .meta({ id: 'NotificationEmail' });

/** Failed was given up after several tries; bounced was refused for good, or came back. */
const deliveryState = z.enum(['waiting', 'sent', 'failed', 'bounced']);

const delivery = z
  .object({
    id: longId,
    email: z.string(),
    notification_type: type,
    registration: z.string().nullable(),
    record_kind: z.enum(['defect', 'driver_check', 'vehicle_report', 'digest', 'test']),
    state: deliveryState,
    attempts: z.int(),
    /** What the mail server said of a mail it did not take. */
    failure: z.string().nullable(),
    created_at: utc,
    ended_at: utc.nullable(),
  })
  .meta({ id: 'NotificationDelivery' });

const query = pagedQuery(['email', 'notification_type']).extend({
  notification_type: type.optional(),
});

/** Report e-mails: who is told of what was recorded (L-12, L-24 to L-27; ). */
export const notifications = {
  customerEmails: endpoint({
    method: 'GET',
    path: '/api/add_report_emails_to_customer/',
    ids: ['R-044'],
    summary: 'Addresses that are told of all of the own customer’s vehicles.',
    access: ADMINISTER,
    query: ofType,
    answer: addresses,
  }),
  setCustomerEmails: endpoint({
    method: 'PUT',
    path: '/api/add_report_emails_to_customer/',
    ids: ['R-045'],
    summary: 'Puts these addresses in the place of those before.',
    access: ADMINISTER,
    query: ofType,
    body: z.object({ emails }),
    answer: addresses,
  }),
  allEmails: endpoint({
    method: 'GET',
    path: '/api/add_remove_notification_emails/',
    ids: ['R-046'],
    summary: 'Addresses that are told of any of the own customer’s vehicles.',
    access: ADMINISTER,
    query: ofType,
    answer: addresses,
  }),
  addAndRemove: endpoint({
    method: 'PUT',
    path: '/api/add_remove_notification_emails/',
    ids: ['R-047'],
    summary: 'Adds addresses for all vehicles, and removes others altogether.',
    access: ADMINISTER,
    body: z.object({
      notification_type: type,
      add: emails.default([]),
      remove: emails.default([]),
    }),
    answer: addresses,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/report_notification_emails/',
    ids: ['R-048'],
    summary: 'Addresses with what and which depots they are told of.',
    access: ADMINISTER,
    query,
    answer: paged(notificationEmail),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/report_notification_emails/export/',
    ids: ['R-048'],
    summary: 'The list as a file; filtered like the list.',
    access: ADMINISTER,
    query: query.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/report_notification_emails/{emailId}/',
    ids: ['R-048'],
    summary: 'One address.',
    access: ADMINISTER,
    params: z.object({ emailId: idText }),
    answer: notificationEmail,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/report_notification_emails/',
    ids: ['R-049'],
    summary: 'A new address; one that had unsubscribed is told again.',
    access: ADMINISTER,
    body: z.object({
      email,
      notification_type: type,
      frequency: frequency.default('each'),
      depots: depots.default([]),
      customer: id.optional(),
    }),
    answer: notificationEmail,
    status: 201,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/report_notification_email_delete/{emailId}/',
    ids: ['R-050'],
    summary: 'Removes an address; mails that wait are not sent.',
    access: ADMINISTER,
    params: z.object({ emailId: idText }),
  }),
  setDepots: endpoint({
    method: 'PUT',
    path: '/api/report_notification_email_depots/',
    ids: ['R-051'],
    summary: 'Says of which depots an address is told; none means all.',
    access: ADMINISTER,
    body: z.object({
      id,
      depots,
      /** How often it is told, where that changes too. */
      frequency: frequency.optional(),
    }),
    answer: notificationEmail,
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/report_notification_emails/preview/',
    ids: ['L-12'],
    summary: 'A mail of the kind, about an invented vehicle, as an address would read it.',
    access: ADMINISTER,
    // Of whoever types it, it may be no address yet.
    query: ofType.extend({ email: exactText(254).optional() }),
    answer: z.object({ subject: z.string(), text: z.string() }),
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/report_notification_emails/test/',
    ids: ['L-12'],
    summary: 'Sends the preview to an address of the list, and says how that ended.',
    access: ADMINISTER,
    body: z.object({ id }),
    answer: delivery,
    ratePerMinute: 20,
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/api/report_notification_deliveries/',
    ids: ['L-12'],
    summary: 'Mails that wait, were sent or failed; newest first.',
    access: ADMINISTER,
    query: pagedQuery(['created_at', 'email']).extend({
      notification_type: type.optional(),
      state: deliveryState.optional(),
    }),
    answer: paged(delivery).extend({ count_is_limit: z.boolean() }),
  }),
  delivery: endpoint({
    method: 'GET',
    path: '/api/report_notification_deliveries/{id}/',
    ids: ['L-12'],
    summary: 'One mail.',
    access: ADMINISTER,
    params: byId,
    answer: delivery,
  }),
  returned: endpoint({
    method: 'POST',
    path: '/api/notifications/returned/',
    ids: ['L-12'],
    summary: 'Takes a mail that came back (RFC 3464), which names its delivery and proves it.',
    access: { kind: 'public' },
    body: exactText(1_000_000),
    ratePerMinute: 120,
  }),
  unsubscribePage: endpoint({
    method: 'GET',
    path: '/api/notifications/unsubscribe/{token}/',
    ids: ['L-12'],
    summary: 'The page behind the link of a mail; asks before it ends them.',
    access: { kind: 'public' },
    params: z.object({ token: exactText(200) }),
    raw: 'text',
    ratePerMinute: 30,
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/api/notifications/unsubscribe/{token}/',
    ids: ['L-12'],
    summary: 'Ends the mails of this kind to this address.',
    access: { kind: 'public' },
    params: z.object({ token: exactText(200) }),
    raw: 'text',
    ratePerMinute: 30,
  }),
} as const;
