import { describe, expect, it } from 'vitest';
import { nextOccurrence, periodBefore, type Recurrence } from './recurrence.ts';

/** The next occurrences after a moment. */
function nexts(recurrence: Recurrence, after: string, count: number): string[] {
  const found: string[] = [];
  let timeMs = Date.parse(after);
  for (let n = 0; n < count; n += 1) {
    timeMs = nextOccurrence(recurrence, timeMs);
    found.push(new Date(timeMs).toISOString().slice(0, 16));
  }
  return found;
}

describe('a recurrence', () => {
  it('[M-P07] occurs every day at the hour of its zone, also when clocks change', () => {
    const london = { frequency: 'daily', hour: 7, timeZone: 'Europe/London' } as const;
    expect(nexts(london, '2026-03-27T07:00:00Z', 3)).toEqual([
      '2026-03-28T07:00',
      '2026-03-29T06:00',
      '2026-03-30T06:00',
    ]);
    expect(nexts(london, '2026-10-24T05:59:59Z', 3)).toEqual([
      '2026-10-24T06:00',
      '2026-10-25T07:00',
      '2026-10-26T07:00',
    ]);
  });

  it('[M-P07] occurs once a day at an hour that is skipped, and at one that is repeated', () => {
    const london = { frequency: 'daily', hour: 1, timeZone: 'Europe/London' } as const;
    expect(nexts(london, '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00',
      '2026-03-30T00:00',
    ]);
    expect(nexts(london, '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:00',
      '2026-10-26T01:00',
    ]);
  });

  it('[M-P07] [M-P09] occurs on Mondays, and on the first of a month', () => {
    const zone = 'America/Sao_Paulo';
    expect(
      nexts({ frequency: 'weekly', hour: 0, timeZone: zone }, '2026-11-21T12:00:00Z', 2),
    ).toEqual(['2026-11-23T03:00', '2026-11-30T03:00']);
    expect(
      nexts({ frequency: 'monthly', hour: 23, timeZone: zone }, '2026-01-31T12:00:00Z', 2),
    ).toEqual(['2026-02-02T02:00', '2026-03-02T02:00']);
  });

  it('[M-P07] occurs today where the hour is still ahead', () => {
    const utc = { hour: 6, timeZone: 'UTC' } as const;
    expect(nexts({ ...utc, frequency: 'weekly' }, '2026-11-23T05:00:00Z', 1)).toEqual([
      '2026-11-23T06:00',
    ]);
    expect(nexts({ ...utc, frequency: 'monthly' }, '2026-12-01T05:59:00Z', 2)).toEqual([
      '2026-12-01T06:00',
      '2027-01-01T06:00',
    ]);
  });
});

describe('the previous period', () => {
  const before = (frequency: Recurrence['frequency'], at: string, timeZone = 'Europe/London') =>
    Object.values(periodBefore({ frequency, timeZone }, Date.parse(at)));

  it('[M-P07] [M-P09] is the day, the week from Monday to Sunday, or the month', () => {
    expect(before('daily', '2026-03-30T06:00:00Z')).toEqual(['2026-03-29', '2026-03-29']);
    expect(before('weekly', '2026-11-23T07:00:00Z')).toEqual(['2026-11-16', '2026-11-22']);
    expect(before('monthly', '2026-03-01T07:00:00Z')).toEqual(['2026-02-01', '2026-02-28']);
    expect(before('monthly', '2027-01-01T00:00:00Z')).toEqual(['2026-12-01', '2026-12-31']);
  });

  it('[M-P07] follows the calendar of the zone', () => {
    expect(before('daily', '2026-06-01T23:30:00Z')).toEqual(['2026-06-01', '2026-06-01']);
    expect(before('daily', '2026-06-01T23:30:00Z', 'America/Sao_Paulo')).toEqual([
      '2026-05-31',
      '2026-05-31',
    ]);
  });
});
