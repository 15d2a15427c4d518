import type { EngineRecord } from '../../../engines/record.ts';
import type { CommittedRecord } from '../../../platform/bus/index.ts';

/** A place in the order of a vehicle's records: device time, then digest. */
export interface RecordKey {
  /** Ms since 1970 UTC; -Infinity before the first record. */
  readonly timeMs: number;
  /** Signed 64 bits. */
  readonly digest: bigint;
}

/** A record with its place. */
export interface KeyedRecord extends RecordKey {
  readonly record: EngineRecord;
}

const DAY_MS = 86_400_000;
const LAST_DIGEST = 2n ** 63n - 1n;
/** PostgreSQL keeps microseconds. */
const MICROSECOND_MS = 0.001;

/** Before every record. */
export const BEFORE_ALL: RecordKey = { timeMs: Number.NEGATIVE_INFINITY, digest: 0n };

/** The last place before a moment. */
export function justBefore(timeMs: number): RecordKey {
  return { timeMs: timeMs - MICROSECOND_MS, digest: LAST_DIGEST };
}

/** The next moment that the database can tell from this one. */
export function justAfter(timeMs: number): number {
  return timeMs + MICROSECOND_MS;
}

/** Whether a place comes after another. */
export function isAfter(a: RecordKey, b: RecordKey): boolean {
  return a.timeMs > b.timeMs || (a.timeMs === b.timeMs && a.digest > b.digest);
}

/** Start of the UTC day that a moment is in, ms since 1970. */
export function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS;
}

/** A number of the length that its column `real` keeps, so that memory and database agree. */
const real = (value: number | null) => (value === null ? null : Math.fround(value));

/** What the engines read of a committed record: exactly what the database would give back. */
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
    isPrivate: (committed.privateLegM ?? null) !== null,
  };
}

/** A moment as the database keeps it, in whole microseconds. */
export function storedMs(timeMs: number): number {
  return Number.isInteger(timeMs) ? timeMs : Math.round(timeMs * 1000) / 1000;
}
