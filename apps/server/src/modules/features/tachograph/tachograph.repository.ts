import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { ofCustomer, type Transaction, vehicleIdsInScope } from '../../../platform/db/index.ts';
import { COUNT_LIMIT, containsPattern, type Page } from '../../../platform/paging.ts';
import type { FileSummary } from './tachograph-summary.ts';

export interface FileRow {
  id: number;
  customer_id: number;
  file_id: string;
  name: string;
  sha256: Buffer;
  size_bytes: number;
  kind: FileSummary['kind'];
  generation: FileSummary['generation'];
  source: 'upload' | 'folder' | 'mail';
  received_at: Date;
  received_from: string | null;
  card_number: string | null;
  card_nation: string | null;
  card_holder: string | null;
  registration: string | null;
  vin: string | null;
  first_day: string | null;
  last_day: string | null;
  signature: FileSummary['signature'];
  problem_count: number;
  driver_id: number | null;
  first_name: string | null;
  surname: string | null;
  vehicle_id: number | null;
  vehicle_registration: string | null;
}

/** Files of vehicles in scope, of drivers assigned to them, and those that the person sent. */
function visible(viewer: Viewer): RawBuilder<boolean> {
  const vehicles = vehicleIdsInScope(viewer);
  const own = ofCustomer(viewer, 'f.customer_id');
  if (vehicles === null) return own;
  return sql<boolean>`(${own} and (f.received_by = ${viewer.userId}
    or f.vehicle_id in (${vehicles})
    or f.driver_id in (select v.driver_id from vehicles v where v.id in (${vehicles}))))`;
}

const COLUMNS = sql`f.id, f.customer_id, f.file_id, f.name, f.sha256, f.size_bytes, f.kind,
  f.generation, f.source, f.received_at, u.first_name || ' ' || u.last_name as received_from,
  f.card_number, f.card_nation, f.card_holder, f.registration, f.vin, f.first_day::text,
  f.last_day::text, f.signature, f.problem_count, f.driver_id, d.first_name, d.surname,
  f.vehicle_id, v.registration as vehicle_registration`;
const SOURCES = sql`tachograph_files f
  left join users u on u.id = f.received_by
  left join drivers d on d.id = f.driver_id
  left join vehicles v on v.id = f.vehicle_id`;

export interface FileFilter {
  readonly kind?: string | undefined;
  readonly isUnassigned: boolean;
  readonly driver?: number | undefined;
  readonly vehicle?: number | undefined;
}

function conditions(viewer: Viewer, filter: FileFilter, search: string): RawBuilder<unknown> {
  const all = [visible(viewer)];
  if (filter.kind !== undefined) all.push(sql`f.kind = ${filter.kind}`);
  if (filter.driver !== undefined) all.push(sql`f.driver_id = ${filter.driver}`);
  if (filter.vehicle !== undefined) all.push(sql`f.vehicle_id = ${filter.vehicle}`);
  if (filter.isUnassigned)
    all.push(sql`f.driver_id is null and f.vehicle_id is null
      and f.kind in ('driver_card', 'vehicle_unit')`);
  if (search !== '') {
    const pattern = containsPattern(search);
    all.push(sql`(f.name ilike ${pattern} or f.card_number ilike ${pattern}
      or f.card_holder ilike ${pattern} or f.registration ilike ${pattern}
      or d.first_name || ' ' || d.surname ilike ${pattern})`);
  }
  return sql.join(all, sql` and `);
}

const ORDER: Readonly<Record<string, RawBuilder<unknown>>> = {
  received_at: sql`f.received_at`,
  name: sql`lower(f.name)`,
  last_day: sql`f.last_day`,
};

/** A page of visible files, the newest first unless sorted otherwise. */
export async function filePage(trx: Transaction, viewer: Viewer, filter: FileFilter, page: Page) {
  const where = conditions(viewer, filter, page.search);
  const isDescending = page.orderBy === null || page.descending;
  const direction = isDescending ? sql`desc nulls last` : sql`asc nulls last`;
  const column = ORDER[page.orderBy ?? 'received_at'] ?? ORDER.received_at;
  const { rows } = await sql<FileRow>`select ${COLUMNS} from ${SOURCES} where ${where}
    order by ${column} ${direction}, f.id desc
    limit ${page.limit} offset ${page.offset}`.execute(trx);
  const counted = await sql<{ count: number }>`select count(*)::int as count
    from (select 1 from ${SOURCES} where ${where} limit ${COUNT_LIMIT + 1}) x`.execute(trx);
  return { rows, counted: counted.rows[0]?.count ?? 0 };
}

export async function visibleFile(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`select ${COLUMNS} from ${SOURCES}
    where f.id = ${id} and ${visible(viewer)}`.execute(trx);
  return rows[0];
}

/** The stored file with this digest; undefined for a new one. */
export async function fileByDigest(
  trx: Transaction,
  customerId: number,
  sha256: Buffer,
): Promise<number | undefined> {
  const row = await trx
    .selectFrom('tachograph_files')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row?.id;
}

export interface NewFile {
  readonly customerId: number;
  readonly fileId: string;
  readonly name: string;
  readonly sha256: Buffer;
  readonly sizeBytes: number;
  readonly source: 'upload' | 'folder' | 'mail';
  readonly receivedBy: number | null;
  readonly summary: FileSummary;
  readonly driverId: number | null;
  readonly vehicleId: number | null;
}

/** Null if another request has stored the same file at the same moment. */
export async function insertFile(trx: Transaction, file: NewFile): Promise<number | null> {
  const { summary } = file;
  const row = await trx
    .insertInto('tachograph_files')
    .values({
      customer_id: file.customerId,
      file_id: file.fileId,
      name: file.name,
      sha256: file.sha256,
      size_bytes: file.sizeBytes,
      kind: summary.kind,
      generation: summary.generation,
      source: file.source,
      received_by: file.receivedBy,
      card_number: summary.cardNumber,
      card_nation: summary.cardNation,
      card_holder: summary.cardHolder,
      registration: summary.registration,
      vin: summary.vin,
      first_day: summary.firstDay,
      last_day: summary.lastDay,
      signature: summary.signature,
      problem_count: summary.problemCount,
      driver_id: file.driverId,
      vehicle_id: file.vehicleId,
    })
    .onConflict((conflict) => conflict.columns(['customer_id', 'sha256']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * The driver with this card: by the number in the driver's file, otherwise as a person assigned an
 * earlier file of the same card. Null if several drivers have it.
 */
export async function driverOfCard(
  trx: Transaction,
  customerId: number,
  cardNumber: string,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from drivers
    where customer_id = ${customerId} and archived_at is null
      and card_key(tachograph_card_number) = card_key(${cardNumber}) limit 2`.execute(trx);
  if (rows.length > 0) return rows.length === 1 ? (rows[0]?.id ?? null) : null;
  const earlier = await sql<{ driver_id: number }>`select driver_id from tachograph_files
    where customer_id = ${customerId} and card_number = ${cardNumber} and driver_id is not null
    order by received_at desc limit 1`.execute(trx);
  return earlier.rows[0]?.driver_id ?? null;
}

/** The vehicle by its VIN, otherwise by its registration, as {@link driverOfCard}. */
export async function vehicleOfUnit(
  trx: Transaction,
  customerId: number,
  { vin, registration }: Pick<FileSummary, 'vin' | 'registration'>,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from vehicles
    where customer_id = ${customerId} and archived_at is null
      and (vin = ${vin} or plate_key(registration) = plate_key(${registration}))
    order by (vin = ${vin}) desc nulls last, id limit 1`.execute(trx);
  if (rows[0] !== undefined) return rows[0].id;
  const earlier = await sql<{ vehicle_id: number }>`select vehicle_id from tachograph_files
    where customer_id = ${customerId} and registration = ${registration}
      and vehicle_id is not null order by received_at desc limit 1`.execute(trx);
  return earlier.rows[0]?.vehicle_id ?? null;
}

export async function assignFile(
  trx: Transaction,
  id: number,
  driverId: number | null,
  vehicleId: number | null,
): Promise<void> {
  await trx
    .updateTable('tachograph_files')
    .set({ driver_id: driverId, vehicle_id: vehicleId })
    .where('id', '=', id)
    .execute();
}

/** The other files of the same card or vehicle unit that are not assigned yet follow. */
export async function assignAlike(
  trx: Transaction,
  row: FileRow,
  driverId: number | null,
  vehicleId: number | null,
): Promise<void> {
  if (row.card_number !== null && driverId !== null)
    await sql`update tachograph_files set driver_id = ${driverId}
      where customer_id = ${row.customer_id} and card_number = ${row.card_number}
        and driver_id is null`.execute(trx);
  if (row.registration !== null && vehicleId !== null)
    await sql`update tachograph_files set vehicle_id = ${vehicleId}
      where customer_id = ${row.customer_id} and registration = ${row.registration}
        and vehicle_id is null`.execute(trx);
}

/** The stored files of the card of a file, oldest first, with the file itself. */
export async function filesOfCard(
  trx: Transaction,
  row: Pick<FileRow, 'id' | 'customer_id' | 'card_number'>,
): Promise<readonly { file_id: string }[]> {
  const { rows } = await sql<{ file_id: string }>`select file_id from tachograph_files
    where customer_id = ${row.customer_id} and (id = ${row.id} or card_number = ${row.card_number})
    order by last_day nulls first, id`.execute(trx);
  return rows;
}

/** The customer of a driver or vehicle; both are of one. */
export async function customerOfOwner(
  trx: Transaction,
  table: 'drivers' | 'vehicles',
  id: number,
): Promise<number | undefined> {
  const row = await trx
    .selectFrom(table)
    .select('customer_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.customer_id;
}
