import { type DistanceUnit, distanceFromMetres } from './units.ts';

/** What a score of driving is made from: counts over a way, and idling. */
export interface BehaviourCounts {
  readonly distanceM: number;
  readonly harshAcceleration: number;
  readonly harshBraking: number;
  readonly harshCornering: number;
  readonly speeding: number;
  /** Seconds. */
  readonly idleS: number;
}

/** What a score of a driver assistance camera's warnings is made from. */
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
 * A shorter way has no score: one event would decide it, and none would make a champion
 * (docs/trips-and-events.md, "Scores").
 */
export const SCORE_LEAST_MILES = 50;

/**
 * Events in 100 of a unit of distance (requirement M-P11); 0 without a distance.
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
 * The score of driving, a whole number from 0 to 100 (requirement M-P11); 100 is spotless:
 *
 *     100 − 2 × accelerations − 3 × brakings − 2 × cornerings − 2 × speedings − 0.1 × idle minutes
 *
 * all of them in 100 miles; never below 0, and null for a way under {@link SCORE_LEAST_MILES}.
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
 * The score of a driver assistance camera's warnings, a whole number from 0 to 100 (requirement M-P12);
 * 100 is spotless:
 *
 *     100 − 4 × forward collisions − 4 × pedestrians − 2 × headways − lane departures − speed limits
 *
 * all of them in 100 miles; never below 0, and null for a way under {@link SCORE_LEAST_MILES}.
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
