import type { ReadingFinding } from '@roadworthy/domain';
import {
  findingOf,
  type MeterReading,
  ODOMETER_LIMITS,
  plausibleReadings,
} from '../../../../engines/service-plans/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { readingsAround } from './service-plans-meters.repository.ts';

/** An odometer compared with the last reading that is used. */
export interface ComparedOdometer {
  readonly finding: ReadingFinding | null;
  /** Metres of the last reading; null without one. */
  readonly lastM: number | null;
}

/** Compares an odometer of a vehicle with its last reading until then, by the rule of readings of drivers. */
export async function compareOdometer(
  trx: Transaction,
  vehicleId: number,
  reading: Pick<MeterReading, 'atMs' | 'value'>,
): Promise<ComparedOdometer> {
  const rows = await readingsAround(trx, [{ vehicleId, atMs: reading.atMs }]);
  const known = rows.flatMap(({ atMs, isCertain, odometerM: value }) =>
    value === null || atMs > reading.atMs ? [] : [{ atMs, value, isCertain }],
  );
  const last = plausibleReadings(known, ODOMETER_LIMITS).at(-1);
  if (last === undefined) return { finding: null, lastM: null };
  return { finding: findingOf(last, reading, ODOMETER_LIMITS), lastM: last.value };
}
