import { brakeCategoryOf, shortestDays, toApiDateTime } from '@roadworthy/domain';
import { type BrakeYear, brakeYear } from '../../../../engines/brake-tests/index.ts';
import {
  type InspectionInterval,
  inspectionInterval,
} from '../../../../engines/inspection-intervals/index.ts';
import { dayText } from '../../../../engines/schedules/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { type BrakeSettings, settingsOf } from '../settings/brake-tests-settings.repository.ts';
import type { BrakeVehicleRow } from './brake-tests-due.repository.ts';

const DAY_MS = 86_400_000;

/** What is due of a vehicle, by the engines. */
export interface BrakeDue {
  readonly row: BrakeVehicleRow;
  readonly category: ReturnType<typeof brakeCategoryOf>;
  readonly regime: NonNullable<BrakeVehicleRow['regime']>;
  readonly year: BrakeYear;
  readonly interval: InspectionInterval;
}

function dueOf(row: BrakeVehicleRow, { limits, useWeeks }: BrakeSettings, nowMs: number): BrakeDue {
  const category = brakeCategoryOf(row.type, row.kind, row.category);
  const regime = row.regime ?? 'roller';
  const days = row.schedule_interval === null ? 0 : shortestDays(row.schedule_interval);
  const interval = inspectionInterval(
    {
      category,
      registeredMs: row.registered_ms,
      licenceWeeks: row.licence_weeks,
      use: row.use,
      scheduleWeeks: days === 0 ? null : Math.max(1, Math.round(days / 7)),
      lastInspectedMs: row.last_inspected_ms,
      isOffRoad: row.is_off_road,
    },
    useWeeks,
    nowMs,
  );
  const tests = row.tests.map((test) => ({
    testedMs: test.tested_ms,
    method: test.method,
    result: test.result,
    countsAsLaden: test.is_laden,
    isAnnualTest: test.is_annual,
  }));
  const year = brakeYear(
    {
      category,
      regime,
      // A test from before the vehicle was entered proves that it was in the fleet.
      sinceMs: Math.min(row.created_ms, ...tests.map(({ testedMs }) => testedMs)),
      isOffRoad: row.is_off_road,
      tests,
      inspectionWeeks: interval.weeks,
      assessment: {
        isWritten: (row.assessment ?? '') !== '' && (row.assessed_by ?? '') !== '',
        reviewMs: row.review_on === null ? null : Date.parse(`${row.review_on}T00:00:00Z`),
      },
    },
    limits,
    nowMs,
  );
  return { row, category, regime, year, interval };
}

/** What is due of some vehicles, by the settings of their customers. */
export async function duesOf(
  trx: Transaction,
  rows: readonly BrakeVehicleRow[],
  nowMs: number,
): Promise<readonly BrakeDue[]> {
  const settings = new Map<number, BrakeSettings>();
  for (const { customer_id: customerId } of rows) {
    if (!settings.has(customerId)) settings.set(customerId, await settingsOf(trx, customerId));
  }
  return rows.flatMap((row) => {
    const own = settings.get(row.customer_id);
    return own === undefined ? [] : [dueOf(row, own, nowMs)];
  });
}

/** The last day before a moment, YYYY-MM-DD in UTC. */
const lastDayBefore = (endMs: number) => dayText(endMs - DAY_MS);

/** The due part of an answer. */
export function toDue({ year }: BrakeDue) {
  return {
    state: year.state,
    due_on: year.dueMs === null ? null : lastDayBefore(year.dueMs),
    last_tested_at: year.lastTestMs === null ? null : toApiDateTime(year.lastTestMs),
    counted: year.counted,
    required: year.required,
    statements: year.statements.map((statement) => ({
      ...statement,
      params: { ...statement.params },
    })),
  };
}

/** The inspection interval of an answer. */
export function toInterval({ interval }: BrakeDue) {
  const { due, reasons, state, weeks } = interval;
  return {
    weeks,
    reasons: reasons.map((reason) => ({ ...reason })),
    due:
      due === null
        ? null
        : {
            year: due.year,
            week: due.week,
            first_day: dayText(due.startMs),
            last_day: lastDayBefore(due.endMs),
          },
    state,
  };
}
