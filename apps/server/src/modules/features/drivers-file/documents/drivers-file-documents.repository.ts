import type { DocumentSource, DriverDocumentKind } from '@roadworthy/domain';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { DriverDocument } from '../../../../engines/drivers-file/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Tables, Transaction } from '../../../../platform/db/index.ts';
import { driverIsVisible } from '../../../core/fleet/index.ts';

/** A document as stored. Days are YYYY-MM-DD. */
export interface DocumentRow extends DriverDocument {
  readonly customer_id: number;
  readonly driver_id: number;
  readonly number: string;
  readonly country: string;
  readonly source: DocumentSource;
  readonly note: string;
  readonly file_id: string | null;
  /** The photograph of the back. */
  readonly back_file_id: string | null;
  readonly created_at: Date;
  readonly created_by: string;
  readonly checked_at: Date | null;
  readonly checked_by: string | null;
  readonly version: number;
}

const columns = sql`t.id, t.customer_id, t.driver_id, t.kind, t.title, t.number, t.country,
  t.issued_on::text, t.expires_on::text, t.hours::float8 as hours, t.categories, t.points, t.source,
  t.licence_status, t.disqualified_until::text, t.note,
  t.file_id, t.back_file_id, t.created_at, t.created_by, t.checked_at, t.checked_by, t.version`;

/** The documents of drivers, newest first. */
export async function documentsOf(
  trx: Transaction,
  driverIds: readonly number[],
): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`select ${columns} from driver_documents t
    where t.driver_id = any(${[...driverIds]}::int[]) order by t.driver_id, t.id desc`.execute(trx);
  return rows;
}

/** A document of a visible driver, locked; undefined if there is none. */
export async function lockedDocument(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<DocumentRow | undefined> {
  const { rows } = await sql<DocumentRow>`select ${columns} from driver_documents t
    join drivers d on d.id = t.driver_id
    where t.id = ${id} and ${driverIsVisible(trx, viewer)} for update of t`.execute(trx);
  return rows[0];
}

export async function insertDocument(
  trx: Transaction,
  values: Insertable<Tables['driver_documents']>,
): Promise<number> {
  const { id } = await trx
    .insertInto('driver_documents')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateDocument(
  trx: Transaction,
  id: number,
  values: Updateable<Tables['driver_documents']>,
): Promise<void> {
  await trx
    .updateTable('driver_documents')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteDocument(trx: Transaction, id: number): Promise<void> {
  await trx.deleteFrom('driver_documents').where('id', '=', id).execute();
}

/** Fields of a driver that repeat the newest document of a kind. */
const FIELDS: Partial<Record<DriverDocumentKind, { number: string; expiry: string }>> = {
  licence: { number: 'licence_number', expiry: 'licence_expires_on' },
  cpc_card: { number: 'cpc_card_number', expiry: 'cpc_expires_on' },
  tachograph_card: { number: 'tachograph_card_number', expiry: 'tachograph_card_expires_on' },
};

/**
 * Copies the newest document of a kind to the fields of the driver, by which devices and other features
 * know the driver, and has the file worked out again.
 */
export async function followDocument(
  trx: Transaction,
  driverId: number,
  kind: DriverDocumentKind,
): Promise<void> {
  const fields = FIELDS[kind];
  if (fields !== undefined) {
    const newest = (column: string) => sql`(select t.${sql.ref(column)} from driver_documents t
      where t.driver_id = d.id and t.kind = ${kind} order by t.id desc limit 1)`;
    await sql`update drivers d set ${sql.ref(fields.number)} = nullif(${newest('number')}, ''),
        ${sql.ref(fields.expiry)} = ${newest('expires_on')}
        ${
          kind === 'licence'
            ? sql`, licence_categories = array(select c ->> 'category'
                from jsonb_array_elements(${newest('categories')}) c)`
            : sql``
        }
      where d.id = ${driverId}`.execute(trx);
  }
  await sql`update driver_files set is_stale = true where driver_id = ${driverId}`.execute(trx);
}
