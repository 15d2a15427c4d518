import { codecNamesOf, EVENT, type FaultKind, type RawValue } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** A vehicle with records that were not searched yet. Times are ms since 1970 UTC, of the device. */
export interface ScannedVehicle {
  readonly id: number;
  readonly customerId: number;
  /** The end of the last search; null before the first. */
  readonly scannedToMs: number | null;
  readonly lastRecordMs: number;
}

const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
const time = (atMs: number) => sql`to_timestamp(${atMs}::float8 / 1000.0)`;

/** Vehicles with new records, those that were searched first; not those that this run has searched. */
export async function vehiclesToScan(
  trx: Transaction,
  startedMs: number,
  limit: number,
): Promise<readonly ScannedVehicle[]> {
  const { rows } = await sql<ScannedVehicle>`select v.id, v.customer_id as "customerId",
      ${ms('n.scanned_to')} as "scannedToMs", ${ms('s.device_time')} as "lastRecordMs"
    from vehicle_states s join vehicles v on v.id = s.vehicle_id and v.is_active
    left join fault_scans n on n.vehicle_id = v.id
    where n.vehicle_id is null or (s.received_at > n.scanned_at and n.scanned_at < ${time(startedMs)})
    order by n.scanned_at nulls first, v.id limit ${limit}`.execute(trx);
  return rows;
}

export async function keepScan(
  trx: Transaction,
  { customerId, id, lastRecordMs }: ScannedVehicle,
  startedMs: number,
): Promise<void> {
  await sql`insert into fault_scans (vehicle_id, customer_id, scanned_at, scanned_to)
    values (${id}, ${customerId}, ${time(startedMs)}, ${time(lastRecordMs)})
    on conflict (vehicle_id) do update set scanned_at = excluded.scanned_at,
      scanned_to = excluded.scanned_to`.execute(trx);
}

/** A record with trouble codes. */
export interface CodeRecord {
  readonly timeMs: number;
  readonly digest: string;
  readonly attributes: Readonly<Record<string, RawValue>>;
}

const CODE_NAMES = codecNamesOf('troubleCodes');
/** Records read at once. */
const PAGE_ROWS = 1000;

/** The records with trouble codes in a range by device time, page by page. */
export async function* codeRecords(
  trx: Transaction,
  vehicleId: number,
  range: { readonly fromMs: number; readonly toMs: number },
): AsyncGenerator<readonly CodeRecord[]> {
  let [afterMs, afterDigest] = [range.fromMs, '-9223372036854775808'];
  for (;;) {
    const { rows } = await sql<CodeRecord>`select ${ms('device_time')} as "timeMs",
        record_digest::text as digest, attributes
      from positions where vehicle_id = ${vehicleId}
        and device_time >= ${time(afterMs)} and device_time <= ${time(range.toMs)}
        and (device_time, record_digest) > (${time(afterMs)}, ${afterDigest}::bigint)
        and attributes ?| ${[...CODE_NAMES]}::text[]
      order by device_time, record_digest limit ${PAGE_ROWS}`.execute(trx);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    [afterMs, afterDigest] = [last.timeMs, last.digest];
  }
}

/** An event of a camera; it lasts until the last record while it has no end. */
export interface CameraEvent {
  readonly code: number;
  readonly startMs: number;
  readonly endMs: number | null;
}

/** An event without an end is not searched for longer than this. */
const EVENT_DAYS = 30;
const MAX_EVENTS = 500;

export async function cameraEvents(
  trx: Transaction,
  vehicleId: number,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<readonly CameraEvent[]> {
  const { rows } = await sql<CameraEvent>`select event_code::int as code,
      ${ms('occurred_at')} as "startMs", ${ms('ended_at')} as "endMs"
    from fleet_events where vehicle_id = ${vehicleId}
      and occurred_at > ${time(fromMs)} - make_interval(days => ${EVENT_DAYS})
      and occurred_at <= ${time(toMs)}
      and event_code in (${EVENT.cameraFault}, ${EVENT.videoStorageFault})
      and (ended_at is null or ended_at >= ${time(fromMs)})
    order by occurred_at limit ${MAX_EVENTS}`.execute(trx);
  return rows;
}

/** The newest fault of each kind and key of a vehicle. */
export interface KnownFault {
  readonly id: number;
  readonly kind: FaultKind;
  readonly key: string;
  readonly severity: string;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly occurrences: number;
  readonly endedMs: number | null;
  /** Days with a trip since it was last seen. */
  readonly drivenDays: number;
}

/** @param keys of faults that are reported now: their newest ones are read though they have ended */
export async function knownFaults(
  trx: Transaction,
  vehicleId: number,
  keys: readonly string[],
): Promise<readonly KnownFault[]> {
  const { rows } = await sql<KnownFault>`select distinct on (f.kind, f.fault_key) f.id, f.kind,
      f.fault_key as key, f.severity, ${ms('f.first_seen_at')} as "firstMs",
      ${ms('f.last_seen_at')} as "lastMs", f.occurrences, ${ms('f.ended_at')} as "endedMs",
      case when f.ended_at is null then (select count(distinct (t.started_at at time zone 'UTC')::date)
        from trips t where t.vehicle_id = f.vehicle_id and t.started_at > f.last_seen_at)::int
        else 0 end as "drivenDays"
    from vehicle_faults f where f.vehicle_id = ${vehicleId}
      and (f.ended_at is null or f.fault_key = any(${[...keys]}::text[]))
    order by f.kind, f.fault_key, f.id desc`.execute(trx);
  return rows;
}

/** What is stored of the reports of a fault. */
export interface FaultValues {
  readonly severity: string;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly occurrences: number;
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
      fault_key, severity, first_seen_at, last_seen_at, occurrences, pressure_kpa, recommended_kpa)
    values (${of.customerId}, ${of.id}, ${of.kind}, ${of.key}, ${values.severity},
      ${time(values.firstMs)}, ${time(values.lastMs)}, ${values.occurrences}, ${values.pressureKpa},
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
      recommended_kpa = coalesce(${values.recommendedKpa}::real, recommended_kpa)
    where id = ${id}`.execute(trx);
}

export async function endFault(trx: Transaction, id: number, endMs: number): Promise<void> {
  await sql`update vehicle_faults set ended_at = ${time(endMs)}, end_reason = 'gone',
    version = version + 1 where id = ${id} and ended_at is null`.execute(trx);
}

/**
 * Ends the open faults whose defect is repaired, or whose work order is completed, at that time; or when they
 * were last seen, if that was later.
 */
export async function endRepaired(trx: Transaction): Promise<void> {
  await sql`update vehicle_faults f set ended_at = greatest(w.at, f.last_seen_at),
      end_reason = 'repaired', version = f.version + 1
    from (select o.id, coalesce(
        (select d.repaired_at from defect_records d where d.id = o.defect_record_id
          and d.state in ('repaired', 'signed_off')),
        (select max(x.completed_at) from work_orders x where x.fault_id = o.id
          and x.state in ('done', 'invoiced'))) as at
      from vehicle_faults o where o.ended_at is null) w
    where w.id = f.id and w.at is not null and f.ended_at is null`.execute(trx);
}

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
