import type { DayRow, StandingRow } from './vehicle-check-figures.repository.ts';
import { type DayRange, daysOfRange } from './vehicle-check-figures-range.ts';

/** Sums of whole days, additive over days and depots. */
export const NOTHING = {
  done: 0,
  unchecked: 0,
  checks: 0,
  nil: 0,
  short: 0,
  std: 0,
  aud: 0,
  hnd: 0,
  drv: 0,
  gtc: 0,
};
type Sums = typeof NOTHING;
const NAMES = Object.keys(NOTHING) as (keyof Sums)[];

function added(rows: readonly Readonly<Sums>[]): Sums {
  const sums = { ...NOTHING };
  for (const row of rows) for (const name of NAMES) sums[name] += row[name];
  return sums;
}

/** A share from 0 to 1; null if the total is zero. */
const share = (part: number, whole: number) => (whole === 0 ? null : Math.min(1, part / whole));

/**
 * The figures of a range: totals, and a trend with every day.
 *
 * @param rows of its days, of one depot or several
 */
export function figuresOf(rows: readonly DayRow[], range: DayRange, standing: StandingRow) {
  const trend = daysOfRange(range).map((day) => {
    const ofDay = rows.filter((row) => row.day === day);
    const { done, unchecked, checks, nil, short } = added(ofDay);
    // Use the live count for the last day, so that the tile of missing checks matches the trend.
    const missing = day === range.end ? standing.missing : unchecked;
    return { day, due: done + missing, done, checks, nil, short };
  });
  const sum = added(rows);
  const due = trend.reduce((total, one) => total + one.due, 0);
  return {
    start_date: range.start,
    end_date: range.end,
    due,
    done: sum.done,
    done_rate: share(sum.done, due),
    nil_defect_rate: share(sum.nil, sum.checks),
    short_checks: sum.short,
    defects_open: standing.defects_open,
    defects_overdue: standing.defects_overdue,
    open_damages: standing.open_damages,
    trend,
    reports: { STD: sum.std, AUD: sum.aud, HND: sum.hnd, DRV: sum.drv, GTC: sum.gtc },
  };
}
