import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import { daysOf, type ZoneDay } from '@roadworthy/domain/time';
import { cutIntoDays, type TimesheetTrip } from '../../../engines/timesheets.ts';
import type { Range } from '../../../platform/range.ts';
import { driverOf } from '../../core/fleet/index.ts';
import type { TimesheetRow } from './timesheets.repository.ts';

/** The response of both timesheet calls. */
export type Timesheet = AnswerOf<typeof contract.timesheets.vehicleTimesheet>;
type Day = Timesheet['results'][number];

function toTimesheetTrip(row: TimesheetRow): TimesheetTrip {
  return {
    vehicleId: row.vehicle_id,
    driverId: row.driver_id,
    startMs: row.started_ms,
    endMs: row.ended_ms,
    inProgress: row.in_progress,
    drivingS: row.driving_s,
    idleS: row.idle_s,
    distanceM: row.distance_m,
    segments: row.segments ?? [],
  };
}

const textOrNull = (timeMs: number | null) => (timeMs === null ? null : toApiDateTime(timeMs));
/** The only element of a list, or null. */
const only = <T>(list: readonly T[]) => (list.length === 1 ? (list[0] as T) : null);

/** A day in the form of the API, without the subject. */
function toDay(day: ZoneDay, cut: ReturnType<typeof cutIntoDays>[number]) {
  return {
    date: day.date,
    week: day.week,
    first_start: textOrNull(cut.firstStartMs),
    last_stop: textOrNull(cut.lastStopMs),
    in_progress: cut.inProgress,
    driving_time: cut.drivingS,
    idle_time: cut.idleS,
    stopped_time: cut.stoppedS,
    distance: cut.distanceM,
    trips: cut.trips,
    breaks: cut.breaks.map(({ startMs, endMs }) => ({
      start: toApiDateTime(startMs),
      end: toApiDateTime(endMs),
    })),
  };
}

const TOTALLED = ['driving_time', 'idle_time', 'stopped_time', 'distance', 'trips'] as const;

/** Sums of the rounded values of the days, so that the column adds up. */
function totalsOf(days: readonly Day[]): Timesheet['totals'] {
  const totals = { driving_time: 0, idle_time: 0, stopped_time: 0, distance: 0, trips: 0 };
  for (const day of days) for (const field of TOTALLED) totals[field] += day[field];
  return totals;
}

/**
 * Reads the trips of a range and splits them by day.
 *
 * @param subject the constant part of each row: the requested vehicle or driver
 */
export async function timesheetOf(
  { start, end, timeZone }: Range,
  read: (dayStarts: Date[], end: Date) => Promise<TimesheetRow[]>,
  subject: Partial<Pick<Day, 'vehicle' | 'driver'>>,
): Promise<Timesheet> {
  const days = daysOf({ startMs: start.getTime(), endMs: end.getTime() }, timeZone);
  const rows = await read(
    days.map(({ startMs }) => new Date(startMs)),
    end,
  );
  const vehicles = new Map(
    rows.map((row) => [row.vehicle_id, { id: row.vehicle_id, registration: row.registration }]),
  );
  const drivers = new Map(rows.map((row) => [row.driver_id, driverOf(row)]));
  const cut = cutIntoDays(rows.map(toTimesheetTrip), days);
  const results = days.map((day, n): Day => {
    const found = cut[n] as (typeof cut)[number];
    return {
      ...toDay(day, found),
      vehicle: vehicles.get(only(found.vehicleIds) ?? 0) ?? null,
      driver: drivers.get(only(found.driverIds)) ?? null,
      ...subject,
    };
  });
  return { count: results.length, results, totals: totalsOf(results) };
}
