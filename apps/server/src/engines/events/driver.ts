import { EVENT } from '@roadworthy/domain';
import type { Step } from '../motion.ts';
import type { Sink } from '../record.ts';
import { type PulseState, tellPulse } from './pulses.ts';

/** A tag is often held to the reader before the engine starts. */
const GRACE_MS = 60_000;
/**
 * Without an ignition signal, the driver is signed out after this time at rest (the trip ends then
 * too).
 */
const REST_MS = 5 * 60_000;

/** The driver who is signed in, and the time when the tag was last read. */
export interface DriverState {
  tag: string | null;
  seenMs: number;
}

/** The driver of events in the same record. */
export const driverAt = (state: DriverState, tag: string | null) => tag ?? state.tag;

function hasGone(state: DriverState, step: Step): boolean {
  if (step.toMs - state.seenMs < GRACE_MS) return false;
  if (step.ignition === null) return !step.moving && step.toMs - step.restMs >= REST_MS;
  return !step.ignition;
}

/**
 * Driver Identified (71) and Driver Signed Out (72). Many readers report a tag only at the moment
 * of reading, so a record without a tag has no meaning while the engine runs: a driver is signed in
 * until a different tag is read, or until the ignition is off without the tag.
 */
export function advanceDriver(
  state: DriverState,
  step: Step,
  pulses: PulseState,
  sink: Sink,
): void {
  const { driverTag } = step.record;
  if (driverTag === null) {
    if (state.tag === null || !hasGone(state, step)) return;
    tellPulse(pulses, EVENT.driverSignedOut, 'computed', step, sink);
    state.tag = null;
    step.driverTag = null;
    return;
  }
  if (driverTag !== state.tag) {
    if (state.tag !== null) {
      step.driverTag = state.tag;
      tellPulse(pulses, EVENT.driverSignedOut, 'computed', step, sink);
      step.driverTag = driverTag;
    }
    state.tag = driverTag;
    tellPulse(pulses, EVENT.driverIdentified, 'computed', step, sink);
  }
  state.seenMs = step.toMs;
}
