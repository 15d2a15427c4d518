import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** The vehicle whose public page is requested. */
export interface VisitedVehicle {
  readonly id: number;
  readonly customerId: number;
  readonly registration: string;
}

const columns = sql`v.id, v.customer_id as "customerId", v.registration`;

/** The active vehicle of an active code. Needs a system transaction: visitors have no customer. */
export async function vehicleOfCode(
  trx: Transaction,
  code: string,
): Promise<VisitedVehicle | undefined> {
  const { rows } = await sql<VisitedVehicle>`select ${columns} from vehicle_codes c
    join vehicles v on v.id = c.vehicle_id and v.is_active
    where c.code = ${code} and c.revoked_at is null`.execute(trx);
  return rows[0];
}

/** Active vehicles with a registration, regardless of case and spaces. */
export async function vehiclesOfRegistration(
  trx: Transaction,
  registration: string,
): Promise<VisitedVehicle[]> {
  const { rows } = await sql<VisitedVehicle>`select ${columns} from vehicles v
    where v.is_active
      and upper(replace(v.registration, ' ', '')) = upper(replace(${registration}, ' ', ''))
    order by v.id limit 20`.execute(trx);
  return rows;
}

export interface LatestActivityRow {
  reference: string;
  name: string;
  description: string;
  status: string;
  document_at: Date;
  file_id: string | null;
  record_id: number | null;
  reference_number: string | null;
}

/** The newest activity of each of these types, without archived ones (OP-083). */
export async function latestActivities(
  trx: Transaction,
  vehicleId: number,
  references: readonly string[],
): Promise<LatestActivityRow[]> {
  const { rows } = await sql<LatestActivityRow>`
    select a.* from unnest(${[...references]}::text[]) with ordinality as wanted (reference, place)
    join lateral (
      select t.reference, t.name, n.description, n.status, n.document_at, n.file_id, n.record_id,
        n.reference_number
      from vehicle_activities n join activity_types t on t.id = n.activity_type_id
      where n.vehicle_id = ${vehicleId} and t.reference = wanted.reference and not n.archived
      order by n.document_at desc, n.created_at desc, n.id desc limit 1) a on true
    order by wanted.place`.execute(trx);
  return rows;
}
