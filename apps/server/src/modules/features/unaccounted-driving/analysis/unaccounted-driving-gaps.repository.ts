import type { UnaccountedKind } from '@roadworthy/domain';
import { sql } from 'kysely';
import { common, type Gap, type Span } from '../../../../engines/unaccounted-driving/index.ts';
import { ms, type Transaction } from '../../../../platform/db/index.ts';

/** A vehicle whose inputs have changed in a range of time. */
export interface DueVehicle extends Span {
  readonly ids: readonly string[];
  readonly vehicleId: number;
  /** Null if the vehicle is gone or needs no tachograph. */
  readonly customerId: number | null;
  /** When a vehicle without a downloaded unit began to need a tachograph, ms since 1970 UTC; null for always. */
  readonly neededFromMs: number | null;
}

/** Arbitrary, equal in all processes: one analysis per vehicle at a time. */
const LOCK = 726_231_018;

/** The vehicle that waits the longest, with all its waiting ranges, locked; undefined for none. */
export async function nextDue(trx: Transaction): Promise<DueVehicle | undefined> {
  const { rows } = await sql<DueVehicle>`
    with first as (select vehicle_id from unaccounted_due order by id limit 1 for update skip locked),
      due as (select d.* from unaccounted_due d join first using (vehicle_id)
        order by d.id for update of d skip locked)
    select array_agg(due.id::text) as ids, due.vehicle_id as "vehicleId",
      (extract(epoch from min(from_at)) * 1000)::float8 as "startMs",
      (extract(epoch from max(to_at)) * 1000)::float8 as "endMs",
      (select t.customer_id from tachograph_downloads t where t.vehicle_id = due.vehicle_id
        and t.is_current and t.exempt_at is null) as "customerId",
      (select (extract(epoch from tachograph_required_since(v)) * 1000)::float8
        from tachograph_downloads t join vehicles v on v.id = t.vehicle_id
        where t.vehicle_id = due.vehicle_id and t.last_day is null) as "neededFromMs"
    from due group by due.vehicle_id`.execute(trx);
  const [due] = rows;
  if (due !== undefined) {
    await sql`select pg_advisory_xact_lock(${LOCK}::int, ${due.vehicleId}::int)`.execute(trx);
  }
  return due;
}

export async function removeDue(trx: Transaction, ids: readonly string[]): Promise<void> {
  await sql`delete from unaccounted_due where id = any(${[...ids]}::bigint[])`.execute(trx);
}

interface StoredGap extends Span {
  readonly id: string;
  readonly kind: UnaccountedKind;
  readonly isDecided: boolean;
}

/** The stored gaps of a vehicle that start in a range. */
async function storedGaps(
  trx: Transaction,
  vehicleId: number,
  { endMs, startMs }: Span,
): Promise<StoredGap[]> {
  const { rows } = await sql<StoredGap>`
    select id, kind, ${ms('started_at')} as "startMs", ${ms('ended_at')} as "endMs",
      state <> 'new' as "isDecided"
    from unaccounted_driving where vehicle_id = ${vehicleId}
      and started_at >= ${new Date(startMs)} and started_at < ${new Date(endMs)}
    order by started_at, id for update`.execute(trx);
  return rows;
}

const rowOf = (gap: Gap) => ({
  kind: gap.kind,
  started_at: new Date(gap.startMs).toISOString(),
  ended_at: new Date(gap.endMs).toISOString(),
  driven_s: Math.round(gap.drivenMs / 1000),
  distance_m: gap.distanceM === null ? null : Math.round(gap.distanceM),
  driver_id: gap.driverId,
  card_driver_id: gap.cardDriverId,
  card_number: gap.cardNumber === '' ? null : gap.cardNumber,
  needs_unit: gap.needsUnit,
  needs_card: gap.needsCard,
  is_odometer: gap.isOdometer,
});

const RECORD = sql`(id bigint, kind text, started_at timestamptz, ended_at timestamptz, driven_s int,
  distance_m int, driver_id int, card_driver_id int, card_number text, needs_unit boolean,
  needs_card boolean, is_odometer boolean)`;
const COLUMNS = sql`kind, started_at, ended_at, driven_s, distance_m, driver_id, card_driver_id,
  card_number, needs_unit, needs_card, is_odometer`;

/**
 * Stores the gaps of a vehicle that start in a range in place of those stored before. A gap of the same
 * kind that overlaps keeps its identity and what somebody has decided; a decided one that is not found
 * any more stays and is marked as outdated.
 */
export async function replaceGaps(
  trx: Transaction,
  vehicle: { readonly customerId: number; readonly vehicleId: number },
  range: Span,
  found: readonly Gap[],
): Promise<void> {
  const stored = await storedGaps(trx, vehicle.vehicleId, range);
  const taken = new Set<string>();
  const rows = found.map((gap) => {
    const same = stored.find(
      (one) => one.kind === gap.kind && !taken.has(one.id) && common(one, gap) !== null,
    );
    if (same !== undefined) taken.add(same.id);
    return { id: same?.id ?? null, ...rowOf(gap) };
  });
  const gone = stored.filter(({ id }) => !taken.has(id));
  const idsOf = (isDecided: boolean) =>
    gone.filter((one) => one.isDecided === isDecided).map(({ id }) => id);
  await sql`delete from unaccounted_driving where id = any(${idsOf(false)}::bigint[])`.execute(trx);
  await sql`update unaccounted_driving set is_outdated = true
    where id = any(${idsOf(true)}::bigint[]) and not is_outdated`.execute(trx);
  const list = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f ${RECORD}`;
  await sql`update unaccounted_driving g set ended_at = f.ended_at, started_at = f.started_at,
      driven_s = f.driven_s, distance_m = f.distance_m, driver_id = f.driver_id,
      card_driver_id = f.card_driver_id, card_number = f.card_number, needs_unit = f.needs_unit,
      needs_card = f.needs_card, is_odometer = f.is_odometer, is_outdated = false
    from ${list} where f.id = g.id`.execute(trx);
  await sql`insert into unaccounted_driving (customer_id, vehicle_id, ${COLUMNS})
    select ${vehicle.customerId}, ${vehicle.vehicleId}, ${COLUMNS} from ${list}
    where f.id is null`.execute(trx);
}
