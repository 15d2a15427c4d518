import type { BodyOf, contract } from '@roadworthy/contract';
import { ALERT_TEMPLATE_KEYS, eventType } from '@roadworthy/domain';
import { isTimeZone } from '@roadworthy/domain/time';
import { randomToken } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { badRequest, type ErrorMessage } from '../../../platform/errors.ts';
import { knownSubjects, type RuleRow, type RuleValues } from './alerts.repository.ts';

export type RuleBody = BodyOf<typeof contract.alerts.createRule>;
/** The conditions of a rule, without its name and addresses. */
export type RuleConditions = BodyOf<typeof contract.alerts.previewRule>;

/** The validation errors of a rule by field; empty if it is valid. */
async function errorsOf(
  trx: Transaction,
  customerId: number,
  body: RuleConditions,
): Promise<Record<string, ErrorMessage[]>> {
  const errors: Record<string, ErrorMessage[]> = {};
  const known = await knownSubjects(trx, customerId, body);
  if (body.event_codes.some((code) => eventType(code) === undefined)) {
    errors.event_codes = ['alert.event_type_unknown'];
  }
  if (body.vehicles.some((id) => !known.vehicles.has(id))) {
    errors.vehicles = ['vehicle.one_unknown'];
  }
  if (body.depots.some((id) => !known.depots.has(id))) errors.depots = ['depot.unknown'];
  if (!isTimeZone(body.time_zone)) errors.time_zone = ['validation.time_zone_unknown'];
  if (body.geofences.some((id) => !known.geofences.has(id))) {
    errors.geofences = ['geofence.unknown'];
  }
  return errors;
}

/** The validation errors of the notifications of a rule. */
function channelErrors(body: RuleBody, hasSms: boolean): Record<string, ErrorMessage[]> {
  const errors: Record<string, ErrorMessage[]> = {};
  if (body.sms_numbers.length > 0 && !hasSms) {
    errors.sms_numbers = ['delivery.sms_not_configured'];
  }
  const addresses = body.emails.length + body.sms_numbers.length;
  if (!body.notify_in_app && addresses === 0 && body.webhook_url === null) {
    errors.notify_in_app = ['alert.channel_required'];
  }
  return errors;
}

const unique = <T>(values: readonly T[]) => [...new Set(values)];

/**
 * Refuses conditions that are not valid.
 *
 * @throws HttpError 400 with the wrong fields
 */
export async function refuseWrongConditions(
  trx: Transaction,
  customerId: number,
  body: RuleConditions,
): Promise<void> {
  const errors = await errorsOf(trx, customerId, body);
  if (Object.keys(errors).length > 0) throw badRequest('validation.invalid', { errors });
}

/** The columns of the conditions of a rule. */
export const conditionValues = (body: RuleConditions) => ({
  event_codes: unique(body.event_codes),
  vehicle_ids: unique(body.vehicles),
  depot_ids: unique(body.depots),
  geofence_ids: unique(body.geofences),
  weekdays: unique(body.weekdays),
  from_minute: body.from_minute,
  until_minute: body.until_minute,
  time_zone: body.time_zone,
  min_speed_kmh: body.min_speed_kmh,
  min_duration_s: body.min_duration_s,
});

/**
 * The column values of a rule. A webhook gets a secret once, which does not change.
 *
 * @throws HttpError 400 with the wrong fields
 */
export async function ruleValues(
  trx: Transaction,
  customerId: number,
  body: RuleBody,
  { before, hasSms }: { readonly before: RuleRow | null; readonly hasSms: boolean },
): Promise<RuleValues> {
  const errors = {
    ...(await errorsOf(trx, customerId, body)),
    ...channelErrors(body, hasSms),
  };
  if (Object.keys(errors).length > 0) throw badRequest('validation.invalid', { errors });
  return {
    ...conditionValues(body),
    name: body.name,
    is_active: body.is_active,
    severity: body.severity,
    template: body.template,
    sms_numbers: unique(body.sms_numbers),
    notify_in_app: body.notify_in_app,
    emails: unique(body.emails.map((email) => email.toLowerCase())),
    webhook_url: body.webhook_url,
    webhook_secret: body.webhook_url === null ? null : (before?.webhook_secret ?? randomToken()),
  };
}

/** A rule in the form of the API; the secret only for those who may write. */
export function toRule(row: RuleRow, canWrite: boolean) {
  return {
    id: row.id,
    name: row.name,
    is_active: row.is_active,
    severity: row.severity,
    event_codes: row.event_codes,
    vehicles: row.vehicle_ids,
    depots: row.depot_ids,
    weekdays: row.weekdays,
    from_minute: row.from_minute,
    until_minute: row.until_minute,
    time_zone: row.time_zone,
    notify_in_app: row.notify_in_app,
    emails: row.emails,
    webhook_url: row.webhook_url,
    template: ALERT_TEMPLATE_KEYS.find((key) => key === row.template) ?? null,
    geofences: row.geofence_ids,
    min_speed_kmh: row.min_speed_kmh,
    min_duration_s: row.min_duration_s,
    sms_numbers: row.sms_numbers,
    webhook_secret: canWrite ? row.webhook_secret : null,
    created_at: row.created_at.toISOString(),
  };
}
