import type { WeeklyRestKind } from '@roadworthy/domain';
import { WEEK_MS, weekStartMs } from './activity.ts';
import { hours } from './infringement.ts';
import type { RestPeriod } from './rest-periods.ts';

/*
 * Two reduced weekly rests in sequence: the derogation for international carriage of goods in article 8(6) and 8(6b)
 * of Regulation (EC) 561/2006, as amended by Regulation (EU) 2020/1054.
 */

const WEEKS = 4;
const REGULAR_RESTS = 2;
const REGULAR_MS = hours(45);

/** A weekly rest that was taken. */
export interface TakenRest extends RestPeriod {
  readonly kind: WeeklyRestKind;
}

/** Two reduced weekly rests in sequence. */
export interface ReducedPair<R extends TakenRest> {
  readonly one: R;
  readonly other: R;
  /** The weekly rest after them; null if none has begun. */
  readonly next: R | null;
}

/** The pairs of reduced weekly rests. A third one in sequence begins a new count: it is not allowed. */
export function reducedPairs<R extends TakenRest>(
  rests: readonly R[],
  nowMs: number,
): readonly ReducedPair<R>[] {
  const pairs: ReducedPair<R>[] = [];
  const isReduced = (rest: R | undefined) => rest?.kind === 'reduced' && rest.endMs < nowMs;
  for (let n = 0; n + 1 < rests.length; n += 1) {
    const one = rests[n];
    const other = rests[n + 1];
    if (one === undefined || other === undefined || !isReduced(one) || !isReduced(other)) continue;
    pairs.push({ one, other, next: rests[n + 2] ?? null });
    n += 1;
    while (isReduced(rests[n + 1])) n += 1;
  }
  return pairs;
}

/** The week that contains the larger part of a rest. */
export function weekOf({ startMs, endMs }: RestPeriod): number {
  return weekStartMs(startMs + (endMs - startMs) / 2);
}

/** The weeks in which a rest falls. */
function weeksOf({ startMs, endMs }: RestPeriod): readonly number[] {
  const weeks: number[] = [];
  for (let week = weekStartMs(startMs); week < endMs; week += WEEK_MS) weeks.push(week);
  return weeks;
}

/** The weeks to which a rest of more than a week counts: those of which it is a regular rest alone. */
function wholeWeeksOf(rest: RestPeriod): readonly number[] {
  const weeks = weeksOf(rest).filter(
    (week) => Math.min(rest.endMs, week + WEEK_MS) - Math.max(rest.startMs, week) >= REGULAR_MS,
  );
  return weeks.length > 1 ? weeks : [];
}

/** Counts regular weekly rests by week. A rest that falls in two weeks counts for one of them (article 8(9)). */
class Weeks {
  /** The week to which a rest of two weeks counts, once it was needed for one. */
  readonly #chosen = new Map<RestPeriod, number>();

  constructor(
    private readonly rests: readonly TakenRest[],
    private readonly isRegular: (rest: TakenRest) => boolean,
  ) {}

  /**
   * Whether four weeks have two regular rests. A rest at an edge that can still be counted for these weeks is, if it is
   * needed: first those at the start, because the weeks before have been counted, then those at the end.
   */
  haveTwoRegular(fromMs: number): boolean {
    const untilMs = fromMs + WEEKS * WEEK_MS;
    const isWithin = (week: number) => week >= fromMs && week < untilMs;
    let count = 0;
    const open: { readonly rest: TakenRest; readonly week: number; readonly isAtEnd: boolean }[] =
      [];
    for (const rest of this.rests.filter(this.isRegular)) {
      const weeks = weeksOf(rest);
      const within = weeks.find(isWithin);
      if (within === undefined) continue;
      const whole = wholeWeeksOf(rest);
      const chosen = this.#chosen.get(rest);
      if (whole.length > 0) count += whole.filter(isWithin).length;
      else if (chosen !== undefined) count += isWithin(chosen) ? 1 : 0;
      else if (weeks.every(isWithin)) count += 1;
      else open.push({ rest, week: within, isAtEnd: (weeks[0] ?? 0) >= fromMs });
    }
    for (const { rest, week } of open.sort((a, b) => Number(a.isAtEnd) - Number(b.isAtEnd))) {
      if (count >= REGULAR_RESTS) break;
      this.#chosen.set(rest, week);
      count += 1;
    }
    return count >= REGULAR_RESTS;
  }
}

/** A reduced rest that had to be a regular one, and the end of the four weeks that show it. */
export interface MissingRegular<R extends TakenRest> {
  readonly rest: R;
  readonly untilMs: number;
}

/**
 * Checks the condition of the derogation: any four consecutive weeks that contain two reduced weekly rests in sequence
 * have at least four weekly rests, of which at least two are regular: two regular ones and the pair are four. The last
 * reduced rest of such weeks had to be regular; it counts as regular afterwards, so that one missing rest is reported
 * once. Weeks are checked when they have ended.
 *
 * @param knownMs from when the records are complete; weeks that began earlier are not checked
 * @param reported rests that are reported as wrongly reduced for another reason
 */
export function missingRegular<R extends TakenRest>(
  rests: readonly R[],
  knownMs: number,
  nowMs: number,
  reported: ReadonlySet<R>,
): readonly MissingRegular<R>[] {
  const missing: MissingRegular<R>[] = [];
  const wrong = new Set<TakenRest>(reported);
  // A rest that goes on can become a regular one.
  const isRegular = (rest: TakenRest) =>
    rest.kind === 'regular' || rest.endMs >= nowMs || wrong.has(rest);
  const weeks = new Weeks(rests, isRegular);
  const firstMs = weekStartMs(knownMs - 1) + WEEK_MS;
  for (let fromMs = firstMs; fromMs + WEEKS * WEEK_MS <= nowMs; fromMs += WEEK_MS) {
    const untilMs = fromMs + WEEKS * WEEK_MS;
    const own = rests.filter((rest) => weekOf(rest) >= fromMs && weekOf(rest) < untilMs);
    const pair = reducedPairs(own, nowMs).find(
      ({ one, other }) => !isRegular(one) && !isRegular(other),
    );
    if (pair === undefined || weeks.haveTwoRegular(fromMs)) continue;
    const rest = own.findLast((one) => !isRegular(one));
    if (rest === undefined) continue;
    wrong.add(rest);
    missing.push({ rest, untilMs });
  }
  return missing;
}
