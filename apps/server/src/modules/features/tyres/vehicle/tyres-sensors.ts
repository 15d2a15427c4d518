import type { TyrePosition } from '@roadworthy/domain';
import type { Transaction } from '../../../../platform/db/index.ts';
import { lastRecordMs, sensorPages, valuesOf } from '../../sensors/index.ts';
import type { LastReading } from './tyres-vehicle.repository.ts';

/** Records that are searched for the sensors of tyres: those of the hour before the last one. */
const SEARCHED_MS = 3_600_000;
const NAME = /^tyre(\d+)(PressureKpa|TemperatureC)$/;

/**
 * The last pressure of each position that the tracker of a vehicle reports. Sensors are numbered from 1 in
 * the order of the positions: from the front, each axle from nearside to offside. Records of private use
 * are left out.
 */
export async function sensorPressures(
  trx: Transaction,
  vehicleId: number,
  positions: readonly TyrePosition[],
): Promise<readonly LastReading[]> {
  const lastMs = await lastRecordMs(trx, vehicleId);
  if (lastMs === null) return [];
  const pressures = new Map<number, { readonly kpa: number; readonly atMs: number }>();
  const temperatures = new Map<number, number>();
  const range = { fromMs: lastMs - SEARCHED_MS, toMs: lastMs + 1 };
  for await (const rows of sensorPages(trx, vehicleId, range)) {
    for (const row of rows) {
      for (const [name, value] of valuesOf(row)) {
        const [, index, figure] = NAME.exec(name) ?? [];
        if (index === undefined || typeof value !== 'number') continue;
        if (figure === 'TemperatureC') temperatures.set(Number(index), value);
        else pressures.set(Number(index), { kpa: value, atMs: row.time_ms });
      }
    }
  }
  return positions.flatMap(({ code }, place): readonly LastReading[] => {
    const found = pressures.get(place + 1);
    if (found === undefined) return [];
    return [
      {
        position: code,
        at: new Date(found.atMs),
        value: found.kpa,
        temperature_c: temperatures.get(place + 1) ?? null,
        source: 'sensor',
      },
    ];
  });
}

/** A pressure of a sensor. */
export interface SensedPressure {
  /** Of the sensor, from 1. */
  readonly index: number;
  readonly atMs: number;
  readonly kpa: number;
  readonly temperatureC: number | null;
}

/** All pressures of a vehicle in a range, oldest first; `toMs` is exclusive. */
export async function sensedPressures(
  trx: Transaction,
  vehicleId: number,
  range: { readonly fromMs: number; readonly toMs: number },
): Promise<readonly SensedPressure[]> {
  const found: SensedPressure[] = [];
  for await (const rows of sensorPages(trx, vehicleId, range)) {
    for (const row of rows) {
      const values = valuesOf(row);
      for (const [name, kpa] of values) {
        const [, index, figure] = NAME.exec(name) ?? [];
        if (index === undefined || figure !== 'PressureKpa' || typeof kpa !== 'number') continue;
        const heat = values.get(`tyre${index}TemperatureC`);
        const temperatureC = typeof heat === 'number' ? heat : null;
        found.push({ index: Number(index), atMs: row.time_ms, kpa, temperatureC });
      }
    }
  }
  return found;
}

/** The newest reading of each position. */
export function newestOf(readings: readonly LastReading[]): ReadonlyMap<string, LastReading> {
  const newest = new Map<string, LastReading>();
  for (const reading of readings) {
    const other = newest.get(reading.position);
    if (other === undefined || other.at < reading.at) newest.set(reading.position, reading);
  }
  return newest;
}
