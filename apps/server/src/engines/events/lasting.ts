import { EVENT } from '@roadworthy/domain';
import { GAP_MS, type Step } from '../motion.ts';
import type { Sink } from '../record.ts';
import { incidentAt, type Moment, momentOf, SAME_INCIDENT_MS } from './moment.ts';

/** An event that lasts, or ended recently. */
interface Lasting {
  readonly code: number;
  readonly moment: Moment;
  readonly driverTag: string | null;
  source: 'device' | 'computed';
  value: number | null;
  endedMs: number | null;
  /** Whether the device reports it. */
  device: boolean;
  /** When the device last reported it; for a computed one without a report, when it was raised. */
  seenMs: number;
  /** Whether the computed rule detects it. */
  computed: boolean;
}

/** Events that last; at most one per code. */
export interface LastingState {
  list: Lasting[];
}

/** The state before the first record. */
export const initialLasting = (): LastingState => ({ list: [] });

/**
 * Computed rules raise events that started at most this long ago: five minutes of idling plus a
 * gap.
 */
const FORGET_MS = 5 * 60_000 + GAP_MS;

function tell(lasting: Lasting, sink: Sink): void {
  sink.incident(incidentAt(lasting.code, lasting.moment, lasting));
}

/** The measured value of a lasting event that the device reports. */
function measured(code: number, before: number | null, step: Step): number | null {
  const { record } = step;
  switch (code) {
    case EVENT.overSpeed:
      return record.speedKmh === null ? before : Math.max(before ?? 0, record.speedKmh);
    case EVENT.powerDisconnected:
    case EVENT.lowBattery:
      return before ?? record.externalVoltageV;
    case EVENT.temperatureOutOfRange:
      return before ?? record.temperatureC;
    default:
      return before;
  }
}

/** Finds the event of a code; one that ended within 10 seconds before is continued. */
function current(
  state: LastingState,
  code: number,
  sinceMs: number,
  sink: Sink,
): Lasting | undefined {
  const lasting = state.list.find((other) => other.code === code);
  if (lasting === undefined || lasting.endedMs === null) return lasting;
  if (sinceMs - lasting.endedMs > SAME_INCIDENT_MS) {
    state.list = state.list.filter((other) => other !== lasting);
    return undefined;
  }
  lasting.endedMs = null;
  tell(lasting, sink);
  return lasting;
}

function end(lasting: Lasting, endMs: number, sink: Sink): void {
  lasting.endedMs = Math.max(endMs, lasting.moment.timeMs);
  if (lasting.code === EVENT.excessiveIdling)
    lasting.value = (lasting.endedMs - lasting.moment.timeMs) / 60_000;
  tell(lasting, sink);
}

/** Ends all lasting events at a time from which nothing may be known. */
export function endAll(state: LastingState, endMs: number, sink: Sink): void {
  for (const lasting of state.list) if (lasting.endedMs === null) end(lasting, endMs, sink);
}

/** Removes events that ended too long ago to be continued. */
export function forgetEnded(state: LastingState, step: Step): void {
  if (state.list.length === 0) return;
  const isOver = ({ endedMs }: Lasting) => endedMs !== null && step.toMs - endedMs > FORGET_MS;
  if (state.list.some(isOver)) state.list = state.list.filter((lasting) => !isOver(lasting));
}

/** The device reports that it lasts. */
export function reportLasting(state: LastingState, code: number, step: Step, sink: Sink): void {
  const lasting = current(state, code, step.toMs, sink);
  if (lasting === undefined) {
    const begun: Lasting = {
      code,
      moment: momentOf(step),
      driverTag: step.driverTag,
      source: 'device',
      value: measured(code, null, step),
      endedMs: null,
      device: true,
      seenMs: step.toMs,
      computed: false,
    };
    state.list.push(begun);
    tell(begun, sink);
    return;
  }
  lasting.value = measured(code, lasting.value, step);
  if (lasting.source === 'computed' && step.toMs - lasting.seenMs <= SAME_INCIDENT_MS) {
    lasting.source = 'device';
    tell(lasting, sink);
  }
  lasting.device = true;
  lasting.seenMs = step.toMs;
}

/**
 * Ends the events that the device no longer reports. A record without inputs and outputs (one
 * without ignition, from a device that has the signal) does not change any state.
 */
export function endUnreported(state: LastingState, step: Step, sink: Sink): void {
  if (step.record.ignition === null && step.ignition !== null) return;
  for (const lasting of state.list) {
    if (!lasting.device || step.record.eventCodes.includes(lasting.code)) continue;
    lasting.device = false;
    // Its duration over a gap in coverage is unknown.
    const endMs = step.toMs - lasting.seenMs > GAP_MS ? lasting.seenMs : step.toMs;
    if (!lasting.computed) end(lasting, endMs, sink);
  }
}

/** The computed rule detects it since a time; the device may have reported it already. */
export function holdLasting(
  state: LastingState,
  code: number,
  moment: Moment,
  value: number | null,
  step: Step,
  sink: Sink,
): void {
  const lasting = current(state, code, moment.timeMs, sink);
  if (lasting !== undefined) {
    lasting.computed = true;
    return;
  }
  const begun: Lasting = {
    code,
    moment,
    driverTag: step.driverTag,
    source: 'computed',
    value,
    endedMs: null,
    device: false,
    seenMs: step.toMs,
    computed: true,
  };
  state.list.push(begun);
  tell(begun, sink);
}

/** The computed rule no longer detects it. */
export function releaseLasting(
  state: LastingState,
  code: number,
  endMs: number,
  value: number | null,
  sink: Sink,
): void {
  const lasting = state.list.find((other) => other.code === code);
  if (lasting === undefined || !lasting.computed) return;
  lasting.computed = false;
  lasting.value = value ?? lasting.value;
  if (!lasting.device && lasting.endedMs === null) end(lasting, endMs, sink);
}
