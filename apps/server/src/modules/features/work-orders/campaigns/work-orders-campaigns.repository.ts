import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import {
  exactPage,
  ofCustomer,
  type Transaction,
  vehicleInScope,
} from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';

/** What a person enters of a campaign. */
export interface CampaignValues {
  readonly number: string;
  readonly title: string;
  readonly description: string;
  readonly maker: string;
  readonly is_safety: boolean;
  /** YYYY-MM-DD */
  readonly due_on: string | null;
}

/** A campaign with its visible vehicles, counted by state. */
export interface CampaignRow extends CampaignValues {
  readonly id: number;
  readonly customer_id: number;
  readonly is_overdue: boolean;
  readonly vehicles: number;
  readonly open: number;
  readonly planned: number;
  readonly done: number;
  readonly not_affected: number;
  readonly created_at: Date;
  readonly created_by: string;
  readonly version: number;
}

export interface CampaignFilter {
  readonly state?: 'unfinished' | 'overdue' | undefined;
  readonly safety?: 'true' | undefined;
  readonly vehicle?: number | undefined;
}

/** The state of a vehicle `c` of a campaign with its work order `w` (`RECALL_STATES`). */
export const RECALL_STATE = sql`case when c.not_affected_reason is not null then 'not_affected'
  when c.done_on is not null or w.state in ('done', 'invoiced') then 'done'
  when w.state <> 'cancelled' then 'planned' else 'open' end`;

/** The visible vehicles `v` of campaigns as `c`, with their work orders `w`. */
export const visibleVehiclesOf = (viewer: Viewer) => sql`recall_vehicles c
  join vehicles v on v.id = c.vehicle_id and v.is_active and ${vehicleInScope(viewer, 'v.id')}
  left join work_orders w on w.id = c.work_order_id`;

const counted = (viewer: Viewer) => sql`recall_campaigns r cross join lateral (
  select count(*)::int as vehicles, count(*) filter (where s.state = 'open')::int as open,
    count(*) filter (where s.state = 'planned')::int as planned,
    count(*) filter (where s.state = 'done')::int as done,
    count(*) filter (where s.state = 'not_affected')::int as not_affected
  from (select ${RECALL_STATE} as state from ${visibleVehiclesOf(viewer)}
    where c.campaign_id = r.id) s) n`;

const overdue = (today: string) => sql`(r.due_on < ${today}::date and n.open + n.planned > 0)`;

const columns = (
  today: string,
) => sql`r.id, r.customer_id, r.number, r.title, r.description, r.maker,
  r.is_safety, r.due_on::text as due_on, coalesce(${overdue(today)}, false) as is_overdue, n.vehicles,
  n.open, n.planned, n.done, n.not_affected, r.created_at, r.created_by, r.version`;

/** A campaign of the customer with a visible vehicle, or without any. */
const inScope = (viewer: Viewer) => sql`${ofCustomer(viewer, 'r.customer_id')} and (n.vehicles > 0
  or not exists (select from recall_vehicles o where o.campaign_id = r.id))`;

const ORDERS: Readonly<Record<string, RawBuilder<unknown>>> = {
  number: sql`lower(r.number)`,
  title: sql`lower(r.title)`,
  created_at: sql`r.created_at`,
};

function conditionsOf({ safety, state, vehicle }: CampaignFilter, search: string, today: string) {
  const all: RawBuilder<unknown>[] = [];
  if (safety === 'true') all.push(sql`r.is_safety`);
  if (state === 'unfinished') all.push(sql`n.open + n.planned > 0`);
  if (state === 'overdue') all.push(overdue(today));
  if (vehicle !== undefined) {
    all.push(sql`exists (select from recall_vehicles o
      where o.campaign_id = r.id and o.vehicle_id = ${vehicle})`);
  }
  if (search !== '') {
    const pattern = containsPattern(search);
    all.push(
      sql`(r.number ilike ${pattern} or r.title ilike ${pattern} or r.maker ilike ${pattern})`,
    );
  }
  return all;
}

/** A page of the campaigns in scope, those due first. */
export function campaignPage(
  trx: Transaction,
  viewer: Viewer,
  filter: CampaignFilter,
  page: Page,
  today: string,
) {
  const to = page.descending ? sql`desc` : sql`asc`;
  const by = ORDERS[page.orderBy ?? ''] ?? sql`r.due_on`;
  const conditions = [inScope(viewer), ...conditionsOf(filter, page.search, today)];
  return exactPage<CampaignRow>(trx, page, {
    columns: columns(today),
    matching: sql`from ${counted(viewer)} where ${sql.join(conditions, sql` and `)}`,
    order: sql`${by} ${to} nulls last, r.id`,
  });
}

/** A campaign in scope; undefined if there is none. */
export async function campaignById(
  trx: Transaction,
  viewer: Viewer,
  id: number,
  today: string,
): Promise<CampaignRow | undefined> {
  const { rows } = await sql<CampaignRow>`select ${columns(today)} from ${counted(viewer)}
    where r.id = ${id} and ${inScope(viewer)}`.execute(trx);
  return rows[0];
}

/** Safety recalls with an open or planned vehicle, and those of them after their due day. */
export async function recallFigures(
  trx: Transaction,
  viewer: Viewer,
  today: string,
): Promise<{ readonly open: number; readonly overdue: number }> {
  const { rows } = await sql<{ open: number; overdue: number }>`select count(*)::int as open,
      count(*) filter (where r.due_on < ${today}::date)::int as overdue
    from ${counted(viewer)} where ${inScope(viewer)} and r.is_safety and n.open + n.planned > 0`.execute(
    trx,
  );
  return rows[0] ?? { open: 0, overdue: 0 };
}

/** Locks a campaign until the transaction ends, so that two people do not create its orders at once. */
export async function lockCampaign(trx: Transaction, id: number): Promise<void> {
  await sql`select from recall_campaigns where id = ${id} for update`.execute(trx);
}

export async function insertCampaign(
  trx: Transaction,
  of: { readonly customerId: number; readonly author: string },
  values: CampaignValues,
): Promise<number> {
  const { id } = await trx
    .insertInto('recall_campaigns')
    .values({ ...values, customer_id: of.customerId, created_by: of.author })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns false if somebody else has changed it since this version. */
export async function updateCampaign(
  trx: Transaction,
  id: number,
  version: number,
  values: CampaignValues,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recall_campaigns')
    .set({
      ...values,
      version: version + 1,
      reminded_days: sql<number | null>`case when due_on is not distinct from ${values.due_on}::date
        then reminded_days end`,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function deleteCampaign(trx: Transaction, id: number): Promise<void> {
  await trx.deleteFrom('recall_campaigns').where('id', '=', id).execute();
}
