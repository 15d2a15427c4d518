import type { VehicleScope } from '../derivation-lease.ts';
import type { TrackState } from '../derivation-track.ts';
import type { Queryable } from '../findings/derivation-findings.repository.ts';
import { justBefore } from '../keyed-record.ts';

const ms = (time: string) => `(extract(epoch from ${time}) * 1000)::float8`;
const at = (param: string) => `to_timestamp(${param}::float8 / 1000.0)`;
const day = (param: string) => `(${at(param)} at time zone 'UTC')::date`;

/** A vehicle to derive again from a time on (ms since 1970 UTC). */
interface Mark {
  readonly vehicleId: number;
  readonly fromMs: number;
}

/** The marked vehicles, including those with an unfinished redo. */
export async function readMarks(
  client: Queryable,
  { partitions, held }: VehicleScope,
): Promise<Mark[]> {
  const { rows } = await client.query({
    name: 'read-marks',
    text: `select vehicle_id, ${ms('least(redo_from, redoing_from)')} as from_ms from derivations
      where (redo_from is not null or redoing_from is not null)
        and vehicle_id % $1::int = any($2::int[])`,
    values: [partitions, held],
  });
  return rows.map((row) => ({ vehicleId: row.vehicle_id, fromMs: row.from_ms }));
}

/** The period of a vehicle to derive again, ms since 1970 UTC. */
export interface RedoPeriod {
  readonly fromMs: number;
  /** Infinity for an open end. */
  readonly untilMs: number;
}

/**
 * Starts a redo: later marks request another one.
 *
 * @returns null if nothing is marked
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

/** Stores the progress of the current redo, or its end if `toMs` is null. */
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

/** A state to start a redo with, and its time. */
export interface RedoBase {
  readonly fromMs: number;
  /** Null before the first record. */
  readonly state: TrackState | null;
}

/**
 * The start of a redo: the last checkpoint up to a day with stored positions, else the state before
 * the first stored position.
 *
 * @param dayMs start of the UTC day of the changed records
 * @param keptFromMs positions before this time may be deleted already
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

/** The progress of unfinished redos of these vehicles, ms since 1970 UTC. */
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

/** Resets the state of a vehicle to an earlier time; later records are read again. */
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

/** JSON text of the checkpoint at the start of a day under these rules; null if there is none. */
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

/** Deletes checkpoints of days without stored positions. */
export async function pruneCheckpoints(client: Queryable, beforeMs: number): Promise<void> {
  await client.query(`delete from derivation_checkpoints where day < ${day('$1')}`, [beforeMs]);
}
