import { daysOf } from '@roadworthy/domain/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutIntoDays, type TimesheetTrip } from './timesheets.ts';

const at = (text: string) => Date.parse(text);

/** A trip of alternating driving and idling, in minutes, driving first; 1 km per minute. */
function trip(start: string, minutes: readonly number[], changed: Partial<TimesheetTrip> = {}) {
  let timeMs = at(start);
  const segments = minutes.map((length, n) => {
    const from = timeMs;
    timeMs += length * 60_000;
    return [n % 2 === 0 ? 'd' : 'i', from, timeMs, n % 2 === 0 ? length * 1000 : 0] as const;
  });
  const sum = (kind: 'd' | 'i') =>
    segments.reduce((total, [is, from, to]) => total + (is === kind ? (to - from) / 1000 : 0), 0);
  return {
    vehicleId: 1,
    driverId: 7,
    startMs: at(start),
    endMs: timeMs,
    inProgress: false,
    drivingS: sum('d'),
    idleS: sum('i'),
    distanceM: segments.reduce((total, [, , , metres]) => total + metres, 0),
    segments,
    ...changed,
  } satisfies TimesheetTrip;
}

const daysIn = (start: string, end: string, timeZone = 'UTC') =>
  daysOf({ startMs: at(start), endMs: at(end) }, timeZone);
const text = (timeMs: number | null) => (timeMs === null ? null : new Date(timeMs).toISOString());
const spans = (list: readonly { startMs: number; endMs: number }[]) =>
  list.map(({ startMs, endMs }) => [text(startMs), text(endMs)]);

describe('a timesheet', () => {
  it('[M-P09] [M-14] sums up a day: driving, idling, rest, distance, trips and breaks', () => {
    const [day] = cutIntoDays(
      [
        trip('2026-06-01T07:00:00Z', [30, 10, 20]),
        trip('2026-06-01T08:10:00Z', [50]),
        trip('2026-06-01T09:30:00Z', [15, 5]),
      ],
      daysIn('2026-06-01T00:00:00Z', '2026-06-02T00:00:00Z'),
    );
    expect(day).toMatchObject({
      firstStartMs: at('2026-06-01T07:00:00Z'),
      lastStopMs: at('2026-06-01T09:50:00Z'),
      inProgress: false,
      drivingS: (30 + 20 + 50 + 15) * 60,
      idleS: 15 * 60,
      stoppedS: (10 + 30) * 60,
      distanceM: 115_000,
      trips: 3,
    });
    expect(spans(day?.breaks ?? [])).toEqual([
      ['2026-06-01T09:00:00.000Z', '2026-06-01T09:30:00.000Z'],
    ]);
  });

  it('[M-P09] has a row for every day, also if nothing happened', () => {
    const days = cutIntoDays([], daysIn('2026-06-01T00:00:00Z', '2026-06-08T00:00:00Z'));
    expect(days.length).toBe(7);
    expect(days[3]).toEqual({
      firstStartMs: null,
      lastStopMs: null,
      inProgress: false,
      drivingS: 0,
      idleS: 0,
      stoppedS: 0,
      distanceM: 0,
      trips: 0,
      breaks: [],
      vehicleIds: [],
      driverIds: [],
    });
  });

  it('[M-P09] counts 15 minutes of rest as a break, and 14:59 as none', () => {
    const rest = (minutes: number) =>
      cutIntoDays(
        [
          trip('2026-06-01T07:00:00Z', [10]),
          trip(new Date(at('2026-06-01T07:10:00Z') + minutes * 60_000).toISOString(), [10]),
        ],
        daysIn('2026-06-01T00:00:00Z', '2026-06-02T00:00:00Z'),
      )[0]?.breaks.length;
    expect([rest(15), rest(14 + 59 / 60)]).toEqual([1, 0]);
  });

  it('[M-P09] splits a trip over midnight by its parts, and counts it on the day it started', () => {
    // Half an hour of driving, 20 minutes of idling over midnight, 40 minutes of driving.
    const night = trip('2026-06-01T23:20:00Z', [30, 20, 40]);
    const [before, after] = cutIntoDays(
      [night],
      daysIn('2026-06-01T00:00:00Z', '2026-06-03T00:00:00Z'),
    );
    expect(before).toMatchObject({
      drivingS: 1800,
      idleS: 600,
      distanceM: 30_000,
      trips: 1,
      lastStopMs: at('2026-06-02T00:00:00Z'),
    });
    expect(after).toMatchObject({
      firstStartMs: at('2026-06-02T00:00:00Z'),
      drivingS: 2400,
      idleS: 600,
      distanceM: 40_000,
      trips: 0,
      lastStopMs: at('2026-06-02T00:50:00Z'),
    });
  });

  it('[M-P09] splits a part of driving, with its share of the distance', () => {
    const days = cutIntoDays(
      [trip('2026-06-01T23:45:00Z', [60])],
      daysIn('2026-06-01T00:00:00Z', '2026-06-03T00:00:00Z'),
    );
    expect(days.map(({ drivingS, distanceM }) => [drivingS, distanceM])).toEqual([
      [900, 15_000],
      [2700, 45_000],
    ]);
  });

  it('[M-P09] splits days in the time zone of the caller, also when the clocks change', () => {
    const drive = [trip('2026-03-28T23:30:00Z', [60]), trip('2026-03-29T22:30:00Z', [60])];
    const of = (zone: string, start: string, end: string) =>
      cutIntoDays(drive, daysIn(start, end, zone)).map(({ drivingS }) => drivingS / 60);
    // London has 23 hours on the 29th: it ends at 23:00 UTC.
    expect(of('Europe/London', '2026-03-28T00:00:00Z', '2026-03-30T23:00:00Z')).toEqual([
      30, 60, 30,
    ]);
    expect(of('UTC', '2026-03-28T00:00:00Z', '2026-03-30T00:00:00Z')).toEqual([30, 90]);
    expect(of('America/New_York', '2026-03-28T04:00:00Z', '2026-03-30T04:00:00Z')).toEqual([
      60, 60,
    ]);
  });

  it('[M-P09] excludes a trip from a day that ends as it starts', () => {
    const days = cutIntoDays(
      [trip('2026-06-02T00:00:00Z', [30]), trip('2026-06-02T23:30:00Z', [30])],
      daysIn('2026-06-01T00:00:00Z', '2026-06-04T00:00:00Z'),
    );
    expect(days.map(({ trips }) => trips)).toEqual([0, 2, 0]);
    expect(days[2]?.firstStartMs).toBeNull();
  });

  it('[M-15] of a driver includes all vehicles; rest is when none of them moved', () => {
    const [day] = cutIntoDays(
      [
        trip('2026-06-01T07:00:00Z', [60], { vehicleId: 1 }),
        trip('2026-06-01T07:30:00Z', [60], { vehicleId: 2 }),
        trip('2026-06-01T09:00:00Z', [60], { vehicleId: 1, inProgress: true }),
      ],
      daysIn('2026-06-01T00:00:00Z', '2026-06-02T00:00:00Z'),
    );
    expect(day).toMatchObject({
      stoppedS: 1800,
      vehicleIds: [1, 2],
      driverIds: [7],
      inProgress: true,
    });
  });

  it('[M-P09] neither loses nor doubles a second or a metre, wherever days are split', () => {
    const drives = fc.array(
      fc.record({
        rest: fc.integer({ min: 6, max: 900 }),
        first: fc.integer({ min: 1, max: 300 }),
      }),
      { maxLength: 12 },
    );
    const zones = fc.constantFrom('UTC', 'Europe/London', 'Asia/Kathmandu', 'America/Sao_Paulo');
    fc.assert(
      fc.property(drives, zones, (list, zone) => {
        let timeMs = at('2026-03-27T00:00:00Z');
        const trips = list.map(({ rest, first }) => {
          const made = trip(new Date(timeMs + rest * 60_000).toISOString(), [first, 7, 13]);
          timeMs = made.endMs;
          return made;
        });
        const days = cutIntoDays(
          trips,
          daysIn('2026-03-26T00:00:00Z', '2026-04-25T00:00:00Z', zone),
        );
        const total = (of: (day: (typeof days)[number]) => number) =>
          days.reduce((sum, day) => sum + of(day), 0);
        const driven = list.reduce((sum, { first }) => sum + first + 13, 0);
        expect(total(({ drivingS }) => drivingS)).toBe(driven * 60);
        expect(total(({ idleS }) => idleS)).toBe(list.length * 7 * 60);
        expect(Math.abs(total(({ distanceM }) => distanceM) - driven * 1000)).toBeLessThan(31);
        expect(total(({ trips: count }) => count)).toBe(list.length);
      }),
    );
  });
});
