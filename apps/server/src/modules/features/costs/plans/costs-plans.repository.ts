import type { PlanCategory } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import {
  exactPage,
  ofCustomer,
  type Transaction,
  vehicleInScope,
} from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { customerOfVehicle } from '../../../core/vehicles/index.ts';
import { inDepot } from '../costs.repository.ts';

/** A cost of each month. Months are YYYY-MM; amounts without VAT. */
export interface PlanRow {
  readonly id: number;
  readonly customer_id: number;
  readonly vehicle_id: number;
  readonly registration: string;
  readonly category: PlanCategory;
  readonly first_month: string;
  readonly last_month: string | null;
  readonly monthly: number;
  readonly price: number | null;
  readonly residual: number | null;
  readonly term_months: number | null;
  readonly supplier: string;
  readonly reference: string;
  readonly note: string;
  readonly version: number;
}

export interface PlanFilter {
  readonly id?: number | undefined;
  readonly vehicle?: number | undefined;
  readonly depot?: number | undefined;
  readonly category?: PlanCategory | undefined;
  readonly month?: string | undefined;
}

const COLUMNS = sql`p.id, p.customer_id, p.vehicle_id, v.registration, p.category,
  to_char(p.first_month, 'YYYY-MM') as first_month, to_char(p.last_month, 'YYYY-MM') as last_month,
  round(p.monthly, 2)::float8 as monthly, p.price::float8, p.residual::float8, p.term_months,
  p.supplier, p.reference, p.note, p.version`;

/** A page of the visible plans, those that began last first unless sorted otherwise. */
export function planPage(trx: Transaction, viewer: Viewer, filter: PlanFilter, page: Page) {
  const { category, depot, id, month, vehicle } = filter;
  const to = page.orderBy !== null && !page.descending ? sql`asc` : sql`desc`;
  const conditions = [
    ofCustomer(viewer, 'p.customer_id'),
    vehicleInScope(viewer, 'p.vehicle_id'),
    ...(id === undefined ? [] : [sql`p.id = ${id}`]),
    ...(vehicle === undefined ? [] : [sql`p.vehicle_id = ${vehicle}`]),
    ...(depot === undefined ? [] : [inDepot('p.vehicle_id', depot)]),
    ...(category === undefined ? [] : [sql`p.category = ${category}`]),
    ...(month === undefined
      ? []
      : [
          sql`p.first_month <= ${`${month}-01`}::date
            and coalesce(p.last_month, 'infinity') >= ${`${month}-01`}::date`,
        ]),
    ...(page.search === ''
      ? []
      : [
          sql`(v.registration ilike ${containsPattern(page.search)}
            or p.supplier ilike ${containsPattern(page.search)}
            or p.reference ilike ${containsPattern(page.search)})`,
        ]),
  ];
  return exactPage<PlanRow>(trx, page, {
    columns: COLUMNS,
    matching: sql`from cost_plans p join vehicles v on v.id = p.vehicle_id
      where ${sql.join(conditions, sql` and `)}`,
    order: sql`${page.orderBy === 'monthly' ? sql`p.monthly` : sql`p.first_month`} ${to}, p.id ${to}`,
  });
}

/** What a person enters; the monthly amount with all its decimals. */
export type PlanValues = Omit<PlanRow, 'id' | 'customer_id' | 'registration' | 'version'>;

const stored = ({ first_month, last_month, monthly, price, residual, ...values }: PlanValues) => ({
  ...values,
  first_month: `${first_month}-01`,
  last_month: last_month === null ? null : `${last_month}-01`,
  monthly: monthly.toFixed(6),
  price: price === null ? null : price.toFixed(2),
  residual: residual === null ? null : residual.toFixed(2),
});

/** Stores a plan of a vehicle's customer. */
export async function insertPlan(trx: Transaction, values: PlanValues): Promise<number> {
  const customer_id = await customerOfVehicle(trx, values.vehicle_id);
  const { id } = await trx
    .insertInto('cost_plans')
    .values({ ...stored(values), customer_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes a plan. Returns false if somebody else has changed it since this version. */
export async function updatePlan(
  trx: Transaction,
  id: number,
  version: number,
  values: PlanValues,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('cost_plans')
    .set({ ...stored(values), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function deletePlan(trx: Transaction, id: number): Promise<void> {
  await trx.deleteFrom('cost_plans').where('id', '=', id).execute();
}
