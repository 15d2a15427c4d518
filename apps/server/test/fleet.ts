import type { VehicleType } from '@roadworthy/domain';
import type { Database, Protocol } from '../src/platform/db/index.ts';

export interface TestVehicle {
  readonly vehicleId: number;
  readonly trackerId: number;
  readonly number: string;
}

/** A customer with one region and one depot. */
export async function makeCustomer(db: Database, name: string) {
  const { customerId, regionId } = await db.asSystem(async (trx) => {
    const customer = await trx
      .insertInto('customers')
      .values({ name, logo: null, slogan: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const region = await trx
      .insertInto('regions')
      .values({ customer_id: customer.id, name: `${name} region` })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { customerId: customer.id, regionId: region.id };
  });
  const depotId = await makeDepot(db, customerId, `${name} depot`, regionId);
  return { customerId, regionId, depotId };
}

/** A further depot of a customer. Returns its id. */
export async function makeDepot(
  db: Database,
  customerId: number,
  name: string,
  regionId: number | null = null,
): Promise<number> {
  const depot = await db.asSystem((trx) =>
    trx
      .insertInto('depots')
      .values({
        customer_id: customerId,
        region_id: regionId,
        name,
        latitude: null,
        longitude: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return depot.id;
}

/** Numbers of the devices that a test leaves open: in a row, so that no search meets one by chance. */
let nextNumber = 350_700_000_000_001;

/** A vehicle with a tracker, in a depot. */
export async function makeVehicle(
  db: Database,
  at: { customerId: number; depotId: number },
  options: {
    registration?: string;
    number?: string;
    protocol?: Protocol;
    type?: VehicleType;
    driverId?: number;
  } = {},
): Promise<TestVehicle> {
  const number = options.number ?? String(nextNumber++);
  return db.asSystem(async (trx) => {
    const vehicle = await trx
      .insertInto('vehicles')
      .values({
        customer_id: at.customerId,
        registration: options.registration ?? `T${number.slice(-7)}`,
        type: options.type ?? 'VAN',
        manufacturer_model: null,
        vin: null,
        driver_id: options.driverId ?? null,
        permission: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('vehicle_depots')
      .values({ customer_id: at.customerId, vehicle_id: vehicle.id, depot_id: at.depotId })
      .execute();
    const tracker = await trx
      .insertInto('trackers')
      .values({
        customer_id: at.customerId,
        number,
        protocol: options.protocol ?? 'teltonika',
        sim: null,
        permission: null,
        vehicle_id: vehicle.id,
        clock_offset_min: null,
        clock_fault: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { vehicleId: vehicle.id, trackerId: tracker.id, number };
  });
}
