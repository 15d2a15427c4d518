import { keptPressures } from '../../../../engines/tyres/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { wheeledVehicles } from '../calculation/tyres-calculation.repository.ts';
import { layoutOf } from '../calculation/tyres-judgement.ts';
import { type SensedPressure, sensedPressures } from '../vehicle/tyres-sensors.ts';
import {
  insertPressures,
  lastKeptPressures,
  lockSensedVehicles,
  markPressures,
  type SensedVehicle,
} from './tyres-pressures.repository.ts';

/** Of a vehicle without a history, or one that was away longer, this much is read. */
const MOST_MS = 86_400_000;
/** Vehicles per transaction. */
const BATCH = 50;

const pressureOf = (position: string, { atMs, kpa, temperatureC }: SensedPressure) => ({
  position,
  atMs,
  kpa,
  temperatureC,
});

/** Stores the pressures of one vehicle since the last time. Returns how many. */
async function storeOf(
  trx: Transaction,
  vehicle: SensedVehicle,
  codes: readonly string[],
): Promise<number> {
  const fromMs = Math.max(
    vehicle.untilMs === null ? 0 : vehicle.untilMs + 1,
    vehicle.lastMs - MOST_MS,
  );
  const sensed = await sensedPressures(trx, vehicle.vehicleId, {
    fromMs,
    toMs: vehicle.lastMs + 1,
  });
  if (sensed.length === 0) return 0;
  const last = await lastKeptPressures(trx, vehicle.vehicleId, codes);
  const kept = codes.flatMap((position, place) => {
    const own = sensed.filter(({ index }) => index === place + 1);
    return keptPressures(own, last.get(position) ?? null).map((one) => pressureOf(position, one));
  });
  await insertPressures(trx, vehicle, kept);
  return kept.length;
}

/**
 * Stores the pressures of the sensors of tyres, thinned, from the records since the last time.
 *
 * @returns how many readings
 */
export async function storePressures(db: Database): Promise<number> {
  let stored = 0;
  for (;;) {
    const batch = await db.asSystem(async (trx) => {
      const vehicles = await lockSensedVehicles(trx, BATCH);
      const wheels = await wheeledVehicles(
        trx,
        vehicles.map(({ vehicleId }) => vehicleId),
      );
      for (const vehicle of vehicles) {
        const own = wheels.get(vehicle.vehicleId);
        if (own === undefined) continue;
        const codes = layoutOf(own).axles.flatMap(({ positions }) =>
          positions.map(({ code }) => code),
        );
        stored += await storeOf(trx, vehicle, codes);
      }
      await markPressures(trx, vehicles);
      return vehicles.length;
    });
    if (batch < BATCH) return stored;
  }
}

/** Registers the job that stores the pressures of sensors. Call it before `jobs.start`. */
export function registerPressureJob({
  db,
  jobs,
  log,
}: Pick<Services, 'db' | 'jobs' | 'log'>): void {
  jobs.register(
    'tyre-pressures',
    async () => {
      const readings = await storePressures(db);
      if (readings > 0) log.info({ readings }, 'stored the pressures of tyres');
    },
    '3-59/10 * * * *',
  );
}
