import type { Step } from '../motion.ts';
import type { Sink } from '../record.ts';
import { type PulseState, tellPulse } from './pulses.ts';

const IGNITION_ON = 4;
const IGNITION_OFF = 5;

/** The last signal of the device; null before the first. */
export interface IgnitionState {
  on: boolean | null;
}

/**
 * Ignition On (4) and Off (5) when the signal changes, unless the device reports the code itself.
 * The first signal is no change. Raised at once: after Ignition Off there may be no record for
 * hours.
 */
export function advanceIgnition(
  state: IgnitionState,
  step: Step,
  pulses: PulseState,
  sink: Sink,
): void {
  const { ignition } = step.record;
  if (ignition === null || ignition === state.on) return;
  const known = state.on !== null;
  state.on = ignition;
  if (known) tellPulse(pulses, ignition ? IGNITION_ON : IGNITION_OFF, 'computed', step, sink);
}
