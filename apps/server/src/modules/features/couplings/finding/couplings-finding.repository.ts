import { sql } from 'kysely';
import type { Found } from '../../../../engines/couplings/index.ts';
import { ms, type Transaction } from '../../../../platform/db/index.ts';

/** A vehicle or trailer whose records have changed in a range; times in ms since 1970 UTC. */
export interface Due {
  readonly vehicleId: number;
  readonly customerId: number;
  readonly isTrailer: boolean;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Arbitrary, equal in all processes: one pass per customer at a time. */
const LOCK = 726_231_044;

/** The vehicle that waits the longest, with its ranges, which are taken; undefined for none. */
export async function takeDue(trx: Transaction, nowMs: number): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    with first as (select vehicle_id from coupling_due where not_before <= ${new Date(nowMs)}
        order by not_before, id limit 1 for update skip locked),
      taken as (delete from coupling_due d using first where d.vehicle_id = first.vehicle_id
        returning d.vehicle_id, d.customer_id, d.from_at, d.to_at)
    select t.vehicle_id as "vehicleId", t.customer_id as "customerId",
      coalesce(v.kind in ('drawbar_trailer', 'semi_trailer'), false) as "isTrailer",
      (extract(epoch from min(t.from_at)) * 1000)::float8 as "fromMs",
      (extract(epoch from max(t.to_at)) * 1000)::float8 as "toMs"
    from taken t join vehicles v on v.id = t.vehicle_id and v.customer_id = t.customer_id
    group by 1, 2, 3`.execute(trx);
  const [due] = rows;
  if (due !== undefined) {
    await sql`select pg_advisory_xact_lock(${LOCK}::int, ${due.customerId}::int)`.execute(trx);
  }
  return due;
}

/** Whether anything waits, so that a range of a vehicle that was deleted does not end the work. */
export async function hasDue(trx: Transaction, nowMs: number): Promise<boolean> {
  const { rows } = await sql`select from coupling_due where not_before <= ${new Date(nowMs)}
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** Queues a range of vehicles. */
export async function queueVehicles(
  trx: Transaction,
  customerId: number,
  vehicleIds: readonly number[],
  { fromMs, toMs }: Pick<Due, 'fromMs' | 'toMs'>,
): Promise<void> {
  await sql`insert into coupling_due (customer_id, vehicle_id, from_at, to_at)
    select ${customerId}, id, ${new Date(fromMs)}, ${new Date(toMs)}
    from unnest(${[...vehicleIds]}::int[]) id`.execute(trx);
}

/** Queues the journeys that have not ended, of customers with trailers that can be found. */
export async function queueJourneys(trx: Transaction): Promise<void> {
  await sql`select queue_couplings(t.customer_id, t.vehicle_id, t.started_at, t.ended_at)
    from (select distinct customer_id from vehicles
      where kind in ('drawbar_trailer', 'semi_trailer')) c
    join trips t on t.customer_id = c.customer_id and t.started_at > now() - interval '2 days'
      and t.in_progress
    where not exists (select from coupling_due d where d.vehicle_id = t.vehicle_id
      and not d.is_search)`.execute(trx);
}

/** A stored state, as JSON text. */
export interface StoredState {
  readonly atMs: number;
  readonly state: string;
}

/** The newest state at or before a time. */
export async function stateBefore(
  trx: Transaction,
  vehicleId: number,
  atMs: number,
): Promise<StoredState | undefined> {
  const { rows } = await sql<StoredState>`select ${ms('at')} as "atMs", state::text as state
    from coupling_states where vehicle_id = ${vehicleId} and at <= ${new Date(atMs)}
    order by at desc limit 1`.execute(trx);
  return rows[0];
}

/** The stored state at exactly this time. */
export async function stateAt(
  trx: Transaction,
  vehicleId: number,
  atMs: number,
): Promise<string | undefined> {
  const found = await stateBefore(trx, vehicleId, atMs);
  return found?.atMs === atMs ? found.state : undefined;
}

/** States between midnights are kept for so long before the newest one. */
const KEPT = sql`interval '2 days'`;

/** Replaces the states of a vehicle after a time, up to another or all. */
export async function replaceStates(
  trx: Transaction,
  due: Due,
  range: { readonly afterMs: number; readonly untilMs: number | null },
  states: readonly StoredState[],
): Promise<void> {
  const until = range.untilMs === null ? sql`'infinity'` : sql`${new Date(range.untilMs)}`;
  await sql`delete from coupling_states where vehicle_id = ${due.vehicleId}
    and at > ${new Date(range.afterMs)} and at <= ${until}::timestamptz`.execute(trx);
  const rows = states.map(({ atMs, state }) => ({ at: new Date(atMs).toISOString(), state }));
  await sql`insert into coupling_states (vehicle_id, customer_id, at, state)
    select ${due.vehicleId}, ${due.customerId}, s.at, s.state::json
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (at timestamptz, state text)
    on conflict (vehicle_id, at) do update set state = excluded.state`.execute(trx);
  await sql`delete from coupling_states s where s.vehicle_id = ${due.vehicleId}
    and s.at < (select max(at) from coupling_states where vehicle_id = ${due.vehicleId}) - ${KEPT}
    and s.at <> date_trunc('day', s.at, 'UTC')`.execute(trx);
}

type Key = Pick<Found, 'source' | 'startMs' | 'trailerId'>;

const keyOf = ({ source, startMs, trailerId }: Key): string => `${trailerId} ${source} ${startMs}`;

/**
 * Replaces the findings of a vehicle after a time.
 *
 * @param untilMs null for all; otherwise findings that last beyond stay as they are
 * @returns the trailers whose findings may have changed
 */
export async function replaceFindings(
  trx: Transaction,
  due: Due,
  range: { readonly afterMs: number; readonly untilMs: number | null },
  found: readonly Found[],
): Promise<number[]> {
  const { rows: stored } = await sql<Key & { readonly isBeyond: boolean }>`
    select trailer_id as "trailerId", source, ${ms('started_at')} as "startMs",
      ${range.untilMs === null ? sql`false` : sql`(ended_at is null or ended_at > ${new Date(range.untilMs)})`} as "isBeyond"
    from coupling_findings where vehicle_id = ${due.vehicleId}
      and (ended_at is null or ended_at > ${new Date(range.afterMs)})
      and (${range.untilMs === null} or started_at < ${new Date(range.untilMs ?? 0)})
    for update`.execute(trx);
  const kept = new Set(stored.filter(({ isBeyond }) => isBeyond).map((one) => keyOf(one)));
  const fresh = found.filter((one) => !kept.has(keyOf(one)));
  const freshKeys = new Set(found.map(keyOf));
  const gone = stored.filter((one) => !freshKeys.has(keyOf(one)));
  for (const one of gone) {
    await sql`delete from coupling_findings where vehicle_id = ${due.vehicleId}
      and trailer_id = ${one.trailerId} and source = ${one.source}
      and started_at = ${new Date(one.startMs)}`.execute(trx);
  }
  const rows = fresh.map((one) => ({
    trailer_id: one.trailerId,
    source: one.source,
    started_at: new Date(one.startMs).toISOString(),
    ended_at: one.endMs === null ? null : new Date(one.endMs).toISOString(),
    moved_m: one.movedM,
    moved_until: new Date(one.movedUntilMs).toISOString(),
    silent_since: one.silentSinceMs === null ? null : new Date(one.silentSinceMs).toISOString(),
  }));
  await sql`insert into coupling_findings (customer_id, vehicle_id, trailer_id, source, started_at,
      ended_at, moved_m, moved_until, silent_since)
    select ${due.customerId}, ${due.vehicleId}, f.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as f (trailer_id int, source text, started_at timestamptz, ended_at timestamptz, moved_m int,
        moved_until timestamptz, silent_since timestamptz)
      join vehicles w on w.id = f.trailer_id
    on conflict (vehicle_id, trailer_id, source, started_at) do update set
      ended_at = excluded.ended_at, moved_m = excluded.moved_m, moved_until = excluded.moved_until,
      silent_since = excluded.silent_since`.execute(trx);
  return [...new Set([...fresh, ...gone].map(({ trailerId }) => trailerId))];
}
