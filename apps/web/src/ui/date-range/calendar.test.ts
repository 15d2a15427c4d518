import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  addMonths,
  countDays,
  formatDay,
  momentsOf,
  parseDay,
  readDay,
  today,
  weekNumber,
  weekOf,
  weeksOfMonth,
} from './calendar.ts';

describe('days of the calendar', () => {
  beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-03-28T23:30:00Z') }));
  afterEach(() => vi.useRealTimers());

  it('[G-36] today is that of the person’s zone', () => {
    expect(['Europe/London', 'Europe/Lisbon', 'Asia/Tokyo'].map(today)).toEqual([
      '2026-03-28',
      '2026-03-28',
      '2026-03-29',
    ]);
  });

  it('[G-40] [P-114] weeks start on Monday', () => {
    const weeks = weeksOfMonth('2026-03-15');
    expect(weeks[0]).toEqual([
      '2026-02-23',
      '2026-02-24',
      '2026-02-25',
      '2026-02-26',
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ]);
    expect(weeks.at(-1)?.[0]).toBe('2026-03-30');
    expect(weekOf('2026-03-29')).toEqual({ from: '2026-03-23', to: '2026-03-29' });
  });

  it('[M-P09] weeks have their ISO number', () => {
    expect(['2026-01-01', '2026-12-31', '2027-01-03', '2027-01-04'].map(weekNumber)).toEqual([
      1, 53, 53, 1,
    ]);
  });

  it('[G-41] [P-113] [S-10] a day is shown in the person’s format', () => {
    expect(formatDay('2026-03-09', null)).toBe('09/03/26');
    expect(formatDay('2026-03-09', 'YYYY-MM-DD')).toBe('2026-03-09');
    expect(formatDay('2026-03-09', 'MM/DD/YYYY')).toBe('03/09/2026');
  });

  it.each([
    ['9/3/26', null, '2026-03-09'],
    ['09.03.2026', null, '2026-03-09'],
    ['3-9-26', 'MM/DD/YYYY', '2026-03-09'],
    ['2026-03-09', null, '2026-03-09'],
    ['31/02/2026', null, null],
    ['9/3', null, null],
    ['yesterday', null, null],
    ['', null, null],
  ])('[G-41] [S-17] a typed %s in %s is %s', (text, format, day) =>
    expect(parseDay(text, format)).toBe(day),
  );

  it('[S-15] a range is converted to UTC, correctly at clock changes', () => {
    const day = { from: '2026-03-29', to: '2026-03-29' };
    expect(momentsOf(day, 'Europe/London')).toEqual({
      start: '2026-03-29T00:00:00Z',
      end: '2026-03-29T23:00:00Z',
    });
    for (const [zone, start] of [
      ['Pacific/Kiritimati', '2026-03-28T10:00:00Z'],
      ['Pacific/Pago_Pago', '2026-03-29T11:00:00Z'],
    ] as const)
      expect(momentsOf(day, zone).start).toBe(start);
  });

  it('counts days and months', () => {
    expect(countDays({ from: '2026-03-28', to: '2026-03-30' })).toBe(3);
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2026-12-31', 2)).toBe('2027-02-28');
  });

  it('parses a day of an address', () => {
    expect(['2026-02-28', '2026-02-30', '2026-2-3', undefined, ''].map(readDay)).toEqual([
      '2026-02-28',
      null,
      null,
      null,
      null,
    ]);
  });
});
