import { RECORDED_DURATION_S, startOfDay, VIDEO_DURATION_STEP_S } from '@roadworthy/domain';

/** A time range, ms since 1970 UTC. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** The smallest window. */
const LEAST_WINDOW_MS = 5 * 60_000;

const lengthOf = ({ startMs, endMs }: Span) => endMs - startMs;

/** A window of the same length within the limits, or the limits if it is longer. */
function within(window: Span, bounds: Span): Span {
  const length = Math.min(lengthOf(window), lengthOf(bounds));
  const startMs = Math.min(Math.max(window.startMs, bounds.startMs), bounds.endMs - length);
  return { startMs, endMs: startMs + length };
}

/**
 * Zooms the window in (`factor` below 1) or out, around a time that stays in place.
 *
 * @param bounds the limits of the window
 */
export function zoomed(window: Span, bounds: Span, factor: number, aroundMs: number): Span {
  const length = Math.max(LEAST_WINDOW_MS, lengthOf(window) * factor);
  const share = (aroundMs - window.startMs) / Math.max(lengthOf(window), 1);
  const startMs = aroundMs - length * share;
  return within({ startMs, endMs: startMs + length }, bounds);
}

/** Moves the window by a fraction of its length. */
export function panned(window: Span, bounds: Span, share: number): Span {
  const by = lengthOf(window) * share;
  return within({ startMs: window.startMs + by, endMs: window.endMs + by }, bounds);
}

/** Moves the window, if needed, to include a time. */
export function showing(window: Span, bounds: Span, timeMs: number): Span {
  if (timeMs >= window.startMs && timeMs <= window.endMs) return window;
  const half = lengthOf(window) / 2;
  return within({ startMs: timeMs - half, endMs: timeMs + half }, bounds);
}

/** The position of a time in the window, 0 to 1; below or above if outside. */
export function shareAt(window: Span, timeMs: number): number {
  return (timeMs - window.startMs) / Math.max(lengthOf(window), 1);
}

/** The time at a fraction of the window. */
export function timeAt(window: Span, share: number): number {
  return window.startMs + share * lengthOf(window);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TICK_STEPS_MS = [
  10_000,
  30_000,
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
  48 * HOUR_MS,
  168 * HOUR_MS,
] as const;

/**
 * Labels of the timeline: round times of the user's time zone, up to a maximum number.
 *
 * @param most the maximum number of labels
 */
export function ticksOf(
  window: Span,
  most: number,
  timeZone: string | null,
): { readonly stepMs: number; readonly ticksMs: number[] } {
  const wanted = lengthOf(window) / Math.max(most, 1);
  const stepMs = TICK_STEPS_MS.find((step) => step >= wanted) ?? 168 * HOUR_MS;
  const dayMs = startOfDay(window.startMs, timeZone);
  const ticksMs: number[] = [];
  let timeMs = dayMs + Math.ceil((window.startMs - dayMs) / stepMs) * stepMs;
  for (; timeMs <= window.endMs; timeMs += stepMs) ticksMs.push(timeMs);
  return { stepMs, ticksMs };
}

/** Sorted spans; touching ones are merged. */
export function merged(spans: readonly Span[], touchMs = 1000): Span[] {
  const result: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.startMs - b.startMs)) {
    const last = result.at(-1);
    if (last !== undefined && span.startMs <= last.endMs + touchMs) {
      result[result.length - 1] = { ...last, endMs: Math.max(last.endMs, span.endMs) };
    } else result.push(span);
  }
  return result;
}

/** The request for a drawn range. */
export interface Stretch extends Span {
  readonly durationS: number;
  /** The drawn range was longer than the maximum. */
  readonly isCut: boolean;
}

/**
 * The valid request for a drawn range: 30 to 120 s in steps of 5 s (F-37, F-38), not after now.
 *
 * @param fromMs where drawing started; may be the later end
 */
export function stretchOf(fromMs: number, toMs: number, nowMs: number): Stretch {
  const first = Math.min(fromMs, toMs);
  const drawnS = Math.abs(toMs - fromMs) / 1000;
  const { min, max } = RECORDED_DURATION_S;
  const steps = Math.max(min, Math.round(drawnS / VIDEO_DURATION_STEP_S) * VIDEO_DURATION_STEP_S);
  const durationS = Math.min(steps, max);
  const startMs = Math.floor(Math.min(first, nowMs - durationS * 1000) / 1000) * 1000;
  return {
    startMs,
    endMs: startMs + durationS * 1000,
    durationS,
    isCut: steps > max,
  };
}

/** Whether a span overlaps any of others. */
export function meets(span: Span, others: readonly Span[]): boolean {
  return others.some(({ startMs, endMs }) => startMs < span.endMs && endMs > span.startMs);
}
