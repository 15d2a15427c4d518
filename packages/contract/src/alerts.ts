import {
  ALERT_SEVERITIES,
  ALERT_TEMPLATE_KEYS,
  FAULT_KINDS,
  INSTALLATION_WARNINGS,
  NOTIFICATION_KINDS,
  PHONE_NUMBER,
} from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { date, eventCode, exactText, id, longId, textOf, timeZoneName, utc } from './fields.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const minuteOfDay = z.int().min(0).max(1440);

const ruleFields = {
  name: textOf(90).min(2),
  is_active: z.boolean(),
  severity: z.enum(ALERT_SEVERITIES),
  event_codes: z.array(eventCode).min(1).max(100),
  /** Empty for all vehicles in scope. */
  vehicles: z.array(id).max(1000),
  depots: z.array(id).max(400),
  /** Days 1 (Monday) to 7, in the rule's time zone. */
  weekdays: z.array(z.int().min(1).max(7)).min(1).max(7),
  /** Minutes after midnight; an end before the start runs past midnight. */
  from_minute: minuteOfDay,
  until_minute: minuteOfDay,
  time_zone: timeZoneName,
  notify_in_app: z.boolean(),
  emails: z.array(z.email().max(254)).max(20),
  webhook_url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable(),
  /** Name of the template that the rule was made from. */
  template: z.enum(ALERT_TEMPLATE_KEYS).nullable().default(null),
  /** Only events in one of these geofences; empty for everywhere. */
  geofences: z.array(id).max(400).default([]),
  /** Only events with at least this speed. */
  min_speed_kmh: z.number().min(1).max(400).nullable().default(null),
  /** Only events of at least this duration; the alert is created when it is reached. */
  min_duration_s: z.int().min(60).max(2_592_000).nullable().default(null),
  /** International numbers that receive an SMS. */
  sms_numbers: z.array(exactText(16).regex(PHONE_NUMBER)).max(20).default([]),
};
const ruleBody = z.object(ruleFields).meta({ id: 'AlertRuleBody' });
const rule = z
  .object({
    ...ruleFields,
    id,
    /** Signs the webhook's requests (HMAC-SHA256); shown to people with write permission. */
    webhook_secret: z.string().nullable(),
    created_at: utc,
  })
  .meta({ id: 'AlertRule' });

const alert = z
  .object({
    id: longId,
    rule: z.object({ id, name: z.string() }).nullable(),
    severity: z.enum(ALERT_SEVERITIES),
    vehicle: z.object({ id, registration: z.string() }),
    /** The event; null for a defect. */
    event: z.object({ name: z.string(), eventCode: z.int() }).nullable(),
    /** The reported serious defect with its worst finding; null for an event. */
    defect: z.object({ id, reference_number: z.string(), finding: z.string() }).nullable(),
    /** The fault that a device reports; null for others. */
    fault: z.object({ id, kind: z.enum(FAULT_KINDS), key: z.string() }).nullable(),
    /** The campaign that newly hits vehicles, or that is due on a day; null for others. */
    recall: z
      .object({
        id,
        number: z.string(),
        title: z.string(),
        /** All vehicles of the alert; `vehicle` is the first of them. */
        vehicles: z.int().positive(),
        due_on: date.nullable(),
      })
      .nullable(),
    timestamp: utc,
    lat: z.number().nullable(),
    long: z.number().nullable(),
    geofence: z.object({ id, name: z.string() }).nullable(),
    read_at: utc.nullable(),
    /** The deliveries of the alert with their results. */
    deliveries: z.array(
      z.object({
        channel: z.enum(['email', 'webhook', 'push', 'sms']),
        target: z.string(),
        state: z.enum(['waiting', 'sent', 'failed']),
        attempts: z.int(),
        at: utc.nullable(),
        detail: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Alert' });

const warning = z
  .object({ code: z.enum(INSTALLATION_WARNINGS), severity: z.enum(ALERT_SEVERITIES), since: utc })
  .meta({ id: 'InstallationWarning' });

const READ = { kind: 'module', anyOf: ['Events'] } as const;
/** Modules whose users get alerts of serious defects, and of events. */
export const DEFECT_ALERT_MODULES = ['Defect', 'Vehicle File', 'Vehicle Check'] as const;
const HEAR = { kind: 'module', anyOf: ['Events', ...DEFECT_ALERT_MODULES] } as const;
const WRITE = { kind: 'module', anyOf: ['Events'], write: true } as const;

/** Alert rules and their alerts. */
export const alerts = {
  rules: endpoint({
    method: 'GET',
    path: '/api/alert_rules/',
    ids: ['E-P03'],
    summary: 'List alert rules.',
    access: READ,
    query: pagedQuery(['name', 'created_at']),
    answer: paged(rule),
  }),
  createRule: endpoint({
    method: 'POST',
    path: '/api/alert_rules/',
    ids: ['E-P03'],
    summary: 'Create an alert rule. It applies to events from now on.',
    access: WRITE,
    body: ruleBody,
    answer: rule,
    status: 201,
  }),
  previewRule: endpoint({
    method: 'POST',
    path: '/api/alert_rules/preview/',
    ids: ['E-P03'],
    summary: 'Count the alerts that a rule would have created in the last seven days.',
    access: WRITE,
    ratePerMinute: 60,
    body: z
      .object(ruleFields)
      .omit({ name: true, emails: true, webhook_url: true, sms_numbers: true }),
    answer: z.object({
      count: z.int().nonnegative(),
      /** The count ends at ten thousand. */
      count_is_limit: z.boolean(),
      vehicles: z.int().nonnegative(),
      /** The last seven days of the rule's time zone, oldest first, with today. */
      days: z.array(z.object({ date, count: z.int().nonnegative() })),
    }),
  }),
  changeRule: endpoint({
    method: 'PUT',
    path: '/api/alert_rules/{id}/',
    ids: ['E-P03'],
    summary: 'Update an alert rule.',
    access: WRITE,
    params: byId,
    body: ruleBody,
    answer: rule,
  }),
  removeRule: endpoint({
    method: 'DELETE',
    path: '/api/alert_rules/{id}/',
    ids: ['E-P03'],
    summary: 'Delete an alert rule. Its alerts stay.',
    access: WRITE,
    params: byId,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/alerts/',
    ids: ['E-P03'],
    summary:
      'List alerts of rules and serious defects, newest first, and warnings of the installation.',
    access: HEAR,
    query: pagedQuery(['timestamp']).extend({
      unread: z.enum(['true', 'false']).default('false'),
      kind: z.enum(['', ...NOTIFICATION_KINDS]).default(''),
      /** Without the kinds that the person has switched off in the app. */
      mine: z.enum(['true', 'false']).default('false'),
    }),
    // Both counts end at ten thousand.
    answer: paged(alert).extend({
      count_is_limit: z.boolean(),
      unread: z.int().nonnegative(),
      /** Current faults of the installation, oldest first; empty unless the caller is an administrator. */
      warnings: z.array(warning),
    }),
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/api/alerts/read/',
    ids: ['E-P03'],
    summary: 'Mark alerts as read. Without ids, all of them.',
    access: HEAR,
    body: z.object({ ids: z.array(id).max(400) }),
  }),
} as const;
