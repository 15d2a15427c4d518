import { describe, expect, it } from 'vitest';
import { addDays, daysOf, isTimeZone } from './days-of.ts';

const at = (text: string) => Date.parse(text);
const days = (start: string, end: string, timeZone: string) =>
  daysOf({ startMs: at(start), endMs: at(end) }, timeZone).map(({ date, week, startMs, endMs }) => [
    date,
    week,
    (endMs - startMs) / 3_600_000,
  ]);

describe('the days of a range', () => {
  it('[M-P09] are the days of the zone, with their ISO week', () => {
    expect(days('2026-06-06T23:00:00Z', '2026-06-08T23:00:00Z', 'Europe/London')).toEqual([
      ['2026-06-07', 23, 24],
      ['2026-06-08', 24, 24],
    ]);
    expect(days('2026-12-31T00:00:00Z', '2027-01-05T00:00:00Z', 'UTC').map(([, w]) => w)).toEqual([
      53, 53, 53, 53, 1,
    ]);
  });

  it('[M-P09] have 23 and 25 hours where the clocks change', () => {
    expect(days('2026-03-28T00:00:00Z', '2026-03-30T23:00:00Z', 'Europe/London')).toEqual([
      ['2026-03-28', 13, 24],
      ['2026-03-29', 13, 23],
      ['2026-03-30', 14, 24],
    ]);
    expect(days('2026-10-24T23:00:00Z', '2026-10-26T00:00:00Z', 'Europe/London')).toEqual([
      ['2026-10-25', 43, 25],
    ]);
  });

  it('[M-P09] begin later where midnight is skipped, and omit a day that a zone skipped', () => {
    expect(days('2018-11-04T03:00:00Z', '2018-11-05T02:00:00Z', 'America/Sao_Paulo')).toEqual([
      ['2018-11-04', 44, 23],
    ]);
    expect(days('2011-12-29T10:00:00Z', '2012-01-01T10:00:00Z', 'Pacific/Apia')).toEqual([
      ['2011-12-29', 52, 24],
      ['2011-12-31', 52, 24],
      ['2012-01-01', 52, 24],
    ]);
  });

  it('[M-P09] are partial at the ends of a range that is not in whole days', () => {
    expect(days('2026-06-01T22:30:00Z', '2026-06-02T01:00:00Z', 'UTC')).toEqual([
      ['2026-06-01', 23, 1.5],
      ['2026-06-02', 23, 1],
    ]);
    expect(days('2026-06-01T00:00:00Z', '2026-06-01T00:00:00Z', 'UTC')).toEqual([]);
  });

  it('[M-P06] are added in local time', () => {
    const start = at('2026-09-30T23:00:00Z');
    expect(new Date(addDays(start, 31, 'Europe/London')).toISOString()).toBe(
      '2026-11-01T00:00:00.000Z',
    );
  });

  it('[M-P09] accept only existing zones', () => {
    expect(['UTC', 'Europe/London', 'Nowhere/Town', ''].map(isTimeZone)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
