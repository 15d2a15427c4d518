import type { VehicleType } from '@roadworthy/domain';
import { type DueDate, dayText, decideSchedule } from '../../../../engines/schedules/index.ts';
import type { ReportFinding } from '../vehicle-check/demo-vehicle-check-plan.ts';
import { DEFECTS, RECURRING, type Recurring, WORKSHOP } from './demo-vehicle-file-catalogue.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The minimum retention period of records, so the demo history covers it. */
const HISTORY_DAYS = 457;
const CHECK_DAYS = 45;
/** Safety inspections of goods vehicles have a shorter interval than their schedule type. */
const STR_INTERVAL = '6w';
/** What recurs for a trailer. */
const TRAILER_DATES: ReadonlySet<string> = new Set(['MOT', 'SAFETY_INSPECTION']);
/** Offset of the seed, for numbers independent of the other history. */
const OTHER_SEED = 5000;

/** An activity to insert. */
export interface PlannedActivity {
  readonly reference: string;
  readonly description: string;
  readonly status: string;
  readonly createdMs: number;
  readonly fulfilledMs: number | null;
  readonly createdBy: string;
  /** Identifies the record; its activities share the object. */
  readonly record: object | null;
  /** The finding of a driver check: the defect's record and text. */
  readonly found?: { readonly record: object; readonly text: string };
  readonly isLatest: boolean;
}

/** A past or open schedule to insert. */
export interface PlannedSchedule {
  readonly scheduleTypeId: number;
  readonly interval: string;
  readonly due: DueDate;
  readonly createdBy: PlannedActivity;
  fulfilledBy: PlannedActivity | null;
}

/** An activity or schedule of a vehicle to insert. */
export interface OfVehicle<T> {
  readonly vehicleId: number;
  readonly record: T;
}

export interface VehicleHistory {
  readonly activities: PlannedActivity[];
  readonly schedules: PlannedSchedule[];
  /** YYYY-MM-DD */
  readonly firstRegisteredDay: string;
}

/** Data that determine the history of a vehicle. */
export interface HistoryVehicle {
  /** Its place in the fleet, used as the seed: the same number gives the same history. */
  readonly number: number;
  readonly type: VehicleType;
  readonly driver: string;
  readonly manager: string;
  /** Has only annual tests and inspections. */
  readonly isTrailer?: boolean;
}

/** A reproducible generator of pseudo-random numbers from 0 to 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const midnight = (timeMs: number) => Math.floor(timeMs / DAY_MS) * DAY_MS;

/**
 * Days of a recurring activity, oldest first; the last one at most an interval ago, or a little
 * more.
 */
function daysDone(of: Recurring, random: () => number, todayMs: number): number[] {
  // One in thirty is late.
  const sinceDays = random() < 0.03 ? of.everyDays + 14 : random() * of.everyDays;
  const days: number[] = [];
  for (let ago = Math.round(sinceDays); ago < HISTORY_DAYS; ) {
    days.unshift(midnight(todayMs - ago * DAY_MS));
    ago += Math.round(of.everyDays - random() * 5);
  }
  return days.length > 0 ? days : [midnight(todayMs - Math.round(sinceDays) * DAY_MS)];
}

/** Applies activities to their schedule, as the server does. */
class Schedule {
  readonly made: PlannedSchedule[] = [];

  constructor(
    private readonly of: Recurring,
    private readonly interval: string,
  ) {}

  take(activity: PlannedActivity, isSuppressed: boolean): void {
    const last = this.made.at(-1);
    const open = last === undefined || last.fulfilledBy !== null ? null : last;
    const { scheduleTypeId, window } = this.of;
    const decision = decideSchedule({
      fulfilledMs: activity.fulfilledMs ?? activity.createdMs,
      interval: this.interval,
      window,
      isSuppressed,
      fulfils: true,
      creates: true,
      open: open === null ? null : { id: 1, dueMs: open.due.dueMs },
    });
    if (decision.fulfilled !== null && open !== null) open.fulfilledBy = activity;
    if (decision.next === null) return;
    this.made.push({
      scheduleTypeId,
      interval: this.interval,
      due: decision.next,
      createdBy: activity,
      fulfilledBy: null,
    });
  }
}

function recurring(
  vehicle: HistoryVehicle,
  of: Recurring,
  random: () => number,
  nowMs: number,
): { activities: PlannedActivity[]; schedules: PlannedSchedule[] } {
  const isInspection = of.reference === 'SAFETY_INSPECTION';
  const isShort = isInspection && vehicle.type === 'STR';
  const interval = isShort ? STR_INTERVAL : of.interval;
  const schedule = new Schedule(of, interval);
  const activities: PlannedActivity[] = [];
  const add = (dayMs: number, status: string, isSuppressed: boolean) => {
    const createdMs = Math.min(dayMs + (8 + Math.floor(random() * 9)) * HOUR_MS, nowMs);
    const activity = {
      reference: of.reference,
      description: of.description,
      status,
      createdMs,
      fulfilledMs: dayMs,
      createdBy: isInspection || of.reference === 'SERVICE' ? WORKSHOP : vehicle.manager,
      record: isInspection ? {} : null,
      isLatest: true,
    };
    activities.push(activity);
    schedule.take(activity, isSuppressed);
  };
  const everyDays = isShort ? 40 : of.everyDays;
  for (const dayMs of daysDone({ ...of, everyDays }, random, nowMs)) {
    if (isInspection) {
      add(dayMs, random() < 0.85 ? '12' : '11', false);
      continue;
    }
    const fails = of.reference === 'MOT' && random() < 0.12;
    if (fails) add(dayMs - 4 * DAY_MS, 'Fail', true);
    add(dayMs, 'Pass', false);
  }
  return { activities, schedules: schedule.made };
}

/**
 * The steps of a defect: reported, assigned, repaired and signed off within days; recent ones are
 * still open.
 */
function defect(
  vehicle: HistoryVehicle,
  { foundMs, text, by, isDangerous }: ReportFinding & { readonly isDangerous: boolean },
  random: () => number,
  nowMs: number,
): PlannedActivity[] {
  const record = {};
  const steps = [
    [0, `357913941${isDangerous ? '_IS_VOR' : ''}`, by],
    [0.2 + random(), `715827882${isDangerous ? '_IS_VOR' : ''}`, vehicle.manager],
    [1.3, `1431655764${isDangerous ? '_IS_VOR' : ''}`, vehicle.manager],
    [1.4 + random() * 5, `1521134249${isDangerous ? '_IS_VOR' : ''}`, WORKSHOP],
    [6.5 + random() * 2, '1610612734', vehicle.manager],
  ] as const;
  const happened = steps
    .map(([afterDays, status, createdBy]) => ({
      status,
      createdBy,
      createdMs: foundMs + Math.round(afterDays * DAY_MS),
    }))
    .filter(({ createdMs }) => createdMs <= nowMs);
  return happened.map((step, n) => ({
    ...step,
    reference: 'DEFECT',
    description: text,
    fulfilledMs: null,
    record,
    isLatest: n === happened.length - 1,
  }));
}

/** The steps of defects that reports of the vehicle check found; none of them is dangerous. */
export function foundByReports(
  vehicle: HistoryVehicle,
  found: readonly ReportFinding[],
  nowMs: number,
): PlannedActivity[] {
  const random = randomNumbers(vehicle.number + OTHER_SEED);
  return found.flatMap((one) => defect(vehicle, { ...one, isDangerous: false }, random, nowMs));
}

/** The finding of a day's walkaround check: a defect that was reported that day. */
function foundOn(dayMs: number, defects: readonly PlannedActivity[]) {
  const defect = defects.find(({ createdMs }) => midnight(createdMs) === dayMs);
  return defect?.record == null
    ? undefined
    : { at: defect.createdMs, found: { record: defect.record, text: defect.description } };
}

/** Defects every few weeks, and the walkaround checks of the last working days. */
function findings(vehicle: HistoryVehicle, random: () => number, nowMs: number): PlannedActivity[] {
  const activities: PlannedActivity[] = [];
  const reported: PlannedActivity[] = [];
  for (let ago = random() * 40; ago < HISTORY_DAYS; ago += 20 + random() * 60) {
    const reportedMs = midnight(nowMs - ago * DAY_MS) + Math.round((6 + random() * 3) * HOUR_MS);
    const { text, isDangerous } = DEFECTS[Math.floor(random() * DEFECTS.length)] as {
      text: string;
      isDangerous: boolean;
    };
    const found = { foundMs: reportedMs, text, by: vehicle.driver, isDangerous };
    const steps = defect(vehicle, found, random, nowMs);
    activities.push(...steps);
    reported.push(...steps.slice(0, 1));
  }
  for (let ago = 0; ago < CHECK_DAYS; ago += 1) {
    const dayMs = midnight(nowMs - ago * DAY_MS);
    const isWeekend = [0, 6].includes(new Date(dayMs).getUTCDay());
    const found = foundOn(dayMs, reported);
    const createdMs = found?.at ?? dayMs + Math.round((5.5 + random() * 2) * HOUR_MS);
    const isLeftOut = found === undefined && (isWeekend || random() < 0.1);
    if (createdMs > nowMs || isLeftOut) continue;
    activities.push({
      reference: 'DRIVER_CHECK',
      description: 'Walkaround check',
      status: found === undefined ? 'Nil defects' : 'Defect reported',
      createdMs,
      fulfilledMs: null,
      createdBy: vehicle.driver,
      record: {},
      ...(found === undefined ? {} : { found: found.found }),
      isLatest: true,
    });
  }
  return activities;
}

/**
 * Fifteen months of a vehicle's file, by the usual rules: annual tests, inspections by interval,
 * the other dates that an operator keeps, defects with their steps, walkaround checks.
 *
 * @param nowMs ms since 1970 UTC; the same day gives the same history
 */
export function vehicleHistory(vehicle: HistoryVehicle, nowMs: number): VehicleHistory {
  const random = randomNumbers(vehicle.number + 1);
  const years = vehicle.type === 'STR' && vehicle.number % 10 === 0 ? 13 : 2 + random() * 6;
  const history: VehicleHistory = {
    activities: [],
    schedules: [],
    firstRegisteredDay: dayText(nowMs - years * 365.25 * DAY_MS),
  };
  for (const of of RECURRING) {
    if (!of.types.includes(vehicle.type) || vehicle.number % of.oneIn !== 0) continue;
    if (vehicle.isTrailer === true && !TRAILER_DATES.has(of.reference)) continue;
    const { activities, schedules } = recurring(vehicle, of, random, nowMs);
    history.activities.push(...activities);
    history.schedules.push(...schedules);
  }
  if (vehicle.isTrailer !== true) history.activities.push(...findings(vehicle, random, nowMs));
  return history;
}
