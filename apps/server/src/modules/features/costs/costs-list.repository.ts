import type { CostCategory } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import {
  type CountedRows,
  findTexts,
  foundPage,
  isOneOfIds,
  type LargeList,
  ofEachCustomer,
  type Part,
  sortedApart,
  sourcesOf,
  type Transaction,
  vehicleIdsOf,
} from '../../../platform/db/index.ts';
import type { Page } from '../../../platform/paging.ts';
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
  sources: ReturnType<typeof sourcesOf>,
): LargeList['parts'] {
  const { vehicle, category } = filter;
  const conditions = [
    ...isOneOfIds('e.vehicle_id', vehicleIds),
    ...(vehicle === undefined ? [] : [sql`e.vehicle_id = ${vehicle}`]),
    ...(category === undefined ? [] : [sql`e.category = ${category}`]),
  ];
  return sources.flatMap(({ condition, from }) => {
    const [during, ...before] = periods(filter).map(
      (period): Part =>
        (tail, range) =>
          ofEachCustomer(
            viewer,
            'e.customer_id',
            (ofCustomer) => sql`select e.id, e.starts_on, e.amount from ${from} e
              where ${sql.join([ofCustomer, condition, range, period, ...conditions], sql` and `)} ${tail}`,
          ),
    );
    return [...(during === undefined ? [] : [during]), ...before.map(sortedApart)];
  });
}

/** A page of the visible entries, newest first unless sorted otherwise. */
export async function costPage(
  trx: Transaction,
  viewer: Viewer,
  filter: CostFilter,
  page: Page,
): Promise<CountedRows<CostRow>> {
  const isNewestFirst = page.orderBy === null || page.descending;
  const to = isNewestFirst ? sql`desc` : sql`asc`;
  const column = page.orderBy === 'amount' ? sql`amount` : sql`starts_on`;
  const vehicleIds = await vehicleIdsOf(trx, viewer, filter.depot);
  const found =
    page.search === ''
      ? null
      : await findTexts(trx, viewer, {
          table: 'cost_entries',
          at: 'starts_on',
          hasInactive: true,
          search: page.search,
        });
  const table = sql.table('cost_entries');
  const list: LargeList = {
    parts: partsOf(viewer, filter, vehicleIds, [{ from: table, condition: sql`true` }]),
    order: sql`${column} ${to}, id ${to}`,
    ...(page.orderBy === 'amount'
      ? {}
      : { time: { name: 'starts_on', type: 'date', isDescending: isNewestFirst } }),
  };
  const { count, ids, isLimit } = await foundPage(trx, page, 'cost_entries', found, list, (rare) =>
    partsOf(viewer, filter, vehicleIds, sourcesOf('e', 'cost_entries', rare)),
  );
  const { rows } = await sql<CostRow>`select ${COST_COLUMNS}
    from unnest(${[...ids]}::bigint[]) with ordinality h (id, place)
    join cost_entries e on e.id = h.id join vehicles v on v.id = e.vehicle_id
    order by h.place`.execute(trx);
  return { count, isLimit, rows };
}
