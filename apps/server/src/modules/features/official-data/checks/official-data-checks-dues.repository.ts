import type { TaxStatus } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** The official dates of a vehicle, YYYY-MM-DD. */
export interface StoredDates {
  readonly tax_status: TaxStatus | null;
  readonly tax_due_on: string | null;
  readonly dvla_mot_due_on: string | null;
  readonly dvsa_mot_due_on: string | null;
}

export async function storedDates(
  trx: Transaction,
  vehicleId: number,
): Promise<StoredDates | undefined> {
  const { rows } = await sql<StoredDates>`select tax_status, tax_due_on::text,
      dvla_mot_due_on::text, dvsa_mot_due_on::text
    from official_vehicles where vehicle_id = ${vehicleId}`.execute(trx);
  return rows[0];
}
