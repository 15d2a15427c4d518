import type { Step } from '../motion.ts';
import type { Sink } from '../record.ts';
import { type PulseState, tellPulse } from './pulses.ts';

const IDENTIFIED = 71;
const SIGNED_OUT = 72;
/** A tag is often held to the reader before the engine starts. */
const GRACE_MS = 60_000;
/** At rest so long without an ignition signal, the driver has gone (as a trip is over then). */
const REST_MS = 5 * 60_000;

/** Who is signed in, and when the tag was last read. */
export interface DriverState {
  tag: string | null;
  seenMs: number;
}

/** The driver to go with a record's own incidents. */
export const driverAt = (state: DriverState, tag: string | null) => tag ?? state.tag;

function hasGone(state: DriverState, step: Step): boolean {
  if (step.toMs - state.seenMs < GRACE_MS) return false;
  if (step.ignition === null) return !step.moving && step.toMs - step.restMs >= REST_MS;
  return !step.ignition;
}

/**
 * Driver Identified (71) and Driver Signed Out (72). Many readers tell a tag only in the moment it is
 * held to them, so that a record without one says nothing while the engine runs: a driver is signed
 * in until another tag is read, or until the ignition is off without the tag.
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
    tellPulse(pulses, SIGNED_OUT, 'computed', step, sink);
    state.tag = null;
    step.driverTag = null;
    return;
  }
  if (driverTag !== state.tag) {
    if (state.tag !== null) {
      step.driverTag = state.tag;
      tellPulse(pulses, SIGNED_OUT, 'computed', step, sink);
      step.driverTag = driverTag;
    }
    state.tag = driverTag;
    tellPulse(pulses, IDENTIFIED, 'computed', step, sink);
  }
  state.seenMs = step.toMs;
}
