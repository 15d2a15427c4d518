import type { Step } from '../motion.ts';
import type { DerivedIncident } from '../record.ts';

/** Time and position of a start. */
export interface Moment {
  readonly timeMs: number;
  readonly latitudeDeg: number | null;
  readonly longitudeDeg: number | null;
  readonly headingDeg: number | null;
  readonly speedKmh: number | null;
}

/** Two reports of the same code within this time are one event (device-protocols, section 10). */
export const SAME_INCIDENT_MS = 10_000;

/** Time and position of a record; the position is the last known one if it has none. */
export function momentOf(step: Step): Moment {
  return {
    timeMs: step.toMs,
    latitudeDeg: step.place?.latitudeDeg ?? null,
    longitudeDeg: step.place?.longitudeDeg ?? null,
    headingDeg: step.record.headingDeg,
    speedKmh: step.record.speedKmh,
  };
}

/** The fields of an event besides its start. */
export type IncidentDetails = Pick<DerivedIncident, 'endedMs' | 'driverTag' | 'source' | 'value'>;

/** The event of a code that started at a time and position. */
export function incidentAt(
  eventCode: number,
  moment: Moment,
  details: IncidentDetails,
): DerivedIncident {
  const { timeMs, latitudeDeg, longitudeDeg, headingDeg, speedKmh } = moment;
  return {
    eventCode,
    occurredMs: timeMs,
    endedMs: details.endedMs,
    latitudeDeg,
    longitudeDeg,
    headingDeg,
    speedKmh,
    driverTag: details.driverTag,
    source: details.source,
    value: details.value,
    geofenceId: null,
  };
}
