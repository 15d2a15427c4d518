import type {
  BrakeCategory,
  BrakeLimits,
  BrakeMethod,
  BrakeRegime,
  BrakeResult,
  BrakeState,
  BrakeStatementCode,
} from '@roadworthy/domain';
import { endOfIsoWeek } from '../inspection-intervals/iso-weeks.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const YEAR_WEEKS = 52;
/** Since then four laden tests a year are expected (Guide to maintaining roadworthiness, 5.3a). */
const RULE_SINCE_MS = Date.UTC(2025, 3, 1);

/** A brake assessment of the past. Times in ms since 1970 UTC. */
export interface PastTest {
  readonly testedMs: number;
  readonly method: BrakeMethod;
  readonly result: BrakeResult;
  readonly countsAsLaden: boolean;
  readonly isAnnualTest: boolean;
}

/** A vehicle and what is known of its brakes. */
export interface BrakeVehicle {
  readonly category: BrakeCategory;
  readonly regime: BrakeRegime;
  /** The vehicle is in the fleet since then. */
  readonly sinceMs: number;
  readonly isOffRoad: boolean;
  /** The newest tests of at least 13 months, in any sequence. */
  readonly tests: readonly PastTest[];
  /** Weeks between its safety inspections, for EBPMS: the values are reviewed before each one. */
  readonly inspectionWeeks: number;
  /** The risk assessment that replaces laden tests: whether it is written, and its review day. */
  readonly assessment: { readonly isWritten: boolean; readonly reviewMs: number | null };
}

/** One sentence of the statement, with the place in the guide where its rule is found. */
interface Statement {
  readonly code: BrakeStatementCode;
  readonly reference: string;
  readonly params: Readonly<Record<string, number>>;
}

/** A quarter of the last 52 weeks, the end exclusive. */
interface Quarter {
  readonly startMs: number;
  readonly endMs: number;
  readonly tests: number;
}

export interface BrakeYear {
  readonly state: BrakeState;
  /** The end of the ISO week in which the next is due, exclusive; null if none is due. */
  readonly dueMs: number | null;
  readonly lastTestMs: number | null;
  /** Tests that count in the last 52 weeks, and those required. */
  readonly counted: number;
  readonly required: number;
  readonly quarters: readonly Quarter[];
  readonly statements: readonly Statement[];
}

const LADEN = 'GMR 5.3a';
const BRAKES = 'GMR 5.3';
const EBPMS = 'GMR 5.4';
const OFF_ROAD = 'GMR 4';

/** Whether a test counts towards the year: laden on rollers; of a passenger vehicle also unladen. */
function counts(test: PastTest, category: BrakeCategory): boolean {
  if (test.countsAsLaden) return true;
  const isRoller = test.method === 'unladen_roller' || test.method === 'laden_roller';
  if (isRoller && test.isAnnualTest) return true;
  return category === 'psv' && isRoller && test.result !== 'incomplete';
}

function quartersOf(tests: readonly PastTest[], nowMs: number, count: number): Quarter[] {
  const lengthMs = (YEAR_WEEKS * WEEK_MS) / count;
  return Array.from({ length: count }, (_, n) => {
    const startMs = nowMs - (count - n) * lengthMs;
    const endMs = startMs + lengthMs;
    const isLast = n === count - 1;
    const within = tests.filter(
      ({ testedMs }) => testedMs >= startMs && (testedMs < endMs || (isLast && testedMs <= nowMs)),
    );
    return { startMs, endMs, tests: within.length };
  });
}

const say = (
  code: BrakeStatementCode,
  reference: string,
  params: Statement['params'] = {},
): Statement => ({ code, reference, params });

/** In order, due or overdue by the end of the due week. */
function stateBy(dueMs: number, nowMs: number, dueDays: number): BrakeState {
  if (nowMs >= dueMs) return 'overdue';
  return dueMs - nowMs <= dueDays * DAY_MS ? 'due' : 'in_order';
}

interface Outcome {
  readonly state: BrakeState;
  readonly dueMs: number | null;
  readonly statements: readonly Statement[];
}

/** Laden roller tests, spread evenly: the next is due in the ISO week a quarter of a year after the last. */
function rollerOutcome(
  vehicle: BrakeVehicle,
  counted: readonly PastTest[],
  quarters: readonly Quarter[],
  limits: BrakeLimits,
  nowMs: number,
): Outcome {
  const gapWeeks = Math.floor(YEAR_WEEKS / limits.tests_per_year);
  const startMs = Math.max(vehicle.sinceMs, RULE_SINCE_MS);
  const last = counted.at(-1);
  const dueMs = endOfIsoWeek((last?.testedMs ?? startMs) + gapWeeks * WEEK_MS);
  const state = stateBy(dueMs, nowMs, limits.due_days);
  const statements: Statement[] = [];
  if (last === undefined) statements.push(say('no_test', LADEN, { weeks: gapWeeks }));
  else if (state === 'overdue') statements.push(say('test_late', LADEN, { weeks: gapWeeks }));
  else statements.push(say('next_test', LADEN, { weeks: gapWeeks }));
  const required = requiredTests(vehicle, limits, nowMs);
  const inYear = counted.filter(({ testedMs }) => testedMs >= nowMs - YEAR_WEEKS * WEEK_MS);
  if (inYear.length < required)
    statements.push(say('too_few', LADEN, { counted: inYear.length, required }));
  const empty = quarters.filter(({ startMs: from, tests }) => tests === 0 && from >= startMs);
  if (empty.length > 0 && inYear.length >= required)
    statements.push(say('quarter_empty', LADEN, { quarters: empty.length }));
  const isWholeYear = nowMs - startMs >= YEAR_WEEKS * WEEK_MS;
  if (isWholeYear && !inYear.some(({ isAnnualTest }) => isAnnualTest))
    statements.push(say('annual_test_missing', LADEN));
  return { state, dueMs, statements };
}

/** EBPMS: a reviewed report belongs to each safety inspection. */
function ebpmsOutcome(vehicle: BrakeVehicle, limits: BrakeLimits, nowMs: number): Outcome {
  const reports = vehicle.tests.filter(
    ({ method, result }) => method === 'ebpms' && result !== 'incomplete',
  );
  const lastMs = Math.max(...reports.map(({ testedMs }) => testedMs), Number.NEGATIVE_INFINITY);
  const weeks = vehicle.inspectionWeeks;
  const fromMs = Number.isFinite(lastMs) ? lastMs : Math.max(vehicle.sinceMs, RULE_SINCE_MS);
  const dueMs = endOfIsoWeek(fromMs + weeks * WEEK_MS);
  const state = stateBy(dueMs, nowMs, limits.due_days);
  const isMissing = state === 'overdue' || !Number.isFinite(lastMs);
  return {
    state,
    dueMs,
    statements: [say(isMissing ? 'ebpms_missing' : 'ebpms_current', EBPMS, { weeks })],
  };
}

/** A risk assessment instead of laden tests: written, and reviewed in time. */
function assessmentOutcome(
  { assessment, sinceMs }: BrakeVehicle,
  limits: BrakeLimits,
  nowMs: number,
): Outcome {
  if (!assessment.isWritten) {
    return {
      state: 'overdue',
      dueMs: Math.max(sinceMs, RULE_SINCE_MS),
      statements: [say('assessment_missing', LADEN)],
    };
  }
  if (assessment.reviewMs === null) {
    return { state: 'in_order', dueMs: null, statements: [say('assessment_current', LADEN)] };
  }
  const dueMs = assessment.reviewMs + DAY_MS;
  const state = stateBy(dueMs, nowMs, limits.due_days);
  const code = state === 'overdue' ? 'assessment_expired' : 'assessment_current';
  return { state, dueMs, statements: [say(code, LADEN)] };
}

/** Tests required of the last 52 weeks: one for each full quarter in which the vehicle was in the fleet. */
export function requiredTests(
  { sinceMs }: Pick<BrakeVehicle, 'sinceMs'>,
  limits: BrakeLimits,
  nowMs: number,
): number {
  const weeks = (nowMs - Math.max(sinceMs, RULE_SINCE_MS)) / WEEK_MS;
  const quarters = Math.floor((weeks * limits.tests_per_year) / YEAR_WEEKS);
  return Math.max(0, Math.min(limits.tests_per_year, quarters));
}

/**
 * What is due of the brakes of a vehicle, by when and why (Guide to maintaining roadworthiness, 5.3a and
 * 5.4): laden roller tests spread evenly over the year, the annual test included; or EBPMS reports; or a
 * risk assessment. A vehicle off the road is tested before it returns. Light vehicles have no such rule.
 *
 * @param nowMs ms since 1970 UTC; due weeks are ISO weeks in UTC
 */
export function brakeYear(vehicle: BrakeVehicle, limits: BrakeLimits, nowMs: number): BrakeYear {
  const tests = vehicle.tests
    .filter(({ testedMs }) => testedMs <= nowMs)
    .toSorted((one, other) => one.testedMs - other.testedMs);
  const counted = tests.filter((test) => counts(test, vehicle.category));
  const quarters = quartersOf(counted, nowMs, limits.tests_per_year);
  const figures = {
    lastTestMs: tests.at(-1)?.testedMs ?? null,
    counted: quarters.reduce((sum, quarter) => sum + quarter.tests, 0),
    quarters,
  };
  if (vehicle.category === 'light') {
    const statements = [say('not_required', LADEN)];
    return { ...figures, state: 'not_required', dueMs: null, required: 0, statements };
  }
  const isRoller = vehicle.regime === 'roller';
  const required = isRoller ? requiredTests(vehicle, limits, nowMs) : 0;
  const outcome = isRoller
    ? rollerOutcome(vehicle, counted, quarters, limits, nowMs)
    : vehicle.regime === 'ebpms'
      ? ebpmsOutcome(vehicle, limits, nowMs)
      : assessmentOutcome(vehicle, limits, nowMs);
  const last = tests.findLast(({ result }) => result === 'below' || result === 'met');
  const isBelow = last?.result === 'below';
  const statements = [
    ...(vehicle.isOffRoad ? [say('off_road', OFF_ROAD)] : []),
    ...(isBelow ? [say('last_below', BRAKES)] : []),
    ...outcome.statements,
  ];
  const state = vehicle.isOffRoad ? 'paused' : isBelow ? 'overdue' : outcome.state;
  return { ...figures, state, dueMs: outcome.dueMs, required, statements };
}
