import type { EngineRecord, Sink } from '../record.ts';

/** Codes of what is told of geofences (requirement E-21's catalogue, `EVENT_TYPES`). */
export const OVER_SPEED = 43;
export const ENTERED = 56;
export const LEFT = 57;
export const DWELL_EXCEEDED = 64;

/** When and where something happened; plain data for the state. */
export interface Moment {
  readonly occurredMs: number;
  readonly latitudeDeg: number | null;
  readonly longitudeDeg: number | null;
  readonly headingDeg: number | null;
  readonly speedKmh: number | null;
}

/** An incident that lasts, as it was told when it began; its end is told with the same key. */
export interface LastingIncident {
  readonly moment: Moment;
  /** Of over-speed the top speed in km/h, of a dwell the minutes inside. */
  value: number;
}

/** The moment of a record. */
export function momentOf(record: EngineRecord): Moment {
  const { timeMs, latitudeDeg, longitudeDeg, headingDeg, speedKmh } = record;
  return { occurredMs: timeMs, latitudeDeg, longitudeDeg, headingDeg, speedKmh };
}

/** What all incidents of a visit share. */
interface OfVisit {
  readonly geofenceId: number;
  readonly driverTag: string | null;
}

/** Tells of an entry or an exit. */
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

/** Tells of an incident that lasts; `endedMs` is null while it does. */
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
