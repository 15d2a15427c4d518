import { contract, DEFECT_ALERT_MODULES } from '@roadworthy/contract';
import { ALERT_SEVERITIES, allows, type NotificationKind } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import {
  ofCustomer,
  type Transaction,
  vehicleIdsInScope,
  vehicleInScope,
} from '../../../platform/db/index.ts';
import { COUNT_LIMIT, countOf, type ListCount, type Page } from '../../../platform/paging.ts';
import type { AlertCause } from './alerts.repository.ts';

export interface AlertRow extends AlertCause {
  readonly id: string;
  readonly rule_id: number | null;
  readonly rule_name: string;
  readonly severity: 'information' | 'warning' | 'critical';
  readonly vehicle_id: number;
  readonly registration: string;
  readonly geofence_id: number | null;
  readonly geofence_name: string | null;
  readonly read_at: Date | null;
  readonly deliveries: readonly {
    readonly channel: 'email' | 'webhook' | 'push' | 'sms';
    readonly target: string;
    readonly state: 'waiting' | 'sent' | 'failed';
    readonly attempts: number;
    readonly at: string | null;
    readonly detail: string | null;
  }[];
}

/**
 * Above this number of vehicles, the newest alerts of all are scanned; below, those of each
 * vehicle.
 */
const MANY = 3000;

/** The visible vehicles of a viewer who is limited to some depots; null for the whole customer. */
async function visibleVehicleIds(trx: Transaction, viewer: Viewer) {
  const inScope = vehicleIdsInScope(viewer);
  if (inScope === null) return null;
  const { rows } = await sql<{ ids: number[] }>`select array(
      select distinct vehicle_id from (${inScope}) s) as ids`.execute(trx);
  const ids = rows[0]?.ids ?? [];
  return { ids: sql`${ids}::int[]`, areMany: ids.length > MANY };
}

/** Which alerts a viewer asks for. */
export interface AlertFilter {
  /** Null for the kinds that the viewer's modules show. */
  readonly kinds: readonly NotificationKind[] | null;
}
const ALL: AlertFilter = { kinds: null };

/** Conditions: the alert `a` is of a kind that the viewer's modules and the filter show. */
function kindsOf(viewer: Viewer, { kinds }: AlertFilter): RawBuilder<unknown>[] {
  const severities = kinds?.filter((kind) => kind !== 'defect') ?? [];
  const ofSeverity =
    kinds === null || severities.length === ALERT_SEVERITIES.length
      ? sql``
      : sql` and a.severity = any(${severities}::text[])`;
  const hasSeverity = kinds === null || severities.length > 0;
  return [
    ...(allows({ kind: 'module', anyOf: ['Events'] }, viewer) && hasSeverity
      ? [sql`a.in_app${ofSeverity}`]
      : []),
    ...(allows({ kind: 'module', anyOf: DEFECT_ALERT_MODULES }, viewer) &&
    kinds?.includes('defect') !== false
      ? [sql`a.defect_record_id is not null`]
      : []),
    ...(allows(contract.faults.list.access, viewer) && hasSeverity
      ? [sql`a.fault_id is not null${ofSeverity}`]
      : []),
    ...(allows(contract.workOrderCampaigns.list.access, viewer) && hasSeverity
      ? [sql`a.recall_campaign_id is not null${ofSeverity}`]
      : []),
  ];
}

/** One query per kind, so that each can use its index. */
async function firstQueries(
  trx: Transaction,
  viewer: Viewer,
  filter: AlertFilter,
  condition: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
) {
  const reads = kindsOf(viewer, filter).map(
    (kind) => sql`select a.id, a.occurred_at from alerts a
      where ${kind} and ${ofCustomer(viewer, 'a.customer_id')} and ${condition}`,
  );
  const visible = await visibleVehicleIds(trx, viewer);
  if (visible === null) return reads.map((read) => sql`${read} ${end}`);
  const { ids, areMany } = visible;
  return reads.map((read) =>
    areMany
      ? sql`${read} and a.vehicle_id = any(${ids}) ${end}`
      : sql`select a.* from unnest(${ids}) as v (id)
          cross join lateral (${read} and a.vehicle_id = v.id ${end}) a ${end}`,
  );
}

/**
 * The first alerts of visible vehicles (requirement U-P03), by time. Index-only.
 *
 * @param most maximum number
 * @param condition on the alert `a`
 */
async function firstAlerts(
  trx: Transaction,
  viewer: Viewer,
  filter: AlertFilter,
  ascending: boolean,
  most: number,
  condition: RawBuilder<unknown> = sql`true`,
) {
  const to = ascending ? sql`asc` : sql`desc`;
  const end = sql`order by a.occurred_at ${to}, a.id ${to} limit ${most}`;
  const [first, ...others] = await firstQueries(trx, viewer, filter, condition, end);
  if (first === undefined) return sql`select a.id, a.occurred_at from alerts a where false`;
  if (others.length === 0) return first;
  const reads = [first, ...others].map((read) => sql`(${read})`);
  return sql`select a.* from (${sql.join(reads, sql` union all `)}) a ${end}`;
}

/** Condition: the viewer has not read the alert `of`. */
const unreadBy = (viewer: Viewer, of: 'a' | 'h') => sql`not exists (select from alert_reads r
  where r.alert_id = ${sql.ref(`${of}.id`)} and r.user_id = ${viewer.userId})`;

/** A page of alerts, the total, and the number of unread ones among the newest. */
export type AlertPage = ListCount & { unread: number; rows: AlertRow[] };

interface Read extends AlertPage {
  /** Whether there are older alerts than those in which unread ones were counted. */
  readonly isCut: boolean;
}

/**
 * Reads a page.
 *
 * @param isDeep search all alerts for unread ones, not only the newest
 */
async function readPage(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
  {
    filter,
    unreadOnly,
    isDeep,
  }: { readonly filter: AlertFilter; readonly unreadOnly: boolean; readonly isDeep: boolean },
): Promise<Read> {
  const ascending = page.orderBy !== null && !page.descending;
  const to = ascending ? sql`asc` : sql`desc`;
  const most = Math.max(COUNT_LIMIT, page.offset + page.limit) + 1;
  const newestMost = unreadOnly || ascending ? COUNT_LIMIT + 1 : most;
  const newest = await firstAlerts(trx, viewer, filter, false, newestMost);
  const listed = unreadOnly
    ? isDeep
      ? await firstAlerts(trx, viewer, filter, ascending, most, unreadBy(viewer, 'a'))
      : sql`table unread`
    : ascending
      ? await firstAlerts(trx, viewer, filter, true, most)
      : sql`table newest`;
  const { rows } = await sql<AlertRow & { count: number; unread: number; newest: number }>`
    with newest as materialized (${newest}),
      unread as materialized (select h.* from newest h where ${unreadBy(viewer, 'h')}),
      listed as materialized (${listed}),
      shown as (select l.id from listed l order by l.occurred_at ${to}, l.id ${to}
        limit ${page.limit} offset ${page.offset}),
      named as (select a.id, a.rule_id, a.rule_name, a.severity, a.vehicle_id, v.registration,
          a.event_code, a.defect_record_id, a.fault_id, f.kind as fault_kind, f.fault_key,
          a.recall_campaign_id, c.number as recall_number, c.title as recall_title,
          a.recall_vehicles, a.recall_due_on::text as recall_due_on,
          r.reference_number, r.items, a.occurred_at,
          a.latitude, a.longitude, a.geofence_id, g.name as geofence_name, ar.read_at,
          coalesce((select json_agg(json_build_object('channel', d.channel, 'target', d.target,
            'state', case d.state when 'bounced' then 'failed' else d.state end, 'attempts', d.attempts,
            'at', d.last_attempt_at, 'detail', d.failure)
            order by d.id) from deliveries d where d.alert_id = a.id
            and (d.user_id is null or d.user_id = ${viewer.userId})), '[]') as deliveries
        from shown s join alerts a on a.id = s.id join vehicles v on v.id = a.vehicle_id
        left join geofences g on g.id = a.geofence_id
        left join defect_records r on r.id = a.defect_record_id
        left join vehicle_faults f on f.id = a.fault_id
        left join recall_campaigns c on c.id = a.recall_campaign_id
        left join alert_reads ar on ar.alert_id = a.id and ar.user_id = ${viewer.userId})
    select c.*, n.* from (select (select count(*)::int from listed) as count,
      (select count(*)::int from unread) as unread,
      (select count(*)::int from newest) as newest) c
    left join named n on true order by n.occurred_at ${to}, n.id ${to}`.execute(trx);
  const { count = 0, unread = 0, newest: looked = 0 } = rows[0] ?? {};
  // An empty page returns only the counts.
  const shown = rows.filter(({ id }) => id !== null);
  return {
    ...countOf(page, shown.length, count),
    unread: Math.min(unread, COUNT_LIMIT),
    rows: shown,
    isCut: looked >= newestMost,
  };
}

/**
 * A page of alerts, by default newest first. Unread alerts are searched among the newest ones, up
 * to the count limit; all alerts are searched only if these do not fill the page.
 */
export async function alertPage(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
  unreadOnly: boolean,
  filter: AlertFilter = ALL,
): Promise<AlertPage> {
  const near = await readPage(trx, viewer, page, { filter, unreadOnly, isDeep: false });
  const isOldestFirst = page.orderBy !== null && !page.descending;
  const isEnough =
    !unreadOnly || !near.isCut || (!isOldestFirst && near.rows.length === page.limit);
  if (isEnough && !(unreadOnly && near.isCut)) return near;
  // The count covers only the newest alerts, not all.
  if (isEnough) return { ...near, isLimit: true };
  return readPage(trx, viewer, page, { filter, unreadOnly, isDeep: true });
}

/** Those of these alerts that the viewer can see, whatever their age. */
function visibleAlerts(viewer: Viewer, ids: readonly number[]) {
  const kinds = sql.join([sql`false`, ...kindsOf(viewer, ALL)], sql` or `);
  return sql`select a.id from alerts a where a.id = any(${[...ids]}::bigint[]) and (${kinds})
    and ${ofCustomer(viewer, 'a.customer_id')} and ${vehicleInScope(viewer, 'a.vehicle_id')}`;
}

/** The kinds of alerts that the viewer wants to see in the app; null for all. */
export async function kindsInApp(trx: Transaction, viewer: Viewer) {
  const row = await trx
    .selectFrom('notification_preferences')
    .select('in_app_kinds')
    .where('user_id', '=', viewer.userId)
    .executeTakeFirst();
  return row?.in_app_kinds ?? null;
}

/** Marks visible alerts as read by the viewer; without ids, all that count as unread. */
export async function markRead(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<void> {
  const chosen =
    ids.length === 0
      ? await firstAlerts(trx, viewer, ALL, false, COUNT_LIMIT + 1)
      : visibleAlerts(viewer, ids);
  await sql`insert into alert_reads (customer_id, alert_id, user_id)
    select a.customer_id, a.id, ${viewer.userId} from (${chosen}) h join alerts a on a.id = h.id
    where ${unreadBy(viewer, 'h')} on conflict do nothing`.execute(trx);
}
