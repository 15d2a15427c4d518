import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { depotIsVisible } from '../../../core/fleet/index.ts';

/** The visible depots whose name contains a text, by name; all of them if the page has no limit. */
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
