import { distanceM } from '../leg.ts';
import { GAP_MS, MOVES_ABOVE_KMH, type Step } from '../motion.ts';
import type { Sink } from '../record.ts';
import { addSegment, type Segment, sumSegments } from './segments.ts';

/** Time without movement that ends a trip (requirement M-P08). */
const REST_MS = 5 * 60_000;
/** Shorter trips are dropped (requirement M-P08). */
const SHORTEST_M = 100;
/** A longer gap ends the trip even of a vehicle that moves before and after it. */
const LONGEST_BRIDGED_MS = 60 * 60_000;
/** In less time a position jump is more likely than a drive from rest to rest. */
const UNSEEN_MS = 60_000;
/** A trip in progress is reported again after this time, also if only its length changed. */
const TELL_EVERY_MS = 120_000;

type TripSink = Pick<Sink, 'trip'>;

/** A trip that has started. */
interface OpenTrip {
  readonly startedMs: number;
  /** Null until there is a fix. */
  startLatitudeDeg: number | null;
  startLongitudeDeg: number | null;
  endMs: number;
  endLatitudeDeg: number;
  endLongitudeDeg: number;
  maxSpeedKmh: number;
  driverTag: string | null;
  /** The finished parts, and their metres. */
  readonly segments: Segment[];
  closedM: number;
  /** The current part. */
  kind: 'd' | 'i';
  partMs: number;
  partM: number;
  /** Whether it has reached the minimum distance: it will no longer be dropped. */
  proven: boolean;
  toldMs: number;
}

export interface TripState {
  trip: OpenTrip | null;
}

/** The state before the first record. */
export const initialTrips = (): TripState => ({ trip: null });

function begin(step: Step): OpenTrip {
  return {
    startedMs: step.toMs,
    startLatitudeDeg: step.place?.latitudeDeg ?? null,
    startLongitudeDeg: step.place?.longitudeDeg ?? null,
    endMs: step.toMs,
    endLatitudeDeg: step.place?.latitudeDeg ?? 0,
    endLongitudeDeg: step.place?.longitudeDeg ?? 0,
    maxSpeedKmh: step.record.speedKmh ?? 0,
    driverTag: step.driverTag,
    segments: [],
    closedM: 0,
    kind: step.moving ? 'd' : 'i',
    partMs: step.toMs,
    partM: 0,
    proven: false,
    toldMs: 0,
  };
}

function tell(trip: OpenTrip, inProgress: boolean, sink: TripSink): void {
  if (!trip.proven || trip.startLatitudeDeg === null || trip.startLongitudeDeg === null) return;
  const segments = [...trip.segments];
  addSegment(segments, [trip.kind, trip.partMs, trip.endMs, trip.partM]);
  const { distanceM, drivingS, idleS } = sumSegments(segments);
  sink.trip({
    startedMs: trip.startedMs,
    endedMs: trip.endMs,
    inProgress,
    startLatitudeDeg: trip.startLatitudeDeg,
    startLongitudeDeg: trip.startLongitudeDeg,
    endLatitudeDeg: trip.endLatitudeDeg,
    endLongitudeDeg: trip.endLongitudeDeg,
    distanceM,
    drivingS,
    idleS,
    maxSpeedKmh: trip.maxSpeedKmh,
    driverTag: trip.driverTag,
    segments,
  });
}

/** Ends the trip now. */
function close(state: TripState, trip: OpenTrip, sink: TripSink): void {
  tell(trip, false, sink);
  state.trip = null;
}

/** Ends the trip where it came to rest; odometer distance since then is included. */
function closeBeforeRest(state: TripState, trip: OpenTrip, sink: TripSink): void {
  trip.endMs = trip.partMs;
  close(state, trip, sink);
}

const restsLong = (trip: OpenTrip, step: Step) =>
  trip.kind === 'i' && step.toMs - trip.partMs >= REST_MS;

/** Whether a gap before this record ended the trip: see {@link advanceTrips}. */
function endedByGap(step: Step): boolean {
  if (step.gapMs <= GAP_MS) return false;
  return step.gapMs > LONGEST_BRIDGED_MS || !step.wasMoving || !step.moving;
}

/** Whether it drove from rest to rest beyond jitter: confirmed by odometer, or by enough time. */
function wentUnseen(step: Step): boolean {
  if (step.legM < SHORTEST_M) return false;
  return step.moving || step.byOdometer || step.gapMs > UNSEEN_MS;
}

/**
 * If only the path shows the distance, it could be jitter: the vehicle must also have moved away.
 */
function isProven(trip: OpenTrip, step: Step): boolean {
  if (trip.closedM + trip.partM < SHORTEST_M) return false;
  if (trip.kind === 'i' && trip.segments.length === 0) return false;
  if (step.byOdometer) return true;
  const { startLatitudeDeg: latitudeDeg, startLongitudeDeg: longitudeDeg } = trip;
  if (latitudeDeg === null || longitudeDeg === null || step.place === null) return false;
  return distanceM({ latitudeDeg, longitudeDeg }, step.place) >= SHORTEST_M;
}

function changePart(trip: OpenTrip, kind: 'd' | 'i'): void {
  // At the very start a part may have a distance and no duration: the next one takes it over.
  if (trip.endMs > trip.partMs || trip.segments.length > 0) {
    addSegment(trip.segments, [trip.kind, trip.partMs, trip.endMs, trip.partM]);
    trip.closedM += trip.partM;
    trip.partM = 0;
  }
  trip.kind = kind;
  trip.partMs = trip.endMs;
  const last = trip.segments.at(-1);
  if (last?.[0] !== kind) return;
  // The part between had no duration: the previous part continues.
  trip.segments.pop();
  trip.closedM -= last[3];
  trip.partMs = last[1];
  trip.partM = last[3];
}

/** Adds the distance and the time up to the record to the trip. */
function extend(trip: OpenTrip, step: Step): void {
  trip.endMs = step.toMs;
  // The path of a vehicle at rest is jitter.
  if (step.wasMoving || step.moving || step.byOdometer || wentUnseen(step)) {
    trip.partM += step.legM;
  }
  if (step.place !== null && (step.moving || step.wasMoving || trip.startLatitudeDeg === null)) {
    trip.endLatitudeDeg = step.place.latitudeDeg;
    trip.endLongitudeDeg = step.place.longitudeDeg;
    trip.startLatitudeDeg ??= step.place.latitudeDeg;
    trip.startLongitudeDeg ??= step.place.longitudeDeg;
  }
  const { speedKmh } = step.record;
  if (speedKmh !== null && speedKmh > trip.maxSpeedKmh) trip.maxSpeedKmh = speedKmh;
  trip.driverTag ??= step.driverTag;
  trip.proven ||= step.legM > 0 && isProven(trip, step);
}

/**
 * Reports the trip when it is confirmed, when its part changes, and every two minutes of device
 * time.
 */
function tellInProgress(trip: OpenTrip, changed: boolean, step: Step, sink: TripSink): void {
  if (!trip.proven || !(changed || step.toMs - trip.toldMs >= TELL_EVERY_MS)) return;
  trip.toldMs = step.toMs;
  tell(trip, true, sink);
}

function advanceOpen(state: TripState, trip: OpenTrip, step: Step, sink: TripSink): void {
  if (step.ignition === null && restsLong(trip, step)) {
    closeBeforeRest(state, trip, sink);
    return;
  }
  if (endedByGap(step)) {
    if (step.ignitionBefore === null && trip.kind === 'i') closeBeforeRest(state, trip, sink);
    else close(state, trip, sink);
    return;
  }
  const movesOn = step.moving && trip.proven && restsLong(trip, step);
  const unseen = trip.kind === 'i' && wentUnseen(step);
  if (unseen) changePart(trip, 'd');
  extend(trip, step);
  if (step.ignition === false || movesOn) {
    close(state, trip, sink);
    return;
  }
  const kind = step.moving ? 'd' : 'i';
  const changes = kind !== trip.kind;
  if (changes) changePart(trip, kind);
  tellInProgress(trip, changes || unseen, step, sink);
}

/** Ends the trip at its last record, because private use follows. */
export function endTrip(state: TripState, sink: TripSink): void {
  if (state.trip !== null) close(state, state.trip, sink);
}

/**
 * Trips of a vehicle (requirement M-P08). A trip starts with ignition on, or, without an ignition
 * signal, with movement above 5 km/h. It ends
 *
 *  - with ignition off, at that record;
 *  - without an ignition signal after 5 minutes without movement, at the record that came to rest;
 *  - with the engine on, when it moves again after at least 5 minutes without movement: the idling
 *    is part of the previous trip, and the next trip starts where the vehicle moves again;
 *  - at the last record before a gap in coverage (no record for more than 10 minutes), if the
 *    vehicle was at rest before or after it, or if the gap is longer than an hour. A shorter gap
 *    between movement and movement is a tunnel or a dead zone: the trip continues, with the
 *    distance by odometer, or the straight line if there is none.
 *
 * Trips under 100 m are dropped: a trip is passed to the sink only once it is longer, so it never
 * has to be withdrawn. If no odometer confirms the distance, the vehicle must also be 100 m away
 * from its start. Standing within a trip is idling (i); the interval between two records has the
 * kind of the first record, and is driving if the vehicle moved 100 m in it. The driver is the one
 * signed in at the start, or the first who signs in during the trip.
 */
export function advanceTrips(state: TripState, step: Step, sink: TripSink): void {
  if (state.trip !== null) advanceOpen(state, state.trip, step, sink);
  if (state.trip !== null) return;
  const begins =
    step.ignition === true ||
    (step.ignition === null && step.moving && step.speedKmh > MOVES_ABOVE_KMH);
  if (begins) state.trip = begin(step);
}
