import type { AnswerOf, contract } from '@roadworthy/contract';
import type { VehicleType } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

type Home = AnswerOf<typeof contract.home.driver>;

export interface DriversVehicleRow {
  type: VehicleType;
  model: string | null;
  off_road_since: Date | null;
  checked_at: Date | null;
  check_defects: number | null;
  qrid: string | null;
}

/** The state of a vehicle that the caller has checked to be assigned to the person. */
export async function driversVehicle(
  trx: Transaction,
  vehicleId: number,
): Promise<DriversVehicleRow | undefined> {
  const { rows } = await sql<DriversVehicleRow>`
    select v.type, v.manufacturer_model as model,
      (select min(since) from vor_entries where vehicle_id = v.id and returned_at is null)
        as off_road_since,
      r.done_at as checked_at, r.defects as check_defects,
      (select code from vehicle_codes where vehicle_id = v.id and revoked_at is null) as qrid
    from vehicles v left join lateral (
      select done_at, defects from vehicle_reports where vehicle_id = v.id
      order by done_at desc, id desc limit 1) r on true
    where v.id = ${vehicleId}`.execute(trx);
  return rows[0];
}

export interface DriversDefectRow {
  reference_number: string;
  reported_at: Date;
  severity_rank: number;
  items: { name: string }[];
  count: number;
}

/** The newest open defects of the vehicle, each with the number of all. */
export async function driversDefects(
  trx: Transaction,
  vehicleId: number,
  limit: number,
): Promise<DriversDefectRow[]> {
  const { rows } = await sql<DriversDefectRow>`
    select reference_number, reported_at, severity_rank, items, (count(*) over ())::int as count
    from defect_records where vehicle_id = ${vehicleId} and signed_off_at is null
    order by reported_at desc, id desc limit ${limit}`.execute(trx);
  return rows;
}

type Message = Home['messages'][number];

/** Messages to the device of the vehicle of the last days, newest first. */
export async function driversMessages(
  trx: Transaction,
  vehicleId: number,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<(Omit<Message, 'created_at'> & { readonly created_at: Date })[]> {
  const { rows } = await sql<Omit<Message, 'created_at'> & { created_at: Date }>`
    select id::float8 as id, message, created_at, state from vehicle_messages
    where vehicle_id = ${vehicleId} and created_at > now() - make_interval(days => ${days})
    order by created_at desc, id desc limit ${limit}`.execute(trx);
  return rows;
}
