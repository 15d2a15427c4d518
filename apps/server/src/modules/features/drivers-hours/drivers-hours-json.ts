import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDate, toApiDateTime } from '@roadworthy/domain';
import type { DriversHours } from '../../../engines/drivers-hours/index.ts';
import type { StoredActivity } from './drivers-hours.repository.ts';
import type { InfringementRow } from './infringements/drivers-hours-infringements.repository.ts';

type Calls = typeof contract.driversHours;
type Hours = AnswerOf<Calls['driver']>;

const seconds = (ms: number) => Math.round(ms / 1000);
const time = toApiDateTime;
const timeOrNull = (ms: number | null) => (ms === null ? null : time(ms));

export function toRemaining(remaining: DriversHours['remaining']): Hours['remaining'] {
  if (remaining === null) return null;
  return {
    driving: seconds(remaining.drivingMs),
    until_break: seconds(remaining.untilBreakMs),
    break_needed: seconds(remaining.breakNeededMs),
    today: seconds(remaining.todayMs),
    week: seconds(remaining.weekMs),
    fortnight: seconds(remaining.fortnightMs),
    extensions_left: remaining.extensionsLeft,
    reduced_rests_left: remaining.reducedRestsLeft,
    rest_by: timeOrNull(remaining.restByMs),
    weekly_rest_by: time(remaining.weeklyRestByMs),
  };
}

export function toActivity(one: StoredActivity): Hours['activities'][number] {
  return {
    id: one.id,
    kind: one.kind,
    start: time(one.startMs),
    end: time(one.endMs),
    source: one.source,
    is_crew: one.isCrew,
    is_ferry: one.isFerry,
    is_out_of_scope: one.isOutOfScope,
    note: one.note,
  };
}

export function toInfringement(row: InfringementRow): AnswerOf<Calls['debrief']> {
  return {
    id: row.id,
    driver: { id: row.driver_id, first_name: row.first_name, surname: row.surname },
    rule: row.rule,
    paragraph: row.paragraph,
    severity: row.severity,
    start: time(row.start_ms),
    end: time(row.end_ms),
    actual: row.actual_s,
    limit: row.limit_s,
    state: row.state,
    note: row.note,
    debriefed_by: row.debriefed_by,
    debriefed_at: timeOrNull(row.debriefed_ms),
    signed_by: row.signed_by,
    signed_at: timeOrNull(row.signed_ms),
    is_own_signature: row.is_own_signature,
    driver_comment: row.driver_comment,
    is_outdated: row.is_outdated,
    version: row.version,
  };
}

/** The days, weeks and weekly rests of an analysis that overlap a range. */
export function toFigures(
  { days, weeklyRests, weeks }: DriversHours,
  range: { readonly startMs: number; readonly endMs: number },
): Pick<Hours, 'days' | 'weeks' | 'weekly_rests'> {
  const isShown = (startMs: number, endMs: number) =>
    startMs < range.endMs && endMs > range.startMs;
  const WEEK_MS = 7 * 24 * 3_600_000;
  return {
    days: days
      .filter((day) => isShown(day.startMs, day.endMs))
      .map((day) => ({
        start: time(day.startMs),
        end: time(day.endMs),
        driving: seconds(day.drivingMs),
        limit: seconds(day.limitMs),
        rest: day.kind,
        rest_time: seconds(day.restMs),
      })),
    weeks: weeks
      .filter((week) => isShown(week.startMs, week.startMs + WEEK_MS))
      .map((week) => ({
        start: toApiDate(week.startMs, 'UTC'),
        driving: seconds(week.drivingMs),
        fortnight: seconds(week.fortnightMs),
        working: seconds(week.workingMs),
        leave: seconds(week.leaveMs),
        average: week.averageMs === null ? null : seconds(week.averageMs),
      })),
    weekly_rests: weeklyRests
      .filter((rest) => isShown(rest.startMs, rest.endMs))
      .map((rest) => ({
        start: time(rest.startMs),
        end: time(rest.endMs),
        kind: rest.kind,
        rest_time: seconds(rest.restMs),
        owed: seconds(rest.owedMs),
        compensate_by: timeOrNull(rest.compensateByMs),
        compensated: timeOrNull(rest.compensatedMs),
      })),
  };
}
