import { describe, expect, it } from 'vitest';
import {
  meets,
  merged,
  panned,
  shareAt,
  showing,
  stretchOf,
  ticksOf,
  timeAt,
  zoomed,
} from './video-recorded-timeline-scale.ts';

const at = (text: string) => Date.parse(`2026-11-20T${text}Z`);
const day = { startMs: at('00:00:00'), endMs: at('00:00:00') + 86_400_000 };

describe('the window of the time line', () => {
  it('zooms around the time under the pointer, which stays in place', () => {
    const near = zoomed(day, day, 0.5, at('06:00:00'));
    expect(near).toEqual({ startMs: at('03:00:00'), endMs: at('15:00:00') });
    expect(shareAt(near, at('06:00:00'))).toBeCloseTo(shareAt(day, at('06:00:00')), 9);
  });

  it('never leaves the selected days, and zooms down to five minutes', () => {
    expect(zoomed(day, day, 3, at('06:00:00'))).toEqual(day);
    const least = zoomed(day, day, 0.0001, at('23:59:59'));
    expect(least.endMs - least.startMs).toBe(300_000);
    expect(least.endMs).toBeLessThanOrEqual(day.endMs);
    const evening = { startMs: at('20:00:00'), endMs: day.endMs };
    expect(panned(evening, day, 1)).toEqual(evening);
    expect(panned(evening, day, -0.5).startMs).toBe(at('18:00:00'));
  });

  it('follows a time outside it', () => {
    const hour = { startMs: at('06:00:00'), endMs: at('07:00:00') };
    expect(showing(hour, day, at('06:30:00'))).toBe(hour);
    expect(showing(hour, day, at('12:00:00'))).toEqual({
      startMs: at('11:30:00'),
      endMs: at('12:30:00'),
    });
  });

  it('fraction and time are inverse functions', () => {
    expect(timeAt(day, shareAt(day, at('13:14:15')))).toBe(at('13:14:15'));
  });

  it('labels round times of the user’s time zone', () => {
    const kolkata = ticksOf(day, 8, 'Asia/Kolkata');
    expect(kolkata.stepMs).toBe(3 * 3_600_000);
    // Local midnight is half past six in the evening in UTC.
    expect(kolkata.ticksMs.every((ms) => (ms - at('18:30:00')) % kolkata.stepMs === 0)).toBe(true);
    expect(kolkata.ticksMs.length).toBeLessThanOrEqual(9);
  });
});

describe('a range to request', () => {
  const now = at('18:00:00');

  it('[F-37] [F-38] is 30 to 120 s long, in steps of 5 s', () => {
    const long = (s: number) => stretchOf(at('10:00:00'), at('10:00:00') + s * 1000, now);
    expect(long(0)).toMatchObject({ durationS: 30, isCut: false, startMs: at('10:00:00') });
    expect(long(47).durationS).toBe(45);
    expect(long(48).durationS).toBe(50);
    expect(long(120)).toMatchObject({ durationS: 120, isCut: false });
    expect(long(500)).toMatchObject({ durationS: 120, isCut: true, endMs: at('10:02:00') });
  });

  it('[F-P04] can be drawn in either direction, and ends now at the latest', () => {
    expect(stretchOf(at('10:01:00'), at('10:00:00'), now)).toMatchObject({
      startMs: at('10:00:00'),
      durationS: 60,
    });
    expect(stretchOf(now - 5000, now, now).endMs).toBe(now);
  });

  it('detects whether anything is recorded there', () => {
    const span = { startMs: 1000, endMs: 2000 };
    expect(meets(span, [{ startMs: 2000, endMs: 3000 }])).toBe(false);
    expect(meets(span, [{ startMs: 1900, endMs: 3000 }])).toBe(true);
    expect(
      merged([
        { startMs: 5000, endMs: 9000 },
        { startMs: 0, endMs: 4500 },
        { startMs: 20_000, endMs: 21_000 },
      ]),
    ).toEqual([
      { startMs: 0, endMs: 9000 },
      { startMs: 20_000, endMs: 21_000 },
    ]);
  });
});
