import { ENGINE_LIMITS, ODOMETER_LIMITS, type OdometerSource } from '@roadworthy/domain';
import {
  basisAt,
  type MeterReading,
  plausibleReadings,
  useBetweenReadings,
} from '../../../../engines/service-plans/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { byVehicle, type MeteredVehicle } from './service-plans-calculation.repository.ts';
import {
  type MeterMoment,
  readingsAround,
  type StoredReading,
  type UsePeriod,
  useOfPeriods,
} from './service-plans-meters.repository.ts';

/** Value of the meters of a vehicle at a time. */
export interface MeterValue {
  readonly odometerM: number;
  readonly odometerSource: OdometerSource;
  /** Null without a reading of the engine hours. */
  readonly engineS: number | null;
  /** Use per day by the readings alone, for vehicles without trips. */
  readonly readUse: { readonly m: number | null; readonly engineS: number | null };
}

/** A value that is counted from another by the trips between them. */
interface Counted {
  readonly from: MeterReading;
  readonly period: UsePeriod;
  readonly sign: 1 | -1;
}

function counted({ vehicleId, atMs }: MeterMoment, from: MeterReading): Counted {
  const isBefore = from.atMs <= atMs;
  const [fromMs, toMs] = isBefore ? [from.atMs, atMs] : [atMs, from.atMs];
  return { from, period: { vehicleId, fromMs, toMs }, sign: isBefore ? 1 : -1 };
}

interface Meters {
  readonly odometer: readonly MeterReading[];
  readonly odometerSource: OdometerSource;
  readonly engine: readonly MeterReading[];
}

/** The readings of a vehicle that are used; without any, those of its tracker, else of its trips. */
function metersOf(
  vehicle: MeteredVehicle,
  readings: readonly StoredReading[],
  firstMs: number,
): Meters {
  const engine = plausibleReadings(
    readings.flatMap(({ atMs, engineS, isCertain }) =>
      engineS === null ? [] : [{ atMs, value: engineS, isCertain }],
    ),
    ENGINE_LIMITS,
  );
  const read = plausibleReadings(
    readings.flatMap(({ atMs, odometerM, isCertain }) =>
      odometerM === null ? [] : [{ atMs, value: odometerM, isCertain }],
    ),
    ODOMETER_LIMITS,
  );
  if (read.length > 0) return { odometer: read, odometerSource: 'reading', engine };
  const { trackerM, trackerMs } = vehicle;
  return trackerM !== null && trackerMs !== null
    ? {
        odometer: [{ atMs: trackerMs, value: trackerM, isCertain: true }],
        odometerSource: 'tracker',
        engine,
      }
    : { odometer: [{ atMs: firstMs, value: 0, isCertain: true }], odometerSource: 'trips', engine };
}

/**
 * The meters of vehicles at times: the nearest believable reading, plus the trips since, or minus those
 * until it.
 *
 * @returns in the order of the moments
 */
export async function metersAt(
  trx: Transaction,
  vehicles: ReadonlyMap<number, MeteredVehicle>,
  moments: readonly MeterMoment[],
): Promise<readonly MeterValue[]> {
  const readings = byVehicle(await readingsAround(trx, moments));
  const firstMs = new Map<number, number>();
  for (const { atMs, vehicleId } of moments) {
    firstMs.set(vehicleId, Math.min(firstMs.get(vehicleId) ?? atMs, atMs));
  }
  const meters = new Map(
    [...vehicles.values()].map((vehicle) => [
      vehicle.vehicleId,
      metersOf(
        vehicle,
        readings.get(vehicle.vehicleId) ?? [],
        firstMs.get(vehicle.vehicleId) ?? vehicle.assignedMs,
      ),
    ]),
  );
  const plans = moments.map((moment) => {
    const of = meters.get(moment.vehicleId);
    const odometer = basisAt(of?.odometer ?? [], moment.atMs);
    const engine = basisAt(of?.engine ?? [], moment.atMs);
    return {
      source: of?.odometerSource ?? 'trips',
      readUse: {
        m: of?.odometerSource === 'reading' ? useBetweenReadings(of.odometer) : null,
        engineS: useBetweenReadings(of?.engine ?? []),
      },
      odometer: counted(moment, odometer ?? { atMs: moment.atMs, value: 0, isCertain: true }),
      engine: engine === null ? null : counted(moment, engine),
    };
  });
  const periods = plans.flatMap(({ odometer, engine }) => [
    odometer.period,
    engine?.period ?? odometer.period,
  ]);
  const uses = await useOfPeriods(trx, periods);
  return plans.map(({ source, odometer, engine, readUse }, index) => ({
    odometerSource: source,
    readUse,
    odometerM: Math.max(0, odometer.from.value + odometer.sign * (uses[2 * index]?.distanceM ?? 0)),
    engineS:
      engine === null
        ? null
        : Math.max(0, engine.from.value + engine.sign * (uses[2 * index + 1]?.engineS ?? 0)),
  }));
}
