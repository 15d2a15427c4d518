import { EVENT, type HarshLimits } from '@roadworthy/domain';
import type { Step } from '../motion.ts';
import { holdPulse, type PulseState } from './pulses.ts';

const HARSH: readonly number[] = [
  EVENT.harshAcceleration,
  EVENT.harshBraking,
  EVENT.harshCornering,
];

/** Records further apart reveal too little of what happened between them. */
const MOST_MS = 3_000;
/** Below this speed a heading is unreliable (Teltonika's green driving starts at 10 km/h). */
const CORNERING_FROM_KMH = 20;
/** A higher acceleration than tyres allow is a fault of the receiver (1.2 g). */
const MOST_MPS2 = 12;
/** A device that reported harsh driving within this time detects it itself. */
const OWN_DETECTION_MS = 30 * 24 * 60 * 60_000;

/** Speed and heading of the last record with a speed. */
export interface HarshState {
  timeMs: number;
  /** Null before the first. */
  speedKmh: number | null;
  headingDeg: number | null;
  /** When the device last reported harsh driving; null for never. */
  ownMs: number | null;
}

/** The state before the first record. */
export const initialHarsh = (): HarshState => ({
  timeMs: 0,
  speedKmh: null,
  headingDeg: null,
  ownMs: null,
});

/** Whether an event code is one of harsh driving. */
const isHarsh = (code: number) => HARSH.includes(code);

function compare(
  state: HarshState,
  limits: HarshLimits,
  speedKmh: number,
  step: Step,
  pulses: PulseState,
): void {
  const tookS = (step.toMs - state.timeMs) / 1000;
  const before = state.speedKmh as number;
  const gain = (speedKmh - before) / 3.6 / tookS;
  if (gain >= limits.accelerationMps2 && gain <= MOST_MPS2) {
    holdPulse(pulses, EVENT.harshAcceleration, gain, step);
  } else if (-gain >= limits.brakingMps2 && -gain <= MOST_MPS2) {
    holdPulse(pulses, EVENT.harshBraking, -gain, step);
  }
  const { headingDeg } = step.record;
  if (headingDeg === null || state.headingDeg === null || !step.fresh) return;
  if (Math.min(speedKmh, before) < CORNERING_FROM_KMH) return;
  const turned = Math.abs(headingDeg - state.headingDeg) % 360;
  const rad = (Math.min(turned, 360 - turned) * Math.PI) / 180;
  const lateral = (((speedKmh + before) / 2 / 3.6) * rad) / tookS;
  if (lateral >= limits.corneringMps2 && lateral <= MOST_MPS2) {
    holdPulse(pulses, EVENT.harshCornering, lateral, step);
  }
}

/**
 * Harsh Acceleration (40), Braking (41) and Cornering (42) from the changes of speed and heading
 * between records at most 3 seconds apart; their values are in m/s². Only for devices that do not
 * report them: a device that did within 30 days detects them with limits set by its installer.
 */
export function advanceHarsh(
  state: HarshState,
  limits: HarshLimits,
  step: Step,
  pulses: PulseState,
): void {
  const { speedKmh, headingDeg, eventCodes } = step.record;
  if (eventCodes.length > 0 && eventCodes.some(isHarsh)) state.ownMs = step.toMs;
  if (speedKmh === null) return;
  const tookMs = step.toMs - state.timeMs;
  const owns = state.ownMs !== null && step.toMs - state.ownMs <= OWN_DETECTION_MS;
  if (!owns && state.speedKmh !== null && tookMs > 0 && tookMs <= MOST_MS) {
    compare(state, limits, speedKmh, step, pulses);
  }
  state.timeMs = step.toMs;
  state.speedKmh = speedKmh;
  state.headingDeg = headingDeg;
}
