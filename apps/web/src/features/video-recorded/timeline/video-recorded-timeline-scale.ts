import { RECORDED_DURATION_S, startOfDay, VIDEO_DURATION_STEP_S } from '@roadworthy/domain';

/** A stretch of time, ms since 1970 UTC. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** The smallest part that is worth looking at. */
const LEAST_WINDOW_MS = 5 * 60_000;

const lengthOf = ({ startMs, endMs }: Span) => endMs - startMs;

/** A window of the same length that lies within the bounds, or the bounds where it is longer. */
function within(window: Span, bounds: Span): Span {
  const length = Math.min(lengthOf(window), lengthOf(bounds));
  const startMs = Math.min(Math.max(window.startMs, bounds.startMs), bounds.endMs - length);
  return { startMs, endMs: startMs + length };
}

/**
 * The window made shorter (`factor` below 1) or longer, around a moment that stays where it is.
 *
 * @param bounds what there is to look at
 */
export function zoomed(window: Span, bounds: Span, factor: number, aroundMs: number): Span {
  const length = Math.max(LEAST_WINDOW_MS, lengthOf(window) * factor);
  const share = (aroundMs - window.startMs) / Math.max(lengthOf(window), 1);
  const startMs = aroundMs - length * share;
  return within({ startMs, endMs: startMs + length }, bounds);
}

/** The window moved by a share of its length. */
export function panned(window: Span, bounds: Span, share: number): Span {
  const by = lengthOf(window) * share;
  return within({ startMs: window.startMs + by, endMs: window.endMs + by }, bounds);
}

/** The window moved, if need be, so that it shows a moment. */
export function showing(window: Span, bounds: Span, timeMs: number): Span {
  if (timeMs >= window.startMs && timeMs <= window.endMs) return window;
  const half = lengthOf(window) / 2;
  return within({ startMs: timeMs - half, endMs: timeMs + half }, bounds);
}

/** Where a moment lies in the window, 0 to 1; less or more outside. */
export function shareAt(window: Span, timeMs: number): number {
  return (timeMs - window.startMs) / Math.max(lengthOf(window), 1);
}

/** The moment at a share of the window. */
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
 * Moments to write under the time line: round ones of the person's zone, at most so many.
 *
 * @param most how many have room
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

/** Spans in order, those that touch made one. */
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

/** What is asked for where a person has drawn over the time line. */
export interface Stretch extends Span {
  readonly durationS: number;
  /** More was drawn than can be asked for at once. */
  readonly isCut: boolean;
}

/**
 * A drawn stretch as it can be asked for: 30 to 120 s in steps of 5 s (F-37, F-38), not beyond now.
 *
 * @param fromMs where drawing began; either end may come first
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

/** Whether a span has something in common with any of others. */
export function meets(span: Span, others: readonly Span[]): boolean {
  return others.some(({ startMs, endMs }) => startMs < span.endMs && endMs > span.startMs);
}
