import { EVENT } from '@roadworthy/domain';
import { judgePlace, type KnownPlace, unknownPlace } from '@roadworthy/domain/geography';
import type { Place } from '../leg.ts';
import type { EngineRecord, Sink } from '../record.ts';

/** The shortest time between two of these events of one device. */
const PAUSE_MS = 10 * 60_000;

/** The last known place of the vehicle, and the time of the last event. Stored in `derivations.state`. */
export interface JumpState {
  readonly known: KnownPlace;
  toldMs: number | null;
}

/** The state before the first record. */
export const initialJumps = (): JumpState => ({ known: unknownPlace(), toldMs: null });

const hasFix = (record: EngineRecord): record is EngineRecord & Place =>
  record.latitudeDeg !== null && record.longitudeDeg !== null;

/**
 * Removes an implausible place from a record and raises an event.
 *
 * @returns the record to use for trips, events and visits
 */
export function withoutJump(state: JumpState, record: EngineRecord, sink: Sink): EngineRecord {
  if (!hasFix(record)) return record;
  const kmh = judgePlace(state.known, record, record.timeMs);
  if (kmh === null) return record;
  if (state.toldMs === null || record.timeMs - state.toldMs >= PAUSE_MS) {
    state.toldMs = record.timeMs;
    sink.incident({
      eventCode: EVENT.implausiblePosition,
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
