import { GAP_MS, type Step } from '../motion.ts';
import type { Sink } from '../record.ts';
import { holdLasting, type LastingState, releaseLasting } from './lasting.ts';
import { type Moment, momentOf } from './moment.ts';

/** A condition that counts after it has lasted for a while. */
export interface SustainedState {
  /** Since when it holds; null while it does not. */
  since: Moment | null;
  /** Whether it held long enough and was raised. */
  told: boolean;
  /** The best value measured so far. */
  value: number | null;
}

/** The rule that turns a condition into an event. */
export interface SustainedRule {
  readonly code: number;
  /** Minimum duration. */
  readonly fromMs: number;
  /** Selects which of two measurements is kept. */
  readonly keep: (before: number, now: number) => number;
}

/** The state before the first record. */
export const initialSustained = (): SustainedState => ({ since: null, told: false, value: null });

function stop(
  state: SustainedState,
  rule: SustainedRule,
  endMs: number,
  lasting: LastingState,
  sink: Sink,
): void {
  if (state.told) releaseLasting(lasting, rule.code, endMs, state.value, sink);
  state.since = null;
  state.told = false;
  state.value = null;
}

/**
 * Processes a record. A gap in coverage ends the condition at the record before it.
 *
 * @param holds whether the condition holds in this record
 * @param value the measured value of the record, in the unit of the event
 */
export function advanceSustained(
  state: SustainedState,
  rule: SustainedRule,
  holds: boolean,
  value: number | null,
  step: Step,
  lasting: LastingState,
  sink: Sink,
): void {
  if (state.since === null && !holds) return;
  if (state.since !== null && step.gapMs > GAP_MS) stop(state, rule, step.fromMs, lasting, sink);
  if (!holds) {
    if (state.since !== null) stop(state, rule, step.toMs, lasting, sink);
    return;
  }
  state.since ??= momentOf(step);
  if (value !== null) state.value = state.value === null ? value : rule.keep(state.value, value);
  if (state.told || step.toMs - state.since.timeMs < rule.fromMs) return;
  state.told = true;
  holdLasting(lasting, rule.code, state.since, state.value, step, sink);
}
