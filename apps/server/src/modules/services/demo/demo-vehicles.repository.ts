import type { VehicleType } from '@roadworthy/domain';
import type { Protocol, Transaction } from '../../../platform/db/index.ts';
import { CAMERAS, FIRST_NAMES, MODELS, SURNAMES, TYPES } from './demo-catalogue.ts';
import { hasDashCamera, imei, liveModeOf, registration, tagNumber } from './demo-numbers.ts';

export interface Depot {
  readonly id: number;
  readonly name: string;
  readonly place: string;
}

export interface Vehicle {
  readonly id: number;
  readonly driverId: number;
}

/** Most vehicles have Teltonika devices; some use other protocols, motorcycles a phone. */
function device(
  n: number,
  type: VehicleType,
): { number: string; protocol: Protocol; model: string } {
  if (type === 'BIK')
    return { number: `demo-phone-${n}`, protocol: 'osmand', model: 'Traccar Client' };
  if (n % 7 === 3) return { number: imei(n), protocol: 'gt06', model: 'GT06N' };
  if (hasDashCamera(n))
    return { number: String(13_900_000_000 + n), protocol: 'jt808', model: 'JT808' };
  return { number: imei(n), protocol: 'teltonika', model: type === 'STR' ? 'FMC650' : 'FMC130' };
}

export async function insertVehicle(
  trx: Transaction,
  customerId: number,
  depot: Depot,
  n: number,
): Promise<Vehicle> {
  const type = TYPES[n % TYPES.length] ?? 'VAN';
  const models = MODELS[type];
  const driver = await trx
    .insertInto('drivers')
    .values({
      customer_id: customerId,
      first_name: FIRST_NAMES[(n * 7) % FIRST_NAMES.length] ?? 'Alex',
      surname: SURNAMES[(n * 5 + 3) % SURNAMES.length] ?? 'Smith',
      email: null,
      phone: null,
      tag_number: tagNumber(n),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const vehicle = await trx
    .insertInto('vehicles')
    .values({
      customer_id: customerId,
      registration: registration(n),
      type,
      manufacturer_model: models[n % models.length] ?? null,
      vin: null,
      driver_id: driver.id,
      permission: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('vehicle_depots')
    .values({ customer_id: customerId, vehicle_id: vehicle.id, depot_id: depot.id })
    .execute();
  const tracker = await trx
    .insertInto('trackers')
    .values({
      customer_id: customerId,
      ...device(n, type),
      sim: null,
      permission: null,
      vehicle_id: vehicle.id,
      clock_offset_min: null,
      clock_fault: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (hasDashCamera(n)) {
    const about = { customer_id: customerId, tracker_id: tracker.id, live_mode: liveModeOf(n) };
    await trx
      .insertInto('cameras')
      .values(
        CAMERAS.map((camera) => ({
          ...about,
          ...camera,
          source: 'jt1078' as const,
          address: null,
        })),
      )
      .execute();
  }
  return { id: vehicle.id, driverId: driver.id };
}
