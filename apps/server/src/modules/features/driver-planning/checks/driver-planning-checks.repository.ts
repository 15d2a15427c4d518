import {
  type AssetKind,
  INSPECTION_CATEGORY,
  type ShiftLevel,
  type VehicleType,
} from '@roadworthy/domain';
import { sql } from 'kysely';
import type { ClassFacts, VehicleState } from '../../../../engines/driver-planning/index.ts';
import { ms, type Transaction } from '../../../../platform/db/index.ts';

/** What a check reads of a shift. Times in ms since 1970 UTC. */
export interface ShiftFacts {
  readonly id: number;
  readonly customerId: number;
  readonly driverId: number;
  readonly vehicleId: number | null;
  readonly trailerId: number | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly drivingMs: number | null;
}

const FACTS = sql`s.id, s.customer_id as "customerId", s.driver_id as "driverId",
  s.vehicle_id as "vehicleId", s.trailer_id as "trailerId", ${ms('s.starts_at')} as "startMs",
  ${ms('s.ends_at')} as "endMs", s.driving_s * 1000::float8 as "drivingMs"`;

/** All shifts of drivers that end after a time, in sequence of time. */
export async function shiftsAfter(
  trx: Transaction,
  driverIds: readonly number[],
  afterMs: number,
): Promise<readonly ShiftFacts[]> {
  const { rows } = await sql<ShiftFacts>`select ${FACTS} from planned_shifts s
    where s.driver_id = any(${[...driverIds]}::int[]) and s.ends_at > ${new Date(afterMs)}
    order by s.driver_id, s.starts_at`.execute(trx);
  return rows;
}

/** Other shifts of the drivers, the vehicle or the trailer at the time of shifts, which is that of the first. */
export async function shiftsAtTimeOf(
  trx: Transaction,
  shifts: readonly ShiftFacts[],
): Promise<readonly ShiftFacts[]> {
  const [shift] = shifts;
  if (shift === undefined) return [];
  const ids = shifts.map(({ id }) => id);
  const drivers = shifts.map(({ driverId }) => driverId);
  const vehicles = [shift.vehicleId, shift.trailerId].flatMap((id) => id ?? []);
  const { rows } = await sql<ShiftFacts>`select ${FACTS} from planned_shifts s
    where s.id <> all(${ids}::int[]) and s.starts_at < ${new Date(shift.endMs)}
      and s.ends_at > ${new Date(shift.startMs)}
      and (s.driver_id = any(${drivers}::int[]) or s.vehicle_id = any(${vehicles}::int[])
        or s.trailer_id = any(${vehicles}::int[]))
    order by s.starts_at`.execute(trx);
  return rows;
}

/** An absence that is requested or approved. Times in ms since 1970 UTC. */
export interface AbsenceFacts {
  readonly driverId: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly isApproved: boolean;
}

/** The absences of drivers that end after a time, refused ones left out. */
export async function absencesAfter(
  trx: Transaction,
  driverIds: readonly number[],
  afterMs: number,
): Promise<readonly AbsenceFacts[]> {
  const { rows } = await sql<AbsenceFacts>`
    select a.driver_id as "driverId", ${ms('a.starts_at')} as "startMs",
      ${ms('a.ends_at')} as "endMs", a.state = 'approved' as "isApproved"
    from driver_absences a where a.driver_id = any(${[...driverIds]}::int[])
      and a.state <> 'refused' and a.ends_at > ${new Date(afterMs)}
    order by a.driver_id, a.starts_at`.execute(trx);
  return rows;
}

/** A vehicle or trailer of a plan. */
export interface PlannedVehicle extends ClassFacts, VehicleState {
  readonly id: number;
}

/** Vehicles with what decides their class, and their state. */
export async function plannedVehicles(
  trx: Transaction,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PlannedVehicle>> {
  if (ids.length === 0) return new Map();
  const due = (category: string) => sql`(select min(c.latest_on)::text from scheduled_activities c
    join schedule_types t on t.id = c.schedule_type_id
    where c.vehicle_id = v.id and c.fulfilled_at is null and t.category = ${category})`;
  const { rows } = await sql<PlannedVehicle & { type: VehicleType; kind: AssetKind | null }>`
    select v.id, v.type, v.kind, v.gross_weight_kg as "grossKg",
      ${ms('e.since')} as "offRoadSinceMs", ${ms('e.expected_back_at')} as "expectedBackMs",
      coalesce(o.dvsa_mot_due_on::text, o.dvla_mot_due_on::text, ${due('MOT')}) as "motUntil",
      ${due(INSPECTION_CATEGORY)} as "inspectionBy"
    from vehicles v
    left join official_vehicles o on o.vehicle_id = v.id
    left join lateral (select since, expected_back_at from vor_entries
      where vehicle_id = v.id and returned_at is null order by since desc limit 1) e on true
    where v.id = any(${[...ids]}::int[])`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Stores the levels of shifts that have changed. @returns how many have */
export async function keepLevels(
  trx: Transaction,
  levels: readonly { readonly id: number; readonly level: ShiftLevel }[],
): Promise<number> {
  if (levels.length === 0) return 0;
  const { numAffectedRows } = await sql`update planned_shifts s set level = r.level
    from jsonb_to_recordset(${JSON.stringify(levels)}::jsonb) as r (id int, level text)
    where s.id = r.id and s.level <> r.level`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

/** Drivers with shifts that end after a time and begin before another, by id, after one of them. */
export async function driversWithShifts(
  trx: Transaction,
  span: { readonly afterMs: number; readonly beforeMs: number },
  lastId: number,
  limit: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`select distinct s.driver_id as id from planned_shifts s
    where s.ends_at > ${new Date(span.afterMs)} and s.starts_at < ${new Date(span.beforeMs)}
      and s.driver_id > ${lastId}
    order by id limit ${limit}`.execute(trx);
  return rows.map(({ id }) => id);
}
