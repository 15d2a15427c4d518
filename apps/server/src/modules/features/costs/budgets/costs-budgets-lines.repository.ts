import type { CostKind, VehicleType } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { depotInScope, ofCustomer, type Transaction } from '../../../../platform/db/index.ts';

/** The budget of a kind of cost in a year, of a depot or a vehicle type. */
export interface BudgetLine {
  readonly year: number;
  readonly depot: number | null;
  readonly depot_name: string | null;
  readonly vehicle_type: VehicleType | null;
  readonly kind: CostKind;
  /** January to December; null for a month without a budget. */
  readonly months: readonly (number | null)[];
}

/** The budgets of some years that the viewer sees, by year, depot or type, and kind. */
export async function budgetLines(
  trx: Transaction,
  viewer: Viewer,
  filter: {
    readonly years: readonly number[];
    readonly depot?: number | undefined;
    readonly vehicle_type?: VehicleType | undefined;
  },
): Promise<readonly BudgetLine[]> {
  const { depot, vehicle_type: type, years } = filter;
  const days = years.map((year) => `${year}-01-01`);
  const seesTypes = viewer.depotScope === 'all' ? sql`true` : sql`false`;
  const { rows } = await sql<BudgetLine>`
    with lines as (
      select extract(year from b.month)::int as year, b.depot_id as depot, b.vehicle_type, b.kind,
        jsonb_object_agg(extract(month from b.month)::int, b.amount) as amounts
      from cost_budgets b
      where ${ofCustomer(viewer, 'b.customer_id')}
        and date_trunc('year', b.month)::date = any(${days}::date[])
        ${depot === undefined ? sql`` : sql`and b.depot_id = ${depot}`}
        ${type === undefined ? sql`` : sql`and b.vehicle_type = ${type}`}
        and ((b.depot_id is not null and ${depotInScope(viewer, 'b.depot_id')})
          or (b.vehicle_type is not null and ${seesTypes}))
      group by 1, 2, 3, 4)
    select l.year, l.depot, g.name as depot_name, l.vehicle_type, l.kind,
      array(select (l.amounts ->> m::text)::float8 from generate_series(1, 12) m order by m) as months
    from lines l left join depots g on g.id = l.depot
    where l.depot is null or g.archived_at is null
    order by l.year, g.name nulls last, l.depot, l.vehicle_type, l.kind`.execute(trx);
  return rows;
}
