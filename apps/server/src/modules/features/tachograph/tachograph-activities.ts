import type { CardFile } from '@roadworthy/protocols';
import type { CardActivity } from '../drivers-hours/index.ts';
import { cardDays } from './tachograph-card-days.ts';
import { specificConditions } from './tachograph-card-records.ts';

const MINUTE_MS = 60_000;
const DAY_MIN = 24 * 60;

const KINDS = {
  rest: 'rest',
  available: 'availability',
  work: 'work',
  drive: 'driving',
} as const;

interface Condition {
  readonly timeMs: number;
  readonly type: string;
}

/** The specific conditions of a card, in sequence of time. */
function conditionsOf(file: CardFile): readonly Condition[] {
  return specificConditions(file).flatMap(({ time, type }) =>
    time === null ? [] : [{ timeMs: Date.parse(time), type }],
  );
}

/** Whether a condition has begun and not ended at a time. */
function isOn(conditions: readonly Condition[], name: string, timeMs: number): boolean {
  const last = conditions.findLast(
    (one) => one.timeMs <= timeMs && (one.type === `${name}_begin` || one.type === `${name}_end`),
  );
  return last?.type === `${name}_begin`;
}

/**
 * The activities on a driver card, in sequence of time. Time without the card that was not entered by
 * hand is left out, and so is the last activity, whose end is not known.
 */
export function cardActivities(file: CardFile): readonly CardActivity[] {
  const days = cardDays(file);
  const conditions = conditionsOf(file);
  const activities: CardActivity[] = [];
  for (const [index, { changes, date }] of days.entries()) {
    if (date === null) continue;
    const dayMs = Date.parse(date);
    const isLastDay = index === days.length - 1;
    const sorted = [...changes].sort((one, other) => one.minute - other.minute);
    for (const [at, change] of sorted.entries()) {
      const endMin = sorted[at + 1]?.minute ?? (isLastDay ? change.minute : DAY_MIN);
      const isKnown = change.cardInserted || change.crew;
      if (!isKnown || endMin <= change.minute) continue;
      const startMs = dayMs + change.minute * MINUTE_MS;
      activities.push({
        kind: KINDS[change.activity],
        startMs,
        endMs: dayMs + endMin * MINUTE_MS,
        isCrew: change.cardInserted && change.crew,
        isFerry: isOn(conditions, 'ferry_train', startMs),
        isOutOfScope: isOn(conditions, 'out_of_scope', startMs),
      });
    }
  }
  return activities.sort((one, other) => one.startMs - other.startMs);
}
