import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  type MeterValueAt,
  ODOMETER_LIMITS,
  type ReadingFinding,
  readingFinding,
  toApiDateTime,
} from '@roadworthy/domain';
import { plausibleReadings } from '../../../../engines/service-plans/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { type MeterMoment, readingsAround } from './service-plans-meters.repository.ts';

/** An odometer compared with the last reading that is used. */
export interface ComparedOdometer {
  readonly finding: ReadingFinding | null;
  /** Metres of the last reading; null without one. */
  readonly lastM: number | null;
}

/**
 * The last odometer reading of each vehicle until a time that is used, in metres. Vehicles without one are absent.
 *
 * @param moments one for each vehicle
 */
async function lastUsed(
  trx: Transaction,
  moments: readonly MeterMoment[],
): Promise<ReadonlyMap<number, MeterValueAt>> {
  if (moments.length === 0) return new Map();
  const rows = await readingsAround(trx, moments);
  return new Map(
    moments.flatMap(({ atMs: untilMs, vehicleId }) => {
      const known = rows.flatMap(({ atMs, isCertain, odometerM: value, vehicleId: of }) =>
        of !== vehicleId || value === null || atMs > untilMs ? [] : [{ atMs, value, isCertain }],
      );
      const last = plausibleReadings(known, ODOMETER_LIMITS).at(-1);
      return last === undefined ? [] : [[vehicleId, last] as const];
    }),
  );
}

/** A reading as calls answer it. */
type LastReading = NonNullable<AnswerOf<typeof contract.driverAssignments.read>['last_reading']>;

/** The last odometer readings of vehicles until a time, as calls answer them; vehicles without one are absent. */
export async function lastOdometers(
  trx: Transaction,
  vehicleIds: readonly number[],
  nowMs: number,
): Promise<ReadonlyMap<number, LastReading>> {
  const moments = [...new Set(vehicleIds)].map((vehicleId) => ({ vehicleId, atMs: nowMs }));
  const found = await lastUsed(trx, moments);
  return new Map(
    [...found].map(([id, { atMs, value }]) => [
      id,
      { odometer: value, read_at: toApiDateTime(atMs) },
    ]),
  );
}

/** Compares an odometer of a vehicle with its last reading until then, by the rule of readings of drivers. */
export async function compareOdometer(
  trx: Transaction,
  vehicleId: number,
  reading: MeterValueAt,
): Promise<ComparedOdometer> {
  const last = (await lastUsed(trx, [{ vehicleId, atMs: reading.atMs }])).get(vehicleId);
  if (last === undefined) return { finding: null, lastM: null };
  return { finding: readingFinding(last, reading, ODOMETER_LIMITS), lastM: last.value };
}
