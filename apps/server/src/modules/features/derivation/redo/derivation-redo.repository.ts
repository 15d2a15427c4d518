import type { TrackState } from '../derivation-track.ts';
import type { Queryable } from '../findings/derivation-findings.repository.ts';
import { justBefore } from '../keyed-record.ts';

const ms = (time: string) => `(extract(epoch from ${time}) * 1000)::float8`;
const at = (param: string) => `to_timestamp(${param}::float8 / 1000.0)`;
const day = (param: string) => `(${at(param)} at time zone 'UTC')::date`;

/** A vehicle that has to be derived again from a moment on (ms since 1970 UTC). */
interface Mark {
  readonly vehicleId: number;
  readonly fromMs: number;
}

/** The vehicles that are marked; those a redo was begun for and not ended too. */
export async function readMarks(client: Queryable): Promise<Mark[]> {
  const { rows } = await client.query({
    name: 'read-marks',
    text: `select vehicle_id, ${ms('least(redo_from, redoing_from)')} as from_ms from derivations
      where redo_from is not null or redoing_from is not null`,
  });
  return rows.map((row) => ({ vehicleId: row.vehicle_id, fromMs: row.from_ms }));
}

/** What of a vehicle has to be derived again, ms since 1970 UTC. */
export interface RedoPeriod {
  readonly fromMs: number;
  /** Infinity for all that follows. */
  readonly untilMs: number;
}

/**
 * Begins a redo: what is marked from now on asks for another one.
 *
 * @returns null where nothing is marked
 */
export async function takeMark(client: Queryable, vehicleId: number): Promise<RedoPeriod | null> {
  const { rows } = await client.query(
    `update derivations set redo_from = null, redo_until = null,
       redoing_from = least(redo_from, redoing_from),
       redoing_until = greatest(redo_until, redoing_until)
     where vehicle_id = $1 and (redo_from is not null or redoing_from is not null)
     returning ${ms('redoing_from')} as from_ms, ${ms('redoing_until')} as until_ms`,
    [vehicleId],
  );
  const row = rows[0];
  return row === undefined
    ? null
    : { fromMs: row.from_ms, untilMs: row.until_ms ?? Number.POSITIVE_INFINITY };
}

/** The redo that is at work got this far, or is done where `toMs` is null. */
export async function moveMark(
  client: Queryable,
  vehicleId: number,
  toMs: number | null,
): Promise<void> {
  await client.query(
    `update derivations set redoing_from = ${at('$2')},
       redoing_until = case when $2::float8 is not null then redoing_until end
     where vehicle_id = $1`,
    [vehicleId, toMs],
  );
}

/** A state to begin a redo with, and the moment it is of. */
export interface RedoBase {
  readonly fromMs: number;
  /** Null before the first record. */
  readonly state: TrackState | null;
}

/**
 * Where a redo begins: the last checkpoint up to a day whose positions are kept; where there is none,
 * the state before the first position that is kept.
 *
 * @param dayMs start of the UTC day that was touched
 * @param keptFromMs positions before this moment may be dropped already
 */
export async function redoBase(
  client: Queryable,
  vehicleId: number,
  dayMs: number,
  keptFromMs: number,
): Promise<RedoBase> {
  const { rows } = await client.query(
    `(select ${ms("day::timestamp at time zone 'UTC'")} as day_ms, state
      from derivation_checkpoints
      where vehicle_id = $1 and day >= ${day('$3')} and day <= ${day('$2')}
      order by day desc limit 1)
     union all
     (select ${ms("day::timestamp at time zone 'UTC'")}, state from derivation_checkpoints
      where vehicle_id = $1 and day > ${day('greatest($2::float8, $3::float8)')}
      order by day limit 1)`,
    [vehicleId, dayMs, keptFromMs],
  );
  const found = rows[0];
  if (found !== undefined) {
    return { fromMs: Math.min(found.day_ms, Math.max(dayMs, keptFromMs)), state: found.state };
  }
  const last = await client.query(
    `select state from derivations where vehicle_id = $1 and derived_through < ${at('$2')}`,
    [vehicleId, Math.max(dayMs, keptFromMs)],
  );
  return { fromMs: Math.max(dayMs, keptFromMs), state: last.rows[0]?.state ?? null };
}

/** Redos of these vehicles that were begun and not ended: how far each got, ms since 1970 UTC. */
export async function unfinishedRedos(
  client: Queryable,
  vehicleIds: readonly number[],
): Promise<{ vehicleId: number; fromMs: number }[]> {
  const { rows } = await client.query(
    `select vehicle_id, ${ms('redoing_from')} as from_ms from derivations
     where redoing_from is not null and vehicle_id = any($1::int[])`,
    [vehicleIds],
  );
  return rows.map((row) => ({ vehicleId: row.vehicle_id, fromMs: row.from_ms }));
}

/** The kept state of a vehicle becomes that of an earlier moment; what was told since is told again. */
export async function rollBack(
  client: Queryable,
  vehicleId: number,
  base: RedoBase,
): Promise<void> {
  const before = justBefore(base.fromMs);
  await client.query(
    `update derivations set state = $2, derived_through = ${at('$3')}, derived_digest = $4,
       redoing_from = null, redoing_until = null
     where vehicle_id = $1`,
    [vehicleId, JSON.stringify(base.state), before.timeMs, String(before.digest)],
  );
}

/** JSON text of the state that is kept of the start of a day, by these rules; null where none is. */
export async function keptCheckpoint(
  client: Queryable,
  vehicleId: number,
  dayMs: number,
  rules: string,
): Promise<string | null> {
  const { rows } = await client.query(
    `select state::text as state from derivation_checkpoints
     where vehicle_id = $1 and day = ${day('$2')} and rules = $3`,
    [vehicleId, dayMs, rules],
  );
  return rows[0]?.state ?? null;
}

/** Removes checkpoints of days whose positions are dropped. */
export async function pruneCheckpoints(client: Queryable, beforeMs: number): Promise<void> {
  await client.query(`delete from derivation_checkpoints where day < ${day('$1')}`, [beforeMs]);
}
