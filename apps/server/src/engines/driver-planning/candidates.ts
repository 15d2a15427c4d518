import type { ShiftLevel } from '@roadworthy/domain';

/** What decides the place of a driver among those who can take a vehicle. Durations in ms. */
export interface CandidateRank {
  readonly level: ShiftLevel;
  /** Driving that no limit forbids now; null if it is not known. */
  readonly drivingMs: number | null;
  /** From the vehicle; null if it is not known, or not shown. */
  readonly distanceM: number | null;
  readonly name: string;
}

const RANKS: Readonly<Record<ShiftLevel, number>> = { none: 0, unknown: 1, warns: 2, breaks: 3 };

/** Distances within this are equally near. */
const NEAR_M = 5000;

const nearness = (distanceM: number | null) =>
  distanceM === null ? Number.POSITIVE_INFINITY : Math.floor(distanceM / NEAR_M);

/**
 * The sequence of drivers who can take a vehicle: those whom nothing forbids first, then those who are nearer,
 * in steps of 5 km, then those who may drive longer.
 */
export function compareCandidates(one: CandidateRank, other: CandidateRank): number {
  const byLevel = RANKS[one.level] - RANKS[other.level];
  if (byLevel !== 0) return byLevel;
  const [near, far] = [nearness(one.distanceM), nearness(other.distanceM)];
  if (near !== far) return near < far ? -1 : 1;
  const byDriving = (other.drivingMs ?? -1) - (one.drivingMs ?? -1);
  return byDriving !== 0 ? byDriving : one.name.localeCompare(other.name);
}
