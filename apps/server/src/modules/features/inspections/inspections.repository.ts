import type { FigureLimits, InspectionCode } from '@roadworthy/domain';
import type { InspectionItem, Transaction, TyreFigure } from '../../../platform/db/index.ts';
import type { InspectionBrakes } from '../brake-tests/index.ts';

/** A new safety inspection. */
export interface NewInspection {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly inspectedAt: Date;
  readonly inspector: string;
  readonly place: string | null;
  readonly odometerM: number | null;
  readonly items: readonly InspectionItem[];
  readonly tyres: readonly TyreFigure[];
  readonly brakes: InspectionBrakes | null;
  readonly isRoadworthy: boolean;
  readonly declaration: string;
  readonly status: InspectionCode;
  readonly limits: FigureLimits;
}

/** Creates the record of an inspection; its number is its id. */
export async function insertInspection(
  trx: Transaction,
  inspection: NewInspection,
  signatureId: string | null,
): Promise<{ id: number; referenceNumber: string }> {
  const { brakes, odometerM } = inspection;
  const { id } = await trx
    .insertInto('inspection_records')
    .values({
      customer_id: inspection.customerId,
      vehicle_id: inspection.vehicleId,
      reference_number: '',
      inspected_at: inspection.inspectedAt,
      inspector: inspection.inspector,
      place: inspection.place,
      odometer_m: odometerM === null ? null : String(odometerM),
      items: JSON.stringify(inspection.items),
      tyres: JSON.stringify(inspection.tyres),
      brake_method: brakes?.method ?? null,
      is_brake_test_laden: brakes?.isLaden ?? null,
      brake_service_pct: brakes?.service ?? null,
      brake_secondary_pct: brakes?.secondary ?? null,
      brake_parking_pct: brakes?.parking ?? null,
      is_roadworthy: inspection.isRoadworthy,
      declaration: inspection.declaration,
      signed_at: signatureId === null ? null : inspection.inspectedAt,
      signature_file_id: signatureId,
      status: inspection.status,
      limits: JSON.stringify(inspection.limits),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const referenceNumber = `PMI-${String(id).padStart(6, '0')}`;
  await trx
    .updateTable('inspection_records')
    .set({ reference_number: referenceNumber })
    .where('id', '=', id)
    .execute();
  return { id, referenceNumber };
}

/** Sets the status of a record that has not changed since it was read. Returns false otherwise. */
export async function moveInspection(
  trx: Transaction,
  id: number,
  version: number,
  status: InspectionCode,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('inspection_records')
    .set({ status, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
