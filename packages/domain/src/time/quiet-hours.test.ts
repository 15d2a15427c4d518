import { describe, expect, it } from 'vitest';
import { type QuietHours, quietUntil } from './quiet-hours.ts';

const night: QuietHours = {
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  fromMinute: 22 * 60,
  untilMinute: 7 * 60,
  timeZone: 'Europe/London',
};
const until = (hours: QuietHours, at: string) => {
  const found = quietUntil(hours, Date.parse(at));
  return found === null ? null : new Date(found).toISOString().slice(0, 16);
};

describe('quiet hours', () => {
  it('end on the next morning if they cross midnight', () => {
    expect(until(night, '2026-01-13T21:59:59Z')).toBeNull();
    expect(until(night, '2026-01-13T22:00:00Z')).toBe('2026-01-14T07:00');
    expect(until(night, '2026-01-14T06:59:59Z')).toBe('2026-01-14T07:00');
    expect(until(night, '2026-01-14T07:00:00Z')).toBeNull();
  });

  it('within a day end on that day', () => {
    const lunch = { ...night, fromMinute: 720, untilMinute: 780 };
    expect(until(lunch, '2026-01-13T12:30:00Z')).toBe('2026-01-13T13:00');
    expect(until(lunch, '2026-01-13T13:00:00Z')).toBeNull();
  });

  it('belong to the day on which they start', () => {
    // A Friday: its night ends on Saturday, and that of Thursday is not quiet.
    const friday = { ...night, weekdays: [5] };
    expect(until(friday, '2026-01-16T05:00:00Z')).toBeNull();
    expect(until(friday, '2026-01-16T23:00:00Z')).toBe('2026-01-17T07:00');
    expect(until(friday, '2026-01-17T05:00:00Z')).toBe('2026-01-17T07:00');
    expect(until({ ...night, weekdays: [] }, '2026-01-16T23:00:00Z')).toBeNull();
  });

  it('end at the local time, also when clocks change in the night', () => {
    expect(until(night, '2026-03-28T23:00:00Z')).toBe('2026-03-29T06:00');
    expect(until(night, '2026-10-24T22:00:00Z')).toBe('2026-10-25T07:00');
    // 01:30 does not exist on 29 March, and exists twice on 25 October.
    const short = { ...night, untilMinute: 90 };
    expect(until(short, '2026-03-28T23:00:00Z')).toBe('2026-03-29T01:30');
    expect(until(short, '2026-10-24T23:00:00Z')).toBe('2026-10-25T00:30');
    expect(until(short, '2026-10-25T00:30:00Z')).toBeNull();
  });

  it('are those of the time zone of the person', () => {
    const zone = { ...night, timeZone: 'America/Sao_Paulo' };
    expect(until(zone, '2026-01-13T22:00:00Z')).toBeNull();
    expect(until(zone, '2026-01-14T02:00:00Z')).toBe('2026-01-14T10:00');
  });
});
