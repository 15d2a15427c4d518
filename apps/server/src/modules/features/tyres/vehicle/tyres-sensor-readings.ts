import type { Transaction } from '../../../../platform/db/index.ts';
import { wheeledVehicles } from '../calculation/tyres-calculation.repository.ts';
import { layoutOf } from '../calculation/tyres-judgement.ts';
import { sensedPressures } from './tyres-sensors.ts';
import { settingsOf } from './tyres-vehicle.repository.ts';

/** A pressure that a sensor reports of a tyre, and what it is compared with. */
export interface ComparedPressure {
  readonly position: string;
  /** ms since 1970 UTC */
  readonly atMs: number;
  readonly kpa: number;
  readonly recommendedKpa: number;
  /** The limit of the vehicle, per cent below the recommended pressure. */
  readonly lowPct: number;
}

/**
 * The pressures that the sensors of a vehicle report in a range, oldest first; none without a recommended
 * pressure of the axle. `toMs` is exclusive.
 */
export async function comparedPressures(
  trx: Transaction,
  vehicleId: number,
  range: { readonly fromMs: number; readonly toMs: number },
): Promise<readonly ComparedPressure[]> {
  const settings = await settingsOf(trx, vehicleId);
  if (settings?.pressures_kpa == null) return [];
  const { low_pressure_pct: lowPct, pressures_kpa: recommended } = settings;
  const wheels = (await wheeledVehicles(trx, [vehicleId])).get(vehicleId);
  if (wheels === undefined) return [];
  const positions = layoutOf(wheels).axles.flatMap((axle) => axle.positions);
  const sensed = await sensedPressures(trx, vehicleId, range);
  return sensed.flatMap(({ atMs, index, kpa }) => {
    const tyre = positions[index - 1];
    const recommendedKpa = tyre?.axle == null ? undefined : recommended[tyre.axle - 1];
    if (tyre === undefined || recommendedKpa == null) return [];
    return [{ position: tyre.code, atMs, kpa, recommendedKpa, lowPct }];
  });
}
