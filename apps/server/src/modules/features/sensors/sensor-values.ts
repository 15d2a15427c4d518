import { ATTRIBUTES, type AttributeName, type ReadValue, readRecord } from '@roadworthy/domain';
import type { SensorRow } from './sensors.repository.ts';

/** Precision of answers: six significant digits hide the noise of binary fractions. */
const DIGITS = 6;

/** A number for an answer. */
export const rounded = (value: number): number => Number(value.toPrecision(DIGITS));

/** The attributes of a stored record, by name. */
export function valuesOf(row: SensorRow): Map<string, ReadValue> {
  // `real` columns have about seven digits.
  const real = (value: number | null) => (value === null ? null : Number(value.toPrecision(7)));
  return readRecord(
    {
      odometerM: row.odometer_m,
      externalVoltageV: real(row.external_voltage_v),
      batteryVoltageV: real(row.battery_voltage_v),
      batteryPercent: real(row.battery_percent),
      temperatureC: real(row.temperature_c),
      satellites: row.satellites,
      driverTag: row.driver_tag,
    },
    row.attributes,
  );
}

/** A number to draw; on and off are 1 and 0. Null for a text. */
export function drawn(value: ReadValue): number | null {
  if (typeof value === 'string') return null;
  return Number(value);
}

/** The fields of an attribute in answers. */
export function attributeFields({ name, key, index }: AttributeName) {
  const { group, kind, unit } = ATTRIBUTES[key];
  return { name, key, index, group, kind, unit };
}

/** Means of equal parts of a period. */
export class Buckets {
  readonly #sums: Float64Array;
  readonly #counts: Uint32Array;

  constructor(
    private readonly fromMs: number,
    private readonly stepMs: number,
    count: number,
  ) {
    this.#sums = new Float64Array(count);
    this.#counts = new Uint32Array(count);
  }

  add(timeMs: number, value: number): void {
    const at = Math.floor((timeMs - this.fromMs) / this.stepMs);
    if (at < 0 || at >= this.#counts.length) return;
    this.#sums[at] = (this.#sums[at] ?? 0) + value;
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
  }

  /** The mean of each part; null without a value. */
  means(): (number | null)[] {
    return Array.from(this.#counts, (count, n) =>
      count === 0 ? null : rounded((this.#sums[n] ?? 0) / count),
    );
  }
}

/** The parts with a value, at the middle of each. */
export function lineOf(parts: Buckets, fromMs: number, stepMs: number) {
  const times: number[] = [];
  const values: number[] = [];
  parts.means().forEach((mean, n) => {
    if (mean === null) return;
    times.push(Math.floor((fromMs + (n + 0.5) * stepMs) / 1000));
    values.push(mean);
  });
  return { times, values };
}
