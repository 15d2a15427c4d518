import type { FaultKind } from '@roadworthy/domain';
import { type Selectable, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import {
  type DefectItem,
  exactPage,
  ofCustomer,
  type Tables,
  type Transaction,
} from '../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';

export type RuleRow = Selectable<Tables['alert_rules']>;
export type RuleValues = Omit<RuleRow, 'id' | 'created_at' | 'created_by' | 'customer_id'>;

function ownRules(trx: Transaction, viewer: Viewer) {
  return trx.selectFrom('alert_rules').where(ofCustomer(viewer, 'customer_id'));
}

/** A page of the rules that the viewer may see. */
export function rulePage(trx: Transaction, viewer: Viewer, page: Page) {
  const by = page.orderBy === 'created_at' ? sql`r.created_at` : sql`lower(r.name)`;
  return exactPage<RuleRow>(trx, page, {
    columns: sql`r.*`,
    matching: sql`from alert_rules r where ${ofCustomer(viewer, 'r.customer_id')}
      and r.name ilike ${containsPattern(page.search)}`,
    order: sql`${by} ${page.descending ? sql`desc` : sql`asc`}, r.id`,
  });
}

/** One rule that the viewer may see, locked until the transaction ends. */
export async function holdRule(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<RuleRow | undefined> {
  return ownRules(trx, viewer).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Inserts a rule. Undefined if its name is taken. */
export async function insertRule(
  trx: Transaction,
  owner: { customerId: number; userId: number },
  values: RuleValues,
): Promise<RuleRow | undefined> {
  return trx
    .insertInto('alert_rules')
    .values({ ...values, customer_id: owner.customerId, created_by: owner.userId })
    .onConflict((on) => on.columns(['customer_id', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Whether another rule of the customer has the name. */
export async function isNameTaken(
  trx: Transaction,
  customerId: number,
  name: string,
  exceptId: number,
): Promise<boolean> {
  const found = await trx
    .selectFrom('alert_rules')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('name', '=', name)
    .where('id', '!=', exceptId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function updateRule(
  trx: Transaction,
  id: number,
  values: RuleValues,
): Promise<RuleRow> {
  return trx
    .updateTable('alert_rules')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteRule(trx: Transaction, id: number): Promise<void> {
  await trx.deleteFrom('alert_rules').where('id', '=', id).execute();
}

/** Which of these vehicles, depots and geofences belong to a customer. */
export async function knownSubjects(
  trx: Transaction,
  customerId: number,
  {
    vehicles,
    depots,
    geofences,
  }: {
    vehicles: readonly number[];
    depots: readonly number[];
    geofences: readonly number[];
  },
) {
  const ids = async (table: 'vehicles' | 'depots' | 'geofences', wanted: readonly number[]) => {
    if (wanted.length === 0) return new Set<number>();
    const rows = await trx
      .selectFrom(table)
      .select('id')
      .where('customer_id', '=', customerId)
      .where('id', 'in', [...wanted])
      .execute();
    return new Set(rows.map(({ id }) => id));
  };
  return {
    vehicles: await ids('vehicles', vehicles),
    depots: await ids('depots', depots),
    geofences: await ids('geofences', geofences),
  };
}

/** Active rules of these customers for any of these event codes. */
export async function activeRules(
  trx: Transaction,
  customerIds: readonly number[],
  codes: readonly number[],
): Promise<RuleRow[]> {
  return (
    trx
      .selectFrom('alert_rules')
      .selectAll()
      .where('is_active', '=', true)
      .where('customer_id', 'in', [...customerIds])
      .where(sql<boolean>`event_codes && ${[...codes]}::smallint[]`)
      // Those with a duration are checked when it is reached.
      .where('min_duration_s', 'is', null)
      .execute()
  );
}

/** A vehicle and a moment. */
interface Moment {
  readonly vehicleId: number;
  readonly occurredMs: number;
}

export const momentKey = ({ vehicleId, occurredMs }: Moment) => `${vehicleId} ${occurredMs}`;

/** The geofences in which vehicles were at moments, by {@link momentKey}. */
export async function geofencesAt(
  trx: Transaction,
  moments: readonly Moment[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const { rows } = await sql<{ vehicle_id: number; ms: number; ids: number[] }>`
    select m.vehicle_id, m.ms, array_agg(v.geofence_id) as ids
    from unnest(${moments.map((one) => one.vehicleId)}::int[],
      ${moments.map((one) => one.occurredMs)}::float8[]) as m (vehicle_id, ms)
    join geofence_visits v on v.vehicle_id = m.vehicle_id
      and v.entered_at <= to_timestamp(m.ms / 1000)
      and coalesce(v.left_at, 'infinity') >= to_timestamp(m.ms / 1000)
    group by m.vehicle_id, m.ms`.execute(trx);
  return new Map(
    rows.map((row) => [momentKey({ vehicleId: row.vehicle_id, occurredMs: row.ms }), row.ids]),
  );
}

/** Depots of vehicles. */
export async function depotsOf(
  trx: Transaction,
  vehicleIds: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await trx
    .selectFrom('vehicle_depots')
    .select(['vehicle_id', 'depot_id'])
    .where('vehicle_id', 'in', [...vehicleIds])
    .execute();
  const depots = new Map<number, number[]>();
  for (const { vehicle_id, depot_id } of rows) {
    depots.set(vehicle_id, [...(depots.get(vehicle_id) ?? []), depot_id]);
  }
  return depots;
}

/** The entry and exit flags of these geofences. */
export async function geofenceFlags(trx: Transaction, geofenceIds: readonly number[]) {
  if (geofenceIds.length === 0) return new Map<number, { onEntry: boolean; onExit: boolean }>();
  const rows = await trx
    .selectFrom('geofences')
    .select(['id', 'alert_on_entry', 'alert_on_exit'])
    .where('id', 'in', [...geofenceIds])
    .execute();
  return new Map(
    rows.map((row) => [row.id, { onEntry: row.alert_on_entry, onExit: row.alert_on_exit }]),
  );
}

export interface NewAlert {
  readonly rule: RuleRow;
  readonly vehicleId: number;
  readonly eventCode: number;
  readonly occurredMs: number;
  readonly latitudeDeg: number | null;
  readonly longitudeDeg: number | null;
  readonly geofenceId: number | null;
}

/** Inserts an alert, once per rule and event. Returns its id, or null if it exists. */
export async function insertAlert(trx: Transaction, alert: NewAlert): Promise<string | null> {
  const row = await trx
    .insertInto('alerts')
    .values({
      customer_id: alert.rule.customer_id,
      rule_id: alert.rule.id,
      rule_key: alert.rule.id,
      rule_name: alert.rule.name,
      severity: alert.rule.severity,
      in_app: alert.rule.notify_in_app,
      vehicle_id: alert.vehicleId,
      event_code: alert.eventCode,
      occurred_at: new Date(alert.occurredMs),
      latitude: alert.latitudeDeg,
      longitude: alert.longitudeDeg,
      geofence_id: alert.geofenceId,
      geofence_key: alert.geofenceId ?? 0,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** What an alert is about: an event, a defect, a fault or a recall. */
export interface AlertCause {
  /** Null for the alert of a defect. */
  readonly event_code: number | null;
  readonly defect_record_id: number | null;
  readonly fault_id: number | null;
  readonly fault_kind: FaultKind | null;
  readonly fault_key: string | null;
  readonly recall_campaign_id: number | null;
  readonly recall_number: string | null;
  readonly recall_title: string | null;
  readonly recall_vehicles: number | null;
  readonly recall_due_on: string | null;
  readonly reference_number: string | null;
  readonly items: readonly DefectItem[] | null;
  readonly occurred_at: Date;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** The data of an alert for its messages. */
export interface AlertFacts extends AlertCause {
  readonly customer_id: number;
  readonly alert_id: string;
  readonly rule_name: string;
  readonly severity: RuleRow['severity'];
  readonly in_app: boolean;
  readonly registration: string;
  readonly vehicle_id: number;
  readonly geofence_name: string | null;
  readonly webhook_secret: string | null;
  readonly time_zone: string | null;
}

/** Alerts by time, with the present secret and time zone of their rules. */
export async function alertsById(
  trx: Transaction,
  ids: readonly string[],
): Promise<readonly AlertFacts[]> {
  const { rows } = await sql<AlertFacts>`
    select a.customer_id, a.id as alert_id, a.rule_name, a.severity, a.in_app,
      a.event_code, a.defect_record_id, a.fault_id, f.kind as fault_kind, f.fault_key,
      a.recall_campaign_id, c.number as recall_number, c.title as recall_title,
      a.recall_vehicles, a.recall_due_on::text as recall_due_on,
      d.reference_number, d.items, a.occurred_at, a.latitude,
      a.longitude, v.registration, a.vehicle_id, g.name as geofence_name, r.webhook_secret, r.time_zone
    from alerts a
    join vehicles v on v.id = a.vehicle_id
    left join defect_records d on d.id = a.defect_record_id
    left join vehicle_faults f on f.id = a.fault_id
    left join recall_campaigns c on c.id = a.recall_campaign_id
    left join geofences g on g.id = a.geofence_id
    left join alert_rules r on r.id = a.rule_id
    where a.id = any(${[...ids]}::bigint[]) order by a.occurred_at, a.id`.execute(trx);
  return rows;
}
