import type { VehicleType } from '@roadworthy/domain';
import type { EngineRecord } from '../../../engines/record.ts';
import { type RecordColumns, valuesOf } from '../../../platform/record-columns.ts';
import type { VehicleScope } from './derivation-lease.ts';
import type { Checkpoint, FinishedDay, TrackState } from './derivation-track.ts';
import type { Queryable } from './findings/derivation-findings.repository.ts';
import type { KeyedRecord, RecordKey } from './keyed-record.ts';

/** The stored progress of a vehicle. */
export interface KeptTrack {
  readonly vehicleId: number;
  readonly customerId: number;
  readonly type: VehicleType;
  readonly key: RecordKey;
  readonly state: TrackState | null;
}

const ms = (time: string) => `(extract(epoch from ${time}) * 1000)::float8`;

/** The stored data of vehicles; deleted vehicles are left out. */
export async function loadTracks(
  client: Queryable,
  vehicleIds: readonly number[],
): Promise<KeptTrack[]> {
  const { rows } = await client.query(
    `select v.id, v.customer_id, v.type, d.state, coalesce(d.derived_digest, 0)::text as digest,
       coalesce(${ms('d.derived_through')}, '-infinity') as derived_ms
     from vehicles v left join derivations d on d.vehicle_id = v.id where v.id = any($1::int[])`,
    [vehicleIds],
  );
  return rows.map((row) => ({
    vehicleId: row.id,
    customerId: row.customer_id,
    type: row.type,
    key: { timeMs: row.derived_ms, digest: BigInt(row.digest) },
    state: row.state,
  }));
}

/** Vehicles whose last known state is newer than their stored derivation. */
export async function vehiclesBehind(
  client: Queryable,
  { partitions, held }: VehicleScope,
): Promise<{ vehicleId: number; timeMs: number }[]> {
  const { rows } = await client.query(
    `select s.vehicle_id, ${ms('s.device_time')} as time_ms
     from vehicle_states s join vehicles v on v.id = s.vehicle_id
     left join derivations d on d.vehicle_id = s.vehicle_id
     where (d.vehicle_id is null or s.device_time > d.derived_through)
       and s.vehicle_id % $1::int = any($2::int[])`,
    [partitions, held],
  );
  return rows.map((row) => ({ vehicleId: row.vehicle_id, timeMs: row.time_ms }));
}

const POSITIONS = `
select p.vehicle_id, ${ms('p.device_time')} as time_ms, p.record_digest::text as digest,
  case when p.fix_valid then p.latitude end as latitude,
  case when p.fix_valid then p.longitude end as longitude, p.speed_kmh::float8 as speed_kmh,
  p.heading_deg, p.ignition, p.odometer_m, p.external_voltage_v::float8 as external_voltage_v,
  p.battery_voltage_v::float8 as battery_voltage_v, p.temperature_c::float8 as temperature_c,
  p.driver_tag, p.event_codes, p.attributes, p.private_leg_m is not null as is_private
from unnest($1::int[], $2::float8[], $3::bigint[]) as w(vehicle_id, time_ms, digest)
cross join lateral (
  select * from positions p
  where p.vehicle_id = w.vehicle_id and p.device_time >= to_timestamp(w.time_ms / 1000.0)
    and (p.device_time, p.record_digest) > (to_timestamp(w.time_ms / 1000.0), w.digest)
  order by p.device_time, p.record_digest
  limit $4
) p`;

const NO_CODES: readonly number[] = [];

interface PositionRow extends RecordColumns {
  readonly vehicle_id: number;
  readonly time_ms: number;
  readonly digest: string;
  readonly event_codes: number[] | null;
  readonly attributes: Readonly<Record<string, string | number | boolean>> | null;
  readonly is_private: boolean;
}

function engineRecord(row: PositionRow): EngineRecord {
  return {
    timeMs: row.time_ms,
    ...valuesOf(row),
    eventCodes: row.event_codes ?? NO_CODES,
    attributes: row.attributes,
    isPrivate: row.is_private,
  };
}

/**
 * The next positions of vehicles, in their order.
 *
 * @param limit maximum records per vehicle
 * @returns by vehicle; vehicles without further positions are left out
 */
export async function positionsAfter(
  client: Queryable,
  wanted: readonly { readonly vehicleId: number; readonly key: RecordKey }[],
  limit: number,
): Promise<Map<number, KeyedRecord[]>> {
  const { rows } = await client.query<PositionRow>({
    name: 'positions-after',
    text: POSITIONS,
    values: [
      wanted.map(({ vehicleId }) => vehicleId),
      wanted.map(({ key }) => key.timeMs),
      wanted.map(({ key }) => String(key.digest)),
      limit,
    ],
  });
  const found = new Map<number, KeyedRecord[]>();
  for (const row of rows) {
    const record = engineRecord(row);
    const next = { timeMs: record.timeMs, digest: BigInt(row.digest), record };
    const list = found.get(row.vehicle_id);
    if (list === undefined) found.set(row.vehicle_id, [next]);
    else list.push(next);
  }
  return found;
}

/** The number of positions of a vehicle from a time up to a position in its order. */
export async function countPositions(
  client: Queryable,
  vehicleId: number,
  fromMs: number,
  until: RecordKey,
): Promise<number> {
  const { rows } = await client.query({
    name: 'count-positions',
    text: `select count(*)::int as count from positions
      where vehicle_id = $1 and device_time >= to_timestamp($2::float8 / 1000.0)
        and device_time <= to_timestamp($3::float8 / 1000.0)
        and (device_time, record_digest) <= (to_timestamp($3::float8 / 1000.0), $4::bigint)`,
    values: [vehicleId, fromMs, until.timeMs, String(until.digest)],
  });
  return rows[0]?.count ?? 0;
}

/**
 * Marks vehicles for which the positions of a finished day differ from those that were read, from
 * that day on. Positions are the source of truth, whatever the cause of the difference.
 */
export async function markIncomplete(
  client: Queryable,
  days: readonly (FinishedDay & { readonly vehicleId: number })[],
): Promise<void> {
  if (days.length === 0) return;
  await client.query({
    name: 'mark-incomplete',
    text: `with days as (
        select vehicle_id, to_timestamp(day_ms / 1000.0) as day, count
        from unnest($1::int[], $2::float8[], $3::int[]) as t(vehicle_id, day_ms, count)
      ), touched as (
        select d.vehicle_id, min(days.day) as day
        from days join derivations d on d.vehicle_id = days.vehicle_id
        where days.count <> (select count(*) from positions p where p.vehicle_id = days.vehicle_id
          and p.device_time >= days.day and p.device_time < days.day + interval '1 day')
        group by d.vehicle_id order by d.vehicle_id
      )
      update derivations d set redo_until = 'infinity', redo_from = least(d.redo_from, touched.day)
      from touched where d.vehicle_id = touched.vehicle_id`,
    values: [
      days.map(({ vehicleId }) => vehicleId),
      days.map(({ dayMs }) => dayMs),
      days.map(({ count }) => count),
    ],
  });
}

/** The progress of a vehicle. */
export interface TrackRow {
  readonly vehicleId: number;
  readonly key: RecordKey;
  /** JSON text. */
  readonly state: string;
  /** Fingerprint of the rules that it was derived with. */
  readonly rules: string;
}

/**
 * Stores states in the order of vehicles, as the gateway locks them. The rules are stored with the
 * first state; afterwards they change when a vehicle is marked for them.
 */
export async function writeTracks(client: Queryable, rows: readonly TrackRow[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query({
    name: 'write-tracks',
    text: `insert into derivations as kept (vehicle_id, customer_id, derived_through, derived_digest,
        state, rules)
      select v.id, v.customer_id, to_timestamp(t.time_ms / 1000.0), t.digest, t.state::json, t.rules
      from unnest($1::int[], $2::float8[], $3::bigint[], $4::text[], $5::text[])
        as t(vehicle_id, time_ms, digest, state, rules)
      join vehicles v on v.id = t.vehicle_id order by v.id
      on conflict (vehicle_id) do update set derived_through = excluded.derived_through,
        derived_digest = excluded.derived_digest, state = excluded.state, updated_at = now(),
        rules = case kept.rules when '' then excluded.rules else kept.rules end`,
    values: [
      rows.map(({ vehicleId }) => vehicleId),
      rows.map(({ key }) => key.timeMs),
      rows.map(({ key }) => String(key.digest)),
      rows.map(({ state }) => state),
      rows.map(({ rules }) => rules),
    ],
  });
}

/** Stores states at starts of days. */
export async function writeCheckpoints(
  client: Queryable,
  rows: readonly (Checkpoint & { readonly vehicleId: number })[],
): Promise<void> {
  if (rows.length === 0) return;
  await client.query({
    name: 'write-checkpoints',
    text: `insert into derivation_checkpoints (vehicle_id, customer_id, day, state, rules)
      select v.id, v.customer_id, (to_timestamp(t.day_ms / 1000.0) at time zone 'UTC')::date,
        t.state::json, t.rules
      from unnest($1::int[], $2::float8[], $3::text[], $4::text[])
        as t(vehicle_id, day_ms, state, rules)
      join vehicles v on v.id = t.vehicle_id
      on conflict (vehicle_id, day) do update set state = excluded.state, rules = excluded.rules`,
    values: [
      rows.map(({ vehicleId }) => vehicleId),
      rows.map(({ dayMs }) => dayMs),
      rows.map(({ state }) => state),
      rows.map(({ rules }) => rules),
    ],
  });
}
