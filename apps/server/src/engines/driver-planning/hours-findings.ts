import type { HoursRule, PlanningCheck } from '@roadworthy/domain';
import {
  type Activity,
  analyseDriversHours,
  type DriversHours,
  type DriversHoursRules,
  type Infringement,
} from '../drivers-hours/index.ts';
import { finding, type PlanningFinding } from './finding.ts';
import {
  type PlannedShift,
  type PlanOfDriver,
  plannedAhead,
  recordSoFar,
} from './planned-activities.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** The first Monday after 1970-01-01, a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
/** A record that ends longer ago leaves out a day of work. */
const FRESH_MS = DAY_MS;
/** Time after the last shift that is free, so that its rests can be taken. */
const FREE_AFTER_MS = 2 * DAY_MS;
const DAILY_LIMIT_MS = 9 * HOUR_MS;
const REGULAR_REST_MS = 11 * HOUR_MS;
const REGULAR_WEEKLY_MS = 45 * HOUR_MS;
const AVERAGE_LIMIT_MS = 48 * HOUR_MS;
const REDUCED_ALLOWED = 3;

/** Rules of a calendar week: a shift that begins with the next week is none of it. */
const WEEKLY: ReadonlySet<HoursRule> = new Set([
  'weekly_driving',
  'fortnightly_driving',
  'working_time_week',
  'working_time_average',
]);

/** Rules of one weekly rest. */
const OF_WEEKLY_REST: ReadonlySet<HoursRule> = new Set([
  'weekly_rest_reduced_again',
  'weekly_rest_compensation',
]);

interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** The shift to which a finding belongs: the last one that begins within its time. */
function causeOf({ endMs, startMs }: Span, shifts: readonly PlannedShift[]) {
  return shifts.findLast((shift) => shift.startMs <= endMs && shift.endMs > startMs);
}

const keyOf = ({ actualMs, rule, startMs }: Infringement) => `${rule} ${startMs} ${actualMs}`;

/** When the analysis ends: after the week of the last shift, and after the rests that follow it. */
function horizonOf(shifts: readonly PlannedShift[], nowMs: number): number {
  const lastMs = shifts.reduce((most, { endMs }) => Math.max(most, endMs), nowMs);
  const weekEndMs =
    (Math.floor((lastMs - 1 - FIRST_MONDAY_MS) / WEEK_MS) + 1) * WEEK_MS + FIRST_MONDAY_MS;
  return Math.max(weekEndMs, lastMs + FREE_AFTER_MS);
}

/**
 * Checks the shifts of a driver that have not ended against the hours rules, on the driver's record with the
 * plan behind it. An infringement that the record already contains is not one of the plan.
 *
 * @param rules the rules under which the driver works; those of Great Britain have no rests
 * @returns findings by id of the shift; a shift without any has an empty list
 */
export function checkHours(
  plan: PlanOfDriver,
  rules: DriversHoursRules,
  nowMs: number,
): ReadonlyMap<number, readonly PlanningFinding[]> {
  const ahead = plan.shifts.filter(({ endMs }) => endMs > nowMs);
  const found = new Map<number, PlanningFinding[]>(ahead.map(({ id }) => [id, []]));
  if (ahead.length === 0) return found;
  const add = (shift: PlannedShift | undefined, one: PlanningFinding) => {
    const own = shift === undefined ? undefined : found.get(shift.id);
    if (own === undefined) return;
    // Two rests around one shift can break the same rule: the farther one is said.
    const same = own.findIndex(({ check, level }) => check === one.check && level === one.level);
    if (same < 0) own.push(one);
    else if (distanceMs(one) > distanceMs(own[same])) own[same] = one;
  };
  const untilMs = horizonOf(ahead, nowMs);
  const past = recordSoFar(plan, nowMs);
  const before = new Set(
    analyseDriversHours(past, rules, untilMs, plan.leave).infringements.map(keyOf),
  );
  const planned: readonly Activity[] = plannedAhead(plan, nowMs);
  const hours = analyseDriversHours([...past, ...planned], rules, untilMs, plan.leave);
  const spare = spareRests(hours);
  for (const one of hours.infringements) {
    if (one.endMs <= nowMs || before.has(keyOf(one))) continue;
    if (OF_WEEKLY_REST.has(one.rule) && spare.has(one.startMs)) continue;
    const { actualMs, limitMs, paragraph, rule } = one;
    const at = WEEKLY.has(rule) ? { ...one, endMs: one.endMs - 1 } : one;
    add(causeOf(at, ahead), finding(rule, 'breaks', { actualMs, limitMs, paragraph }));
  }
  for (const { at, found: one } of rules.regime === 'eu' ? attention(hours, nowMs) : []) {
    add(causeOf(at, ahead), one);
  }
  for (const shift of ahead) {
    for (const one of missing(plan, shift, nowMs)) add(shift, one);
  }
  for (const { at, found: one } of rules.regime === 'eu' ? withoutAverage(hours) : []) {
    add(causeOf(at, ahead), one);
  }
  return found;
}

const distanceMs = (one: PlanningFinding | undefined) =>
  Math.abs((one?.actualMs ?? 0) - (one?.limitMs ?? 0));

/**
 * The starts of reduced weekly rests of weeks that also have a regular one: a free day in between, which the
 * driver need not count as the weekly rest (article 8.9).
 */
function spareRests({ weeklyRests }: DriversHours): ReadonlySet<number> {
  const kept = new Set(
    weeklyRests.filter(({ kind }) => kind === 'regular').map(({ weekMs }) => weekMs),
  );
  return new Set(
    weeklyRests
      .filter(({ kind, weekMs }) => kind === 'reduced' && kept.has(weekMs))
      .map(({ startMs }) => startMs),
  );
}

/** What the rules allow only a few times, or what has to be made good later. */
function attention(hours: DriversHours, nowMs: number) {
  const { days, weeklyRests } = hours;
  const spare = spareRests(hours);
  const result: { readonly at: Span; readonly found: PlanningFinding }[] = [];
  const add = (at: Span, check: PlanningCheck, facts: Parameters<typeof finding>[2]) =>
    result.push({ at, found: finding(check, 'warns', facts) });
  let reduced = 0;
  for (const { drivingMs, endMs, kind, limitMs, restMs, startMs } of days) {
    if (kind === 'reduced') reduced += 1;
    if (kind === 'reduced' && startMs + DAY_MS > nowMs) {
      add({ startMs, endMs: startMs + DAY_MS }, 'reduced_rest', {
        actualMs: restMs,
        limitMs: REGULAR_REST_MS,
        paragraph: '561/2006 Art. 8(4)',
        detail: `${reduced}/${REDUCED_ALLOWED}`,
      });
    }
    if (kind === 'weekly') reduced = 0;
    if (drivingMs > DAILY_LIMIT_MS && drivingMs <= limitMs && endMs > nowMs) {
      add({ startMs, endMs }, 'extended_driving', {
        actualMs: drivingMs,
        limitMs: DAILY_LIMIT_MS,
        paragraph: '561/2006 Art. 6(1)',
      });
    }
  }
  for (const { compensateByMs, endMs, kind, restMs, startMs } of weeklyRests) {
    if (kind !== 'reduced' || compensateByMs === null || endMs <= nowMs) continue;
    if (spare.has(startMs)) continue;
    add({ startMs, endMs }, 'weekly_rest_reduced', {
      actualMs: restMs,
      limitMs: REGULAR_WEEKLY_MS,
      atMs: compensateByMs,
      paragraph: '561/2006 Art. 8(6)',
    });
  }
  return result;
}

/** What cannot be checked of a shift, with what is missing. */
function missing(
  { knownUntilMs }: PlanOfDriver,
  { drivingMs }: PlannedShift,
  nowMs: number,
): PlanningFinding[] {
  const result: PlanningFinding[] = [];
  if (knownUntilMs === null) result.push(finding('no_record', 'unknown'));
  else if (knownUntilMs < nowMs - FRESH_MS) {
    result.push(finding('record_ends', 'unknown', { atMs: knownUntilMs }));
  }
  if (drivingMs === null) result.push(finding('no_planned_driving', 'unknown'));
  return result;
}

/** Weeks of more work than the average allows, without the weeks before them that the average needs. */
function withoutAverage({ weeks }: DriversHours) {
  return weeks
    .filter(({ averageMs, workingMs }) => averageMs === null && workingMs > AVERAGE_LIMIT_MS)
    .map(({ startMs, workingMs }) => ({
      // Without its last moment, so that the first shift of the next week is none of this one.
      at: { startMs, endMs: startMs + WEEK_MS - 1 },
      found: finding('average_not_full', 'unknown', {
        actualMs: workingMs,
        limitMs: AVERAGE_LIMIT_MS,
        paragraph: '2002/15 Art. 4(a)',
      }),
    }));
}
