import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/index.ts';

export interface CodeRow {
  code: string;
  created_at: Date;
  created_by: string | null;
}

/** The code of a vehicle that opens its pages; undefined where it has none. */
export async function livingCode(
  trx: Transaction,
  vehicleId: number,
): Promise<CodeRow | undefined> {
  return trx
    .selectFrom('vehicle_codes')
    .select(['code', 'created_at', 'created_by'])
    .where('vehicle_id', '=', vehicleId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

/** The living codes of these vehicles, by vehicle. */
export async function livingCodes(
  trx: Transaction,
  vehicleIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (vehicleIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('vehicle_codes')
    .select(['vehicle_id', 'code'])
    .where('vehicle_id', 'in', [...vehicleIds])
    .where('revoked_at', 'is', null)
    .execute();
  return new Map(rows.map(({ vehicle_id: id, code }) => [id, code]));
}

/** Ends the code of a vehicle, where it has one. Returns whether it had. */
export async function revokeCode(
  trx: Transaction,
  vehicleId: number,
  by: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('vehicle_codes')
    .set({ revoked_at: sql<Date>`now()`, revoked_by: by })
    .where('vehicle_id', '=', vehicleId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives a vehicle that has none a code. */
export async function insertCode(trx: Transaction, vehicleId: number, by: string): Promise<void> {
  await sql`insert into vehicle_codes (customer_id, vehicle_id, created_by)
    select customer_id, id, ${by} from vehicles where id = ${vehicleId}`.execute(trx);
}

/** Holds a vehicle, so that two who renew its code do it one after the other. Returns its customer. */
export async function lockVehicle(trx: Transaction, vehicleId: number): Promise<number> {
  const { customer_id: customerId } = await trx
    .selectFrom('vehicles')
    .select('customer_id')
    .where('id', '=', vehicleId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return customerId;
}
