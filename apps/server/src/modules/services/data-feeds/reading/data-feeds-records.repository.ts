import type { FeedKind } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import { ofCustomer, type Transaction } from '../../../../platform/db/index.ts';
import { visibleDrivers } from '../../../core/fleet/index.ts';
import { momentText } from './data-feeds-horizon.repository.ts';
import { type FeedReader, feedVehicles } from './data-feeds-vehicles.ts';
import type { RowKey } from './data-feeds-version.ts';

/** Kinds whose records have an id and a place in a table of their own. */
export type RecordKind = Exclude<FeedKind, 'positions'>;

/** A record as a feed sends it, without `deleted` and `changed_at`. */
export interface FeedRecord {
  readonly key: RowKey;
  readonly id: number;
  readonly record: object;
}

interface RecordTable {
  readonly table: string;
  /** Orders the first reading; an index has the customer and it. */
  readonly time: string;
  /** Pairs of name and value. */
  readonly fields: RawBuilder<unknown>;
}

const utc = (column: string) =>
  sql`to_char(r.${sql.raw(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const VEHICLE = sql`'vehicle', jsonb_build_object('id', v.id, 'registration', v.registration)`;
const DRIVER_NAME = sql`jsonb_build_object('id', d.id, 'first_name', d.first_name,
  'surname', d.surname)`;
const DRIVER = sql`'driver', case when d.id is not null then ${DRIVER_NAME} end`;

const TABLES: Readonly<Record<RecordKind, RecordTable>> = {
  trips: {
    table: 'trips',
    time: 'started_at',
    fields: sql`${VEHICLE}, ${DRIVER}, 'start_time', ${utc('started_at')}, 'end_time',
      ${utc('ended_at')}, 'start', jsonb_build_object('lat', r.start_latitude, 'long',
      r.start_longitude), 'end', jsonb_build_object('lat', r.end_latitude, 'long',
      r.end_longitude), 'distance', r.distance_m, 'driving_time', r.driving_s, 'idle_time',
      r.idle_s, 'max_speed', r.max_speed_kmh, 'fuel_used', r.fuel_used_l, 'in_progress',
      r.in_progress`,
  },
  events: {
    table: 'fleet_events',
    time: 'occurred_at',
    fields: sql`${VEHICLE}, ${DRIVER}, 'event', jsonb_build_object('eventCode', r.event_code),
      'timestamp', ${utc('occurred_at')}, 'ended_at', ${utc('ended_at')}, 'lat', r.latitude,
      'long', r.longitude, 'dir', r.heading_deg, 'speed', r.speed_kmh, 'source', r.source,
      'value', r.value, 'geofence', (select jsonb_build_object('id', g.id, 'name', g.name)
        from geofences g where g.id = r.geofence_id)`,
  },
  defects: {
    table: 'defect_records',
    time: 'reported_at',
    fields: sql`${VEHICLE}, 'reference_number', r.reference_number, 'state', r.state,
      'severity', (array['advisory', 'minor', 'major', 'dangerous'])[r.severity_rank + 1],
      'items', r.items, 'odometer', r.odometer_m, 'place', r.place, 'reported_at',
      ${utc('reported_at')}, 'reported_by', r.reported_by, 'repairer', r.repairer,
      'expected_back', ${utc('expected_back_at')}, 'due_at', ${utc('due_at')}, 'repaired_at',
      ${utc('repaired_at')}, 'signed_off_at', ${utc('signed_off_at')}, 'cost', r.cost`,
  },
  checks: {
    table: 'driver_check_records',
    time: 'checked_at',
    fields: sql`${VEHICLE}, 'reference_number', r.reference_number, 'checked_at',
      ${utc('checked_at')}, 'duration', r.duration_s, 'driver', r.driver, 'odometer',
      r.odometer_m, 'place', r.place, 'defects', r.defects, 'defect', r.defect_record_id`,
  },
  faults: {
    table: 'vehicle_faults',
    time: 'last_seen_at',
    fields: sql`${VEHICLE}, 'kind', r.kind, 'key', r.fault_key, 'severity', r.severity,
      'first_seen', ${utc('first_seen_at')}, 'last_seen', ${utc('last_seen_at')}, 'occurrences',
      r.occurrences, 'pressure_kpa', r.pressure_kpa, 'recommended_kpa', r.recommended_kpa,
      'ended_at', ${utc('ended_at')}, 'end_reason', r.end_reason, 'defect', r.defect_record_id`,
  },
  work_orders: {
    table: 'work_orders',
    time: 'created_at',
    fields: sql`${VEHICLE}, 'reference_number', r.reference_number, 'title', r.title, 'source',
      r.source, 'place', r.place, 'state', r.state, 'repairer', r.repairer, 'due_on', r.due_on,
      'created_at', ${utc('created_at')}, 'started_at', ${utc('started_at')}, 'completed_at',
      ${utc('completed_at')}, 'closed_at', ${utc('closed_at')}, 'labour_cost', r.labour_cost,
      'parts_cost', r.parts_cost, 'external_cost', r.external_cost, 'total', r.total`,
  },
  driver_activities: {
    table: 'driver_activities',
    time: 'ended_at',
    fields: sql`'driver', ${DRIVER_NAME}, 'start', ${utc('started_at')}, 'end', ${utc('ended_at')},
      'kind', r.kind, 'source', r.source, 'is_crew', r.is_crew, 'is_ferry', r.is_ferry,
      'is_out_of_scope', r.is_out_of_scope`,
  },
};

/** The tables that a record is joined with; they leave out what the viewer may not see. */
async function joinsOf(trx: Transaction, viewer: FeedReader, kind: RecordKind) {
  if (kind === 'driver_activities') {
    const visible = await visibleDrivers(trx, viewer);
    return sql`join drivers d on d.id = r.driver_id and ${visible}`;
  }
  const vehicles = feedVehicles(trx, viewer).clearSelect().select(['v.id', 'v.registration']);
  const driver =
    kind === 'trips' || kind === 'events' ? sql`left join drivers d on d.id = r.driver_id` : sql``;
  return sql`join (${vehicles}) v on v.id = r.vehicle_id ${driver}`;
}

async function records(
  trx: Transaction,
  viewer: FeedReader,
  kind: RecordKind,
  rest: RawBuilder<unknown>,
): Promise<FeedRecord[]> {
  const { table, time, fields } = TABLES[kind];
  const { rows } = await sql<FeedRecord>`
    select array[${momentText(sql`r.${sql.raw(time)}`)}, r.id::text] as key, r.id::float8 as id,
      jsonb_build_object(${fields}) as record
    from ${sql.table(table)} r ${await joinsOf(trx, viewer, kind)} ${rest}`.execute(trx);
  return rows;
}

/** Visible records by their ids. */
export function recordsById(
  trx: Transaction,
  viewer: FeedReader,
  kind: RecordKind,
  ids: readonly number[],
): Promise<FeedRecord[]> {
  return records(
    trx,
    viewer,
    kind,
    sql`where r.id = any(${[...ids]}::bigint[]) and ${ofCustomer(viewer, 'r.customer_id')}`,
  );
}

/** All visible records in the order of their time, for a first reading. */
export function recordsAfter(
  trx: Transaction,
  viewer: FeedReader,
  kind: RecordKind,
  { after, limit }: { readonly after: RowKey | null; readonly limit: number },
): Promise<FeedRecord[]> {
  const time = sql.raw(TABLES[kind].time);
  const [at, id] = after ?? [];
  const beyond =
    after === null ? sql`true` : sql`(r.${time}, r.id) > (${at}::timestamptz, ${id}::bigint)`;
  return records(
    trx,
    viewer,
    kind,
    sql`where ${ofCustomer(viewer, 'r.customer_id')} and ${beyond}
      order by r.${time}, r.id limit ${limit}`,
  );
}

/** The ids whose records exist, also those that the viewer may not see. */
export async function existingIds(
  trx: Transaction,
  kind: RecordKind,
  ids: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id::float8 as id from ${sql.table(TABLES[kind].table)}
    where id = any(${[...ids]}::bigint[])`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}
