import type { Step } from '../motion.ts';
import type { DerivedIncident } from '../record.ts';

/** When and where something began. */
export interface Moment {
  readonly timeMs: number;
  readonly latitudeDeg: number | null;
  readonly longitudeDeg: number | null;
  readonly headingDeg: number | null;
  readonly speedKmh: number | null;
}

/** Within this two reports of the same code are one incident (device-protocols, section 10). */
export const SAME_INCIDENT_MS = 10_000;

/** The moment of a record; the place is the last known one where it has none of its own. */
export function momentOf(step: Step): Moment {
  return {
    timeMs: step.toMs,
    latitudeDeg: step.place?.latitudeDeg ?? null,
    longitudeDeg: step.place?.longitudeDeg ?? null,
    headingDeg: step.record.headingDeg,
    speedKmh: step.record.speedKmh,
  };
}

/** What an incident has beside when and where it began. */
export type IncidentDetails = Pick<DerivedIncident, 'endedMs' | 'driverTag' | 'source' | 'value'>;

/** The incident of a code that began at a moment. */
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
