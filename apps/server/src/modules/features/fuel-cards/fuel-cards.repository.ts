import type { FuelCardRule, FuelCardState } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Verdict } from '../../../engines/fuel-cards/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import {
  exactPage,
  ms,
  ofCustomer,
  type Transaction,
  vehicleInScope,
  when,
} from '../../../platform/db/index.ts';
import { type DecidedRow, decidedColumns } from '../../../platform/decisions.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';

/** A finding with its purchase. Times in ms since 1970 UTC. */
export interface FindingRow extends DecidedRow {
  readonly id: number;
  readonly customer_id: number;
  readonly rule: FuelCardRule;
  readonly vehicle_id: number;
  readonly registration: string;
  readonly occurred_ms: number;
  readonly entry_id: number;
  readonly day: string;
  readonly time: string | null;
  readonly place: string;
  readonly product: string;
  readonly litres: number | null;
  readonly energy_kwh: number | null;
  readonly amount: number;
  readonly supplier: string;
  readonly reference: string;
  readonly figures: Readonly<Record<string, number>>;
  readonly verdicts: Readonly<Record<FuelCardRule, Verdict>>;
  readonly tank: number | null;
  readonly state: FuelCardState;
}

export interface FindingFilter {
  readonly id?: number | undefined;
  readonly vehicle?: number | undefined;
  readonly depot?: number | undefined;
  readonly rule?: FuelCardRule | undefined;
  readonly state?: FuelCardState | undefined;
  /** Days as YYYY-MM-DD in UTC, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const COLUMNS = sql`f.id::float8 as id, f.customer_id, f.rule, f.vehicle_id, v.registration,
  ${ms('f.occurred_at')} as occurred_ms, e.id::float8 as entry_id, e.starts_on::text as day,
  to_char(e.time_of_day, 'HH24:MI') as time, e.place, e.product, e.litres::float8 as litres,
  e.energy_kwh::float8 as energy_kwh, e.amount::float8 as amount, e.supplier, e.reference, f.figures,
  c.verdicts, t.litres::float8 as tank, f.state, ${decidedColumns('f')}`;

/** A page of findings about visible vehicles, newest first unless sorted otherwise. */
export function findingPage(trx: Transaction, viewer: Viewer, filter: FindingFilter, page: Page) {
  const { depot, from, id, rule, state, to, vehicle } = filter;
  const conditions = [
    ofCustomer(viewer, 'f.customer_id'),
    vehicleInScope(viewer, 'f.vehicle_id'),
    ...when(id, () => sql`f.id = ${id}`),
    ...when(vehicle, () => sql`f.vehicle_id = ${vehicle}`),
    ...when(
      depot,
      () =>
        sql`f.vehicle_id in (select d.vehicle_id from vehicle_depots d where d.depot_id = ${depot})`,
    ),
    ...when(rule, () => sql`f.rule = ${rule}`),
    ...when(state, () => sql`f.state = ${state}`),
    ...when(from, () => sql`f.occurred_at >= ${from}::date at time zone 'UTC'`),
    ...when(to, () => sql`f.occurred_at < (${to}::date + 1) at time zone 'UTC'`),
    ...(page.search === ''
      ? []
      : [
          sql`(v.registration ilike ${containsPattern(page.search)}
            or e.place ilike ${containsPattern(page.search)}
            or e.supplier ilike ${containsPattern(page.search)}
            or e.reference ilike ${containsPattern(page.search)})`,
        ]),
  ];
  const direction = page.orderBy !== null && !page.descending ? sql`asc` : sql`desc`;
  return exactPage<FindingRow>(trx, page, {
    columns: COLUMNS,
    matching: sql`from fuel_card_findings f join cost_entries e on e.id = f.entry_id
      join vehicles v on v.id = f.vehicle_id join fuel_card_checks c on c.entry_id = f.entry_id
      left join vehicle_tanks t on t.vehicle_id = f.vehicle_id
      where ${sql.join(conditions, sql` and `)}`,
    order: sql`f.occurred_at ${direction}, f.id ${direction}`,
  });
}

/** Stores the capacity of the tanks of a vehicle; null removes it. */
export async function keepTank(
  trx: Transaction,
  { customer_id, vehicle_id }: FindingRow,
  litres: number | null,
): Promise<void> {
  if (litres === null) {
    await trx.deleteFrom('vehicle_tanks').where('vehicle_id', '=', vehicle_id).execute();
    return;
  }
  await trx
    .insertInto('vehicle_tanks')
    .values({ customer_id, vehicle_id, litres })
    .onConflict((on) => on.column('vehicle_id').doUpdateSet({ litres }))
    .execute();
}
