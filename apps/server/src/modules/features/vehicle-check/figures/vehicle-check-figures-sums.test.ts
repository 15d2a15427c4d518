import { expect, it } from 'vitest';
import { figuresOf, NOTHING } from './vehicle-check-figures-sums.ts';

const STANDING = {
  vehicles: 5,
  off_road: 1,
  checked: 2,
  missing: 3,
  open_damages: 3,
  defects_open: 4,
  defects_overdue: 1,
};
const day = (date: string, of: object = {}) => ({
  day: date,
  ...NOTHING,
  ...of,
});
const RANGE = { start: '2026-01-01', end: '2026-01-03' };

it('[R-071] [R-072] turns sums of days of several depots into rates and a trend without gaps', () => {
  const figures = figuresOf(
    [
      day('2026-01-01', { done: 3, unchecked: 1, checks: 4, nil: 3, short: 1, drv: 4 }),
      day('2026-01-01', { done: 1, checks: 1, nil: 0, std: 1 }),
      day('2026-01-03', { unchecked: 3, aud: 2, gtc: 5, hnd: 1 }),
    ],
    RANGE,
    STANDING,
  );
  expect(figures).toMatchObject({
    due: 8,
    done: 4,
    done_rate: 0.5,
    nil_defect_rate: 0.6,
    short_checks: 1,
    defects_open: 4,
    defects_overdue: 1,
    open_damages: 3,
    reports: { STD: 1, AUD: 2, HND: 1, DRV: 4, GTC: 5 },
  });
  expect(figures.trend).toEqual([
    { day: '2026-01-01', due: 5, done: 4, checks: 5, nil: 3, short: 1 },
    { day: '2026-01-02', due: 0, done: 0, checks: 0, nil: 0, short: 0 },
    { day: '2026-01-03', due: 3, done: 0, checks: 0, nil: 0, short: 0 },
  ]);
});

it('[R-072] returns no rate without data', () => {
  expect(figuresOf([], RANGE, { ...STANDING, missing: 0 })).toMatchObject({
    done_rate: null,
    nil_defect_rate: null,
  });
});
