import { EVENT, EXCESSIVE_IDLING_FROM_S, OVER_SPEED_FROM_S } from '@roadworthy/domain';
import { GAP_MS, type Step } from '../motion.ts';
import type { Sink } from '../record.ts';
import type { LastingState } from './lasting.ts';
import { advanceSustained, type SustainedRule, type SustainedState } from './sustained.ts';

const OVER_SPEED: SustainedRule = {
  code: EVENT.overSpeed,
  fromMs: OVER_SPEED_FROM_S * 1000,
  keep: (before, now) => Math.max(before, now),
};
const IDLING: SustainedRule = {
  code: EVENT.excessiveIdling,
  fromMs: EXCESSIVE_IDLING_FROM_S * 1000,
  keep: (_, now) => now,
};

/**
 * Over Speed (43): faster than a limit for 10 seconds. Its value is the top speed in km/h. Records
 * without a speed are ignored.
 *
 * @param aboveKmh the limit, tolerance included
 */
export function advanceOverSpeed(
  state: SustainedState,
  aboveKmh: number,
  step: Step,
  lasting: LastingState,
  sink: Sink,
): void {
  const { speedKmh } = step.record;
  const holds =
    speedKmh === null ? state.since !== null && step.gapMs <= GAP_MS : speedKmh > aboveKmh;
  advanceSustained(state, OVER_SPEED, holds, speedKmh, step, lasting, sink);
}

/**
 * Excessive Idling (47): at rest with the engine on for 5 minutes. Its value, the minutes, is known
 * when it ends.
 */
export function advanceIdling(
  state: SustainedState,
  step: Step,
  lasting: LastingState,
  sink: Sink,
): void {
  const holds = step.ignition === true && !step.moving;
  advanceSustained(state, IDLING, holds, null, step, lasting, sink);
}
