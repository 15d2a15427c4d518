import { EVENT } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { depotIsVisible, visibleVehicles } from '../../core/fleet/index.ts';

/**
 * The events that each column counts. A lane departure has the value -1 to the left and 1 to the
 * right; one with an unknown side counts as left, so that no warning is lost.
 */
const COUNTED = {
  abc: {
    harsh_acceleration: sql`event_code = ${EVENT.harshAcceleration}`,
    harsh_braking: sql`event_code = ${EVENT.harshBraking}`,
    harsh_cornering: sql`event_code = ${EVENT.harshCornering}`,
    speeding: sql`event_code = ${EVENT.overSpeed}`,
    idling: sql`event_code = ${EVENT.excessiveIdling}`,
  },
  mobileye: {
    forward_collision: sql`event_code = ${EVENT.forwardCollision}`,
    lane_departure_left: sql`event_code = ${EVENT.laneDeparture} and coalesce(value, 0) <= 0`,
    lane_departure_right: sql`event_code = ${EVENT.laneDeparture} and value > 0`,
    headway: sql`event_code = ${EVENT.followingTooClose}`,
    pedestrian: sql`event_code = ${EVENT.pedestrian}`,
    speed_limit: sql`event_code = ${EVENT.roadSignExceeded}`,
  },
} as const;
const CODES = {
  abc: [
    EVENT.harshAcceleration,
    EVENT.harshBraking,
    EVENT.harshCornering,
    EVENT.overSpeed,
    EVENT.excessiveIdling,
  ],
  mobileye: [
    EVENT.forwardCollision,
    EVENT.laneDeparture,
    EVENT.followingTooClose,
    EVENT.pedestrian,
    EVENT.roadSignExceeded,
  ],
} as const;

export type BehaviourKind = keyof typeof COUNTED;
type Column<K extends BehaviourKind> = Extract<keyof (typeof COUNTED)[K], string>;

/** Events, distance and idling. */
export type BehaviourSums<K extends BehaviourKind> = {
  readonly distance_m: number;
  readonly idle_s: number;
  /** The part of the distance driven with a device that counts these events. */
  readonly device_distance_m: number;
  readonly has_device: boolean;
} & { readonly [C in Column<K>]: number };

/** The subject: a registration for a vehicle, two names for a driver, a name for a depot. */
export interface BehaviourSubject {
  readonly id: number;
  readonly name: string;
  readonly surname: string | null;
}

/** Sums of one subject in the range or before it, or (without a subject) of all on one day. */
export type BehaviourRow<K extends BehaviourKind> = BehaviourSums<K> & {
  readonly subject: BehaviourSubject | null;
  /** 0 is the period before the range, 1 its first day; null with a subject within the range. */
  readonly day: number | null;
};

/** The filter: a visible depot, or all visible vehicles. */
export interface BehaviourQuestion {
  readonly by: 'vehicle' | 'driver' | 'depot';
  readonly depotId: number | undefined;
  /** Start of the period before the range, then the starts of the days of the range. */
  readonly edges: readonly Date[];
  readonly end: Date;
}

/** Joins of the subjects `s` to the sums of a vehicle and a driver, `m`. */
function subjects(viewer: Viewer, { by, depotId }: BehaviourQuestion): RawBuilder<unknown> {
  switch (by) {
    case 'vehicle':
      return sql`join lateral (select v.id, v.registration as name, null::text as surname
        from vehicles v where v.id = m.vehicle_id) s on true`;
    case 'driver':
      return sql`join lateral (select d.id, d.first_name as name, d.surname
        from drivers d where d.id = m.driver_id) s on true`;
    case 'depot':
      return sql`join lateral (select g.id, g.name, null::text as surname
        from vehicle_depots vd join depots g on g.id = vd.depot_id
        where vd.vehicle_id = m.vehicle_id and ${depotIsVisible(viewer)}
          and (${depotId ?? null}::int is null or g.id = ${depotId ?? null}::int)) s on true`;
  }
}

/** A device without a warning for this time counts as removed. */
const SILENT = sql`interval '90 days'`;

/** Vehicles whose device counts the events of a kind; all trackers count driving style. */
function equipped(kind: BehaviourKind, from: Date): RawBuilder<unknown> {
  if (kind === 'abc') return sql`select id from visible`;
  return sql`select t.vehicle_id as id from cameras c join trackers t on t.id = c.tracker_id
      where c.is_active and t.vehicle_id in (select id from visible)
    union select vehicle_id from fleet_events where vehicle_id in (select id from visible)
      and occurred_at >= ${from}::timestamptz - ${SILENT}
      and event_code = any(${[...CODES[kind]]}::int[])`;
}

/**
 * Counts, distance and idling: of each subject in the range and in the period before it, and of all
 * together on each day. Events count at their time, trips at their start. Days are given as
 * timestamps, so that they have the same bounds as in other calls.
 */
export async function behaviourRows<K extends BehaviourKind>(
  trx: Transaction,
  viewer: Viewer,
  kind: K,
  question: BehaviourQuestion,
): Promise<BehaviourRow<K>[]> {
  const { depotId, edges, end } = question;
  const columns = Object.keys(COUNTED[kind]) as Column<K>[];
  const conditions = COUNTED[kind] as Readonly<Record<string, RawBuilder<unknown>>>;
  const list = (write: (column: string) => RawBuilder<unknown>) => sql.join(columns.map(write));
  const sums = sql`sum(distance_m)::float8 as distance_m, sum(idle_s)::float8 as idle_s,
    coalesce(sum(distance_m) filter (where has_device), 0)::float8 as device_distance_m,
    bool_or(has_device) as has_device,
    ${list((column) => sql`sum(${sql.ref(column)})::int as ${sql.ref(column)}`)}`;
  let vehicles = visibleVehicles(trx, viewer);
  if (depotId !== undefined) {
    vehicles = vehicles.where('v.id', 'in', (eb) =>
      eb.selectFrom('vehicle_depots').select('vehicle_id').where('depot_id', '=', depotId),
    );
  }
  const moments = sql`${edges.map((edge) => edge.toISOString())}::timestamptz[]`;
  const [first = end] = edges;
  const { rows } = await sql<BehaviourRow<K>>`
    with visible as materialized (select id from (${vehicles}) v),
    equipped as materialized (${equipped(kind, first)}),
    measured as materialized (
      select vehicle_id, vehicle_id in (select id from equipped) as has_device, driver_id, width_bucket(occurred_at, ${moments}) - 1 as day,
        0::float8 as distance_m, 0::float8 as idle_s,
        ${list((column) => sql`count(*) filter (where ${conditions[column]}) as ${sql.ref(column)}`)}
      from fleet_events
      where vehicle_id in (select id from visible) and occurred_at >= ${first}
        and occurred_at < ${end} and event_code = any(${[...CODES[kind]]}::int[])
      group by 1, 2, 3, 4
      union all
      select vehicle_id, vehicle_id in (select id from equipped), driver_id,
        width_bucket(started_at, ${moments}) - 1, sum(distance_m),
        sum(idle_s), ${list(() => sql`0`)}
      from trips
      where vehicle_id in (select id from visible) and started_at >= ${first}
        and started_at < ${end}
      group by 1, 2, 3, 4
    )
    select jsonb_build_object('id', s.id, 'name', s.name, 'surname', s.surname) as subject,
      case when m.day = 0 then 0 end as day, ${sums}
    from measured m ${subjects(viewer, question)}
    group by s.id, s.name, s.surname, m.day = 0
    union all
    select null, day, ${sums} from measured where day > 0 group by day`.execute(trx);
  return rows;
}
