import { describe, expect, it } from 'vitest';
import { momentRange } from './moment-range.ts';

const texts = (range: { start: Date; end: Date }) => [
  range.start.toISOString(),
  range.end.toISOString(),
];

describe('a range of time', () => {
  it('[R-P05] keeps date-times unchanged', () => {
    const range = { start: '2019-07-04T01:00:00Z', end: '2019-07-04T02:30:00Z' };
    expect(texts(momentRange(range, 'Europe/London'))).toEqual([
      '2019-07-04T01:00:00.000Z',
      '2019-07-04T02:30:00.000Z',
    ]);
  });

  it('[R-P05] reads bare dates as whole days of the zone, in summer and in winter', () => {
    const day = (date: string) => momentRange({ start: date, end: date }, 'Europe/London');
    expect(texts(day('2026-07-04'))).toEqual([
      '2026-07-03T23:00:00.000Z',
      '2026-07-04T23:00:00.000Z',
    ]);
    expect(texts(day('2026-01-04'))).toEqual([
      '2026-01-04T00:00:00.000Z',
      '2026-01-05T00:00:00.000Z',
    ]);
  });

  it('[R-P05] handles the 23-hour day when clocks go forward, and days without a midnight', () => {
    const spring = momentRange({ start: '2026-03-29', end: '2026-03-29' }, 'Europe/London');
    expect(spring.end.getTime() - spring.start.getTime()).toBe(23 * 3_600_000);
    const noMidnight = momentRange({ start: '2018-11-04', end: '2018-11-04' }, 'America/Sao_Paulo');
    expect(noMidnight.start.toISOString()).toBe('2018-11-04T03:00:00.000Z');
  });
});
