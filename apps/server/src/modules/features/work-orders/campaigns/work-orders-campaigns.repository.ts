import type { RecallState, WorkOrderState } from '@roadworthy/domain';
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

const STATE = sql`case when c.not_affected_reason is not null then 'not_affected'
  when c.done_on is not null or w.state in ('done', 'invoiced') then 'done'
  when w.state <> 'cancelled' then 'planned' else 'open' end`;

const visibleVehiclesOf = (viewer: Viewer) => sql`recall_vehicles c
  join vehicles v on v.id = c.vehicle_id and v.is_active and ${vehicleInScope(viewer, 'v.id')}
  left join work_orders w on w.id = c.work_order_id`;

const counted = (viewer: Viewer) => sql`recall_campaigns r cross join lateral (
  select count(*)::int as vehicles, count(*) filter (where s.state = 'open')::int as open,
    count(*) filter (where s.state = 'planned')::int as planned,
    count(*) filter (where s.state = 'done')::int as done,
    count(*) filter (where s.state = 'not_affected')::int as not_affected
  from (select ${STATE} as state from ${visibleVehiclesOf(viewer)}
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

/** A vehicle of a campaign. */
export interface CampaignVehicleRow {
  readonly campaign_id: number;
  readonly vehicle_id: number;
  readonly registration: string;
  readonly model: string | null;
  readonly vin: string | null;
  readonly state: RecallState;
  readonly work_order_id: number | null;
  readonly reference_number: string | null;
  readonly order_state: WorkOrderState | null;
  readonly done_on: string | null;
  readonly reason: string | null;
}

/** The visible vehicles of campaigns, by registration. */
export async function vehiclesOfCampaigns(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<readonly CampaignVehicleRow[]> {
  const { rows } = await sql<CampaignVehicleRow>`select c.campaign_id, v.id as vehicle_id,
      v.registration, v.manufacturer_model as model, v.vin, ${STATE} as state, w.id as work_order_id,
      w.reference_number, w.state as order_state, c.done_on::text as done_on,
      c.not_affected_reason as reason
    from ${visibleVehiclesOf(viewer)} where c.campaign_id = any(${[...ids]}::int[])
    order by v.registration, v.id`.execute(trx);
  return rows;
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
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function deleteCampaign(trx: Transaction, id: number): Promise<void> {
  await trx.deleteFrom('recall_campaigns').where('id', '=', id).execute();
}

/** Whether a campaign has a work order. */
export async function hasOrders(trx: Transaction, id: number): Promise<boolean> {
  const { rows } = await sql`select from recall_vehicles
    where campaign_id = ${id} and work_order_id is not null limit 1`.execute(trx);
  return rows.length > 0;
}

/**
 * The visible vehicles of a customer with these registrations or VINs, and those of a model.
 *
 * @param plates without spaces, in capitals
 */
export async function vehiclesNamed(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  { model, plates }: { readonly plates: readonly string[]; readonly model: string },
) {
  const of = sql`from vehicles v where v.customer_id = ${customerId} and v.is_active
    and ${vehicleInScope(viewer, 'v.id')}`;
  const named = await sql<{ id: number; plate: string }>`select v.id, p.plate
    from unnest(${[...plates]}::text[]) p (plate)
    join lateral (select v.id ${of} and (upper(replace(v.registration, ' ', '')) = p.plate
      or upper(replace(v.vin, ' ', '')) = p.plate)) v on true`.execute(trx);
  const ofModel =
    model === ''
      ? []
      : (
          await sql<{ id: number }>`select v.id ${of}
            and v.manufacturer_model ilike ${containsPattern(model)}`.execute(trx)
        ).rows;
  const found = new Set(named.rows.map(({ plate }) => plate));
  return {
    ids: [...new Set([...named.rows, ...ofModel].map(({ id }) => id))],
    unknown: plates.filter((plate) => !found.has(plate)),
  };
}

/** Adds vehicles to a campaign; those that it has stay as they are. */
export async function addVehicles(
  trx: Transaction,
  of: { readonly id: number; readonly customerId: number },
  ids: readonly number[],
): Promise<void> {
  await sql`insert into recall_vehicles (campaign_id, vehicle_id, customer_id)
    select ${of.id}, v, ${of.customerId} from unnest(${[...ids]}::int[]) v
    on conflict do nothing`.execute(trx);
}

/** All vehicles of a campaign, also those that the viewer does not see. */
export async function countVehicles(trx: Transaction, id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from recall_vehicles
    where campaign_id = ${id}`.execute(trx);
  return rows[0]?.n ?? 0;
}

/** What a person says of a vehicle. */
export async function storeVehicle(
  trx: Transaction,
  of: { readonly id: number; readonly vehicleId: number },
  values: { readonly doneOn: string | null; readonly reason: string | null },
): Promise<void> {
  await sql`update recall_vehicles set done_on = ${values.doneOn}::date,
      not_affected_reason = ${values.reason}
    where campaign_id = ${of.id} and vehicle_id = ${of.vehicleId}`.execute(trx);
}

/** The work order of a vehicle. */
export async function storeOrder(
  trx: Transaction,
  of: { readonly id: number; readonly vehicleId: number },
  orderId: number,
): Promise<void> {
  await sql`update recall_vehicles set work_order_id = ${orderId}
    where campaign_id = ${of.id} and vehicle_id = ${of.vehicleId}`.execute(trx);
}
