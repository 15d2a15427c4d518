import { sql } from 'kysely';
import type { Claim, Fixed, Settled } from '../../../../engines/couplings/index.ts';
import { ms, type Transaction } from '../../../../platform/db/index.ts';

/** Hand and findings follow each other: both lock the vehicle and the trailer. */
export async function lockAssets(trx: Transaction, ids: readonly number[]): Promise<void> {
  await sql`select from vehicles where id = any(${[...ids]}::int[])
    order by id for no key update`.execute(trx);
}

/** Steps back to the first of the findings that overlap each other. */
const MOST_STEPS = 30;

/** The findings of a trailer that last beyond a time, and those before that overlap them. */
export async function findingsSince(
  trx: Transaction,
  trailerId: number,
  fromMs: number,
): Promise<{ claims: readonly Claim[]; sinceMs: number }> {
  let sinceMs = fromMs;
  for (let step = 0; ; step += 1) {
    const { rows } = await sql<Claim>`
      select vehicle_id as "vehicleId", source, ${ms('started_at')} as "startMs",
        ${ms('ended_at')} as "endMs", moved_m as "movedM", ${ms('moved_until')} as "movedUntilMs",
        ${ms('silent_since')} as "silentSinceMs"
      from coupling_findings where trailer_id = ${trailerId}
        and (ended_at is null or ended_at > ${new Date(sinceMs)}::timestamptz - interval '1 hour')
      order by started_at`.execute(trx);
    const first = Math.min(sinceMs, ...rows.map(({ startMs }) => startMs));
    if (first === sinceMs || step === MOST_STEPS) return { claims: rows, sinceMs };
    sinceMs = first;
  }
}

/** A driver's coupling that no person ended. */
export interface DriverCoupling extends Fixed {
  readonly id: number;
}

/** The couplings of people and the deleted findings of a trailer that last beyond a time. */
export async function fixedOf(
  trx: Transaction,
  trailerId: number,
  sinceMs: number,
): Promise<{ fixed: Fixed[]; ended: DriverCoupling[] }> {
  const { rows } = await sql<DriverCoupling & { isOpen: boolean }>`
    select id, vehicle_id as "vehicleId", ${ms('coupled_at')} as "startMs",
      case when not is_end_found then ${ms('uncoupled_at')} end as "endMs",
      source = 'driver' and (uncoupled_at is null or is_end_found) as "isOpen"
    from couplings where trailer_id = ${trailerId} and source in ('hand', 'driver')
      and (uncoupled_at is null or is_end_found or uncoupled_at > ${new Date(sinceMs)})
    union all
    select 0, vehicle_id, ${ms('from_at')}, ${ms('to_at')}, false from coupling_dismissals
    where trailer_id = ${trailerId} and to_at > ${new Date(sinceMs)}
    order by 3`.execute(trx);
  return {
    fixed: rows.filter(({ isOpen }) => !isOpen),
    ended: rows.filter(({ isOpen }) => isOpen),
  };
}

/**
 * A driver says when a trailer was coupled, but seldom when it was dropped: the findings do. The coupling
 * ends when the vehicle was seen to leave without it, or another one took it.
 *
 * @returns the couplings with their ends
 */
export async function endDriverCouplings(
  trx: Transaction,
  trailerId: number,
  couplings: readonly DriverCoupling[],
  claims: readonly Claim[],
): Promise<Fixed[]> {
  const all: Fixed[] = [];
  for (const one of couplings) {
    const ends = claims.flatMap((claim) => {
      if (claim.vehicleId !== one.vehicleId) {
        return claim.startMs > one.startMs ? [claim.startMs] : [];
      }
      return claim.endMs !== null && claim.endMs > one.startMs ? [claim.endMs] : [];
    });
    const { rows } = await sql<{ next: number | null }>`
      select ${ms('min_at')} as next from (select min(coupled_at) as min_at from couplings
        where coupled_at > ${new Date(one.startMs)} and source in ('hand', 'driver')
          and (trailer_id = ${trailerId})) n`.execute(trx);
    const next = rows[0]?.next ?? null;
    const first = Math.min(...ends, next ?? Number.POSITIVE_INFINITY);
    const endMs = Number.isFinite(first) ? first : null;
    await sql`update couplings set uncoupled_at = ${endMs === null ? null : new Date(endMs)},
        is_end_found = ${endMs !== null}, version = version + 1
      where id = ${one.id} and uncoupled_at is distinct from ${endMs === null ? null : new Date(endMs)}::timestamptz`.execute(
      trx,
    );
    all.push({ vehicleId: one.vehicleId, startMs: one.startMs, endMs });
  }
  return all;
}

/** A stored coupling that was found. */
export interface StoredCoupling {
  readonly id: number;
  readonly vehicleId: number;
  readonly position: number;
  readonly startMs: number;
  readonly endMs: number | null;
}

/** The found couplings of a trailer that last beyond a time. */
export async function foundSince(
  trx: Transaction,
  trailerId: number,
  sinceMs: number,
): Promise<readonly StoredCoupling[]> {
  const { rows } = await sql<StoredCoupling>`
    select id, vehicle_id as "vehicleId", position, ${ms('coupled_at')} as "startMs",
      ${ms('uncoupled_at')} as "endMs"
    from couplings where trailer_id = ${trailerId} and source in ('device', 'place')
      and (uncoupled_at is null or uncoupled_at > ${new Date(sinceMs)})
    order by coupled_at`.execute(trx);
  return rows;
}

export async function removeFound(trx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from couplings where id = any(${[...ids]}::int[])`.execute(trx);
}

const at = (value: number | null) => (value === null ? null : new Date(value));

/** The positions behind a vehicle that other couplings take in a span. */
export async function takenPlaces(
  trx: Transaction,
  { endMs, startMs, vehicleId }: Settled,
  except: number,
): Promise<number[]> {
  const { rows } = await sql<{ position: number }>`
    select distinct position from couplings where vehicle_id = ${vehicleId} and id <> ${except}
      and tstzrange(coupled_at, uncoupled_at)
        && tstzrange(${at(startMs)}::timestamptz, ${at(endMs)}::timestamptz)`.execute(trx);
  return rows.map(({ position }) => position);
}

export async function changeFound(
  trx: Transaction,
  stored: StoredCoupling,
  { endMs, silentSinceMs, source, startMs }: Settled,
  position: number,
): Promise<void> {
  await sql`update couplings set coupled_at = ${at(startMs)}, uncoupled_at = ${at(endMs)},
      silent_since = ${at(silentSinceMs)}, source = ${source}, position = ${position},
      version = version + 1
    where id = ${stored.id}
      and (coupled_at, uncoupled_at, silent_since, source, position) is distinct from
        (${at(startMs)}::timestamptz, ${at(endMs)}::timestamptz, ${at(silentSinceMs)}::timestamptz,
         ${source}, ${position}::smallint)`.execute(trx);
}

/** Stores a found coupling. Its author is the tracker: of the vehicle, or of the trailer by place. */
export async function addFound(
  trx: Transaction,
  customerId: number,
  trailerId: number,
  { endMs, silentSinceMs, source, startMs, vehicleId }: Settled,
  position: number,
): Promise<void> {
  const device = source === 'device' ? vehicleId : trailerId;
  await sql`insert into couplings (customer_id, vehicle_id, trailer_id, position, coupled_at,
      uncoupled_at, source, silent_since, driver_id, author)
    select ${customerId}, ${vehicleId}, ${trailerId}, ${position}, ${at(startMs)}, ${at(endMs)},
      ${source}, ${at(silentSinceMs)},
      (select t.driver_id from trips t where t.vehicle_id = ${vehicleId}
        and t.ended_at > ${at(startMs)} and t.started_at > ${at(startMs)}::timestamptz - interval '1 day'
        order by t.started_at limit 1),
      coalesce((select number from trackers where vehicle_id = ${device} order by id limit 1), '')`.execute(
    trx,
  );
}
