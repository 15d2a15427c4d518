import type { StatusOption, VehicleType } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { exactPage, ofCustomerOrBuiltIn, type Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';

export interface ActivityTypeRow {
  id: number;
  /** Null for built-in types. */
  customer_id: number | null;
  name: string;
  reference: string;
  schedule_type_id: number | null;
  require_user_date_input: boolean;
  use_activity_statuses_on_ui: boolean;
  statuses: StatusOption[];
  internal_use: boolean;
  vehicle_types: VehicleType[];
}

/** Fields of a type that an administrator can set. */
export type ActivityTypeValues = Omit<ActivityTypeRow, 'id' | 'customer_id'>;

const columns = sql`t.id, t.customer_id, t.name, t.reference, t.schedule_type_id,
  t.require_user_date_input, t.use_activity_statuses_on_ui, t.statuses, t.internal_use,
  t.vehicle_types`;

/** A page of the types by name. */
export async function activityTypes(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
  only: { readonly vehicleType: VehicleType | null; readonly offered: boolean },
): Promise<{ count: number; rows: ActivityTypeRow[] }> {
  const { vehicleType, offered } = only;
  const matching = sql`from activity_types t where ${ofCustomerOrBuiltIn(viewer, 't.customer_id')} and t.archived_at is null
    and t.name ilike ${containsPattern(page.search)}
    ${vehicleType === null ? sql`` : sql`and (t.vehicle_types = '{}' or ${vehicleType} = any(t.vehicle_types))`}
    ${offered ? sql`and not t.internal_use` : sql``}`;
  const order = sql`t.name ${page.descending ? sql`desc` : sql`asc`}, t.id`;
  return exactPage<ActivityTypeRow>(trx, page, { columns, matching, order });
}

/** A visible type, by id or by reference; the customer's type takes precedence. */
export async function activityType(
  trx: Transaction,
  viewer: Viewer,
  by: { readonly id: number } | { readonly reference: string },
): Promise<ActivityTypeRow | undefined> {
  const matches = 'id' in by ? sql`t.id = ${by.id}` : sql`t.reference = ${by.reference}`;
  const { rows } = await sql<ActivityTypeRow>`select ${columns} from activity_types t
    where ${ofCustomerOrBuiltIn(viewer, 't.customer_id')} and ${matches} order by t.customer_id nulls last limit 1`.execute(
    trx,
  );
  return rows[0];
}

/** Whether another type available to the customer has this reference. */
export async function isReferenceTaken(
  trx: Transaction,
  reference: string,
  exceptId: number | null,
): Promise<boolean> {
  const { rows } = await sql`select from activity_types
    where reference = ${reference} and id <> ${exceptId ?? 0} limit 1`.execute(trx);
  return rows.length > 0;
}

/** Creates a type, built in if the customer is null. Returns its id. */
export async function insertActivityType(
  trx: Transaction,
  customerId: number | null,
  values: ActivityTypeValues,
): Promise<number> {
  const { id } = await trx
    .insertInto('activity_types')
    .values({ ...values, statuses: JSON.stringify(values.statuses), customer_id: customerId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateActivityType(
  trx: Transaction,
  id: number,
  values: ActivityTypeValues,
): Promise<void> {
  await trx
    .updateTable('activity_types')
    .set({ ...values, statuses: JSON.stringify(values.statuses) })
    .where('id', '=', id)
    .execute();
}
