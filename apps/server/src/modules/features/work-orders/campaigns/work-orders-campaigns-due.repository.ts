import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { exactPage, ofCustomer, type Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { depotIsVisible } from '../../../core/fleet/index.ts';
import { RECALL_STATE, visibleVehiclesOf } from './work-orders-campaigns.repository.ts';
import {
  CAMPAIGN_VEHICLE_COLUMNS,
  type CampaignVehicleRow,
} from './work-orders-campaigns-vehicles.repository.ts';

/** A vehicle of a campaign with what the campaign asks for, and its first visible depot. */
export interface DueVehicleRow extends CampaignVehicleRow {
  readonly number: string;
  readonly title: string;
  readonly is_safety: boolean;
  readonly due_on: string | null;
  readonly is_overdue: boolean;
  readonly depot_id: number | null;
  readonly depot_name: string | null;
}

/** Selects vehicles of campaigns. Days are YYYY-MM-DD of the due day, and both ends are included. */
export interface DueVehicleFilter {
  readonly vehicle?: number | undefined;
  readonly depot?: number | undefined;
  readonly state?: 'unfinished' | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

function conditionsOf(viewer: Viewer, filter: DueVehicleFilter, search: string) {
  const all: RawBuilder<unknown>[] = [ofCustomer(viewer, 'r.customer_id')];
  const { depot, from, state, to, vehicle } = filter;
  if (vehicle !== undefined) all.push(sql`c.vehicle_id = ${vehicle}`);
  if (depot !== undefined) {
    all.push(sql`exists (select from vehicle_depots o where o.vehicle_id = c.vehicle_id
      and o.depot_id = ${depot})`);
  }
  if (state === 'unfinished') all.push(sql`${RECALL_STATE} in ('open', 'planned')`);
  if (from !== undefined) all.push(sql`r.due_on >= ${from}::date`);
  if (to !== undefined) all.push(sql`r.due_on <= ${to}::date`);
  if (search !== '') {
    const pattern = containsPattern(search);
    all.push(sql`(r.number ilike ${pattern} or v.registration ilike ${pattern})`);
  }
  return all;
}

/** A page of the visible vehicles of campaigns, those due first. */
export function campaignVehiclePage(
  trx: Transaction,
  viewer: Viewer,
  filter: DueVehicleFilter,
  { page, today }: { readonly page: Page; readonly today: string },
): Promise<{ count: number; rows: DueVehicleRow[] }> {
  const to = page.descending ? sql`desc` : sql`asc`;
  const by = page.orderBy === 'registration' ? sql`v.registration` : sql`r.due_on`;
  return exactPage<DueVehicleRow>(trx, page, {
    columns: sql`${CAMPAIGN_VEHICLE_COLUMNS}, r.number, r.title, r.is_safety,
      r.due_on::text as due_on, p.depot_id, p.depot_name,
      coalesce(r.due_on < ${today}::date and ${RECALL_STATE} in ('open', 'planned'), false) as is_overdue`,
    matching: sql`from ${visibleVehiclesOf(viewer)} join recall_campaigns r on r.id = c.campaign_id
      left join lateral (select g.id as depot_id, g.name as depot_name from vehicle_depots o
        join depots g on g.id = o.depot_id where o.vehicle_id = c.vehicle_id
          and ${depotIsVisible(viewer)} order by g.name limit 1) p on true
      where ${sql.join(conditionsOf(viewer, filter, page.search), sql` and `)}`,
    order: sql`${by} ${to} nulls last, v.registration, r.id, v.id`,
  });
}
