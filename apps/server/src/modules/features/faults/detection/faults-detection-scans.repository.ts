import { sql } from 'kysely';
import { ms, type Transaction } from '../../../../platform/db/index.ts';

/** A vehicle with records that were not searched yet. Times are ms since 1970 UTC, of the device. */
export interface ScannedVehicle {
  readonly id: number;
  readonly customerId: number;
  /** The end of the last search; null before the first. */
  readonly scannedToMs: number | null;
  readonly lastRecordMs: number;
  /** The first late record, or another reason to search again from there; null for none. */
  readonly againFromMs: number | null;
  /** The newest request to search again. */
  readonly againId: string | null;
}

const time = (atMs: number) => sql`to_timestamp(${atMs}::float8 / 1000.0)`;

/**
 * Vehicles with new or late records, those that were searched first; not those that this run has searched.
 * Late records wait until the events of their time are derived again.
 */
export async function vehiclesToScan(
  trx: Transaction,
  startedMs: number,
  limit: number,
): Promise<readonly ScannedVehicle[]> {
  const { rows } = await sql<ScannedVehicle>`
    with due as (select d.vehicle_id, min(d.from_at) as from_at, max(d.id) as id from fault_due d
      where not exists (select from derivations g where g.vehicle_id = d.vehicle_id
        and g.redoing_from is not null) group by d.vehicle_id)
    select v.id, v.customer_id as "customerId",
      ${ms('n.scanned_to')} as "scannedToMs", ${ms('s.device_time')} as "lastRecordMs",
      ${ms('d.from_at')} as "againFromMs", d.id::text as "againId"
    from vehicle_states s join vehicles v on v.id = s.vehicle_id and v.is_active
    left join fault_scans n on n.vehicle_id = v.id
    left join due d on d.vehicle_id = v.id
    where n.vehicle_id is null or d.vehicle_id is not null
      or ((s.received_at > n.scanned_at or s.device_time > n.scanned_to)
        and n.scanned_at < ${time(startedMs)})
    order by n.scanned_at nulls first, v.id limit ${limit}`.execute(trx);
  return rows;
}

export async function keepScan(
  trx: Transaction,
  { againId, customerId, id, lastRecordMs }: ScannedVehicle,
  startedMs: number,
): Promise<void> {
  await sql`insert into fault_scans (vehicle_id, customer_id, scanned_at, scanned_to)
    values (${id}, ${customerId}, ${time(startedMs)}, ${time(lastRecordMs)})
    on conflict (vehicle_id) do update set scanned_at = excluded.scanned_at,
      scanned_to = excluded.scanned_to`.execute(trx);
  await sql`delete from fault_due where vehicle_id = ${id} and id <= ${againId}::bigint`.execute(
    trx,
  );
}

/** Forgets requests to search vehicles again that do not exist any more, or have never reported. */
export async function dropLostRequests(trx: Transaction): Promise<void> {
  await sql`delete from fault_due d where not exists (select from vehicles v
    join vehicle_states s on s.vehicle_id = v.id where v.id = d.vehicle_id and v.is_active)`.execute(
    trx,
  );
}
