import { type Selectable, sql } from 'kysely';
import type { Tables, Transaction } from '../../../platform/db/index.ts';

export type VehicleShareRow = Selectable<Tables['vehicle_shares']>;

const MOST = 50;

/** The links of a vehicle, newest first. */
export async function sharesOfVehicle(
  trx: Transaction,
  vehicleId: number,
): Promise<VehicleShareRow[]> {
  return trx
    .selectFrom('vehicle_shares')
    .selectAll()
    .where('vehicle_id', '=', vehicleId)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
}

export interface NewVehicleShare {
  readonly vehicleId: number;
  readonly tokenHash: Buffer;
  readonly note: string;
  readonly destination: {
    readonly name: string;
    readonly lat: number;
    readonly long: number;
  } | null;
  readonly userId: number;
  readonly userName: string;
  readonly expiresAt: Date;
}

/** Stores a link of a vehicle. Returns its id and the customer. */
export async function insertVehicleShare(trx: Transaction, share: NewVehicleShare) {
  const { customer_id } = await trx
    .selectFrom('vehicles')
    .select('customer_id')
    .where('id', '=', share.vehicleId)
    .executeTakeFirstOrThrow();
  const { id } = await trx
    .insertInto('vehicle_shares')
    .values({
      customer_id,
      vehicle_id: share.vehicleId,
      token_hash: share.tokenHash,
      note: share.note,
      destination_name: share.destination?.name ?? null,
      destination_latitude: share.destination?.lat ?? null,
      destination_longitude: share.destination?.long ?? null,
      created_by: share.userId,
      created_by_name: share.userName,
      expires_at: share.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, customerId: customer_id };
}

/** Revokes a link of a vehicle. Returns it; undefined if it does not exist. */
export async function revokeVehicleShare(trx: Transaction, vehicleId: number, shareId: number) {
  return trx
    .updateTable('vehicle_shares')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where('id', '=', String(shareId))
    .where('vehicle_id', '=', vehicleId)
    .returning(['id', 'customer_id', 'note'])
    .executeTakeFirst();
}

/** A living link with its vehicle and the last position; undefined for an unknown or ended one. */
export async function followedVehicle(trx: Transaction, tokenHash: Buffer) {
  const { rows } = await sql<
    VehicleShareRow & {
      registration: string;
      device_time: Date | null;
      fix_time: Date | null;
      latitude: number | null;
      longitude: number | null;
      heading_deg: number | null;
      speed_kmh: number | null;
    }
  >`select s.*, v.registration, t.device_time, t.fix_time, t.latitude, t.longitude, t.heading_deg,
      t.speed_kmh
    from vehicle_shares s join vehicles v on v.id = s.vehicle_id and v.is_active
    left join vehicle_states t on t.vehicle_id = s.vehicle_id and not t.is_private
    where s.token_hash = ${tokenHash} and s.revoked_at is null and s.expires_at > now()`.execute(
    trx,
  );
  return rows[0];
}

/** Counts a view of a link. */
export async function countView(trx: Transaction, id: string): Promise<void> {
  await trx
    .updateTable('vehicle_shares')
    .set(({ eb }) => ({ views: eb('views', '+', 1), last_view_at: sql<Date>`now()` }))
    .where('id', '=', id)
    .execute();
}

/** Average speed while moving in the last hour, km/h; null if the vehicle has not moved. */
export async function recentSpeed(
  trx: Transaction,
  { customerId, vehicleId }: { readonly customerId: number; readonly vehicleId: number },
): Promise<number | null> {
  const { rows } = await sql<{ average: number | null }>`
    select avg(speed_kmh)::float8 as average from positions
    where customer_id = ${customerId} and vehicle_id = ${vehicleId}
      and device_time > now() - interval '1 hour' and speed_kmh > 5`.execute(trx);
  return rows[0]?.average ?? null;
}
