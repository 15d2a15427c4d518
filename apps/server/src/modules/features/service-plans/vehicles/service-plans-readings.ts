import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { recordRow } from '../../../../platform/resource.ts';
import { authorOf } from '../../../core/activity-trail/index.ts';
import { scheduledVehicle } from '../../schedules/index.ts';
import { insertReading, type ReadingValues } from './service-plans-vehicles.repository.ts';

/** A reading as the audit log stores it. */
export const describedReading =
  (customerId: number, registration: string) =>
  (row: ReadingValues & { readonly id: number | null }) => ({
    customerId,
    subject: { kind: 'meter_reading' as const, id: String(row.id), name: registration },
    facts: {
      read_at: row.read_at.toISOString(),
      odometer_m: row.odometer_m,
      engine_s: row.engine_s,
      note: row.note,
    },
  });

/**
 * Stores a reading of the meters of a vehicle and logs it. The caller has checked that the vehicle is
 * visible, and calculates again what follows from the meters.
 */
export async function addMeterReading(
  trx: Transaction,
  viewer: Viewer,
  vehicleId: number,
  values: ReadingValues,
): Promise<void> {
  const { customer_id: customerId, registration } = await scheduledVehicle(trx, vehicleId);
  const { name: author, userId } = await authorOf(trx, viewer);
  const id = await insertReading(trx, { vehicleId, customerId, userId, author }, values);
  await recordRow(trx, viewer, describedReading(customerId, registration), null, {
    ...values,
    id,
  });
}
