import { sql } from 'kysely';
import type { Viewer } from '../../platform/auth/index.ts';
import type { Transaction } from '../../platform/db/index.ts';
import type { Page } from '../../platform/paging.ts';

export interface AlertRow {
  readonly id: string;
  readonly rule_id: number | null;
  readonly rule_name: string;
  readonly severity: 'information' | 'warning' | 'critical';
  readonly vehicle_id: number;
  readonly registration: string;
  readonly event_code: number;
  readonly occurred_at: Date;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly geofence_id: number | null;
  readonly geofence_name: string | null;
  readonly read_at: Date | null;
  readonly deliveries: readonly {
    readonly channel: 'email' | 'webhook';
    readonly target: string;
    readonly state: 'waiting' | 'sent' | 'failed';
    readonly attempts: number;
    readonly at: string | null;
    readonly detail: string | null;
  }[];
}

/** Alerts of vehicles in the viewer's sight (requirement U-P03), with what the viewer has read. */
function visibleAlerts(viewer: Viewer, unreadOnly: boolean) {
  const customer = viewer.isGlobalAdmin
    ? sql`true`
    : sql`a.customer_id = ${viewer.customerId ?? 0}`;
  const depots =
    viewer.depotScope === 'all'
      ? sql`true`
      : sql`(a.vehicle_id = ${viewer.vehicleId ?? 0} or exists (select from vehicle_depots vd
          where vd.vehicle_id = a.vehicle_id and vd.depot_id = any(${[...viewer.depotScope]}::int[])))`;
  const unread = unreadOnly ? sql`and ar.read_at is null` : sql``;
  return sql`from alerts a
    join vehicles v on v.id = a.vehicle_id
    left join geofences g on g.id = a.geofence_id
    left join alert_reads ar on ar.alert_id = a.id and ar.user_id = ${viewer.userId}
    where a.in_app and ${customer} and ${depots} ${unread}`;
}

/** A page of alerts, newest first unless asked otherwise, with the count of all and of the unread. */
export async function alertPage(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
  unreadOnly: boolean,
): Promise<{ count: number; unread: number; rows: AlertRow[] }> {
  const counts = await sql<{ count: number; unread: number }>`
    select count(*)::int as count, count(*) filter (where ar.read_at is null)::int as unread
    ${visibleAlerts(viewer, unreadOnly)}`.execute(trx);
  const ascending = page.orderBy !== null && !page.descending;
  const direction = ascending ? sql`asc` : sql`desc`;
  const { rows } = await sql<AlertRow>`
    select a.id, a.rule_id, a.rule_name, a.severity, a.vehicle_id, v.registration, a.event_code,
      a.occurred_at, a.latitude, a.longitude, a.geofence_id, g.name as geofence_name, ar.read_at,
      coalesce((select json_agg(json_build_object('channel', d.channel, 'target', d.target,
        'state', d.state, 'attempts', d.attempts, 'at', d.last_attempt_at, 'detail', d.detail)
        order by d.id) from alert_deliveries d where d.alert_id = a.id), '[]') as deliveries
    ${visibleAlerts(viewer, unreadOnly)}
    order by a.occurred_at ${direction}, a.id ${direction}
    limit ${page.limit} offset ${page.offset}`.execute(trx);
  const { count = 0, unread = 0 } = counts.rows[0] ?? {};
  return { count, unread, rows };
}

/** Marks visible alerts as read by the viewer; all of them without ids. */
export async function markRead(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<void> {
  const chosen = ids.length === 0 ? sql`` : sql`and a.id = any(${[...ids]}::bigint[])`;
  await sql`insert into alert_reads (customer_id, alert_id, user_id)
    select a.customer_id, a.id, ${viewer.userId} ${visibleAlerts(viewer, true)} ${chosen}
    on conflict do nothing`.execute(trx);
}
