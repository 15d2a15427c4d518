import { ALERT_SEVERITIES, INSTALLATION_WARNINGS } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { eventCode, id, longId, textOf, timeZoneName, utc } from './fields.ts';
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
};
const ruleBody = z.object(ruleFields).meta({ id: 'AlertRuleBody' });
const rule = z
  .object({
    ...ruleFields,
    id,
    /** Signs what the webhook gets (HMAC-SHA256); shown to whoever may write, to copy it. */
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
    /** What happened; null where it is a defect. */
    event: z.object({ name: z.string(), eventCode: z.int() }).nullable(),
    /** The serious defect that was reported, with the worst finding; null where it is an event. */
    defect: z.object({ id, reference_number: z.string(), finding: z.string() }).nullable(),
    timestamp: utc,
    lat: z.number().nullable(),
    long: z.number().nullable(),
    geofence: z.object({ id, name: z.string() }).nullable(),
    read_at: utc.nullable(),
    /** What was sent to whom, and what became of it. */
    deliveries: z.array(
      z.object({
        channel: z.enum(['email', 'webhook']),
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
/** Whoever has one of these hears of serious defects, and whoever has that of events of those. */
export const DEFECT_ALERT_MODULES = ['Defect', 'Vehicle File', 'Vehicle Check'] as const;
const HEAR = { kind: 'module', anyOf: ['Events', ...DEFECT_ALERT_MODULES] } as const;
const WRITE = { kind: 'module', anyOf: ['Events'], write: true } as const;

/** Rules that tell somebody when something happens, and what they told. */
export const alerts = {
  rules: endpoint({
    method: 'GET',
    path: '/api/alert_rules/',
    ids: ['E-P03'],
    summary: 'Alert rules.',
    access: READ,
    query: pagedQuery(['name', 'created_at']),
    answer: paged(rule),
  }),
  createRule: endpoint({
    method: 'POST',
    path: '/api/alert_rules/',
    ids: ['E-P03'],
    summary: 'A new alert rule; it counts for what happens from now on.',
    access: WRITE,
    body: ruleBody,
    answer: rule,
    status: 201,
  }),
  changeRule: endpoint({
    method: 'PUT',
    path: '/api/alert_rules/{id}/',
    ids: ['E-P03'],
    summary: 'Changes an alert rule.',
    access: WRITE,
    params: byId,
    body: ruleBody,
    answer: rule,
  }),
  removeRule: endpoint({
    method: 'DELETE',
    path: '/api/alert_rules/{id}/',
    ids: ['E-P03'],
    summary: 'Removes an alert rule; what it told stays.',
    access: WRITE,
    params: byId,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/alerts/',
    ids: ['E-P03'],
    summary:
      'Alerts of rules and of serious defects, newest first, and warnings of the installation.',
    access: HEAR,
    query: pagedQuery(['timestamp']).extend({ unread: z.enum(['true', 'false']).default('false') }),
    // Both counts end at ten thousand.
    answer: paged(alert).extend({
      count_is_limit: z.boolean(),
      unread: z.int().nonnegative(),
      /** Faults of the installation that last, oldest first; empty unless an administrator asks. */
      warnings: z.array(warning),
    }),
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/api/alerts/read/',
    ids: ['E-P03'],
    summary: 'Marks alerts as read by the asker; all of them without ids.',
    access: HEAR,
    body: z.object({ ids: z.array(id).max(400) }),
  }),
} as const;
