import type { VehicleType } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';
import { depotIsVisible, visibleVehicles } from '../../fleet/index.ts';

/** The visible depots by name, found by a part of it; all of them where the page has no limit. */
export async function depotNames(
  trx: Transaction,
  viewer: Viewer,
  page: Omit<Page, 'limit'> & { readonly limit: number | null },
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select g.id, g.name from depots g where ${depotIsVisible(viewer)}
      and g.name ilike ${containsPattern(page.search)}
    order by lower(g.name) ${page.descending ? sql`desc` : sql`asc`}, g.id
    limit ${page.limit} offset ${page.offset}`.execute(trx);
  return rows;
}

export interface PanelVehicleRow {
  id: number;
  registration: string;
  type: VehicleType;
  fuel_reference: string;
  fuel_name: string;
  manufacturer_model: string | null;
  permission: string | null;
}

/** A page of the visible vehicles by registration. */
export async function panelVehicles(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
): Promise<{ count: number; rows: PanelVehicleRow[] }> {
  const matching = sql`from (${visibleVehicles(trx, viewer)}) s join vehicles v on v.id = s.id
    where v.registration ilike ${containsPattern(page.search)}`;
  const { rows } = await sql<PanelVehicleRow>`
    select v.id, v.registration, v.type, v.fuel_reference, v.fuel_name, v.manufacturer_model,
      v.permission ${matching}
    order by v.registration ${page.descending ? sql`desc` : sql`asc`}, v.id
    limit ${page.limit} offset ${page.offset}`.execute(trx);
  const total = await sql<{ count: number }>`select count(*)::int as count ${matching}`.execute(
    trx,
  );
  return { count: total.rows[0]?.count ?? 0, rows };
}
