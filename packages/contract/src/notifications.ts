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
/** One email per record, or one for the preceding day or week. */
const frequency = z.enum(['each', 'daily', 'weekly']);

const notificationEmail = z
  .object({
    id,
    email: z.string(),
    notification_type: type,
    /** The depots; none means all vehicles of the customer. */
    depots: z.array(z.object({ id, name: z.string() })),
    frequency,
    /** The address has unsubscribed. */
    unsubscribed: z.boolean(),
    /** The last email was returned or permanently refused. */
    bounced: z.boolean(),
    customer: id,
    customer_name: z.string(),
  })
  .meta({ id: 'NotificationEmail' });

/** Failed: given up after several attempts. Bounced: permanently refused or returned. */
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
    /** The mail server's answer to a refused email. */
    failure: z.string().nullable(),
    created_at: utc,
    ended_at: utc.nullable(),
  })
  .meta({ id: 'NotificationDelivery' });

const query = pagedQuery(['email', 'notification_type']).extend({
  notification_type: type.optional(),
});

/** Report emails: who is notified of which records (L-12, L-24 to L-27; ). */
export const notifications = {
  customerEmails: endpoint({
    method: 'GET',
    path: '/api/add_report_emails_to_customer/',
    ids: ['R-044'],
    summary: 'List the addresses that are notified about all vehicles of the customer.',
    access: ADMINISTER,
    query: ofType,
    answer: addresses,
  }),
  setCustomerEmails: endpoint({
    method: 'PUT',
    path: '/api/add_report_emails_to_customer/',
    ids: ['R-045'],
    summary: 'Replace these addresses.',
    access: ADMINISTER,
    query: ofType,
    body: z.object({ emails }),
    answer: addresses,
  }),
  allEmails: endpoint({
    method: 'GET',
    path: '/api/add_remove_notification_emails/',
    ids: ['R-046'],
    summary: 'List the addresses that are notified about any vehicle of the customer.',
    access: ADMINISTER,
    query: ofType,
    answer: addresses,
  }),
  addAndRemove: endpoint({
    method: 'PUT',
    path: '/api/add_remove_notification_emails/',
    ids: ['R-047'],
    summary: 'Add addresses for all vehicles, and delete others.',
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
    summary: 'List the addresses with their kinds of email and depots.',
    access: ADMINISTER,
    query,
    answer: paged(notificationEmail),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/report_notification_emails/export/',
    ids: ['R-048'],
    summary: 'Export the filtered list.',
    access: ADMINISTER,
    query: query.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/report_notification_emails/{emailId}/',
    ids: ['R-048'],
    summary: 'Get one address.',
    access: ADMINISTER,
    params: z.object({ emailId: idText }),
    answer: notificationEmail,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/report_notification_emails/',
    ids: ['R-049'],
    summary: 'Create an address. An unsubscribed address is subscribed again.',
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
    summary: 'Delete an address. Queued emails are not sent.',
    access: ADMINISTER,
    params: z.object({ emailId: idText }),
  }),
  setDepots: endpoint({
    method: 'PUT',
    path: '/api/report_notification_email_depots/',
    ids: ['R-051'],
    summary: 'Set the depots of an address. None means all.',
    access: ADMINISTER,
    body: z.object({
      id,
      depots,
      /** The frequency, if that changes too. */
      frequency: frequency.optional(),
    }),
    answer: notificationEmail,
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/report_notification_emails/preview/',
    ids: ['L-12'],
    summary: 'Preview an email of this kind, about a sample vehicle.',
    access: ADMINISTER,
    // The address may still be incomplete while it is typed.
    query: ofType.extend({ email: exactText(254).optional() }),
    answer: z.object({ subject: z.string(), text: z.string() }),
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/report_notification_emails/test/',
    ids: ['L-12'],
    summary: 'Send the preview to an address of the list, and return the result.',
    access: ADMINISTER,
    body: z.object({ id }),
    answer: delivery,
    ratePerMinute: 20,
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/api/report_notification_deliveries/',
    ids: ['L-12'],
    summary: 'List queued, sent and failed emails, newest first.',
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
    summary: 'Get one email.',
    access: ADMINISTER,
    params: byId,
    answer: delivery,
  }),
  returned: endpoint({
    method: 'POST',
    path: '/api/notifications/returned/',
    ids: ['L-12'],
    summary: 'Receive a returned email (RFC 3464) that names and proves its delivery.',
    access: { kind: 'public' },
    body: exactText(1_000_000),
    ratePerMinute: 120,
  }),
  unsubscribePage: endpoint({
    method: 'GET',
    path: '/api/notifications/unsubscribe/{token}/',
    ids: ['L-12'],
    summary: 'Get the unsubscribe page of an email. It asks for confirmation.',
    access: { kind: 'public' },
    params: z.object({ token: exactText(200) }),
    raw: 'text',
    ratePerMinute: 30,
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/api/notifications/unsubscribe/{token}/',
    ids: ['L-12'],
    summary: 'Unsubscribe this address from this kind of email.',
    access: { kind: 'public' },
    params: z.object({ token: exactText(200) }),
    raw: 'text',
    ratePerMinute: 30,
  }),
} as const;
