/** The fields of a trip that a timesheet needs. */
export interface TimesheetTrip {
  readonly vehicleId: number;
  readonly driverId: number | null;
  /** ms since 1970 UTC */
  readonly startMs: number;
  readonly endMs: number;
  readonly inProgress: boolean;
  readonly drivingS: number;
  readonly idleS: number;
  readonly distanceM: number;
  /**
   * Parts in order: d(riving) or i(dle), start and end in ms since 1970 UTC, metres. Used if the
   * trip is split; may be empty for one within a day.
   */
  readonly segments: readonly (readonly [
    kind: 'd' | 'i',
    startMs: number,
    endMs: number,
    metres: number,
  ])[];
}

/** A span of time, the end exclusive; ms since 1970 UTC. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** The totals of a day. */
export interface TimesheetDay {
  /** Start of the day's first driving or idling; the start of the day for a trip over midnight. */
  readonly firstStartMs: number | null;
  /** End of the day's last; the end of the day for a trip over midnight. */
  readonly lastStopMs: number | null;
  /** The last trip is still in progress: its end is the last record so far. */
  readonly inProgress: boolean;
  readonly drivingS: number;
  readonly idleS: number;
  /** At rest between the first start and the last stop. */
  readonly stoppedS: number;
  readonly distanceM: number;
  /** Trips that started on the day. */
  readonly trips: number;
  /** Rests of at least 15 minutes between the first start and the last stop. */
  readonly breaks: readonly Span[];
  /** The vehicles and drivers, each once, sorted by time; null is an unknown driver. */
  readonly vehicleIds: readonly number[];
  readonly driverIds: readonly (number | null)[];
}

/** A rest of this length is a break (drivers' hours: a break counts from 15 minutes). */
export const BREAK_FROM_S = 15 * 60;

/** Rests between spans that are sorted by start and may overlap. */
function restsBetween(spans: readonly Span[]): Span[] {
  const rests: Span[] = [];
  let reachedMs = spans[0]?.startMs ?? 0;
  for (const { startMs, endMs } of spans) {
    if (startMs > reachedMs) rests.push({ startMs: reachedMs, endMs: startMs });
    reachedMs = Math.max(reachedMs, endMs);
  }
  return rests;
}

/**
 * Driving, idling and distance of a trip within a day: a split part keeps its share of the
 * distance.
 */
function within(trip: TimesheetTrip, day: Span) {
  if (trip.startMs >= day.startMs && trip.endMs <= day.endMs) return trip;
  let drivingMs = 0;
  let idleMs = 0;
  let distanceM = 0;
  for (const [kind, startMs, endMs, metres] of trip.segments) {
    const insideMs = Math.min(endMs, day.endMs) - Math.max(startMs, day.startMs);
    if (insideMs <= 0) continue;
    if (kind === 'd') drivingMs += insideMs;
    else idleMs += insideMs;
    distanceM += metres * (insideMs / (endMs - startMs));
  }
  return { drivingS: drivingMs / 1000, idleS: idleMs / 1000, distanceM };
}

function dayOf(day: Span, trips: readonly TimesheetTrip[]): TimesheetDay {
  let [drivingS, idleS, distanceM] = [0, 0, 0];
  for (const trip of trips) {
    const part = within(trip, day);
    drivingS += part.drivingS;
    idleS += part.idleS;
    distanceM += part.distanceM;
  }
  const spans = trips.map(({ startMs, endMs }) => ({
    startMs: Math.max(startMs, day.startMs),
    endMs: Math.min(endMs, day.endMs),
  }));
  const rests = restsBetween(spans);
  return {
    firstStartMs: spans[0]?.startMs ?? null,
    lastStopMs: spans.length === 0 ? null : Math.max(...spans.map(({ endMs }) => endMs)),
    inProgress: trips.some((trip) => trip.inProgress && trip.endMs <= day.endMs),
    drivingS: Math.round(drivingS),
    idleS: Math.round(idleS),
    stoppedS: Math.round(rests.reduce((sum, rest) => sum + rest.endMs - rest.startMs, 0) / 1000),
    distanceM: Math.round(distanceM),
    trips: trips.filter(({ startMs }) => startMs >= day.startMs).length,
    breaks: rests.filter(({ startMs, endMs }) => endMs - startMs >= BREAK_FROM_S * 1000),
    vehicleIds: [...new Set(trips.map(({ vehicleId }) => vehicleId))],
    driverIds: [...new Set(trips.map(({ driverId }) => driverId))],
  };
}

/**
 * Splits trips into days (requirements M-15, M-P09). A trip over midnight is split exactly, by its
 * parts; it counts as a trip of the day it started on. For a driver's trips in several vehicles,
 * rest is when none of them moved.
 *
 * @param trips of one vehicle or of one driver, sorted by start; those that overlap the days
 * @param days consecutive, split in the caller's time zone
 * @returns one result per day, in the same order
 */
export function cutIntoDays(
  trips: readonly TimesheetTrip[],
  days: readonly Span[],
): TimesheetDay[] {
  return days.map((day) =>
    dayOf(
      day,
      trips.filter(({ startMs, endMs }) => startMs < day.endMs && endMs > day.startMs),
    ),
  );
}
