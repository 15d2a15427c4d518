import type { EngineRecord } from '../../../engines/record.ts';
import type { CommittedRecord } from '../../../platform/bus/index.ts';

/** A position in the order of a vehicle's records: device time, then digest. */
export interface RecordKey {
  /** Ms since 1970 UTC; -Infinity before the first record. */
  readonly timeMs: number;
  /** Signed 64-bit integer. */
  readonly digest: bigint;
}

/** A record with its position. */
export interface KeyedRecord extends RecordKey {
  readonly record: EngineRecord;
}

const DAY_MS = 86_400_000;
const LAST_DIGEST = 2n ** 63n - 1n;
/** PostgreSQL has a resolution of microseconds. */
const MICROSECOND_MS = 0.001;

/** Before all records. */
export const BEFORE_ALL: RecordKey = { timeMs: Number.NEGATIVE_INFINITY, digest: 0n };

/** The last position before a time. */
export function justBefore(timeMs: number): RecordKey {
  return { timeMs: timeMs - MICROSECOND_MS, digest: LAST_DIGEST };
}

/** The next time that the database can distinguish from this one. */
export function justAfter(timeMs: number): number {
  return timeMs + MICROSECOND_MS;
}

/** Whether a position is after another. */
export function isAfter(a: RecordKey, b: RecordKey): boolean {
  return a.timeMs > b.timeMs || (a.timeMs === b.timeMs && a.digest > b.digest);
}

/** Start of the UTC day of a time, ms since 1970. */
export function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS;
}

/** Rounds to the precision of a `real` column, so that memory and database agree. */
const real = (value: number | null) => (value === null ? null : Math.fround(value));

/** The engine's input of a committed record: exactly as the database would return it. */
export function engineRecordOf(committed: CommittedRecord): EngineRecord {
  const { timeMs, eventCodes, record } = committed;
  return {
    timeMs: storedMs(timeMs),
    latitudeDeg: record.fixValid ? record.latitudeDeg : null,
    longitudeDeg: record.fixValid ? record.longitudeDeg : null,
    speedKmh: real(record.speedKmh),
    headingDeg: record.headingDeg,
    ignition: record.ignition,
    odometerM: record.odometerM,
    externalVoltageV: real(record.externalVoltageV),
    batteryVoltageV: real(record.batteryVoltageV),
    temperatureC: real(record.temperatureC),
    driverTag: record.driverTag,
    eventCodes,
    // Private use has none, as in the database.
    attributes: (committed.privateLegM ?? null) === null ? (record.attributes ?? null) : null,
    isPrivate: (committed.privateLegM ?? null) !== null,
  };
}

/** A time with the resolution of the database, whole microseconds. */
export function storedMs(timeMs: number): number {
  return Number.isInteger(timeMs) ? timeMs : Math.round(timeMs * 1000) / 1000;
}
