import { sql } from 'kysely';
import type { Database, LiveMode, Transaction } from '../../../platform/db/index.ts';
import type { LivePlace } from './video-live-trail.ts';

/** A new session. */
export interface NewSession {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly userId: number;
  readonly liveMode: LiveMode;
  readonly cameras: readonly number[];
  readonly reason: string;
  /** 0 for no limit. */
  readonly durationS: number;
  readonly endsAt: Date;
}

/** Reason for the end of a session. */
export type EndReason = 'time' | 'stopped' | 'session' | 'restart';

/** Inserts a session. Returns its id. */
export async function insertSession(trx: Transaction, session: NewSession): Promise<number> {
  const { id } = await trx
    .insertInto('live_sessions')
    .values({
      customer_id: session.customerId,
      vehicle_id: session.vehicleId,
      user_id: session.userId,
      live_mode: session.liveMode,
      cameras: [...session.cameras],
      reason: session.reason,
      duration_s: session.durationS,
      ends_at: session.endsAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(id);
}

/** Whether a session belongs to this person. */
export async function isOwnSession(trx: Transaction, id: number, userId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('live_sessions')
    .select('id')
    .where('id', '=', String(id))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the end of a session; the first reason counts. */
export async function closeSession(
  { pool }: Pick<Database, 'pool'>,
  id: number,
  reason: EndReason,
): Promise<void> {
  await pool.query(
    `update live_sessions set ended_at = now(), end_reason = $2 where id = $1 and ended_at is null`,
    [id, reason],
  );
}

/** Ends sessions of processes that stopped without doing so. */
export async function closeLeftSessions({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(
    `update live_sessions set ended_at = ends_at, end_reason = 'restart'
     where ended_at is null and ends_at < now()`,
  );
}

const SEED = sql`interval '3 minutes'`;

/** The positions of a vehicle in the last minutes and its last known one, by time. */
export async function lastPlaces(trx: Transaction, vehicleId: number): Promise<LivePlace[]> {
  const { rows } = await sql<LivePlace>`
    select (extract(epoch from device_time) * 1000)::float8 as "timeMs",
      latitude as "latitudeDeg", longitude as "longitudeDeg",
      coalesce(heading_deg, 0)::float8 as "headingDeg", coalesce(speed_kmh, 0)::float8 as "speedKmh"
    from (
      (select device_time, latitude, longitude, heading_deg, speed_kmh from positions
        where vehicle_id = ${vehicleId} and device_time > now() - ${SEED}
          and device_time < now() + ${SEED} and fix_valid and jump_kmh is null
        order by device_time desc limit 240)
      union
      select device_time, latitude, longitude, heading_deg, speed_kmh from vehicle_states
        where vehicle_id = ${vehicleId}
    ) places
    where latitude is not null and longitude is not null and device_time is not null
    order by device_time`.execute(trx);
  return rows;
}
