import type { TestVehicle } from './fleet.ts';
import type { TestServices } from './services.ts';

/** What an encoder needs for a record of a moving vehicle at a time in ms since 1970 UTC. */
export const movingAt = (timeMs: number) => ({
  timeMs,
  latitudeDeg: 52.5,
  longitudeDeg: -1.5,
  speedKmh: 60,
  headingDeg: 45,
  ignition: true,
  odometerM: 123_400,
});

/** The stored positions of a vehicle, by time. */
export async function storedPositions({ db }: TestServices, { vehicleId }: TestVehicle) {
  const found = await db.pool.query(
    'select * from positions where vehicle_id = $1 order by device_time',
    [vehicleId],
  );
  return found.rows;
}
