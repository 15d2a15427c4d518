import { judgePlace, type KnownPlace, unknownPlace } from '@roadworthy/domain/geography';
import type { Place } from '../leg.ts';
import type { EngineRecord, Sink } from '../record.ts';

const IMPLAUSIBLE_POSITION = 104;
/** A device that jumps back and forth is told of this often at the most. */
const PAUSE_MS = 10 * 60_000;

/** Where the vehicle was last, and when a jump was last told. */
export interface JumpState {
  readonly known: KnownPlace;
  toldMs: number | null;
}

/** The state before the first record. */
export const initialJumps = (): JumpState => ({ known: unknownPlace(), toldMs: null });

const hasFix = (record: EngineRecord): record is EngineRecord & Place =>
  record.latitudeDeg !== null && record.longitudeDeg !== null;

/**
 * Takes a place that no vehicle can have got to out of a record, and tells of it.
 *
 * @returns the record as it counts for trips, events and visits
 */
export function withoutJump(state: JumpState, record: EngineRecord, sink: Sink): EngineRecord {
  if (!hasFix(record)) return record;
  const kmh = judgePlace(state.known, record, record.timeMs);
  if (kmh === null) return record;
  if (state.toldMs === null || record.timeMs - state.toldMs >= PAUSE_MS) {
    state.toldMs = record.timeMs;
    sink.incident({
      eventCode: IMPLAUSIBLE_POSITION,
      occurredMs: record.timeMs,
      endedMs: null,
      latitudeDeg: record.latitudeDeg,
      longitudeDeg: record.longitudeDeg,
      headingDeg: record.headingDeg,
      speedKmh: record.speedKmh,
      driverTag: record.driverTag,
      source: 'computed',
      value: Math.round(kmh),
      geofenceId: null,
    });
  }
  return { ...record, latitudeDeg: null, longitudeDeg: null };
}
