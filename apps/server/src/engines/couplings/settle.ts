import type { Found } from './follow.ts';

/** A run of a trailer with one of several vehicles. */
export interface Claim extends Omit<Found, 'trailerId'> {
  readonly vehicleId: number;
}

/** A time, ms since 1970 UTC; without an end, it lasts. */
interface Span {
  readonly startMs: number;
  readonly endMs: number | null;
}

/** A coupling of the trailer that a person recorded, or a finding that one removed. */
export interface Fixed extends Span {
  readonly vehicleId: number;
}

/** A coupling that is to be stored. */
export interface Settled extends Span {
  readonly vehicleId: number;
  readonly source: Found['source'];
  readonly silentSinceMs: number | null;
}

/** Runs of the same vehicle with so short a pause are one. */
export const PAUSE_MS = 60 * 60_000;
/** Two vehicles that both moved with the trailer for longer contradict each other, */
export const CONFLICT_MS = 10 * 60_000;
/** unless one of them moved with it alone for at least this, and the other for less than half of it. */
export const ALONE_MS = 15 * 60_000;
const OTHER_SHARE = 0.5;
/** What is left of a run beside a coupling of a person, at least. */
export const LEFT_MS = 10 * 60_000;

const endOf = ({ endMs }: Span): number => endMs ?? Number.POSITIVE_INFINITY;
const overlap = (one: Span, other: Span): boolean =>
  one.startMs < endOf(other) && other.startMs < endOf(one);
const moving = ({ movedUntilMs, startMs }: Claim) => ({ startMs, endMs: movedUntilMs });
const commonMs = (one: Claim, other: Claim): number =>
  Math.min(one.movedUntilMs, other.movedUntilMs) - Math.max(one.startMs, other.startMs);
const lengthMs = ({ movedUntilMs, startMs }: Claim): number => movedUntilMs - startMs;

/** Joins runs of the same vehicle and source with a short pause, in which no other vehicle had it. */
function joined(claims: readonly Claim[]): Claim[] {
  const all: Claim[] = [];
  for (const claim of claims) {
    const at = all.findLastIndex(
      ({ source, vehicleId }) => vehicleId === claim.vehicleId && source === claim.source,
    );
    const before = all[at];
    const isPause = before !== undefined && claim.startMs - endOf(before) <= PAUSE_MS;
    const isOthers =
      before !== undefined &&
      claims.some(
        (other) =>
          other.vehicleId !== claim.vehicleId &&
          other.startMs < claim.startMs &&
          other.movedUntilMs > endOf(before),
      );
    if (before === undefined || !isPause || isOthers) all.push(claim);
    else {
      all[at] = { ...claim, startMs: before.startMs, movedM: before.movedM + claim.movedM };
    }
  }
  return all;
}

/** Which of two vehicles that moved with the trailer at the same time loses it: one, both or none. */
function losers(one: Claim, other: Claim): readonly Claim[] {
  const common = commonMs(one, other);
  if (one.vehicleId === other.vehicleId || common <= CONFLICT_MS) return [];
  const [first, second] = [lengthMs(one) - common, lengthMs(other) - common];
  const isFirst = first >= ALONE_MS && second < first * OTHER_SHARE;
  const isSecond = second >= ALONE_MS && first < second * OTHER_SHARE;
  if (isFirst) return [other];
  if (isSecond) return [one];
  // Both had it alone for long: it changed the vehicle, and the first keeps it until its last movement.
  const changed = Math.min(first, second) >= ALONE_MS && first + second > common;
  return changed ? [] : [one, other];
}

/** Without what lies in the other span: none, one or two parts. */
function without(span: Settled, fixed: Span): Settled[] {
  if (!overlap(span, fixed)) return [span];
  const parts: Settled[] = [];
  if (span.startMs < fixed.startMs) parts.push({ ...span, endMs: fixed.startMs });
  if (fixed.endMs !== null && endOf(span) > fixed.endMs) {
    parts.push({ ...span, startMs: fixed.endMs });
  }
  return parts.filter((part) => endOf(part) - part.startMs >= LEFT_MS);
}

/**
 * The couplings of a trailer from what its vehicles saw. Couplings of people win: a run of the same vehicle
 * that touches one is left out, and one of another vehicle keeps what is left. Of vehicles that moved
 * with it at the same time, the one that also had it alone wins; in a convoy without one, none does.
 *
 * @param fixed couplings of people, and findings that people removed
 */
export function settled(found: readonly Claim[], fixed: readonly Fixed[]): Settled[] {
  const byStart = [...found].sort(
    (one, other) => one.startMs - other.startMs || one.vehicleId - other.vehicleId,
  );
  // The device that reads the trailer's identity knows better than two positions.
  const known = byStart.filter(
    (one) =>
      one.source === 'device' ||
      !byStart.some(
        (other) =>
          other.source === 'device' && other.vehicleId === one.vehicleId && overlap(one, other),
      ),
  );
  const claims = joined(known);
  const lost = new Set<Claim>();
  for (const [index, one] of claims.entries()) {
    for (const other of claims.slice(index + 1)) {
      if (overlap(moving(one), moving(other)))
        for (const loser of losers(one, other)) lost.add(loser);
    }
  }
  const kept = claims.filter(
    (claim) =>
      !lost.has(claim) &&
      !fixed.some((one) => one.vehicleId === claim.vehicleId && overlap(one, claim)),
  );
  const spans: Settled[] = [];
  for (const { endMs, movedUntilMs, silentSinceMs, source, startMs, vehicleId } of kept) {
    const before = spans.at(-1);
    let from = startMs;
    if (before !== undefined && endOf(before) > startMs) {
      const last = kept.find(
        (one) => one.vehicleId === before.vehicleId && one.startMs === before.startMs,
      );
      from = Math.max(startMs, last?.movedUntilMs ?? startMs);
      spans[spans.length - 1] = { ...before, endMs: Math.max(from, before.startMs + 1) };
      from = Math.max(from, before.startMs + 1);
    }
    if (endMs !== null && endMs <= from && movedUntilMs <= from) continue;
    spans.push({ vehicleId, source, startMs: from, endMs, silentSinceMs });
  }
  return fixed.reduce((rest, one) => rest.flatMap((span) => without(span, one)), spans);
}
