import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { LetterListRow } from '../lists/vehicle-check-lists.repository.ts';
import { rowIsVisible, visibleDepot } from '../scope/vehicle-check-scope.repository.ts';

/** A notice letter with all of its content. */
export interface StoredLetter extends LetterListRow {
  readonly customer: string;
  readonly logo_file_id: string | null;
  readonly depot: { readonly id: number; readonly name: string } | null;
  readonly body: string;
  readonly signed_by: string | null;
  readonly signature_file_id: string | null;
}

/** A visible letter; undefined if there is none. */
export async function visibleLetter(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<StoredLetter | undefined> {
  const { rows } = await sql<StoredLetter>`select r.id, r.reference_number, r.sent_at, r.vehicle_id,
      v.registration, r.driver, r.subject, c.name as customer, c.logo_file_id,
      ${visibleDepot(viewer)} as depot, r.body, r.signed_by, r.signature_file_id
    from notice_letters r join vehicles v on v.id = r.vehicle_id
    join customers c on c.id = r.customer_id
    where r.id = ${id} and ${rowIsVisible(trx, viewer)}`.execute(trx);
  return rows[0];
}

/** A new letter as submitted. */
export interface NewLetter {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly depotId: number;
  readonly sentAt: Date;
  readonly driverId: number | null;
  readonly driver: string | null;
  readonly subject: string;
  readonly body: string;
  readonly writtenBy: string;
  readonly signedBy: string | null;
  readonly signatureId: string | null;
}

/** Stores a letter; its number is its id. */
export async function insertLetter(
  trx: Transaction,
  letter: NewLetter,
): Promise<{ id: number; reference_number: string }> {
  return trx
    .insertInto('notice_letters')
    .values({
      customer_id: letter.customerId,
      vehicle_id: letter.vehicleId,
      depot_id: letter.depotId,
      sent_at: letter.sentAt,
      driver_id: letter.driverId,
      driver: letter.driver,
      subject: letter.subject,
      body: letter.body,
      written_by: letter.writtenBy,
      signed_by: letter.signedBy,
      signature_file_id: letter.signatureId,
    })
    .returning(['id', 'reference_number'])
    .executeTakeFirstOrThrow();
}
