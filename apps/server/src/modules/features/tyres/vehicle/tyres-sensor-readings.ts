import type { Transaction } from '../../../../platform/db/index.ts';
import { wheeledVehicles } from '../calculation/tyres-calculation.repository.ts';
import { layoutOf } from '../calculation/tyres-judgement.ts';
import { sensorPressures } from './tyres-sensors.ts';
import { settingsOf } from './tyres-vehicle.repository.ts';

/** The last pressure that a sensor reports of a tyre, and what it is compared with. */
export interface SensorReading {
  readonly position: string;
  readonly at: Date;
  readonly kpa: number;
  /** Null if nobody entered one for the axle. */
  readonly recommendedKpa: number | null;
  /** The limit of the vehicle, per cent below the recommended pressure. */
  readonly lowPct: number;
}

/** The last pressures that the sensors of a vehicle report; none without recommended pressures. */
export async function sensorReadings(
  trx: Transaction,
  vehicleId: number,
): Promise<readonly SensorReading[]> {
  const settings = await settingsOf(trx, vehicleId);
  if (settings?.pressures_kpa == null) return [];
  const wheels = (await wheeledVehicles(trx, [vehicleId])).get(vehicleId);
  if (wheels === undefined) return [];
  const positions = layoutOf(wheels).axles.flatMap((axle) => axle.positions);
  const axles = new Map(positions.map(({ axle, code }) => [code, axle]));
  return (await sensorPressures(trx, vehicleId, positions)).map(({ at, position, value }) => {
    const axle = axles.get(position) ?? null;
    return {
      position,
      at,
      kpa: value,
      recommendedKpa: axle === null ? null : (settings.pressures_kpa?.[axle - 1] ?? null),
      lowPct: settings.low_pressure_pct,
    };
  });
}
