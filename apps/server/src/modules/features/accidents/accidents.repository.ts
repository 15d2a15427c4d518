import { type Selectable, sql } from 'kysely';
import type { Tables, Transaction } from '../../../platform/db/index.ts';

/** The customer of an active partner key. */
export async function customerOfPartner(
  trx: Transaction,
  keyHash: Buffer,
): Promise<number | undefined> {
  const row = await trx
    .selectFrom('partner_keys')
    .select(['id', 'customer_id'])
    .where('key_hash', '=', keyHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  // At most one update per minute: a report with many photographs makes many calls.
  await sql`update partner_keys set last_used_at = now() where id = ${row.id}
    and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(trx);
  return row.customer_id;
}

/** The owner of a partner key, also if the key is revoked. */
export function ownerOfPartnerKey(trx: Transaction, keyHash: Buffer) {
  return trx
    .selectFrom('partner_keys')
    .select(['id', 'customer_id', 'name'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
}

export interface NamedVehicle {
  id: number;
  registration: string;
}

/** An active vehicle of a customer. */
export async function vehicleOfCustomer(
  trx: Transaction,
  customerId: number,
  vehicleId: number,
): Promise<NamedVehicle | undefined> {
  return trx
    .selectFrom('vehicles')
    .select(['id', 'registration'])
    .where('id', '=', vehicleId)
    .where('customer_id', '=', customerId)
    .where('is_active', '=', true)
    .executeTakeFirst();
}

/** Active vehicles of a customer by part of their registration without spaces, with their count. */
export async function searchVehicles(
  trx: Transaction,
  customerId: number,
  search: { readonly pattern: string; readonly descending: boolean },
  page: { readonly limit: number; readonly offset: number },
) {
  const order = search.descending ? sql`desc` : sql`asc`;
  const { rows } = await sql<NamedVehicle & { type: 'CAR' | 'VAN' | 'STR' | 'BIK'; hits: number }>`
    select v.id, v.registration, v.type, count(*) over ()::int as hits from vehicles v
    where v.customer_id = ${customerId} and v.is_active
      and replace(v.registration, ' ', '') ilike ${search.pattern}
    order by v.registration ${order}, v.id limit ${page.limit} offset ${page.offset}`.execute(trx);
  return { count: rows[0]?.hits ?? 0, rows };
}

/** Number of accidents of a vehicle reported in the last 24 hours. */
export async function reportsOfDay(trx: Transaction, vehicleId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total
    from accident_reports where vehicle_id = ${vehicleId}
      and created_at > now() - interval '1 day'`.execute(trx);
  return rows[0]?.total ?? 0;
}

/** Number of a customer's unexpired photographs without a report. */
export async function waitingPhotos(trx: Transaction, customerId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total
    from accident_photographs where customer_id = ${customerId} and report_id is null
      and created_at > now() - interval '2 days'`.execute(trx);
  return rows[0]?.total ?? 0;
}

/** The report with this key; undefined if there is none. */
export async function reportOfKey(trx: Transaction, customerId: number, reportKey: string) {
  return trx
    .selectFrom('accident_reports')
    .select(['id', 'reference_number', 'digest'])
    .where('customer_id', '=', customerId)
    .where('report_key', '=', reportKey)
    .executeTakeFirst();
}

/** Inserts a photograph; null if one with the same keys exists. */
export async function insertPhoto(
  trx: Transaction,
  photo: { customerId: number; reportKey: string; photoKey: string; fileId: string },
): Promise<number | null> {
  const row = await trx
    .insertInto('accident_photographs')
    .values({
      customer_id: photo.customerId,
      report_key: photo.reportKey,
      photo_key: photo.photoKey,
      file_id: photo.fileId,
    })
    .onConflict((on) => on.columns(['customer_id', 'report_key', 'photo_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Id of the photograph with these keys; undefined if there is none. */
export async function photoOfKey(
  trx: Transaction,
  customerId: number,
  reportKey: string,
  photoKey: string,
): Promise<number | undefined> {
  const row = await trx
    .selectFrom('accident_photographs')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('report_key', '=', reportKey)
    .where('photo_key', '=', photoKey)
    .executeTakeFirst();
  return row?.id;
}

/** Number of photographs uploaded for a report. */
export async function photosOfReport(
  trx: Transaction,
  customerId: number,
  reportKey: string,
): Promise<number> {
  const { total } = await trx
    .selectFrom('accident_photographs')
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .where('customer_id', '=', customerId)
    .where('report_key', '=', reportKey)
    .executeTakeFirstOrThrow();
  return Number(total);
}

export type NewReport = Omit<
  Selectable<Tables['accident_reports']>,
  'id' | 'reference_number' | 'activity_id' | 'created_at' | 'told_at'
>;

/** Inserts a report; null if one with the same key exists. */
export async function insertReport(
  trx: Transaction,
  report: NewReport,
): Promise<{ id: number; reference_number: string } | null> {
  const row = await trx
    .insertInto('accident_reports')
    .values(report)
    .onConflict((on) => on.columns(['customer_id', 'report_key']).doNothing())
    .returning(['id', 'reference_number'])
    .executeTakeFirst();
  return row ?? null;
}

export type NewParty = Omit<Selectable<Tables['accident_parties']>, 'id'>;

export async function insertParty(trx: Transaction, party: NewParty): Promise<number> {
  const { id } = await trx
    .insertInto('accident_parties')
    .values(party)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Place of a photograph in its report; `partyId` is null for the scene. */
export interface PhotoPlace {
  readonly reportId: number;
  readonly partyId: number | null;
  readonly position: number;
  readonly notes: string;
}

/** Report key of photographs uploaded without a key; any report of the customer can claim them. */
export const UNNAMED_PHOTO = 'unnamed-photo';

/**
 * Assigns an uploaded photograph to its report and ends the expiry of its file.
 *
 * @returns false if there is no unassigned photograph with this id for this report
 */
export async function claimPhoto(
  trx: Transaction,
  customerId: number,
  reportKey: string,
  id: number,
  place: PhotoPlace,
): Promise<boolean> {
  const row = await trx
    .updateTable('accident_photographs')
    .set({
      report_id: place.reportId,
      party_id: place.partyId,
      position: place.position,
      notes: place.notes,
    })
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .where('report_key', 'in', [reportKey, UNNAMED_PHOTO])
    .where('report_id', 'is', null)
    .returning('file_id')
    .executeTakeFirst();
  if (row === undefined) return false;
  await trx.updateTable('files').set({ kept_until: null }).where('id', '=', row.file_id).execute();
  return true;
}

/** The built-in activity type for accidents. */
export async function accidentType(trx: Transaction): Promise<{ id: number; name: string }> {
  return trx
    .selectFrom('activity_types')
    .select(['id', 'name'])
    .where('reference', '=', 'ACCIDENT')
    .where('customer_id', 'is', null)
    .executeTakeFirstOrThrow();
}

/** Inserts the activity of a report and links the report to it. */
export async function insertAccidentActivity(
  trx: Transaction,
  report: {
    readonly id: number;
    readonly reference: string;
    readonly customerId: number;
    readonly vehicleId: number;
    readonly driver: string;
    readonly description: string;
    readonly happenedAt: Date;
  },
): Promise<void> {
  const type = await accidentType(trx);
  const { id } = await trx
    .insertInto('vehicle_activities')
    .values({
      customer_id: report.customerId,
      vehicle_id: report.vehicleId,
      activity_type_id: type.id,
      description: report.description,
      status: 'Reported',
      fulfilled_at: report.happenedAt,
      created_by_id: null,
      created_by: report.driver,
      file_id: null,
      record_id: report.id,
      reference_number: report.reference,
      request_digest: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('accident_reports')
    .set({ activity_id: id })
    .where('id', '=', report.id)
    .execute();
}

/** The vehicle of the report that contains an image file; undefined if there is none. */
export async function vehicleOfPicture(
  trx: Transaction,
  fileId: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ vehicle_id: number }>`
    select r.vehicle_id from accident_reports r where ${fileId}::uuid in
      (r.signature_file_id, r.sketch_file_id)
    union all
    select r.vehicle_id from accident_photographs p join accident_reports r on r.id = p.report_id
    where p.file_id = ${fileId}::uuid limit 1`.execute(trx);
  return rows[0]?.vehicle_id;
}
