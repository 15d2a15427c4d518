import type { CostCategory } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import {
  type CountedRows,
  isOneOfIds,
  type LargeList,
  type LargeSearch,
  largePage,
  ofEachCustomer,
  type Part,
  searchedLargePage,
  sortedApart,
  type Transaction,
  vehicleIdsOf,
} from '../../../platform/db/index.ts';
import { COUNT_LIMIT, containsPattern, type Page } from '../../../platform/paging.ts';
import { COST_COLUMNS, type CostRow } from './costs.repository.ts';

export interface CostFilter {
  readonly vehicle?: number | undefined;
  readonly depot?: number | undefined;
  readonly category?: CostCategory | undefined;
  /** Days as YYYY-MM-DD, both included: entries that cover one of them. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * Conditions on the days, in parts without a common row. Few costs are of several days and begin before a period
 * that they last into; an index contains only these.
 */
function periods({ from, to }: CostFilter): RawBuilder<unknown>[] {
  const until = to === undefined ? sql`true` : sql`e.starts_on <= ${to}::date`;
  if (from === undefined) return [until];
  return [
    sql`e.starts_on >= ${from}::date and ${until}`,
    sql`e.starts_on < ${from}::date and e.ends_on >= ${from}::date
      and e.ends_on > e.starts_on and ${until}`,
  ];
}

function partsOf(
  viewer: Viewer,
  filter: CostFilter,
  vehicleIds: readonly number[] | null,
  ids: readonly number[] | null,
): LargeList['parts'] {
  const { vehicle, category } = filter;
  const conditions = [
    ...(ids === null ? [] : [sql`e.id = any(${[...ids]}::bigint[])`]),
    ...isOneOfIds('e.vehicle_id', vehicleIds),
    ...(vehicle === undefined ? [] : [sql`e.vehicle_id = ${vehicle}`]),
    ...(category === undefined ? [] : [sql`e.category = ${category}`]),
  ];
  const [during, ...before] = periods(filter).map(
    (period): Part =>
      (tail) =>
        ofEachCustomer(
          viewer,
          'e.customer_id',
          (ofCustomer) => sql`select e.id, e.starts_on, e.amount from cost_entries e
            where ${sql.join([ofCustomer, period, ...conditions], sql` and `)} ${tail}`,
        ),
  );
  return [...(during === undefined ? [] : [during]), ...before.map(sortedApart)];
}

/** A search by supplier, reference, place and vehicle. The vehicles are looked up first. */
async function searchOf(trx: Transaction, search: string): Promise<LargeSearch> {
  const pattern = containsPattern(search);
  const found = (isActive: boolean) =>
    sql`select vehicles_found(${pattern}, ${isActive}, ${COUNT_LIMIT + 1}) as id`;
  const { rows } = await sql<{ ids: number[] }>`
    select array(${found(true)} union all ${found(false)}) as ids`.execute(trx);
  const ids = rows[0]?.ids ?? [];
  const ofVehicle =
    ids.length > COUNT_LIMIT
      ? sql`exists (select from vehicles s where s.id = x.vehicle_id
          and s.search_text like upper(${pattern}))`
      : sql`x.vehicle_id = any(${ids}::int[])`;
  return {
    found: 'cost_entries_found',
    table: 'cost_entries',
    search,
    condition: sql`(x.search_text like upper(${pattern}) or ${ofVehicle})`,
  };
}

/** A page of the visible entries, newest first unless sorted otherwise. */
export async function costPage(
  trx: Transaction,
  viewer: Viewer,
  filter: CostFilter,
  page: Page,
): Promise<CountedRows<CostRow>> {
  const to = page.orderBy !== null && !page.descending ? sql`asc` : sql`desc`;
  const column = page.orderBy === 'amount' ? sql`amount` : sql`starts_on`;
  const vehicleIds = await vehicleIdsOf(trx, viewer, filter.depot);
  const listOf = (ids: readonly number[] | null): LargeList => ({
    parts: partsOf(viewer, filter, vehicleIds, ids),
    order: sql`${column} ${to}, id ${to}`,
    newest: sql`starts_on desc, id desc`,
  });
  const { count, ids, isLimit } =
    page.search === ''
      ? await largePage(trx, page, listOf(null))
      : await searchedLargePage(trx, page, await searchOf(trx, page.search), listOf);
  const { rows } = await sql<CostRow>`select ${COST_COLUMNS}
    from unnest(${[...ids]}::bigint[]) with ordinality h (id, place)
    join cost_entries e on e.id = h.id join vehicles v on v.id = e.vehicle_id
    order by h.place`.execute(trx);
  return { count, isLimit, rows };
}
