import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  toApiDateTime,
  UNPOWERED_KINDS,
  type VehicleState,
  vehicleState,
} from '@roadworthy/domain';
import { sql } from 'kysely';
import { ms, type Transaction } from '../../../platform/db/index.ts';
import type { AddressFinder } from '../../core/fleet/index.ts';

type Status = NonNullable<AnswerOf<typeof contract.overviews.vehicle>['status']>;

interface StatusRow {
  vehicle_id: number;
  time_ms: number | null;
  latitude: number | null;
  longitude: number | null;
  heading_deg: number | null;
  speed_kmh: number | null;
  ignition: boolean | null;
  odometer_m: number | null;
  is_private: boolean;
  started_ms: number | null;
  ended_ms: number | null;
  in_progress: boolean | null;
  is_untracked: boolean;
}

function sinceMs(row: StatusRow, state: VehicleState): number | null {
  if (state === 'private') return null;
  if (state === 'offline') return row.time_ms;
  if (state === 'moving') return row.in_progress === true ? row.started_ms : null;
  return state === 'stopped' && row.in_progress === false ? row.ended_ms : null;
}

function toStatus(row: StatusRow, nowMs: number, address: AddressFinder): Status {
  const { time_ms: timeMs, latitude, longitude } = row;
  const state = vehicleState(
    { timeMs, speedKmh: row.speed_kmh, ignition: row.ignition, isPrivate: row.is_private },
    nowMs,
  );
  const since = sinceMs(row, state);
  const isHidden = row.is_private || latitude === null || longitude === null;
  return {
    state,
    since: since === null ? null : toApiDateTime(since),
    timestamp: timeMs === null ? null : toApiDateTime(timeMs),
    lat: isHidden ? null : latitude,
    long: isHidden ? null : longitude,
    dir: row.heading_deg ?? 0,
    speed: row.is_private ? 0 : (row.speed_kmh ?? 0),
    address: isHidden ? null : address(latitude, longitude),
    odometer: row.odometer_m,
    ...(row.is_untracked ? { is_untracked: true as const } : {}),
  };
}

/** The states of vehicles, by id. The caller has checked that the vehicles are visible. */
export async function statusesOf(
  trx: Transaction,
  vehicleIds: readonly number[],
  address: AddressFinder,
): Promise<ReadonlyMap<number, Status>> {
  const { rows } = await sql<StatusRow>`
    select v.id as vehicle_id, ${ms('s.device_time')} as time_ms, s.latitude, s.longitude,
      s.heading_deg, s.speed_kmh, s.ignition, s.odometer_m,
      coalesce(s.is_private, false) as is_private, ${ms('t.started_at')} as started_ms,
      ${ms('t.ended_at')} as ended_ms, t.in_progress,
      s.device_time is null and exists (select from vehicles k where k.id = v.id
        and k.kind = any(${[...UNPOWERED_KINDS]}::text[])) as is_untracked
    from unnest(${[...vehicleIds]}::int[]) v (id)
    left join vehicle_states s on s.vehicle_id = v.id
    left join lateral (select started_at, ended_at, in_progress from trips
      where vehicle_id = v.id order by started_at desc limit 1) t on true`.execute(trx);
  const nowMs = Date.now();
  return new Map(rows.map((row) => [row.vehicle_id, toStatus(row, nowMs, address)]));
}
