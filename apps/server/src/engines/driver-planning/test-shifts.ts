import type { DriversHoursRules } from '../drivers-hours/index.ts';
import { clock, MONDAY_MS, plan, RULES } from '../drivers-hours/test-plan.ts';
import { checkHours, type PlannedShift } from './index.ts';

const HOUR_MS = 3_600_000;
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The time of `Mon 06:30`, `Mon+1 06:30` a week later, in UTC. */
export function at(text: string): number {
  const [, name = '', weeks = '0', hours = '0', minutes = '0'] =
    /^(\w{3})(?:\+(\d+))? (\d+):(\d+)$/.exec(text) ?? [];
  const day = DAYS.indexOf(name) + 7 * Number(weeks);
  return MONDAY_MS + (day * 24 + Number(hours) + Number(minutes) / 60) * HOUR_MS;
}

/** Shifts from `Mon 06:00 12 d9`: day and time, length in hours, driving in hours; without driving `d-`. */
export function shifts(...texts: readonly string[]): PlannedShift[] {
  return texts.map((text, index) => {
    const [, start = '', length = '0', driving = '-'] =
      /^(\w{3}(?:\+\d+)? \d+:\d+) ([\d.]+) d([\d.]+|-)$/.exec(text) ?? [];
    const startMs = at(start);
    return {
      id: index + 1,
      startMs,
      endMs: startMs + Number(length) * HOUR_MS,
      drivingMs: driving === '-' ? null : Number(driving) * HOUR_MS,
    };
  });
}

/** A record of work as in `plan`, from a day and time on. */
export interface TestRecord {
  readonly text: string;
  readonly from: string;
}

/**
 * What a check finds: `2 breaks daily_rest 8:00/9:00` for the second shift. By default the record ends when
 * it is checked, on Sunday before the first shift.
 */
export function checked(
  planned: readonly string[],
  {
    record = null,
    now = 'Mon 00:00',
    rules = {},
  }: {
    readonly record?: TestRecord | null;
    readonly now?: string;
    readonly rules?: Partial<DriversHoursRules>;
  } = {},
): string {
  const nowMs = at(now);
  const activities = record === null ? [] : plan(record.text, at(record.from));
  const found = checkHours(
    {
      record: activities,
      knownUntilMs: activities.at(-1)?.endMs ?? nowMs,
      shifts: shifts(...planned),
    },
    { ...RULES, ...rules },
    nowMs,
  );
  return [...found]
    .flatMap(([id, findings]) =>
      findings.map(({ actualMs, check, detail, level, limitMs }) =>
        [
          id,
          level,
          check,
          ...(actualMs === null ? [] : [`${clock(actualMs)}/${clock(limitMs ?? 0)}`]),
          ...(detail === '' ? [] : [detail]),
        ].join(' '),
      ),
    )
    .join(', ');
}
