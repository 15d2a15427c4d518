import type { BudgetBasis, CostKind, VehicleType } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { depotInScope, ofCustomer, type Transaction } from '../../../../platform/db/index.ts';
import { costParts } from '../figures/costs-parts.repository.ts';

/** What a budget is of: a depot or a vehicle type. */
export type BudgetScope =
  | { readonly depot: number; readonly vehicle_type: null }
  | { readonly depot: null; readonly vehicle_type: VehicleType };

/** A budget or cost of a month, 1 to 12. */
export interface MonthRow {
  /** The id of a depot, or a vehicle type. */
  readonly group_key: string;
  readonly group_name: string;
  readonly kind: CostKind;
  readonly month: number;
  readonly budget: number | null;
  readonly actual: number;
}

const dayOf = (year: number, month = 1) => `${year}-${String(month).padStart(2, '0')}-01`;
const inYear = (column: string, year: number) =>
  sql`${sql.ref(column)} >= ${dayOf(year)}::date and ${sql.ref(column)} < ${dayOf(year + 1)}::date`;

const isOf = (scope: BudgetScope): RawBuilder<boolean> =>
  scope.depot === null
    ? sql`b.vehicle_type = ${scope.vehicle_type}`
    : sql`b.depot_id = ${scope.depot}`;

/** The budget of a year of one depot or type of a customer. */
export async function budgetRows(
  trx: Transaction,
  customerId: number,
  scope: BudgetScope,
  year: number,
): Promise<readonly { kind: CostKind; month: number; amount: number }[]> {
  const { rows } = await sql<{ kind: CostKind; month: number; amount: number }>`
    select b.kind, extract(month from b.month)::int as month, b.amount::float8 as amount
    from cost_budgets b where b.customer_id = ${customerId} and ${isOf(scope)}
      and ${inYear('b.month', year)} order by b.kind, b.month`.execute(trx);
  return rows;
}

/** One writer of the budgets of a customer at a time. */
export async function lockBudgets(trx: Transaction, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(726231019, ${customerId}::int)`.execute(trx);
}

/** Replaces the budgets of kinds in a year. */
export async function replaceBudgets(
  trx: Transaction,
  customerId: number,
  scope: BudgetScope,
  year: number,
  rows: readonly { readonly kind: CostKind; readonly months: readonly (number | null)[] }[],
): Promise<void> {
  const kinds = rows.map(({ kind }) => kind);
  await sql`delete from cost_budgets b where b.customer_id = ${customerId} and ${isOf(scope)}
    and ${inYear('b.month', year)} and b.kind = any(${kinds}::text[])`.execute(trx);
  const values = rows.flatMap(({ kind, months }) =>
    months.flatMap((amount, n) =>
      amount === null
        ? []
        : [
            {
              customer_id: customerId,
              depot_id: scope.depot,
              vehicle_type: scope.vehicle_type,
              kind,
              month: dayOf(year, n + 1),
              amount: amount.toFixed(2),
            },
          ],
    ),
  );
  if (values.length > 0) await trx.insertInto('cost_budgets').values(values).execute();
}

/** Depots and types with a budget in a year that the viewer sees. */
export async function budgetScopes(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  year: number,
): Promise<readonly BudgetScope[]> {
  const types = viewer.depotScope === 'all' ? sql`true` : sql`false`;
  const { rows } = await sql<BudgetScope>`
    select distinct b.depot_id as depot, b.vehicle_type from cost_budgets b
    where b.customer_id = ${customerId} and ${inYear('b.month', year)}
      and ((b.depot_id is not null and ${depotInScope(viewer, 'b.depot_id')})
        or (b.vehicle_type is not null and ${types}))
    order by 1, 2`.execute(trx);
  return rows;
}

export interface BudgetFilter {
  readonly basis: BudgetBasis;
  readonly kind?: CostKind | undefined;
  readonly depot?: number | undefined;
  readonly vehicle_type?: VehicleType | undefined;
}

/**
 * Budgets and costs of a year by depot or type, kind and month: one row for each that has one of them. Costs
 * of vehicles of several depots count in each.
 */
export async function yearRows(
  trx: Transaction,
  viewer: Viewer,
  filter: BudgetFilter,
  year: number,
): Promise<readonly MonthRow[]> {
  const { basis, depot, kind, vehicle_type: type } = filter;
  const isDepot = basis === 'depot';
  const range = { from: dayOf(year), to: `${year}-12-31` };
  const key = isDepot ? sql`g.id::text` : sql`v.type`;
  const name = isDepot ? sql`g.name` : sql`v.type`;
  const groups = isDepot
    ? sql`join vehicle_depots vd on vd.vehicle_id = v.id
        join depots g on g.id = vd.depot_id and g.archived_at is null and ${depotInScope(viewer, 'g.id')}
        ${depot === undefined ? sql`` : sql`and g.id = ${depot}`}`
    : sql``;
  const budgets = isDepot
    ? sql`select g.id::text as group_key, g.name as group_name, b.kind, b.month, b.amount
        from cost_budgets b join depots g on g.id = b.depot_id and g.archived_at is null
        where ${depotInScope(viewer, 'g.id')} ${depot === undefined ? sql`` : sql`and g.id = ${depot}`}`
    : sql`select b.vehicle_type as group_key, b.vehicle_type as group_name, b.kind, b.month, b.amount
        from cost_budgets b where b.vehicle_type is not null
        and ${viewer.depotScope === 'all' ? sql`true` : sql`false`}
        ${type === undefined ? sql`` : sql`and b.vehicle_type = ${type}`}`;
  const { rows } = await sql<MonthRow>`
    with ${costParts(viewer, { ...range, kind, vehicle_type: type })},
    spent as (select vehicle_id, month, kind, sum(amount) as amount from parts group by 1, 2, 3),
    actual as (select ${key} as group_key, ${name} as group_name, s.kind, s.month, sum(s.amount) as amount
      from spent s join vehicles v on v.id = s.vehicle_id ${groups} group by 1, 2, 3, 4),
    budget as (${budgets} and ${ofCustomer(viewer, 'b.customer_id')} and ${inYear('b.month', year)}
      ${kind === undefined ? sql`` : sql`and b.kind = ${kind}`})
    select group_key, coalesce(b.group_name, a.group_name) as group_name,
      kind, extract(month from month)::int as month,
      b.amount::float8 as budget, coalesce(round(a.amount, 2), 0)::float8 as actual
    from budget b full join actual a using (group_key, kind, month)
    order by 2, 1, 3, 4`.execute(trx);
  return rows;
}
