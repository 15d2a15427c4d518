import type { DeviceRecord } from './record.ts';

type Checked =
  | 'speedKmh'
  | 'externalVoltageV'
  | 'batteryVoltageV'
  | 'batteryPercent'
  | 'temperatureC'
  | 'odometerM';

/**
 * Physical ranges of measured values. Beyond them a device reports an error or a missing sensor, or
 * its format is not the one that we read.
 */
const RANGES: readonly (readonly [name: Checked, low: number, high: number])[] = [
  ['speedKmh', 0, 1200],
  ['externalVoltageV', 0, 100],
  ['batteryVoltageV', 0, 60],
  ['batteryPercent', 0, 100],
  ['temperatureC', -100, 300],
  ['odometerM', 0, 1e10],
];

/**
 * The record without values outside their physical range. The attribute `outOfRange` keeps them.
 */
export function inPhysicalRange(record: DeviceRecord): DeviceRecord {
  const isWrong = ([name, low, high]: (typeof RANGES)[number]) => {
    const value = record[name];
    return value !== null && !(value >= low && value <= high);
  };
  if (!RANGES.some(isWrong)) return record;
  const wrong = RANGES.filter(isWrong).map(([name]) => name);
  const outOfRange = wrong.map((name) => `${name}=${record[name]}`).join(',');
  const missing = Object.fromEntries(wrong.map((name) => [name, null]));
  return { ...record, ...missing, attributes: { ...record.attributes, outOfRange } };
}
