import type { AssetKind, TyreCause, TyreReadingSource, VehicleType } from '@roadworthy/domain';
import { sql } from 'kysely';
import { ms, type Transaction } from '../../../../platform/db/index.ts';

/** The vehicle that a tyre is fitted to, as far as the rules need it. */
export interface WheeledVehicle {
  readonly vehicleId: number;
  readonly type: VehicleType;
  readonly kind: AssetKind | null;
  readonly axles: number | null;
  readonly grossKg: number | null;
  readonly twinAxles: readonly number[] | null;
  readonly steeredAxles: readonly number[] | null;
  readonly spares: number;
  /** Own limit of the vehicle, and the thresholds of its customer, mm. */
  readonly leastTreadMm: number | null;
  readonly heavyTreadMm: number;
  readonly lightTreadMm: number;
}

export const WHEELED = sql`v.id as "vehicleId", v.type, v.kind, v.axles,
  v.gross_weight_kg as "grossKg", s.twin_axles as "twinAxles", s.steered_axles as "steeredAxles",
  coalesce(s.spares, 0)::int as spares, s.least_tread_mm as "leastTreadMm",
  l.tread_heavy_mm as "heavyTreadMm", l.tread_light_mm as "lightTreadMm"`;
export const WHEELED_FROM = sql`vehicles v
  left join vehicle_tyres s on s.vehicle_id = v.id
  cross join lateral (select tread_heavy_mm, tread_light_mm from record_limits o
    where o.customer_id is null or o.customer_id = v.customer_id
    order by o.customer_id nulls last limit 1) l`;

/** The wheels and limits of vehicles, by id. */
export async function wheeledVehicles(
  trx: Transaction,
  vehicleIds: readonly number[],
): Promise<ReadonlyMap<number, WheeledVehicle>> {
  const { rows } = await sql<WheeledVehicle>`select ${WHEELED} from ${WHEELED_FROM}
    where v.id = any(${[...vehicleIds]}::int[])`.execute(trx);
  return new Map(rows.map((row) => [row.vehicleId, row]));
}

/** A tyre with its marks; times in ms since 1970 UTC, days YYYY-MM-DD. */
export interface CalculatedTyre {
  readonly tyreId: number;
  readonly dotWeek: string | null;
  readonly retreadedOn: string | null;
  readonly newTreadMm: number | null;
  readonly isFitted: boolean;
}

export async function tyresToCalculate(
  trx: Transaction,
  tyreIds: readonly number[],
): Promise<readonly CalculatedTyre[]> {
  const { rows } = await sql<CalculatedTyre>`select id as "tyreId", dot_week as "dotWeek",
      retreaded_on::text as "retreadedOn", new_tread_mm as "newTreadMm",
      status = 'fitted' as "isFitted"
    from tyres where id = any(${[...tyreIds]}::int[])`.execute(trx);
  return rows;
}

/** When a tyre was at a position, since it was new or last came back from the retreader. */
export interface TyreFitting {
  readonly tyreId: number;
  readonly vehicleId: number;
  readonly position: string;
  readonly fittedMs: number;
  readonly removedMs: number | null;
  readonly fittedTreadMm: number | null;
  readonly removedTreadMm: number | null;
}

/** The fittings of tyres in their present life, oldest first. */
export async function fittingsOf(
  trx: Transaction,
  tyreIds: readonly number[],
): Promise<readonly TyreFitting[]> {
  const { rows } = await sql<TyreFitting>`select f.tyre_id as "tyreId", f.vehicle_id as "vehicleId",
      f.position, ${ms('f.fitted_at')} as "fittedMs", ${ms('f.removed_at')} as "removedMs",
      f.fitted_tread_mm as "fittedTreadMm", f.removed_tread_mm as "removedTreadMm"
    from tyre_fittings f
    where f.tyre_id = any(${[...tyreIds]}::int[]) and f.fitted_at >= coalesce((
      select max(e.happened_at) from tyre_events e
      where e.tyre_id = f.tyre_id and e.kind = 'returned'), '-infinity')
    order by f.tyre_id, f.fitted_at, f.id`.execute(trx);
  return rows;
}

/** A tread depth that was measured while a tyre was fitted. */
export interface MeasuredTread {
  /** Place of the fitting in the list that was asked for, from 0. */
  readonly fitting: number;
  readonly atMs: number;
  readonly treadMm: number;
  readonly source: TyreReadingSource;
}

/** The tread depths of fittings, from the office and from inspections. */
export async function treadsOf(
  trx: Transaction,
  fittings: readonly TyreFitting[],
): Promise<readonly MeasuredTread[]> {
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const { rows } = await sql<MeasuredTread>`
    with f as (select * from unnest(${fittings.map(({ vehicleId }) => vehicleId)}::int[],
        ${fittings.map(({ position }) => position)}::text[],
        ${fittings.map(({ fittedMs }) => time(fittedMs))}::timestamptz[],
        ${fittings.map(({ removedMs }) => time(removedMs))}::timestamptz[])
      with ordinality as f (vehicle_id, position, fitted_at, removed_at, place))
    select (f.place - 1)::int as fitting, ${ms('r.read_at')} as "atMs", r.tread_mm as "treadMm",
      r.source
    from f join tyre_readings r on r.vehicle_id = f.vehicle_id and r.position = f.position
      and r.read_at >= f.fitted_at and (f.removed_at is null or r.read_at <= f.removed_at)
    where r.tread_mm is not null
    union all
    select (f.place - 1)::int, ${ms('i.inspected_at')}, (t ->> 'tread_mm')::float8, 'inspection'
    from f join inspection_records i on i.vehicle_id = f.vehicle_id
      and i.inspected_at >= f.fitted_at and (f.removed_at is null or i.inspected_at <= f.removed_at)
    cross join lateral jsonb_array_elements(i.tyres) t
    where t ->> 'position' = f.position and t ->> 'tread_mm' is not null`.execute(trx);
  return rows;
}

/** What was calculated for a tyre. */
export interface TyreResult {
  readonly tyreId: number;
  readonly treadMm: number | null;
  readonly treadMs: number | null;
  readonly runM: number | null;
  readonly wearMmPerM: number | null;
  readonly changeOn: string | null;
  readonly changeCause: TyreCause | null;
}

export async function keepResults(trx: Transaction, results: readonly TyreResult[]): Promise<void> {
  const data = JSON.stringify(
    results.map(({ treadMs, ...one }) => ({
      ...one,
      treadAt: treadMs === null ? null : new Date(treadMs).toISOString(),
    })),
  );
  await sql`update tyres t set tread_mm = r."treadMm", tread_at = r."treadAt", run_m = r."runM",
      wear_mm_per_m = r."wearMmPerM", change_on = r."changeOn", change_cause = r."changeCause"
    from jsonb_to_recordset(${data}::jsonb) as r ("tyreId" int, "treadMm" real,
      "treadAt" timestamptz, "runM" float8, "wearMmPerM" float8, "changeOn" date, "changeCause" text)
    where t.id = r."tyreId"`.execute(trx);
}

/** The tyres on vehicles now. */
export async function tyresOnVehicles(
  trx: Transaction,
  vehicleIds: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ tyre_id: number }>`select tyre_id from tyre_fittings
    where vehicle_id = any(${[...vehicleIds]}::int[]) and removed_at is null`.execute(trx);
  return rows.map(({ tyre_id }) => tyre_id);
}

/** Notes that the tyres of vehicles are calculated. */
export async function markCalculated(
  trx: Transaction,
  vehicleIds: readonly number[],
  nowMs: number,
): Promise<void> {
  await sql`insert into vehicle_tyres (vehicle_id, customer_id, calculated_at)
    select v.id, v.customer_id, ${new Date(nowMs)} from vehicles v
    where v.id = any(${[...vehicleIds]}::int[])
    on conflict (vehicle_id) do update set calculated_at = excluded.calculated_at`.execute(trx);
}

/** Locks vehicles whose tyres were not calculated since a time, the oldest first. */
export async function lockStaleVehicles(
  trx: Transaction,
  beforeMs: number,
  limit: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ vehicle_id: number }>`select vehicle_id from vehicle_tyres
    where calculated_at is null or calculated_at < ${new Date(beforeMs)}
    order by calculated_at nulls first, vehicle_id limit ${limit} for update skip locked`.execute(
    trx,
  );
  return rows.map(({ vehicle_id }) => vehicle_id);
}
