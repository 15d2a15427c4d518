import type { EngineRecord, Sink } from '../record.ts';

/** Time and position of an event; plain data for the state. */
export interface Moment {
  readonly occurredMs: number;
  readonly latitudeDeg: number | null;
  readonly longitudeDeg: number | null;
  readonly headingDeg: number | null;
  readonly speedKmh: number | null;
}

/** A lasting event as it was raised at its start; its end is raised with the same key. */
export interface LastingIncident {
  readonly moment: Moment;
  /** For over-speed the top speed in km/h, for a dwell the minutes inside. */
  value: number;
}

/** Time and position of a record. */
export function momentOf(record: EngineRecord): Moment {
  const { timeMs, latitudeDeg, longitudeDeg, headingDeg, speedKmh } = record;
  return { occurredMs: timeMs, latitudeDeg, longitudeDeg, headingDeg, speedKmh };
}

/** Common fields of all events of a visit. */
interface OfVisit {
  readonly geofenceId: number;
  readonly driverTag: string | null;
}

/** Raises an entry or an exit. */
export function tellPassage(eventCode: number, visit: OfVisit, moment: Moment, sink: Sink): void {
  sink.incident({
    eventCode,
    ...moment,
    endedMs: null,
    driverTag: visit.driverTag,
    source: 'computed',
    value: null,
    geofenceId: visit.geofenceId,
  });
}

/** Raises a lasting event; `endedMs` is null while it lasts. */
export function tellLasting(
  eventCode: number,
  visit: OfVisit,
  incident: LastingIncident,
  endedMs: number | null,
  sink: Sink,
): void {
  sink.incident({
    eventCode,
    ...incident.moment,
    endedMs,
    driverTag: visit.driverTag,
    source: 'computed',
    value: incident.value,
    geofenceId: visit.geofenceId,
  });
}
