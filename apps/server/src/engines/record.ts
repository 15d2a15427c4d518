/**
 * A record as the engines read it: one moment of one vehicle, in the order of device time (records of
 * the same moment in the order of their digest). Null means that the device did not say.
 */
export interface EngineRecord {
  /** Device time, ms since 1970 UTC. */
  readonly timeMs: number;
  /** WGS 84 degrees of a fresh fix; null without one. */
  readonly latitudeDeg: number | null;
  readonly longitudeDeg: number | null;
  readonly speedKmh: number | null;
  /** Degrees clockwise from north. */
  readonly headingDeg: number | null;
  readonly ignition: boolean | null;
  readonly odometerM: number | null;
  readonly externalVoltageV: number | null;
  readonly batteryVoltageV: number | null;
  readonly temperatureC: number | null;
  /** iButton, RFID or driver card number. */
  readonly driverTag: string | null;
  /** Codes of the events the device reported with this record. */
  readonly eventCodes: readonly number[];
  /** In private use: nothing that the vehicle does is found. Absent means no. */
  readonly isPrivate?: boolean;
}

/** A trip, in progress or over. The key is its start: the same start is the same trip, further on. */
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
  /** Parts in order: d(riving) or i(dle), start and end in ms since 1970 UTC, metres. */
  readonly segments: readonly (readonly [
    kind: 'd' | 'i',
    startMs: number,
    endMs: number,
    metres: number,
  ])[];
}

/** Something that happened. The key is time, code and geofence. */
export interface DerivedIncident {
  readonly eventCode: number;
  readonly occurredMs: number;
  /** End of an event that lasts; null while it does, and for one that happens once. */
  readonly endedMs: number | null;
  readonly latitudeDeg: number | null;
  readonly longitudeDeg: number | null;
  readonly headingDeg: number | null;
  readonly speedKmh: number | null;
  readonly driverTag: string | null;
  readonly source: 'device' | 'computed';
  /** What was measured, in the unit of the event: m/s², km/h, °C, V, minutes. */
  readonly value: number | null;
  readonly geofenceId: number | null;
}

/** A stay within a geofence. The key is geofence and entry. */
export interface DerivedVisit {
  readonly geofenceId: number;
  readonly enteredMs: number;
  /** Null while the vehicle is inside. */
  readonly leftMs: number | null;
  readonly maxSpeedKmh: number;
  readonly driverTag: string | null;
}

/** Takes what an engine finds; a later call with the same key replaces the earlier. */
export interface Sink {
  trip(trip: DerivedTrip): void;
  incident(incident: DerivedIncident): void;
  visit(visit: DerivedVisit): void;
}

/**
 * A pure machine over the ordered records of one vehicle. Its state is plain JSON data, so that it can
 * be kept, and compared as text: keys are written in one order always, and nothing in it grows with
 * the number of records.
 */
export interface Engine<State> {
  /** The state before the first record. */
  initial(): State;
  /** Takes one record on; changes the state in place and tells the sink what was found. */
  advance(state: State, record: EngineRecord, sink: Sink): void;
}
