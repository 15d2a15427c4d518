/** A stretch of time, ms since 1970 UTC; the end is exclusive. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** The same list is asked for each stretch that is compared with it. */
const known = new WeakMap<readonly Span[], readonly Span[]>();

/** Spans in sequence of time, without overlaps. The given list must not change afterwards. */
export function united(spans: readonly Span[]): readonly Span[] {
  const before = known.get(spans);
  if (before !== undefined) return before;
  const result: { startMs: number; endMs: number }[] = [];
  for (const { endMs, startMs } of [...spans].sort((one, other) => one.startMs - other.startMs)) {
    const last = result.at(-1);
    if (endMs <= startMs) continue;
    if (last !== undefined && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else result.push({ startMs, endMs });
  }
  known.set(spans, result);
  return result;
}

/** The common part of two spans; null without any. */
export function common(one: Span, other: Span): Span | null {
  const startMs = Math.max(one.startMs, other.startMs);
  const endMs = Math.min(one.endMs, other.endMs);
  return endMs > startMs ? { startMs, endMs } : null;
}

/** The parts of a span that lie within others. */
export const within = (span: Span, others: readonly Span[]): readonly Span[] =>
  united(others).flatMap((other) => common(span, other) ?? []);

/** The parts of a span that lie in none of the others. */
export function outside(span: Span, others: readonly Span[]): readonly Span[] {
  const result: Span[] = [];
  let { startMs } = span;
  for (const other of united(others)) {
    if (other.endMs <= startMs) continue;
    if (other.startMs >= span.endMs) break;
    if (other.startMs > startMs) result.push({ startMs, endMs: other.startMs });
    startMs = Math.max(startMs, other.endMs);
  }
  if (startMs < span.endMs) result.push({ startMs, endMs: span.endMs });
  return result;
}

/** Spans that begin earlier and end later by the same time. */
export const widened = (spans: readonly Span[], byMs: number): readonly Span[] =>
  spans.map(({ endMs, startMs }) => ({ startMs: startMs - byMs, endMs: endMs + byMs }));

export const lengthOf = ({ endMs, startMs }: Span): number => endMs - startMs;

/** The time that two spans have in common, in ms. */
export function overlapMs(one: Span, other: Span): number {
  const part = common(one, other);
  return part === null ? 0 : lengthOf(part);
}
