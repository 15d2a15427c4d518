import { EVENT } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import { type Transaction, vehicleInScope } from '../../../platform/db/index.ts';
import type { RuleRow } from './alerts.repository.ts';

/** The conditions of a rule that the database checks. */
export type EventConditions = Pick<
  RuleRow,
  'event_codes' | 'vehicle_ids' | 'depot_ids' | 'geofence_ids' | 'min_speed_kmh' | 'min_duration_s'
>;

/** An event that meets the conditions of a rule, except its hours. */
export interface MatchedEvent {
  readonly vehicle_id: number;
  readonly event_code: number;
  readonly occurred_ms: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly geofence_id: number | null;
}

const idsOf = (ids: readonly number[]) => sql`${[...ids]}::int[]`;

/** Condition: the vehicle of `e` is one of the rule. */
function ofRule({ vehicle_ids: vehicles, depot_ids: depots }: EventConditions) {
  if (vehicles.length + depots.length === 0) return sql`true`;
  return sql`(e.vehicle_id = any(${idsOf(vehicles)}) or exists (select from vehicle_depots o
    where o.vehicle_id = e.vehicle_id and o.depot_id = any(${idsOf(depots)})))`;
}

/** Condition: geofence events raise alerts only if the geofence has the flag (M-P10). */
const HAS_FLAG = sql`(e.geofence_id is null or e.event_code not in (${EVENT.geofenceEntered},
  ${EVENT.geofenceLeft}) or exists (select from geofences g where g.id = e.geofence_id
    and case e.event_code when ${EVENT.geofenceEntered} then g.alert_on_entry
      else g.alert_on_exit end))`;

/** Condition: the event is in one of the geofences of the rule. */
function inPlace({ geofence_ids: geofences }: EventConditions) {
  if (geofences.length === 0) return sql`true`;
  return sql`(e.geofence_id = any(${idsOf(geofences)}) or e.geofence_id is null and exists (
    select from geofence_visits v where v.vehicle_id = e.vehicle_id
      and v.geofence_id = any(${idsOf(geofences)}) and v.entered_at <= e.occurred_at
      and coalesce(v.left_at, 'infinity') >= e.occurred_at))`;
}

/** Condition: the event has lasted as long as the rule says. */
const isLongEnough = ({ min_duration_s: seconds }: EventConditions) =>
  seconds === null
    ? sql`true`
    : sql`e.occurred_at + make_interval(secs => ${seconds}) <= coalesce(e.ended_at, now())`;

/**
 * Stored events that meet the conditions of a rule except its hours, newest first: old ones outside the
 * hours must not hide new ones.
 *
 * @param more further condition on the event `e`
 */
export async function matchingEvents(
  trx: Transaction,
  { customerId, rule, from }: { customerId: number; rule: EventConditions; from: Date },
  most: number,
  more: RawBuilder<unknown> = sql`true`,
): Promise<MatchedEvent[]> {
  const { min_speed_kmh: speed } = rule;
  const { rows } = await sql<MatchedEvent>`
    select e.vehicle_id, e.event_code, extract(epoch from e.occurred_at)::float8 * 1000 as occurred_ms,
      e.latitude, e.longitude, e.geofence_id
    from fleet_events e where e.customer_id = ${customerId}
      and e.event_code = any(${[...rule.event_codes]}::smallint[]) and e.occurred_at >= ${from}
      and ${ofRule(rule)} and ${HAS_FLAG} and ${inPlace(rule)} and ${isLongEnough(rule)}
      and ${speed === null ? sql`true` : sql`e.speed_kmh >= ${speed}`} and ${more}
    order by e.occurred_at desc, e.id desc limit ${most}`.execute(trx);
  return rows;
}

/** Condition: the vehicle of `e` is in a viewer's scope. */
export const eventInScope = (viewer: Parameters<typeof vehicleInScope>[0]) =>
  vehicleInScope(viewer, 'e.vehicle_id');

/**
 * Vehicles whose tracker has sent nothing for as long as a rule says, with the moment at which that
 * time was reached.
 */
export async function offlineVehicles(
  trx: Transaction,
  { customerId, rule, from }: { customerId: number; rule: EventConditions; from: Date },
  most: number,
  more: RawBuilder<unknown> = sql`true`,
): Promise<MatchedEvent[]> {
  const after = sql`make_interval(secs => ${rule.min_duration_s ?? 0})`;
  const { rows } = await sql<MatchedEvent>`
    select e.vehicle_id, ${EVENT.deviceOffline}::int as event_code,
      floor(extract(epoch from e.received_at + ${after}) * 1000)::float8 as occurred_ms,
      case when not e.is_private then e.latitude end as latitude,
      case when not e.is_private then e.longitude end as longitude, null::int as geofence_id
    from vehicle_states e join vehicles v on v.id = e.vehicle_id and v.archived_at is null
    where e.customer_id = ${customerId} and e.received_at + ${after} <= now()
      and e.received_at + ${after} >= ${from} and ${ofRule(rule)} and ${more}
    order by e.received_at desc, e.vehicle_id limit ${most}`.execute(trx);
  return rows;
}

/** The active rules with a duration. */
export async function rulesWithDuration(trx: Transaction): Promise<RuleRow[]> {
  return trx
    .selectFrom('alert_rules')
    .selectAll()
    .where('is_active', '=', true)
    .where('min_duration_s', 'is not', null)
    .orderBy('id')
    .execute();
}

/** Condition: the rule has no alert of the event `e` yet. */
export const withoutAlert = (rule: RuleRow) => sql`not exists (select from alerts a
  where a.rule_key = ${rule.id} and a.vehicle_id = e.vehicle_id and a.event_code = e.event_code
    and a.occurred_at = e.occurred_at and a.geofence_key = coalesce(e.geofence_id, 0))`;
