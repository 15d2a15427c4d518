import { sql } from 'kysely';
import {
  type CardRecords,
  type InsertedCard,
  type OdometerReading,
  outside,
  type Span,
  type TrackedTrip,
  type UnitDrive,
  type VehicleRecords,
} from '../../../../engines/unaccounted-driving/index.ts';
import { ms, type Transaction, type UnitDayContent } from '../../../../platform/db/index.ts';

/** Longest trip (requirement M-P08), and longer than a card stays in a slot. */
const LONGEST = sql`interval '7 days'`;

interface TripRow extends Span {
  readonly driverId: number | null;
  readonly segments: readonly (readonly ['d' | 'i', number, number, number])[];
}

/** The finished trips of a vehicle that overlap a window. */
export async function trackedTrips(
  trx: Transaction,
  vehicleId: number,
  { endMs, startMs }: Span,
): Promise<TrackedTrip[]> {
  const { rows } = await sql<TripRow>`
    select ${ms('started_at')} as "startMs", ${ms('ended_at')} as "endMs",
      driver_id as "driverId", segments
    from trips where vehicle_id = ${vehicleId}
      and started_at > ${new Date(startMs)}::timestamptz - ${LONGEST}
      and started_at < ${new Date(endMs)} and ended_at > ${new Date(startMs)}
    order by started_at`.execute(trx);
  return rows.map(({ segments, ...trip }) => ({
    ...trip,
    drives: segments.flatMap(([kind, from, to, distanceM]) =>
      kind === 'd' && to > from ? [{ startMs: from, endMs: to, distanceM }] : [],
    ),
  }));
}

interface UnitDayRow extends Span {
  readonly content: UnitDayContent;
}

async function unitRows(
  trx: Transaction,
  vehicleId: number,
  { endMs, startMs }: Span,
): Promise<UnitDayRow[]> {
  const { rows } = await sql<UnitDayRow>`
    select (extract(epoch from day) * 1000)::float8 as "startMs",
      ${ms('covered_until')} as "endMs", content
    from tachograph_unit_days where vehicle_id = ${vehicleId}
      and day >= (${new Date(startMs)}::timestamptz at time zone 'UTC')::date
      and day < (${new Date(endMs)}::timestamptz at time zone 'UTC')::date + 1
    order by day`.execute(trx);
  return rows;
}

/** The drivers of cards, by number. A number that several drivers have names none of them. */
async function holdersOf(
  trx: Transaction,
  customerId: number,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ number: string; id: number }>`
    select n.number, min(d.id) as id from unnest(${[...numbers]}::text[]) n (number)
    join drivers d on d.customer_id = ${customerId}
      and card_key(d.tachograph_card_number) = card_key(n.number)
    where n.number <> '' group by n.number having count(*) = 1`.execute(trx);
  return new Map(rows.map(({ id, number }) => [number, id]));
}

interface Unit {
  readonly covered: readonly Span[];
  readonly drives: readonly UnitDrive[];
  readonly excused: readonly Span[];
  readonly odometer: readonly OdometerReading[];
}

/** What the vehicle unit recorded in a window. */
export async function unitOf(
  trx: Transaction,
  customerId: number,
  vehicleId: number,
  window: Span,
): Promise<Unit> {
  const days = await unitRows(trx, vehicleId, window);
  const drives = days.flatMap(({ content }) => content.drives);
  const numbers = drives.flatMap(({ card, coDriver }) => [card ?? '', coDriver ?? '']);
  const holders = await holdersOf(trx, customerId, [...new Set(numbers)]);
  const cardOf = (number: string | null): InsertedCard | null =>
    number === null ? null : { number, driverId: holders.get(number) ?? null };
  return {
    covered: days.map(({ endMs, startMs }) => ({ startMs, endMs })),
    drives: drives.map(({ card, coDriver, endMs, startMs }) => ({
      startMs,
      endMs,
      card: cardOf(card),
      coDriver: cardOf(coDriver),
    })),
    excused: days.flatMap(({ content }) => content.excused),
    odometer: days.flatMap(({ content }) => content.odometer),
  };
}

interface UseRow extends Span {
  readonly driverId: number;
  readonly isHere: boolean;
  readonly fromKm: number;
  readonly toKm: number;
}

/** Uses of the vehicle by any card, and uses of any vehicle by the drivers of trips. */
async function usesOf(
  trx: Transaction,
  vehicleId: number,
  driverIds: readonly number[],
  { endMs, startMs }: Span,
): Promise<UseRow[]> {
  const here = sql`started_at > ${new Date(startMs)}::timestamptz - ${LONGEST}
    and started_at < ${new Date(endMs)} and ended_at > ${new Date(startMs)}`;
  const columns = sql`driver_id as "driverId", ${ms('started_at')} as "startMs",
    ${ms('ended_at')} as "endMs", vehicle_id is not distinct from ${vehicleId} as "isHere",
    odometer_from_km as "fromKm", odometer_to_km as "toKm"`;
  const { rows } = await sql<UseRow>`
    select ${columns} from tachograph_card_uses where vehicle_id = ${vehicleId} and ${here}
    union select ${columns} from tachograph_card_uses
      where driver_id = any(${[...driverIds]}::int[]) and ${here}
    order by 2`.execute(trx);
  return rows;
}

interface ActivityRow extends Span {
  readonly driverId: number;
  readonly isDriving: boolean;
  readonly isExcused: boolean;
}

async function activitiesOf(
  trx: Transaction,
  driverIds: readonly number[],
  { endMs, startMs }: Span,
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    select driver_id as "driverId", ${ms('started_at')} as "startMs", ${ms('ended_at')} as "endMs",
      kind = 'driving' as "isDriving", is_ferry or is_out_of_scope as "isExcused"
    from driver_activities where driver_id = any(${[...driverIds]}::int[])
      and started_at > ${new Date(startMs)}::timestamptz - ${LONGEST}
      and started_at < ${new Date(endMs)} and ended_at > ${new Date(startMs)}
      and (kind = 'driving' or is_ferry or is_out_of_scope)
    order by started_at`.execute(trx);
  return rows;
}

/** Time that stored files of cards cover: whole days, the last one at most until the file arrived. */
export async function coveredByCards(
  trx: Transaction,
  driverIds: readonly number[],
  { endMs, startMs }: Span,
): Promise<(Span & { readonly driverId: number })[]> {
  const { rows } = await sql<Span & { driverId: number }>`
    select driver_id as "driverId", (extract(epoch from first_day) * 1000)::float8 as "startMs",
      (extract(epoch from least((last_day + 1)::timestamp at time zone 'UTC', received_at)) * 1000)::float8
        as "endMs"
    from tachograph_files where driver_id = any(${[...driverIds]}::int[]) and kind = 'driver_card'
      and last_day >= (${new Date(startMs)}::timestamptz at time zone 'UTC')::date
      and first_day <= (${new Date(endMs)}::timestamptz at time zone 'UTC')::date`.execute(trx);
  return rows;
}

/** When the vehicle's oldest stored trip started, ms since 1970 UTC; null for none. */
async function trackedFrom(trx: Transaction, vehicleId: number): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select ${ms('started_at')} as ms from trips where vehicle_id = ${vehicleId}
    order by started_at limit 1`.execute(trx);
  return rows[0]?.ms ?? null;
}

/** All that is stored of a vehicle in a window, without private use. */
export async function vehicleRecords(
  trx: Transaction,
  customerId: number,
  vehicleId: number,
  window: Span,
): Promise<VehicleRecords> {
  const trips = await trackedTrips(trx, vehicleId, window);
  const unit = await unitOf(trx, customerId, vehicleId, window);
  const tripDrivers = trips.flatMap(({ driverId }) => driverId ?? []);
  const uses = await usesOf(trx, vehicleId, [...new Set(tripDrivers)], window);
  const here = uses.filter(({ isHere }) => isHere);
  const driverIds = [...new Set([...tripDrivers, ...here.map(({ driverId }) => driverId)])];
  const activities = await activitiesOf(trx, driverIds, window);
  const covered = await coveredByCards(trx, driverIds, window);
  const cards = driverIds.map((driverId): CardRecords => {
    const own = <T extends { readonly driverId: number }>(rows: readonly T[]) =>
      rows.filter((row) => row.driverId === driverId);
    const elsewhere = own(uses).filter(({ isHere }) => !isHere);
    return {
      driverId,
      covered: own(covered),
      uses: own(here),
      drives: own(activities)
        .filter(({ isDriving }) => isDriving)
        .flatMap((drive) => outside(drive, elsewhere)),
      excused: own(activities).filter(({ isExcused }) => isExcused),
    };
  });
  const ofCards = here
    .filter((use) => outside(use, unit.covered).length > 0)
    .flatMap(({ endMs, fromKm, startMs, toKm }) => [
      { timeMs: startMs, km: fromKm },
      { timeMs: endMs, km: toKm },
    ]);
  const odometer = [...unit.odometer, ...ofCards].sort(
    (one, other) => one.timeMs - other.timeMs || one.km - other.km,
  );
  const trackedFromMs = await trackedFrom(trx, vehicleId);
  return { window, trackedFromMs, trips, privateTravel: [], unit, cards, odometer };
}
