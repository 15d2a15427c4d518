import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { Author } from '../../../core/activity-trail/index.ts';

/** What an entry of the vehicle file says, whoever adds it. */
export interface FileEntry {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly typeId: number;
  readonly description: string;
  readonly status: string;
  readonly fulfilledAt: Date | null;
}

/** An entry that a step of a record's lifecycle adds to the vehicle file. */
export interface RecordEntry extends FileEntry {
  readonly author: { readonly userId: number | null; readonly name: string };
  readonly recordId: number;
  readonly referenceNumber: string;
}

/** Adds the newest entry of a record and unmarks earlier ones. Returns its id. */
export async function insertRecordEntry(trx: Transaction, entry: RecordEntry): Promise<number> {
  const { vehicleId, typeId, recordId } = entry;
  await sql`update vehicle_activities set is_latest = false
    where vehicle_id = ${vehicleId} and activity_type_id = ${typeId} and record_id = ${recordId}
      and is_latest and not archived`.execute(trx);
  const { id } = await trx
    .insertInto('vehicle_activities')
    .values({
      customer_id: entry.customerId,
      vehicle_id: vehicleId,
      activity_type_id: typeId,
      description: entry.description,
      status: entry.status,
      fulfilled_at: entry.fulfilledAt,
      created_by_id: entry.author.userId,
      created_by: entry.author.name,
      file_id: null,
      record_id: recordId,
      reference_number: entry.referenceNumber,
      request_digest: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The depot names of each vehicle, sorted; vehicles without a depot are omitted. */
export async function depotsOfVehicles(
  trx: Transaction,
  vehicleIds: readonly number[],
): Promise<Map<number, { readonly customerId: number; readonly names: readonly string[] }>> {
  if (vehicleIds.length === 0) return new Map();
  const { rows } = await sql<{ vehicle_id: number; customer_id: number; names: string[] }>`
    select w.vehicle_id, w.customer_id, array_agg(g.name order by g.name, g.id) as names
    from vehicle_depots w join depots g on g.id = w.depot_id
    where w.vehicle_id = any(${`{${vehicleIds.join()}}`}::int[])
    group by w.vehicle_id, w.customer_id`.execute(trx);
  return new Map(
    rows.map(({ vehicle_id, customer_id: customerId, names }) => [
      vehicle_id,
      { customerId, names },
    ]),
  );
}

/** A vehicle whose depots changed. */
export interface Movement {
  readonly vehicleId: number;
  readonly customerId: number;
  readonly description: string;
}

/** Adds movements of vehicles, thousands at once. Returns the ids of the activities by vehicle. */
export async function insertMovements(
  trx: Transaction,
  of: { readonly typeId: number; readonly status: string; readonly author: Author },
  movements: readonly Movement[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; vehicle_id: number }>`
    insert into vehicle_activities (customer_id, vehicle_id, activity_type_id, description, status,
      created_by_id, created_by)
    select r."customerId", r."vehicleId", ${of.typeId}, r.description, ${of.status},
      ${of.author.userId}, ${of.author.name}
    from json_to_recordset(${JSON.stringify(movements)})
      as r ("customerId" int, "vehicleId" int, description text)
    returning id, vehicle_id`.execute(trx);
  return new Map(rows.map(({ id, vehicle_id: vehicleId }) => [vehicleId, id]));
}
