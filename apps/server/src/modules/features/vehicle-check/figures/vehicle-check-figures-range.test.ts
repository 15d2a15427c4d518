import { describe, expect, it } from 'vitest';
import { dayAfter, daysAsked, daysOfRange, daysTo } from './vehicle-check-figures-range.ts';

/** An evening in UTC that is already the next day in London (UTC+1). */
const EVENING = Date.parse('2026-06-30T23:30:00Z');

describe('Days of figures', () => {
  it('[R-070] [R-071] are the 28 up to a day, or up to today in London', () => {
    expect(daysTo('2026-03-28', EVENING)).toEqual({ start: '2026-03-01', end: '2026-03-28' });
    expect(daysTo(undefined, EVENING)).toEqual({ start: '2026-06-04', end: '2026-07-01' });
  });

  it('[R-072] are the requested days, or 28 if an end is missing', () => {
    const asked = (start_date?: string, end_date?: string) =>
      daysAsked({ start_date, end_date }, EVENING);
    expect(asked('2026-01-01', '2026-01-03')).toEqual({ start: '2026-01-01', end: '2026-01-03' });
    expect(asked('2026-01-01')).toEqual({ start: '2026-01-01', end: '2026-01-28' });
    expect(asked(undefined, '2026-01-28')).toEqual({ start: '2026-01-01', end: '2026-01-28' });
    expect(asked()).toEqual({ start: '2026-06-04', end: '2026-07-01' });
  });

  it.each([
    ['2026-01-02', '2026-01-01'],
    ['2026-01-01', '2026-04-03'],
    ['0000-01-01', '0000-01-02'],
    ['9999-01-01', '9999-01-02'],
  ])('[R-072] from %s to %s are refused', (start_date, end_date) => {
    expect(() => daysAsked({ start_date, end_date }, EVENING)).toThrow();
  });

  it('are each listed once, across clock changes too', () => {
    expect(daysOfRange({ start: '2026-03-28', end: '2026-03-30' })).toEqual([
      '2026-03-28',
      '2026-03-29',
      '2026-03-30',
    ]);
    expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28');
  });
});
