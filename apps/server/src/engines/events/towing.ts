import { EVENT } from '@roadworthy/domain';
import { distanceM } from '../leg.ts';
import { MOVES_ABOVE_KMH, type Step } from '../motion.ts';
import type { Sink } from '../record.ts';
import type { LastingState } from './lasting.ts';
import { advanceSustained, type SustainedRule, type SustainedState } from './sustained.ts';

/** Distance from the parking position that jitter does not reach. */
const AWAY_M = 200;
/** The movement ends after this time at rest. */
const REST_MS = 5 * 60_000;

/** A second record must agree with the first. */
const TOWING: SustainedRule = { code: EVENT.towing, fromMs: 1, keep: (_, now) => now };

/** The parking position; null while the engine is on or it is unknown. */
export interface TowingState {
  parked: { readonly latitudeDeg: number; readonly longitudeDeg: number } | null;
}

function isAway({ parked }: TowingState, step: Step): boolean {
  if (parked === null || step.place === null || !step.fresh) return false;
  return step.speedKmh > MOVES_ABOVE_KMH && distanceM(parked, step.place) > AWAY_M;
}

/**
 * Towing or Unauthorised Movement (48): with the ignition off the vehicle moves, more than 200 m
 * from where it was parked, in two records. It ends with the ignition on, or after 5 minutes at
 * rest.
 */
export function advanceTowing(
  state: TowingState,
  sustained: SustainedState,
  step: Step,
  lasting: LastingState,
  sink: Sink,
): void {
  if (step.ignition !== false) {
    state.parked = null;
    advanceSustained(sustained, TOWING, false, null, step, lasting, sink);
    return;
  }
  const movesOn = sustained.told && (step.moving || step.toMs - step.restMs < REST_MS);
  const holds = movesOn || isAway(state, step);
  const over = sustained.told && !holds;
  advanceSustained(sustained, TOWING, holds, null, step, lasting, sink);
  if ((state.parked === null || over) && step.place !== null) {
    const { latitudeDeg, longitudeDeg } = step.place;
    state.parked = { latitudeDeg, longitudeDeg };
  }
}
