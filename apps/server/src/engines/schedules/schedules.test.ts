import { describe, expect, it } from 'vitest';
import { type AcceptedActivity, decideSchedule, dueDate, reminderOf } from './index.ts';

const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const activity = (changed: Partial<AcceptedActivity> = {}): AcceptedActivity => ({
  fulfilledMs: at('2026-06-05'),
  interval: '1y',
  window: '1m',
  isSuppressed: false,
  fulfils: true,
  creates: true,
  open: null,
  ...changed,
});
const open = (day: string) => ({ id: 7, dueMs: at(day) });
const next = { dueMs: at('2027-06-05'), earliestDay: '2027-05-05', latestDay: '2027-06-05' };
const nothing = { fulfilled: null, moved: null, next: null, isUnqualified: false };

describe('An accepted activity', () => {
  it('[H-P04] [G-07] creates the first schedule', () => {
    expect(decideSchedule(activity())).toEqual({ ...nothing, next });
  });

  it('[H-P04] fulfils the open one and creates the next', () => {
    const decision = decideSchedule(activity({ open: open('2026-06-10') }));
    expect(decision).toEqual({ ...nothing, fulfilled: 7, next });
  });

  it('[H-P05] changes nothing if a later one is open', () => {
    const later = activity({ open: open('2027-06-06') });
    expect(decideSchedule(later)).toEqual({ ...nothing, isUnqualified: true });
    expect(decideSchedule({ ...later, creates: false })).toEqual(nothing);
  });

  it('[H-P04] changes nothing if the same is open: a document sent twice', () => {
    expect(decideSchedule(activity({ open: open('2027-06-05') }))).toEqual(nothing);
  });

  it('[H-23] [OP-007] with a suppressing status does neither', () => {
    for (const one of [null, open('2026-06-10'), open('2028-01-01')]) {
      expect(decideSchedule(activity({ isSuppressed: true, open: one }))).toEqual(nothing);
    }
  });

  it('[OP-060] does only what its flags request', () => {
    const of = (fulfils: boolean, creates: boolean) =>
      decideSchedule(activity({ fulfils, creates, open: open('2026-06-10') }));
    expect(of(true, false)).toEqual({ ...nothing, fulfilled: 7 });
    expect(of(false, true)).toEqual({ ...nothing, moved: 7, next });
    expect(of(false, false)).toEqual(nothing);
  });
});

describe('A due date', () => {
  it('[H-40] follows from the interval, with its window', () => {
    expect(dueDate(at('2026-06-05'), '1y', '1m')).toEqual(next);
    expect(dueDate(at('2026-06-05'), '1y', '')).toMatchObject({ earliestDay: '2027-06-05' });
  });

  it('counted in weeks lasts until the Sunday of its ISO week', () => {
    // Friday 5 June 2026 and six weeks: Friday 17 July, whose week ends on the 19th.
    expect(dueDate(at('2026-06-05'), '6w', '1w')).toEqual({
      dueMs: at('2026-07-17'),
      earliestDay: '2026-07-10',
      latestDay: '2026-07-19',
    });
    expect(dueDate(at('2026-06-07'), '1w', '').latestDay).toBe('2026-06-14');
  });
});

describe('A reminder', () => {
  const of = (today: string, days = [28, 7, 1, 0]) => reminderOf(at('2026-06-30'), days, at(today));
  it('is that of the smallest number of days that is reached', () => {
    expect(of('2026-06-01')).toBe(null);
    expect(of('2026-06-02')).toBe(28);
    expect(of('2026-06-22')).toBe(28);
    expect(of('2026-06-23')).toBe(7);
    expect(of('2026-06-29')).toBe(1);
    expect(of('2026-06-30')).toBe(0);
    expect(of('2026-07-01')).toBe(null);
    expect(of('2026-06-30', [])).toBe(null);
  });
});
