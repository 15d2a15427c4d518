import type { FuelCardRule } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import {
  AROUND_MS,
  type Fill,
  productOf,
  SITE_RADIUS_M,
  type Site,
  type Span,
  type TrackPoint,
  type Verdict,
} from '../../../../engines/fuel-cards/index.ts';
import { distanceM } from '../../../../engines/leg.ts';
import { ms, type Transaction } from '../../../../platform/db/index.ts';

const at = (timeMs: number) => sql`${new Date(timeMs)}::timestamptz`;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A vehicle whose purchases in a range of days are checked again. */
interface DueVehicle {
  readonly ids: readonly string[];
  readonly customerId: number;
  readonly vehicleId: number;
  readonly fromDay: string;
  readonly toDay: string;
}

/** The vehicle that waits the longest, with all its waiting days, locked; undefined for none. */
export async function nextDue(trx: Transaction): Promise<DueVehicle | undefined> {
  const { rows } = await sql<DueVehicle>`
    with first as (select vehicle_id from fuel_card_due order by id limit 1 for update skip locked),
      due as (select d.* from fuel_card_due d join first using (vehicle_id)
        order by d.id for update of d skip locked)
    select array_agg(due.id::text) as ids, min(customer_id) as "customerId", vehicle_id as "vehicleId",
      min(from_day)::text as "fromDay", max(to_day)::text as "toDay"
    from due group by vehicle_id`.execute(trx);
  return rows[0];
}

export async function removeDue(trx: Transaction, ids: readonly string[]): Promise<void> {
  await sql`delete from fuel_card_due where id = any(${[...ids]}::bigint[])`.execute(trx);
}

/** Queues the checks that wait for late positions. */
export async function queueAgain(trx: Transaction, nowMs: number): Promise<void> {
  await sql`with again as (update fuel_card_checks set again_at = null where again_at <= ${at(nowMs)}
      returning entry_id)
    insert into fuel_card_due (customer_id, vehicle_id, from_day, to_day)
    select e.customer_id, e.vehicle_id, e.starts_on, e.starts_on from again
    join cost_entries e on e.id = again.entry_id`.execute(trx);
}

/** A purchase of fuel. */
export interface EntryRow extends Fill {
  readonly id: string;
  readonly place: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Purchases of a vehicle that began in a range of days, by time. Those of several days are no transactions. */
export async function entryRows(
  trx: Transaction,
  vehicleId: number,
  fromDay: string,
  toDay: string,
): Promise<EntryRow[]> {
  const { rows } = await sql<Omit<EntryRow, 'product'> & { product: string }>`
    select e.id::text as id, e.place, e.latitude, e.longitude, e.product,
      e.litres::float8 as litres, e.energy_kwh::float8 as "energyKwh",
      (extract(epoch from coalesce(e.transaction_at, e.starts_on::timestamp at time zone 'UTC')) * 1000)::float8
        as "startMs",
      (extract(epoch from coalesce(e.transaction_at, (e.starts_on + 1)::timestamp at time zone 'UTC')) * 1000)::float8
        as "endMs"
    from cost_entries e where e.vehicle_id = ${vehicleId} and e.category = 'fuel'
      and e.starts_on = e.ends_on and e.starts_on between ${fromDay}::date and ${toDay}::date
    order by "startMs", e.id`.execute(trx);
  return rows.map((row) => ({ ...row, product: productOf(row.product) }));
}

export interface CheckedVehicle {
  readonly type: string;
  readonly fuel_reference: string;
  readonly fuel_name: string;
  readonly archived_ms: number | null;
  readonly tank_l: number | null;
  /** Measured by the engine's counter in the last 90 days; null without one. */
  readonly use_l_per_m: number | null;
}

export async function checkedVehicle(
  trx: Transaction,
  vehicleId: number,
): Promise<CheckedVehicle | undefined> {
  const { rows } = await sql<CheckedVehicle>`select v.type, v.fuel_reference, v.fuel_name,
      ${ms('v.archived_at')} as archived_ms,
      (select t.litres::float8 from vehicle_tanks t where t.vehicle_id = v.id) as tank_l,
      (select (sum(t.fuel_used_l) / nullif(sum(t.distance_m), 0))::float8 from trips t
        where t.vehicle_id = v.id and t.fuel_used_l is not null
          and t.started_at > now() - interval '90 days' having sum(t.distance_m) > 500000) as use_l_per_m
    from vehicles v where v.id = ${vehicleId}`.execute(trx);
  return rows[0];
}

interface GeofenceRow {
  readonly shape: 'polygon' | 'circle' | 'corridor';
  readonly points: readonly (readonly [number, number])[];
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly radius_m: number | null;
}

/** The circle around an area. */
function circleOf({ latitude, longitude, points, radius_m: radiusM }: GeofenceRow): Site | null {
  if (latitude !== null && longitude !== null) {
    return { latitudeDeg: latitude, longitudeDeg: longitude, radiusM: Math.max(radiusM ?? 0, 300) };
  }
  if (points.length === 0) return null;
  const middle = (n: 0 | 1) =>
    (Math.min(...points.map((one) => one[n])) + Math.max(...points.map((one) => one[n]))) / 2;
  const centre = { latitudeDeg: middle(0), longitudeDeg: middle(1) };
  const far = points.map(([latitudeDeg, longitudeDeg]) =>
    distanceM(centre, { latitudeDeg, longitudeDeg }),
  );
  return { ...centre, radiusM: Math.max(...far) + (radiusM ?? 0) + 300 };
}

/** The site of a purchase: its coordinates, or the geofence or depot of that name. */
export async function siteOf(
  trx: Transaction,
  customerId: number,
  { latitude, longitude, place }: EntryRow,
): Promise<Site | null> {
  if (latitude !== null && longitude !== null) {
    return { latitudeDeg: latitude, longitudeDeg: longitude, radiusM: SITE_RADIUS_M };
  }
  if (place === '') return null;
  const { rows } = await sql<GeofenceRow>`
    select shape, points, centre_latitude as latitude, centre_longitude as longitude, radius_m
    from geofences where customer_id = ${customerId} and lower(name) = lower(${place})
    union all
    select 'circle', '[]', d.latitude, d.longitude, ${SITE_RADIUS_M}::float8 from depots d
    where d.customer_id = ${customerId} and lower(d.name) = lower(${place}) and d.latitude is not null
      and d.longitude is not null limit 1`.execute(trx);
  return rows[0] === undefined ? null : circleOf(rows[0]);
}

const POINT = sql`${ms('p.device_time')} as "timeMs", p.latitude, p.longitude,
  p.private_leg_m is not null as "isPrivate", p.ignition, p.odometer_m as "odometerM"`;
type PointRow = Omit<TrackPoint, 'place'> & {
  readonly latitude: number | null;
  readonly longitude: number | null;
};

/** Records around a time, with the last one before and the first one after, in two days each. */
export async function trackAround(
  trx: Transaction,
  vehicleId: number,
  timeMs: number,
): Promise<TrackPoint[]> {
  const [from, to] = [timeMs - AROUND_MS, timeMs + AROUND_MS];
  const rows = (where: RawBuilder<unknown>) => sql`select ${POINT} from positions p
    where p.vehicle_id = ${vehicleId} and p.jump_kmh is null
      and (p.private_leg_m is not null or (p.fix_valid and p.latitude is not null)) and ${where}`;
  const { rows: found } = await sql<PointRow>`select * from (
    (${rows(sql`p.device_time <= ${at(from)} and p.device_time > ${at(from - 2 * DAY_MS)}
      order by p.device_time desc limit 1`)})
    union all (${rows(sql`p.device_time > ${at(from)} and p.device_time < ${at(to)} limit 10000`)})
    union all (${rows(sql`p.device_time >= ${at(to)} and p.device_time < ${at(to + 2 * DAY_MS)}
      order by p.device_time limit 1`)})) t order by "timeMs"`.execute(trx);
  return found.map(({ latitude, longitude, ...row }) => ({
    ...row,
    place:
      row.isPrivate || latitude === null || longitude === null
        ? null
        : { latitudeDeg: latitude, longitudeDeg: longitude },
  }));
}

/** Attributes of records around a time, for tank levels. */
export async function attributesAround(trx: Transaction, vehicleId: number, timeMs: number) {
  const { rows } = await sql<{
    timeMs: number;
    attributes: Record<string, string | number | boolean>;
  }>`select ${ms('p.device_time')} as "timeMs", p.attributes from positions p
    where p.vehicle_id = ${vehicleId} and p.attributes is not null
      and p.device_time between ${at(timeMs - 2 * HOUR_MS)} and ${at(timeMs + 2 * HOUR_MS)}
    order by p.device_time limit 20000`.execute(trx);
  return rows;
}

/** Fillings around a time. */
export async function refuelsAround(trx: Transaction, vehicleId: number, timeMs: number) {
  const { rows } = await sql<{ atMs: number; volume: number; unit: 'L' | '%' }>`
    select ${ms('f.occurred_at')} as "atMs", f.volume::float8 as volume, f.unit from fuel_events f
    where f.vehicle_id = ${vehicleId} and f.kind = 'refuel'
      and f.occurred_at between ${at(timeMs - 2 * HOUR_MS)} and ${at(timeMs + 2 * HOUR_MS)}`.execute(
    trx,
  );
  return rows;
}

/**
 * Metres driven between two times: by trips and private use, or by the odometer if that says more. Null unless
 * the tracker reported near both ends.
 */
export async function drivenBetween(
  trx: Transaction,
  vehicleId: number,
  fromMs: number,
  toMs: number,
): Promise<number | null> {
  const edge = Math.min(12 * HOUR_MS, Math.max(HOUR_MS, (toMs - fromMs) / 2));
  const within = sql`p.vehicle_id = ${vehicleId} and p.device_time between ${at(fromMs - HOUR_MS)} and ${at(toMs + HOUR_MS)}`;
  const { rows } = await sql<{ driven: number | null }>`
    select case when b.first <= ${at(fromMs + edge)} and b.last >= ${at(toMs - edge)} then greatest(
      (select coalesce(sum(t.distance_m), 0) from trips t where t.vehicle_id = ${vehicleId}
        and t.started_at < ${at(toMs)} and t.ended_at > ${at(fromMs)})
      + b.private_m, b.odometer_m)::float8 end as driven
    from (select min(p.device_time) as first, max(p.device_time) as last,
      coalesce(sum(p.private_leg_m), 0) as private_m,
      coalesce(max(p.odometer_m) - min(p.odometer_m) filter (where p.odometer_m > 0), 0) as odometer_m
      from positions p where ${within}) b`.execute(trx);
  return rows[0]?.driven ?? null;
}

/** When a vehicle was off the road. */
export async function offRoadSpans(trx: Transaction, vehicleId: number): Promise<Span[]> {
  const { rows } =
    await sql<Span>`select ${ms('since')} as "startMs", ${ms('returned_at')} as "endMs"
    from vor_entries where vehicle_id = ${vehicleId} order by since desc limit 200`.execute(trx);
  return rows;
}

/** What the rules say about a purchase. */
export interface Checked {
  readonly entry: EntryRow;
  readonly verdicts: Readonly<Record<FuelCardRule, Verdict>>;
  /** When it is checked again; null if nothing is missing. */
  readonly againMs: number | null;
}

/** Stores what the rules say about the purchases of a vehicle; findings about which somebody has decided stay. */
export async function storeVerdicts(
  trx: Transaction,
  vehicle: { readonly customerId: number; readonly vehicleId: number },
  checked: readonly Checked[],
): Promise<void> {
  const { customerId, vehicleId } = vehicle;
  const checks = checked.map(({ entry, verdicts, againMs }) => ({
    entry: entry.id,
    verdicts,
    again: againMs === null ? null : new Date(againMs),
  }));
  await sql`insert into fuel_card_checks (entry_id, customer_id, vehicle_id, verdicts, again_at)
    select t.entry, ${customerId}, ${vehicleId}, t.verdicts, t.again
    from jsonb_to_recordset(${JSON.stringify(checks)}::jsonb)
      as t (entry bigint, verdicts jsonb, again timestamptz)
    on conflict (entry_id) do update set vehicle_id = excluded.vehicle_id, verdicts = excluded.verdicts,
      again_at = excluded.again_at, checked_at = now()`.execute(trx);
  const entries = checks.map(({ entry }) => entry);
  const found = JSON.stringify(
    checked.flatMap(({ entry, verdicts }) =>
      Object.entries(verdicts).flatMap(([rule, verdict]) =>
        verdict.outcome === 'finding'
          ? [{ entry: entry.id, rule, figures: verdict.values, occurred: new Date(entry.startMs) }]
          : [],
      ),
    ),
  );
  const isFound = sql`exists (select from jsonb_to_recordset(${found}::jsonb) as t (entry bigint, rule text)
    where t.entry = f.entry_id and t.rule = f.rule)`;
  await sql`delete from fuel_card_findings f
    where f.entry_id = any(${entries}::bigint[]) and f.state = 'open' and not ${isFound}`.execute(
    trx,
  );
  await sql`update fuel_card_findings f set is_outdated = not f.is_outdated, version = f.version + 1
    where f.entry_id = any(${entries}::bigint[]) and f.is_outdated = ${isFound}`.execute(trx);
  await sql`insert into fuel_card_findings as f (customer_id, vehicle_id, entry_id, rule, figures, occurred_at)
    select ${customerId}, ${vehicleId}, t.entry, t.rule, t.figures, t.occurred
    from jsonb_to_recordset(${found}::jsonb)
      as t (entry bigint, rule text, figures jsonb, occurred timestamptz)
    on conflict (entry_id, rule) do update set figures = excluded.figures,
      vehicle_id = excluded.vehicle_id, occurred_at = excluded.occurred_at
    where (f.figures, f.vehicle_id, f.occurred_at)
      is distinct from (excluded.figures, excluded.vehicle_id, excluded.occurred_at)`.execute(trx);
}
