import type { Step } from '../motion.ts';
import type { Sink } from '../record.ts';
import { incidentAt, type Moment, momentOf, SAME_INCIDENT_MS } from './moment.ts';

/** A computed event that waits in case the device reports the same. */
interface HeldPulse {
  readonly code: number;
  readonly moment: Moment;
  readonly driverTag: string | null;
  readonly value: number;
}

/** Events without a duration. */
export interface PulseState {
  /** Events raised in the last seconds: code and time. */
  recent: (readonly [code: number, timeMs: number])[];
  held: HeldPulse[];
}

/** The state before the first record. */
export const initialPulses = (): PulseState => ({ recent: [], held: [] });

const isRecent = (state: PulseState, code: number) => state.recent.some(([told]) => told === code);

/** Raises events that waited long enough, and forgets those raised long enough ago. */
export function advancePulses(state: PulseState, step: Step, sink: Sink): void {
  if (state.held.length > 0) {
    const due = state.held.filter(({ moment }) => step.toMs - moment.timeMs > SAME_INCIDENT_MS);
    if (due.length > 0) state.held = state.held.filter((pulse) => !due.includes(pulse));
    for (const { code, moment, driverTag, value } of due) {
      state.recent.push([code, moment.timeMs]);
      sink.incident(
        incidentAt(code, moment, { endedMs: null, driverTag, source: 'computed', value }),
      );
    }
  }
  if (state.recent.length > 0) {
    state.recent = state.recent.filter(([, timeMs]) => step.toMs - timeMs <= SAME_INCIDENT_MS);
  }
}

/** Raises an event at once, unless the same code was raised within the last 10 seconds. */
export function tellPulse(
  state: PulseState,
  code: number,
  source: 'device' | 'computed',
  step: Step,
  sink: Sink,
): void {
  // A report of the device replaces the computed event.
  if (state.held.length > 0) state.held = state.held.filter((pulse) => pulse.code !== code);
  if (isRecent(state, code)) return;
  state.recent.push([code, step.toMs]);
  const details = { endedMs: null, driverTag: step.driverTag, source, value: null };
  sink.incident(incidentAt(code, momentOf(step), details));
}

/**
 * Delays a computed event for 10 seconds of device time, in case the device also reports it; of
 * several within this time the strongest is kept.
 *
 * @param value the measured value
 */
export function holdPulse(state: PulseState, code: number, value: number, step: Step): void {
  if (isRecent(state, code)) return;
  const before = state.held.find((pulse) => pulse.code === code);
  if (before !== undefined && before.value >= value) return;
  const pulse = { code, moment: momentOf(step), driverTag: step.driverTag, value };
  state.held = [...state.held.filter((held) => held.code !== code), pulse];
}
