import type { Transaction } from '../../../../platform/db/index.ts';
import { storeFile } from '../../../../platform/files/index.ts';
import type { StoredPhoto } from '../../records/index.ts';

/** The photographs of an order, as they were added. */
export async function orderPhotographs(trx: Transaction, orderId: number) {
  return trx
    .selectFrom('work_order_photographs')
    .select(['id', 'caption', 'file_id', 'report_file_id', 'is_by_repairer'])
    .where('work_order_id', '=', orderId)
    .orderBy('id')
    .limit(200)
    .execute();
}

/** Adds photographs to an order, whose file rows exist. */
export async function insertPhotographs(
  trx: Transaction,
  order: { readonly id: number; readonly customer_id: number },
  photos: readonly StoredPhoto[],
  isByRepairer = false,
): Promise<void> {
  if (photos.length === 0) return;
  await trx
    .insertInto('work_order_photographs')
    .values(
      photos.map(({ file, report, caption }) => ({
        customer_id: order.customer_id,
        work_order_id: order.id,
        caption,
        file_id: file.id,
        report_file_id: report.id,
        is_by_repairer: isByRepairer,
      })),
    )
    .execute();
}

/** Inserts the rows of files of photographs. */
export async function insertPhotoFiles(
  trx: Transaction,
  photos: readonly StoredPhoto[],
): Promise<void> {
  for (const { file, report } of photos) {
    await storeFile(trx, file);
    await storeFile(trx, report);
  }
}

/** Name and logo of a customer, and the model of a vehicle, for the document of an order. */
export async function documentFacts(trx: Transaction, vehicleId: number) {
  return trx
    .selectFrom('vehicles as v')
    .innerJoin('customers as c', 'c.id', 'v.customer_id')
    .select(['c.name as customer', 'c.logo_file_id', 'v.manufacturer_model', 'v.vin'])
    .where('v.id', '=', vehicleId)
    .executeTakeFirstOrThrow();
}
