import { describe, expect, it } from 'vitest';
import { digestDay, digestPeriod } from './digest-period.ts';

describe('a digest', () => {
  it('[L-12] covers the previous day, and on Mondays the previous week', () => {
    expect(digestPeriod('daily', '2026-06-01')).toEqual({
      first: '2026-05-31',
      last: '2026-05-31',
    });
    expect(digestPeriod('weekly', '2026-06-01')).toEqual({
      first: '2026-05-25',
      last: '2026-05-31',
    });
    expect(digestPeriod('weekly', '2026-06-02')).toBeNull();
  });

  it('[L-12] uses days in London', () => {
    expect(digestDay(Date.parse('2026-06-30T23:30:00Z'))).toBe('2026-07-01');
    expect(digestDay(Date.parse('2026-12-31T23:30:00Z'))).toBe('2026-12-31');
  });
});
