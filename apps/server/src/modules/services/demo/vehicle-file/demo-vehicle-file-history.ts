import type { VehicleType } from '@roadworthy/domain';
import { type DueDate, dayText, decideSchedule } from '../../../../engines/schedules/index.ts';
import type { ReportFinding } from '../vehicle-check/demo-vehicle-check-plan.ts';
import { DEFECTS, RECURRING, type Recurring, WORKSHOP } from './demo-vehicle-file-catalogue.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Records are kept at least so long: that is how far back the evaluation reaches. */
const HISTORY_DAYS = 457;
const CHECK_DAYS = 45;
/** A goods vehicle whose interval is shorter than that of its type. */
const STR_INTERVAL = '6w';
/** Dice that have nothing to do with those of the other history. */
const OTHER_DICE = 5000;

/** An activity of the evaluation. */
export interface PlannedActivity {
  readonly reference: string;
  readonly description: string;
  readonly status: string;
  readonly createdMs: number;
  readonly fulfilledMs: number | null;
  readonly createdBy: string;
  /** Activities of one record share it. */
  readonly record: object | null;
  /** What a driver check found: the record of the defect and its text. */
  readonly found?: { readonly record: object; readonly text: string };
  readonly isLatest: boolean;
}

/** What was or is scheduled. */
export interface PlannedSchedule {
  readonly scheduleTypeId: number;
  readonly interval: string;
  readonly due: DueDate;
  readonly createdBy: PlannedActivity;
  fulfilledBy: PlannedActivity | null;
}

/** Something of a vehicle that is to be kept. */
export interface Kept<T> {
  readonly vehicleId: number;
  readonly record: T;
}

export interface VehicleHistory {
  readonly activities: PlannedActivity[];
  readonly schedules: PlannedSchedule[];
  /** YYYY-MM-DD */
  readonly firstRegisteredDay: string;
}

/** What the history of a vehicle follows from. */
export interface HistoryVehicle {
  /** Its place in the fleet: the same number has the same history. */
  readonly number: number;
  readonly type: VehicleType;
  readonly driver: string;
  readonly manager: string;
}

/** Numbers from 0 to 1 that look thrown and are always the same (mulberry32). */
function dice(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const midnight = (timeMs: number) => Math.floor(timeMs / DAY_MS) * DAY_MS;

/** Days on which something was done, oldest first; the last one up to an interval ago, or a bit more. */
function daysDone(of: Recurring, throwDie: () => number, todayMs: number): number[] {
  // One in thirty is late.
  const sinceDays = throwDie() < 0.03 ? of.everyDays + 14 : throwDie() * of.everyDays;
  const days: number[] = [];
  for (let ago = Math.round(sinceDays); ago < HISTORY_DAYS; ) {
    days.unshift(midnight(todayMs - ago * DAY_MS));
    ago += Math.round(of.everyDays - throwDie() * 5);
  }
  return days.length > 0 ? days : [midnight(todayMs - Math.round(sinceDays) * DAY_MS)];
}

/** Does what activities do to their schedule, as the server does. */
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
  throwDie: () => number,
  nowMs: number,
): { activities: PlannedActivity[]; schedules: PlannedSchedule[] } {
  const isInspection = of.reference === 'SAFETY_INSPECTION';
  const isShort = isInspection && vehicle.type === 'STR';
  const interval = isShort ? STR_INTERVAL : of.interval;
  const schedule = new Schedule(of, interval);
  const activities: PlannedActivity[] = [];
  const add = (dayMs: number, status: string, isSuppressed: boolean) => {
    const createdMs = Math.min(dayMs + (8 + Math.floor(throwDie() * 9)) * HOUR_MS, nowMs);
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
  for (const dayMs of daysDone({ ...of, everyDays }, throwDie, nowMs)) {
    if (isInspection) {
      add(dayMs, throwDie() < 0.85 ? '12' : '11', false);
      continue;
    }
    const fails = of.reference === 'MOT' && throwDie() < 0.12;
    if (fails) add(dayMs - 4 * DAY_MS, 'Fail', true);
    add(dayMs, 'Pass', false);
  }
  return { activities, schedules: schedule.made };
}

/** A defect's life: reported, given to the workshop, then repaired and signed off within days; young ones are still open. */
function defect(
  vehicle: HistoryVehicle,
  { foundMs, text, by, isDangerous }: ReportFinding & { readonly isDangerous: boolean },
  throwDie: () => number,
  nowMs: number,
): PlannedActivity[] {
  const record = {};
  const steps = [
    [0, `357913941${isDangerous ? '_IS_VOR' : ''}`, by],
    [0.2 + throwDie(), `715827882${isDangerous ? '_IS_VOR' : ''}`, vehicle.manager],
    [1.3, `1431655764${isDangerous ? '_IS_VOR' : ''}`, vehicle.manager],
    [1.4 + throwDie() * 5, `1521134249${isDangerous ? '_IS_VOR' : ''}`, WORKSHOP],
    [6.5 + throwDie() * 2, '1610612734', vehicle.manager],
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

/** The lives of defects that reports of the vehicle check found; none of them is dangerous. */
export function foundByReports(
  vehicle: HistoryVehicle,
  found: readonly ReportFinding[],
  nowMs: number,
): PlannedActivity[] {
  const throwDie = dice(vehicle.number + OTHER_DICE);
  return found.flatMap((one) => defect(vehicle, { ...one, isDangerous: false }, throwDie, nowMs));
}

/** What the walkaround check of a day found: a defect that was reported on it. */
function foundOn(dayMs: number, defects: readonly PlannedActivity[]) {
  const defect = defects.find(({ createdMs }) => midnight(createdMs) === dayMs);
  return defect?.record == null
    ? undefined
    : { at: defect.createdMs, found: { record: defect.record, text: defect.description } };
}

/** Defects every few weeks, and the walkaround checks of the last working days. */
function findings(
  vehicle: HistoryVehicle,
  throwDie: () => number,
  nowMs: number,
): PlannedActivity[] {
  const activities: PlannedActivity[] = [];
  const reported: PlannedActivity[] = [];
  for (let ago = throwDie() * 40; ago < HISTORY_DAYS; ago += 20 + throwDie() * 60) {
    const reportedMs = midnight(nowMs - ago * DAY_MS) + Math.round((6 + throwDie() * 3) * HOUR_MS);
    const { text, isDangerous } = DEFECTS[Math.floor(throwDie() * DEFECTS.length)] as {
      text: string;
      isDangerous: boolean;
    };
    const found = { foundMs: reportedMs, text, by: vehicle.driver, isDangerous };
    const steps = defect(vehicle, found, throwDie, nowMs);
    activities.push(...steps);
    reported.push(...steps.slice(0, 1));
  }
  for (let ago = 0; ago < CHECK_DAYS; ago += 1) {
    const dayMs = midnight(nowMs - ago * DAY_MS);
    const isWeekend = [0, 6].includes(new Date(dayMs).getUTCDay());
    const found = foundOn(dayMs, reported);
    const createdMs = found?.at ?? dayMs + Math.round((5.5 + throwDie() * 2) * HOUR_MS);
    const isLeftOut = found === undefined && (isWeekend || throwDie() < 0.1);
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
 * Fifteen months of a vehicle's file by the rules of the trade: annual tests, inspections by their
 * interval, the other dates an operator keeps, defects with their life, walkaround checks.
 *
 * @param nowMs ms since 1970 UTC; the same day gives the same history
 */
export function vehicleHistory(vehicle: HistoryVehicle, nowMs: number): VehicleHistory {
  const throwDie = dice(vehicle.number + 1);
  const years = vehicle.type === 'STR' && vehicle.number % 10 === 0 ? 13 : 2 + throwDie() * 6;
  const history: VehicleHistory = {
    activities: [],
    schedules: [],
    firstRegisteredDay: dayText(nowMs - years * 365.25 * DAY_MS),
  };
  for (const of of RECURRING) {
    if (!of.types.includes(vehicle.type) || vehicle.number % of.oneIn !== 0) continue;
    const { activities, schedules } = recurring(vehicle, of, throwDie, nowMs);
    history.activities.push(...activities);
    history.schedules.push(...schedules);
  }
  history.activities.push(...findings(vehicle, throwDie, nowMs));
  return history;
}
