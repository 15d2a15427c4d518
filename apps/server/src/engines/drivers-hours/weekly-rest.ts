import type { WeeklyRestKind } from '@roadworthy/domain';
import { DAY_MS, WEEK_MS } from './activity.ts';
import { WEEKLY_REST_MS } from './daily-rest.ts';
import {
  DEGREES,
  excessSeverity,
  hours,
  type Infringement,
  shortageSeverity,
} from './infringement.ts';
import type { RestPeriod } from './rest-periods.ts';
import {
  missingRegular,
  type ReducedPair,
  reducedPairs,
  weekOf,
} from './weekly-rest-reduced-twice.ts';

const REGULAR_MS = hours(45);
/** A weekly rest begins before the end of six 24-hour periods (article 8.6). */
export const SIX_DAYS_MS = 6 * DAY_MS;
/** A rest from this length on is seen as an attempt at a weekly rest that is too short. */
const ATTEMPT_MS = hours(DEGREES.reducedWeeklyRest.si);
/** Compensation is attached to another rest of at least nine hours (article 8.7). */
const ATTACHED_TO_MS = hours(9);

/** A weekly rest, and what has to be compensated for it. */
export interface WeeklyRest extends RestPeriod {
  readonly kind: WeeklyRestKind;
  /** Start of the week to which it counts. */
  readonly weekMs: number;
  readonly owedMs: number;
  /**
   * The end of the third week after its own, or the latest start of the next weekly rest after two reduced ones in
   * sequence; null if nothing is owed.
   */
  readonly compensateByMs: number | null;
  /** The start of the rest that compensated it; null if none has yet. */
  readonly compensatedMs: number | null;
}

export interface WeeklyRestRules {
  /**
   * Whether two reduced weekly rests in sequence are allowed: drivers in international carriage of
   * goods who take them outside the member state of establishment (Regulation (EU) 2020/1054). Then any four
   * weeks need two regular ones, and both are compensated directly before the next weekly rest.
   */
  readonly mayReduceTwice: boolean;
}

/** Finds the weekly rests, and the infringements of their start (article 8.6). */
function findWeeklyRests(rests: readonly RestPeriod[], firstWorkMs: number, nowMs: number) {
  const found: { readonly rest: RestPeriod; readonly isShort: boolean }[] = [];
  const infringements: Infringement[] = [];
  let sinceMs = firstWorkMs;
  let index = 0;
  const late = (startsMs: number) =>
    infringements.push({
      rule: 'weekly_rest_late',
      paragraph: '561/2006 Art. 8(6)',
      severity: excessSeverity(startsMs - sinceMs - SIX_DAYS_MS, DEGREES.weeklyRestLate),
      startMs: sinceMs,
      endMs: startsMs,
      actualMs: startsMs - sinceMs,
      limitMs: SIX_DAYS_MS,
    });
  while (index < rests.length) {
    const limitMs = sinceMs + SIX_DAYS_MS;
    const from = index;
    const next = rests.findIndex((one, n) => n >= from && one.restMs >= WEEKLY_REST_MS);
    const start = next < 0 ? nowMs : (rests[next]?.startMs ?? nowMs);
    const attempt =
      start > limitMs
        ? rests.findIndex(
            (one, n) =>
              n >= from &&
              one.startMs <= limitMs &&
              one.restMs >= ATTEMPT_MS &&
              (next < 0 || n < next),
          )
        : -1;
    const chosen = attempt >= 0 ? attempt : next;
    const rest = rests[chosen];
    if (rest === undefined) break;
    if (attempt < 0 && rest.startMs > limitMs) late(rest.startMs);
    found.push({ rest, isShort: attempt >= 0 });
    sinceMs = rest.endMs;
    index = chosen + 1;
  }
  if (sinceMs < nowMs && nowMs - sinceMs > SIX_DAYS_MS) late(nowMs);
  return { found, infringements, sinceMs };
}

/**
 * Checks weekly rest (Regulation (EC) 561/2006, articles 8.6, 8.6b and 8.7): 45 hours, every other week 24
 * hours, begun within six 24-hour periods, with what is missing compensated in one piece before the
 * end of the third following week. For the week to which a rest counts, its larger part decides (article 8.9).
 *
 * @param rests every rest, in sequence of time
 * @param firstWorkMs start of the first work: earlier rests are not known
 * @param nowMs end of the records
 */
export function checkWeeklyRest(
  rests: readonly RestPeriod[],
  firstWorkMs: number,
  nowMs: number,
  { mayReduceTwice }: WeeklyRestRules,
): {
  readonly infringements: readonly Infringement[];
  readonly weeklyRests: readonly WeeklyRest[];
  /** The end of the last weekly rest, from which the six days count. */
  readonly sinceMs: number;
} {
  const later = rests.filter(({ startMs }) => startMs >= firstWorkMs);
  const { found, infringements, sinceMs } = findWeeklyRests(later, firstWorkMs, nowMs);
  const weeklyRests: WeeklyRest[] = [];
  const reduced = new Set<WeeklyRest>();
  let reducedInSequence = 0;
  for (const { rest, isShort } of found) {
    const isRunning = rest.endMs >= nowMs;
    const kind = rest.restMs >= REGULAR_MS ? 'regular' : isShort ? 'short' : 'reduced';
    const weekMs = weekOf(rest);
    const owedMs = kind === 'regular' ? 0 : REGULAR_MS - rest.restMs;
    const weekly: WeeklyRest = {
      ...rest,
      kind,
      weekMs,
      owedMs: isRunning ? 0 : owedMs,
      compensateByMs: owedMs === 0 || isRunning ? null : thirdWeekEndMs(weekMs),
      compensatedMs: null,
    };
    weeklyRests.push(weekly);
    if (kind === 'regular') reducedInSequence = 0;
    else if (!isRunning) {
      reducedInSequence += 1;
      if (kind === 'short') infringements.push(tooShort('weekly_rest_short', rest));
      else if (reducedInSequence > (mayReduceTwice ? 2 : 1)) {
        infringements.push(tooShort('weekly_rest_reduced_again', rest));
        reduced.add(weekly);
      }
    }
  }
  const missing = mayReduceTwice ? missingRegular(weeklyRests, firstWorkMs, nowMs, reduced) : [];
  const pairs = mayReduceTwice ? reducedPairs(weeklyRests, nowMs) : [];
  const compensated = compensate(weeklyRests, later, pairs);
  return {
    infringements: [
      ...infringements,
      ...missing.map(({ rest, untilMs }) => ({
        ...tooShort('weekly_rest_reduced_again', rest),
        endMs: Math.max(rest.endMs, untilMs),
      })),
      ...uncompensated(compensated, nowMs, pairs),
    ],
    weeklyRests: compensated,
    sinceMs,
  };
}

const thirdWeekEndMs = (weekMs: number) => weekMs + 4 * WEEK_MS;

function tooShort(
  rule: 'weekly_rest_short' | 'weekly_rest_reduced_again',
  { endMs, restMs, startMs }: RestPeriod,
): Infringement {
  const isShort = rule === 'weekly_rest_short';
  const degrees = isShort ? DEGREES.reducedWeeklyRest : DEGREES.regularWeeklyRest;
  return {
    rule,
    paragraph: '561/2006 Art. 8(6)',
    severity: shortageSeverity(restMs, degrees),
    startMs,
    endMs,
    actualMs: restMs,
    limitMs: isShort ? WEEKLY_REST_MS : REGULAR_MS,
  };
}

type Pair = ReducedPair<WeeklyRest>;

const pairWith = (pairs: readonly Pair[], { startMs }: RestPeriod) =>
  pairs.find(({ one, other }) => one.startMs === startMs || other.startMs === startMs);

/**
 * Finds for each owed rest, oldest first, the earliest later rest with room for it. Two reduced ones in sequence are
 * compensated in the next weekly rest, directly before its 45 hours, with nothing else between (article 8(6b) as the
 * Commission reads it in its questions and answers on Regulation (EU) 2020/1054); only the first of them can have been
 * compensated before the second began.
 */
function compensate(
  weekly: readonly WeeklyRest[],
  rests: readonly RestPeriod[],
  pairs: readonly Pair[],
): readonly WeeklyRest[] {
  const room = new Map(
    rests.map((rest) => {
      const own = weekly.find(({ startMs }) => startMs === rest.startMs);
      const neededMs =
        own === undefined ? ATTACHED_TO_MS : own.kind === 'regular' ? REGULAR_MS : rest.restMs;
      return [rest, rest.restMs - neededMs] as const;
    }),
  );
  return weekly.map((one) => {
    if (one.compensateByMs === null) return one;
    const { owedMs, weekMs } = one;
    const pair = pairWith(pairs, one);
    const isInTime = ({ startMs }: RestPeriod) =>
      startMs > one.startMs &&
      startMs + owedMs <= thirdWeekEndMs(weekMs) &&
      (pair === undefined || startMs < pair.other.startMs || startMs === pair.next?.startMs);
    const used = rests.find((rest) => isInTime(rest) && (room.get(rest) ?? 0) >= owedMs);
    const compensateByMs =
      pair === undefined
        ? one.compensateByMs
        : Math.min(one.compensateByMs, pair.other.endMs + SIX_DAYS_MS);
    if (used === undefined) return { ...one, compensateByMs };
    room.set(used, (room.get(used) ?? 0) - owedMs);
    return { ...one, compensateByMs, compensatedMs: used.startMs };
  });
}

function uncompensated(
  weekly: readonly WeeklyRest[],
  nowMs: number,
  pairs: readonly Pair[],
): readonly Infringement[] {
  return weekly.flatMap((one) => {
    const { compensateByMs, compensatedMs, owedMs, startMs, weekMs } = one;
    if (compensateByMs === null || compensatedMs !== null) return [];
    const next = pairWith(pairs, one)?.next ?? null;
    // The next weekly rest shows it when it has ended.
    const isNextOver = next !== null && next.endMs < nowMs;
    const dueMs = isNextOver ? next.endMs : thirdWeekEndMs(weekMs);
    if (nowMs < dueMs) return [];
    return [
      {
        rule: 'weekly_rest_compensation',
        paragraph: '561/2006 Art. 8(6b)',
        severity: null,
        startMs,
        endMs: dueMs,
        actualMs: 0,
        limitMs: owedMs,
      },
    ];
  });
}
