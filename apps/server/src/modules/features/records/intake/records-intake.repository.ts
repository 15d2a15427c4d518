import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import { type FileRow, storeFile } from '../../../../platform/files/index.ts';
import type { PhotographOwner } from '../reports/records-reports.repository.ts';
import type { StoredPhoto } from './records-intake-pictures.ts';

/** The record that a user's request with this key created; undefined if there is none. */
export async function madeByRequest(trx: Transaction, userId: number, key: string) {
  return trx
    .selectFrom('record_requests')
    .select(['record_id', 'digest'])
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** Inserts the result of a request. Returns false if a concurrent duplicate was first. */
export async function keepRequest(
  trx: Transaction,
  request: {
    readonly userId: number;
    readonly key: string;
    readonly customerId: number;
    readonly digest: Buffer;
    readonly recordId: number;
  },
): Promise<boolean> {
  const kept = await trx
    .insertInto('record_requests')
    .values({
      user_id: request.userId,
      idempotency_key: request.key,
      customer_id: request.customerId,
      digest: request.digest,
      record_id: request.recordId,
    })
    .onConflict((on) => on.doNothing())
    .returning('record_id')
    .executeTakeFirst();
  return kept !== undefined;
}

/** Inserts the rows of image files; needed before rows that refer to them. */
export async function keepPictures(
  trx: Transaction,
  pictures: readonly StoredPhoto[],
  signature: FileRow | null,
): Promise<void> {
  for (const { file, report } of pictures) {
    await storeFile(trx, file);
    await storeFile(trx, report);
  }
  if (signature !== null) await storeFile(trx, signature);
}

/** Appends photographs to a record. */
export async function addPhotographs(
  trx: Transaction,
  of: {
    readonly customerId: number;
    readonly owner: PhotographOwner;
    readonly recordId: number;
    readonly shows: 'finding' | 'repair';
  },
  pictures: readonly StoredPhoto[],
): Promise<void> {
  if (pictures.length === 0) return;
  const { last } = await trx
    .selectFrom('record_photographs')
    .select((eb) => eb.fn.max('position').as('last'))
    .where(of.owner, '=', of.recordId)
    .executeTakeFirstOrThrow();
  const owners = {
    defect_record_id: null,
    inspection_record_id: null,
    driver_check_record_id: null,
    vehicle_report_id: null,
    [of.owner]: of.recordId,
  };
  await trx
    .insertInto('record_photographs')
    .values(
      pictures.map(({ file, report, caption }, n) => ({
        ...owners,
        customer_id: of.customerId,
        position: Number(last ?? 0) + n + 1,
        caption,
        file_id: file.id,
        report_file_id: report.id,
        shows: of.shows,
      })),
    )
    .execute();
}

/** Customer ids of a vehicle, a depot and a driver; 0 for an id that is not given or unknown. */
export async function customersOf(
  trx: Transaction,
  of: { readonly vehicleId?: number; readonly depotId?: number; readonly driverId?: number },
): Promise<{ vehicle: number; depot: number; driver: number }> {
  const { rows } = await sql<{ vehicle: number; depot: number; driver: number }>`select
    coalesce((select customer_id from vehicles where id = ${of.vehicleId ?? 0}), 0) as vehicle,
    coalesce((select customer_id from depots where id = ${of.depotId ?? 0}), 0) as depot,
    coalesce((select customer_id from drivers where id = ${of.driverId ?? 0}), 0) as driver
    `.execute(trx);
  return rows[0] ?? { vehicle: 0, depot: 0, driver: 0 };
}
