import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { ofCustomer, type Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { visibleVehicles } from '../../../core/fleet/index.ts';

export interface VisitRow {
  /** A bigint, which arrives as text. */
  readonly id: string;
  readonly geofence_id: number;
  readonly geofence_name: string;
  readonly vehicle_id: number;
  readonly registration: string;
  readonly entered_ms: number;
  readonly left_ms: number | null;
  readonly max_speed_kmh: number;
  readonly driver_id: number | null;
  readonly first_name: string | null;
  readonly surname: string | null;
}

/** Filter of visits: those that started before the end and lasted beyond the start. */
export interface VisitFilter {
  readonly start: Date;
  /** Exclusive. */
  readonly end: Date;
  readonly geofenceId?: number | undefined;
  readonly vehicleId?: number | undefined;
}

/** Visits up to this length are found by their start, all others by a separate index. */
const LONG = sql`interval '31 days'`;

function visits(viewer: Viewer, { start, end, geofenceId, vehicleId }: VisitFilter) {
  const conditions: RawBuilder<unknown>[] = [
    sql`o.left_at is null or o.left_at > ${start}`,
    ofCustomer(viewer, 'o.customer_id'),
  ];
  if (geofenceId !== undefined) conditions.push(sql`o.geofence_id = ${geofenceId}`);
  if (vehicleId !== undefined) conditions.push(sql`o.vehicle_id = ${vehicleId}`);
  const wanted = sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` and `,
  );
  return sql`
    select o.* from geofence_visits o
    where ${wanted} and o.entered_at < ${end} and o.entered_at >= ${start}::timestamptz - ${LONG}
    union all
    select o.* from geofence_visits o
    where ${wanted} and o.entered_at < ${start}::timestamptz - ${LONG}
      and (o.left_at is null or o.left_at - o.entered_at > interval '31 days')`;
}

/** A page of the visits of visible vehicles, by their entry, with the total. */
export async function visitPage(trx: Transaction, viewer: Viewer, filter: VisitFilter, page: Page) {
  const pattern = containsPattern(page.search);
  const found = sql`from (${visits(viewer, filter)}) o
    join (${visibleVehicles(trx, viewer)}) v on v.id = o.vehicle_id
    join geofences g on g.id = o.geofence_id and ${ofCustomer(viewer, 'g.customer_id')}
    where ${page.search} = '' or g.name ilike ${pattern} or v.registration ilike ${pattern}`;
  const direction = page.orderBy === null || page.descending ? sql`desc` : sql`asc`;
  const counted = await sql<{ count: number }>`select count(*)::int as count ${found}`.execute(trx);
  const { rows } = await sql<VisitRow>`
    select o.id, o.geofence_id, o.geofence_name, o.vehicle_id, o.registration, o.max_speed_kmh,
      (extract(epoch from o.entered_at) * 1000)::float8 as entered_ms,
      (extract(epoch from o.left_at) * 1000)::float8 as left_ms,
      d.id as driver_id, d.first_name, d.surname
    from (select o.*, g.name as geofence_name, v.registration ${found}
      order by o.entered_at ${direction}, o.id ${direction}
      limit ${page.limit} offset ${page.offset}) o
    left join drivers d on d.id = o.driver_id
    order by o.entered_at ${direction}, o.id ${direction}`.execute(trx);
  return { count: counted.rows[0]?.count ?? 0, rows };
}
