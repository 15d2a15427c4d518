import { describe, expect, it } from 'vitest';
import { measureState, periodOf, shareOf } from './earned-recognition.ts';

describe('earned-recognition figures', () => {
  it('[W-04] cover periods of four weeks that start on a Monday, without gaps', () => {
    expect(periodOf('2024-01-01')).toEqual({ first: '2024-01-01', last: '2024-01-28' });
    expect(periodOf('2024-01-28')).toEqual(periodOf('2024-01-01'));
    expect(periodOf('2024-01-29').first).toBe('2024-01-29');
    expect(periodOf('2023-12-31')).toEqual({ first: '2023-12-04', last: '2023-12-31' });
    expect(periodOf('2026-11-21', -1).last < periodOf('2026-11-21').first).toBe(true);
    expect(new Date(periodOf('2026-11-21').first).getUTCDay()).toBe(1);
  });

  it('[W-04] a share is never rounded up to its target', () => {
    expect(shareOf(2999, 3000)).toBe(99.9);
    expect(shareOf(3000, 3000)).toBe(100);
    expect(shareOf(0, 0)).toBeNull();
  });

  it('[W-04] a figure is met, short of its target, or below its trigger', () => {
    const limit = { target: 100, trigger: 95 };
    expect(measureState(100, limit)).toBe('met');
    expect(measureState(99.9, limit)).toBe('short');
    expect(measureState(95, limit)).toBe('short');
    expect(measureState(94.9, limit)).toBe('triggered');
    expect(measureState(null, limit)).toBe('none');
  });
});
