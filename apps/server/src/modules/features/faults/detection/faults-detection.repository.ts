import type { FaultEnd, FaultKind } from '@roadworthy/domain';
import { sql } from 'kysely';
import { ms, type Transaction } from '../../../../platform/db/index.ts';
import type { ScannedVehicle } from './faults-detection-scans.repository.ts';

const time = (atMs: number) => sql`to_timestamp(${atMs}::float8 / 1000.0)`;
const timeOrNull = (atMs: number | null) => (atMs === null ? sql`null` : time(atMs));

/** A stored fault. */
export interface KnownFault {
  readonly id: number;
  readonly kind: FaultKind;
  readonly key: string;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly occurrences: number;
  readonly endedMs: number | null;
  readonly reason: FaultEnd | null;
  readonly hasDefect: boolean;
}

/** The faults of a vehicle that last at or after a time, oldest first. */
export async function knownFaults(
  trx: Transaction,
  vehicleId: number,
  fromMs: number,
): Promise<readonly KnownFault[]> {
  const { rows } = await sql<KnownFault>`select f.id, f.kind, f.fault_key as key,
      ${ms('f.first_seen_at')} as "firstMs", ${ms('f.last_seen_at')} as "lastMs", f.occurrences,
      ${ms('f.ended_at')} as "endedMs", f.end_reason as reason,
      f.defect_record_id is not null as "hasDefect"
    from vehicle_faults f where f.vehicle_id = ${vehicleId}
      and (f.ended_at is null or greatest(f.ended_at, f.last_seen_at) >= ${time(fromMs)})
    order by f.first_seen_at, f.id`.execute(trx);
  return rows;
}

/** What is stored of the reports of a fault. */
export interface FaultValues {
  readonly severity: string;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly occurrences: number;
  readonly endedMs: number | null;
  readonly reason: FaultEnd | null;
  readonly pressureKpa: number | null;
  readonly recommendedKpa: number | null;
}

export async function insertFault(
  trx: Transaction,
  of: Pick<ScannedVehicle, 'customerId' | 'id'> & {
    readonly kind: FaultKind;
    readonly key: string;
  },
  values: FaultValues,
): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`insert into vehicle_faults (customer_id, vehicle_id, kind,
      fault_key, severity, first_seen_at, last_seen_at, occurrences, ended_at, end_reason,
      pressure_kpa, recommended_kpa)
    values (${of.customerId}, ${of.id}, ${of.kind}, ${of.key}, ${values.severity},
      ${time(values.firstMs)}, ${time(values.lastMs)}, ${values.occurrences},
      ${timeOrNull(values.endedMs)}, ${values.reason}, ${values.pressureKpa},
      ${values.recommendedKpa}) returning id`.execute(trx);
  return rows[0]?.id ?? 0;
}

/** Stores later reports. The severity never falls, and the lowest pressure stays. */
export async function updateFault(
  trx: Transaction,
  id: number,
  values: FaultValues,
): Promise<void> {
  await sql`update vehicle_faults set first_seen_at = ${time(values.firstMs)},
      last_seen_at = ${time(values.lastMs)}, occurrences = ${values.occurrences},
      severity = case when ${values.severity} = 'major' then 'major' else severity end,
      pressure_kpa = least(pressure_kpa, ${values.pressureKpa}::real),
      recommended_kpa = coalesce(${values.recommendedKpa}::real, recommended_kpa),
      version = version + case when end_reason is not distinct from ${values.reason}
        then 0 else 1 end,
      ended_at = ${timeOrNull(values.endedMs)}, end_reason = ${values.reason}
    where id = ${id}`.execute(trx);
}

/** Makes two faults one: the records of the thread of one become those of the other. */
export async function mergeFault(trx: Transaction, fromId: number, toId: number): Promise<void> {
  await sql`update fault_answers a set fault_id = ${toId} where fault_id = ${fromId}
    and not exists (select from fault_answers o
      where o.fault_id = ${toId} and o.check_id = a.check_id)`.execute(trx);
  await sql`update fault_notes set fault_id = ${toId} where fault_id = ${fromId}`.execute(trx);
  await sql`update work_orders set fault_id = ${toId} where fault_id = ${fromId}`.execute(trx);
  await sql`update alerts set fault_id = ${toId} where fault_id = ${fromId}
    and not exists (select from alerts where fault_id = ${toId})`.execute(trx);
  await sql`update vehicle_faults t set
      defect_record_id = coalesce(t.defect_record_id, f.defect_record_id), version = t.version + 1
    from vehicle_faults f where f.id = ${fromId} and t.id = ${toId}`.execute(trx);
  await sql`delete from vehicle_faults where id = ${fromId}`.execute(trx);
}

/** Whether a work order of the defect `d` of the fault `o`, opened again after the repair, is still open, and its end. */
const REOPENED = sql`select bool_or(x.state = 'in_progress') as is_open, max(x.completed_at) as done_at
  from record_changes t join work_orders x on x.id = t.record_id
  where t.kind = 'work_order' and t.action = 'reopen' and t.at >= d.repaired_at
    and (x.fault_id = o.id or x.id in (
      select w.work_order_id from work_order_defects w where w.defect_record_id = d.id))`;

/**
 * When the defect or the work order of the fault `o` was repaired; null if it is not, or no longer. A manager who
 * returned the repair of the work order, or opened the order again, decides.
 */
const REPAIRED_AT = sql`coalesce(
  (select greatest(d.repaired_at, r.done_at) from defect_records d cross join lateral (${REOPENED}) r
    where d.id = o.defect_record_id and d.state in ('repaired', 'signed_off')
      and r.is_open is not true),
  (select max(x.completed_at) from work_orders x where x.fault_id = o.id
    and x.state in ('done', 'invoiced')
    and not exists (select from record_changes t where t.kind = 'defect'
      and t.record_id = o.defect_record_id and t.action = 'return' and t.at >= x.completed_at)))`;

/**
 * Ends the open faults whose defect is repaired, or whose work order is completed, at that time. Those that were
 * reported after it are searched again: these reports are another fault.
 */
export async function endRepaired(trx: Transaction): Promise<void> {
  await sql`with ended as (update vehicle_faults f set ended_at = greatest(w.at, f.first_seen_at),
        end_reason = 'repaired', version = f.version + 1
      from (select o.id, ${REPAIRED_AT} as at from vehicle_faults o where o.ended_at is null) w
      where w.id = f.id and w.at is not null and f.ended_at is null
      returning f.vehicle_id, f.customer_id, f.first_seen_at, f.last_seen_at, f.ended_at)
    insert into fault_due (vehicle_id, customer_id, from_at)
    select vehicle_id, customer_id, first_seen_at from ended where last_seen_at > ended_at`.execute(
    trx,
  );
}

/** Opens the repaired faults whose repair was returned or whose work order was opened again. */
export async function reopenReturned(trx: Transaction): Promise<void> {
  await sql`update vehicle_faults f set ended_at = null, end_reason = null, version = f.version + 1
    from (select o.id from vehicle_faults o where o.end_reason = 'repaired'
        and o.ended_at > now() - make_interval(days => ${RETURN_DAYS})
        and (o.defect_record_id is not null
          or exists (select from work_orders x where x.fault_id = o.id))
        and ${REPAIRED_AT} is null) w
    where w.id = f.id and not exists (select from vehicle_faults n where n.vehicle_id = f.vehicle_id
      and n.kind = f.kind and n.fault_key = f.fault_key and n.first_seen_at > f.ended_at)`.execute(
    trx,
  );
}
/** A repair that is returned later than this opens nothing. */
const RETURN_DAYS = 90;

/** Notifies the people who see defects of a new fault. */
export async function insertFaultAlert(
  trx: Transaction,
  of: Pick<ScannedVehicle, 'customerId' | 'id'>,
  fault: { readonly id: number; readonly severity: string; readonly firstMs: number },
): Promise<void> {
  const severity = { major: 'critical', minor: 'warning' }[fault.severity] ?? 'information';
  await sql`insert into alerts (customer_id, rule_key, rule_name, severity, in_app, vehicle_id,
      fault_id, occurred_at)
    values (${of.customerId}, 0, '', ${severity}, false, ${of.id}, ${fault.id},
      ${time(fault.firstMs)})
    on conflict do nothing`.execute(trx);
}
