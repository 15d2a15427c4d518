import { summariseTrail } from '../../../engines/trail-summary.ts';
import type { PrivateTravelRow, TripRow } from '../trips/index.ts';
import { restAfter } from '../trips/index.ts';
import type { TraceRow } from './trace.repository.ts';

/** Distance, times and stops of a trail; metres, seconds, ms since 1970 UTC. */
export interface TrailSums {
  readonly distanceM: number;
  readonly drivingS: number;
  readonly idleS: number;
  readonly maxSpeedKmh: number;
  readonly stops: readonly {
    readonly startMs: number;
    readonly endMs: number;
    readonly latitudeDeg: number;
    readonly longitudeDeg: number;
  }[];
}

/**
 * The sums of a trail: those of the trips that started on it and the rests after them, so that the
 * trail agrees with the list of trips. If no trip is derived, the points are summed up; then a
 * vehicle that has not moved yet has made no stop.
 *
 * @param rows sorted by device time
 * @param trips that started within the trail's range, by start
 */
export function trailSums(
  rows: readonly TraceRow[],
  trips: readonly TripRow[],
  travels: readonly PrivateTravelRow[],
): TrailSums {
  const { stops, ...sums } = summariseTrail(rows);
  if (trips.length === 0) {
    const firstMoveMs =
      rows.find(({ speedKmh }) => speedKmh > 0)?.timeMs ?? Number.POSITIVE_INFINITY;
    return { ...sums, stops: stops.filter(({ startMs }) => startMs > firstMoveMs) };
  }
  const total = (of: (trip: TripRow) => number) => trips.reduce((sum, trip) => sum + of(trip), 0);
  return {
    distanceM: total(({ distance_m }) => Math.round(distance_m)),
    drivingS: total(({ driving_s }) => driving_s),
    idleS: total(({ idle_s }) => idle_s),
    maxSpeedKmh: sums.maxSpeedKmh,
    stops: trips.flatMap((trip) => {
      const lengthS = restAfter(trip, travels);
      if (lengthS === null) return [];
      const startMs = trip.ended_ms;
      return [
        {
          startMs,
          endMs: startMs + lengthS * 1000,
          latitudeDeg: trip.end_latitude,
          longitudeDeg: trip.end_longitude,
        },
      ];
    }),
  };
}
