import type { RecordValues } from '@roadworthy/domain';

/**
 * A record as input of the engines: one time of one vehicle, sorted by device time (records with
 * the same time by digest). Null means that the device did not report the value.
 */
export interface EngineRecord extends RecordValues {
  /** Device time, ms since 1970 UTC. */
  readonly timeMs: number;
  /** Codes of the events the device reported with this record. */
  readonly eventCodes: readonly number[];
  /** What the device sent besides, under the codec's names; null or absent for nothing. */
  readonly attributes?: Readonly<Record<string, string | number | boolean>> | null;
  /** In private use: no trips or events are derived. Absent means no. */
  readonly isPrivate?: boolean;
}

/**
 * A trip, in progress or ended. The key is its start: the same start is an update of the same trip.
 */
export interface DerivedTrip {
  readonly startedMs: number;
  readonly endedMs: number;
  readonly inProgress: boolean;
  readonly startLatitudeDeg: number;
  readonly startLongitudeDeg: number;
  readonly endLatitudeDeg: number;
  readonly endLongitudeDeg: number;
  readonly distanceM: number;
  readonly drivingS: number;
  readonly idleS: number;
  readonly maxSpeedKmh: number;
  readonly driverTag: string | null;
  /** By the engine's counter, litres; null or absent if it is not reported. */
  readonly fuelUsedL?: number | null;
  /** Parts in order: d(riving) or i(dle), start and end in ms since 1970 UTC, metres. */
  readonly segments: readonly (readonly [
    kind: 'd' | 'i',
    startMs: number,
    endMs: number,
    metres: number,
  ])[];
}

/** An event. The key is time, code and geofence. */
export interface DerivedIncident {
  readonly eventCode: number;
  readonly occurredMs: number;
  /** End of a lasting event; null while it lasts, and for an event without a duration. */
  readonly endedMs: number | null;
  readonly latitudeDeg: number | null;
  readonly longitudeDeg: number | null;
  readonly headingDeg: number | null;
  readonly speedKmh: number | null;
  readonly driverTag: string | null;
  readonly source: 'device' | 'computed';
  /** The measured value, in the unit of the event: m/s², km/h, °C, V, minutes. */
  readonly value: number | null;
  readonly geofenceId: number | null;
}

/** A visit of a geofence. The key is geofence and entry. */
export interface DerivedVisit {
  readonly geofenceId: number;
  readonly enteredMs: number;
  /** Null while the vehicle is inside. */
  readonly leftMs: number | null;
  readonly maxSpeedKmh: number;
  readonly driverTag: string | null;
}

/** A filling of the tank, or fuel that left it while the vehicle stood. The key is kind and time. */
export interface DerivedFuelEvent {
  readonly kind: 'refuel' | 'drain';
  /** The last reading before it, and the first after it began; ms since 1970 UTC. */
  readonly startedMs: number;
  readonly occurredMs: number;
  /** Levels and their difference, in the unit; litres where the device reports them. */
  readonly before: number;
  readonly after: number;
  readonly volume: number;
  readonly unit: 'L' | '%';
  readonly latitudeDeg: number | null;
  readonly longitudeDeg: number | null;
}

/** Receives results; a later call with the same key replaces the earlier one. */
export interface Sink {
  trip(trip: DerivedTrip): void;
  incident(incident: DerivedIncident): void;
  visit(visit: DerivedVisit): void;
  fuelEvent(event: DerivedFuelEvent): void;
}

/**
 * A pure state machine over the sorted records of one vehicle. Its state is plain JSON data, so
 * that it can be stored, and compared as text: keys are always written in the same order, and its
 * size does not grow with the number of records.
 */
export interface Engine<State> {
  /** The state before the first record. */
  initial(): State;
  /** Processes one record; updates the state in place and passes results to the sink. */
  advance(state: State, record: EngineRecord, sink: Sink): void;
}
