import { describe, expect, it } from 'vitest';
import { isPrivateAt, isPrivateWithin, type PrivateUseRule } from './private-use.ts';

const at = (text: string) => Date.parse(text);
const rule = (changed: Partial<PrivateUseRule>): PrivateUseRule => ({
  kind: 'weekly',
  fromMs: at('2026-01-01T00:00:00Z'),
  untilMs: Number.POSITIVE_INFINITY,
  weekdays: [1, 2, 3, 4, 5],
  startMin: 18 * 60,
  endMin: 7 * 60,
  timeZone: 'Europe/London',
  ...changed,
});
const are = (of: PrivateUseRule, ...times: string[]) =>
  times.map((time) => isPrivateAt([of], at(time)));

describe('private use', () => {
  it('[O-20] of one period starts and ends with it, the end exclusive', () => {
    const period = rule({
      kind: 'period',
      weekdays: [],
      fromMs: at('2026-06-01T10:00:00Z'),
      untilMs: at('2026-06-01T12:00:00Z'),
    });
    expect(
      are(
        period,
        '2026-06-01T09:59:59.999Z',
        '2026-06-01T10:00:00Z',
        '2026-06-01T11:59:59.999Z',
        '2026-06-01T12:00:00Z',
      ),
    ).toEqual([false, true, true, false]);
    expect(isPrivateAt([], at('2026-06-01T11:00:00Z'))).toBe(false);
  });

  it('[O-20] with weekly hours continues past midnight, into the day after the last', () => {
    // Monday 2026-01-05; London is on UTC in winter.
    expect(
      are(
        rule({}),
        '2026-01-05T06:59:00Z',
        '2026-01-05T17:59:59Z',
        '2026-01-05T18:00:00Z',
        '2026-01-06T06:59:59Z',
        '2026-01-06T07:00:00Z',
        '2026-01-10T06:00:00Z',
        '2026-01-10T18:30:00Z',
      ),
    ).toEqual([false, false, true, true, false, true, false]);
    const sunday = rule({ weekdays: [7] });
    expect(are(sunday, '2026-01-11T23:00:00Z', '2026-01-12T06:00:00Z')).toEqual([true, true]);
    const always = rule({ weekdays: [6, 7], startMin: 0, endMin: 0 });
    expect(are(always, '2026-01-10T00:00:00Z', '2026-01-11T23:59:00Z')).toEqual([true, true]);
    expect(are(always, '2026-01-09T23:59:00Z', '2026-01-12T00:00:00Z')).toEqual([false, false]);
  });

  it('[O-20] with weekly hours follows the local time of its zone through summer time', () => {
    expect(are(rule({}), '2026-07-06T16:59:00Z', '2026-07-06T17:00:00Z')).toEqual([false, true]);
    const kathmandu = rule({ timeZone: 'Asia/Kathmandu' });
    expect(are(kathmandu, '2026-07-06T12:14:00Z', '2026-07-06T12:15:00Z')).toEqual([false, true]);
  });

  it('[O-20] with weekly hours applies only while the rule is valid', () => {
    const ended = rule({ untilMs: at('2026-01-05T20:00:00Z') });
    expect(are(ended, '2026-01-05T19:59:00Z', '2026-01-05T20:00:00Z')).toEqual([true, false]);
  });

  it('[O-20] is found anywhere within a range', () => {
    const within = (from: string, to: string) =>
      isPrivateWithin([rule({})], { fromMs: at(from), toMs: at(to) });
    expect(within('2026-01-05T17:00:00Z', '2026-01-05T17:59:59Z')).toBe(false);
    expect(within('2026-01-05T17:00:00Z', '2026-01-05T18:00:00Z')).toBe(true);
    expect(within('2026-01-05T06:59:30Z', '2026-01-05T08:00:00Z')).toBe(false);
    expect(within('2026-01-06T06:59:30Z', '2026-01-06T08:00:00Z')).toBe(true);
    expect(within('2025-01-01T00:00:00Z', '2025-12-01T00:00:00Z')).toBe(false);
    expect(within('2026-01-10T08:00:00Z', '2026-01-19T08:00:00Z')).toBe(true);
  });
});
