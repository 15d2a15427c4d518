import { type DistanceUnit, distanceFromMetres } from './units.ts';

/** Input of the driving score: event counts over a distance, and idling. */
export interface BehaviourCounts {
  readonly distanceM: number;
  readonly harshAcceleration: number;
  readonly harshBraking: number;
  readonly harshCornering: number;
  readonly speeding: number;
  /** Seconds. */
  readonly idleS: number;
}

/** Input of the driver assistance score: the camera's warnings over a distance. */
export interface AdasCounts {
  readonly distanceM: number;
  readonly forwardCollision: number;
  readonly laneDepartureLeft: number;
  readonly laneDepartureRight: number;
  readonly headway: number;
  readonly pedestrian: number;
  readonly speedLimit: number;
}

/** Points off for one event in 100 miles, and for a minute of idling in 100 miles. */
export const BEHAVIOUR_WEIGHTS = {
  harshAcceleration: 2,
  harshBraking: 3,
  harshCornering: 2,
  speeding: 2,
  idleMinute: 0.1,
} as const;

/** Points off for one warning in 100 miles. */
export const ADAS_WEIGHTS = {
  forwardCollision: 4,
  laneDeparture: 1,
  headway: 2,
  pedestrian: 4,
  speedLimit: 1,
} as const;

/**
 * A shorter distance has no score: one event would decide it, and none would make it perfect
 * (docs/trips-and-events.md, "Scores").
 */
export const SCORE_LEAST_MILES = 50;

/**
 * Events per 100 units of distance (requirement M-P11); 0 without a distance.
 *
 * @param count of events, or minutes
 */
export function eventsPer100(count: number, distanceM: number, unit: DistanceUnit): number {
  const distance = distanceFromMetres(distanceM, unit);
  return distance === 0 ? 0 : (count / distance) * 100;
}

function score(weighted: number, distanceM: number): number | null {
  if (distanceFromMetres(distanceM, 'MLS') < SCORE_LEAST_MILES) return null;
  return Math.round(Math.max(0, 100 - eventsPer100(weighted, distanceM, 'MLS')));
}

/**
 * The driving score, a whole number from 0 to 100 (requirement M-P11); 100 is without events:
 *
 *     100 − 2 × accelerations − 3 × brakings − 2 × cornerings − 2 × speedings − 0.1 × idle minutes
 *
 * all per 100 miles; never below 0, and null for a distance under {@link SCORE_LEAST_MILES}.
 */
export function behaviourScore(counts: BehaviourCounts): number | null {
  const weighted =
    BEHAVIOUR_WEIGHTS.harshAcceleration * counts.harshAcceleration +
    BEHAVIOUR_WEIGHTS.harshBraking * counts.harshBraking +
    BEHAVIOUR_WEIGHTS.harshCornering * counts.harshCornering +
    BEHAVIOUR_WEIGHTS.speeding * counts.speeding +
    BEHAVIOUR_WEIGHTS.idleMinute * (counts.idleS / 60);
  return score(weighted, counts.distanceM);
}

/**
 * The driver assistance score, a whole number from 0 to 100 (requirement M-P12); 100 is without
 * warnings:
 *
 *     100 − 4 × forward collisions − 4 × pedestrians − 2 × headways − lane departures − speed limits
 *
 * all per 100 miles; never below 0, and null for a distance under {@link SCORE_LEAST_MILES}.
 */
export function adasScore(counts: AdasCounts): number | null {
  const weighted =
    ADAS_WEIGHTS.forwardCollision * counts.forwardCollision +
    ADAS_WEIGHTS.pedestrian * counts.pedestrian +
    ADAS_WEIGHTS.headway * counts.headway +
    ADAS_WEIGHTS.laneDeparture * (counts.laneDepartureLeft + counts.laneDepartureRight) +
    ADAS_WEIGHTS.speedLimit * counts.speedLimit;
  return score(weighted, counts.distanceM);
}
