import { describe, expect, it } from 'vitest';
import { goNorth, north, record, run, START_MS, seconds } from '../../test/engine-run.ts';
import { createGeofenceIndex } from './geofences/index.ts';
import type { EngineRecord } from './record.ts';

const on = { ignition: true };
/** As the gateway stores it: only a time. */
const hidden = (s: number): EngineRecord =>
  record(s, {
    latitudeDeg: null,
    longitudeDeg: null,
    speedKmh: null,
    headingDeg: null,
    isPrivate: true,
  });
const before = goNorth({ fromS: 0, toS: 600, everyS: 10, speedKmh: 36 }, on);
const after = goNorth({ fromS: 1000, toS: 1600, everyS: 10, speedKmh: 36, fromM: 30_000 }, on);
const between = Array.from({ length: 39 }, (_, n) => hidden(610 + n * 10));
const off = record(1610, { ignition: false, latitudeDeg: north(36_000) });

describe('private use', () => {
  it('[M-P08] [O-20] ends the trip before it, and its distance is in no trip after it', () => {
    const { trips } = run([...before, ...between, ...after, off]);
    expect(
      trips.map(({ startedMs, endedMs, distanceM, inProgress }) => [
        seconds(startedMs),
        seconds(endedMs),
        Math.round(distanceM),
        inProgress,
      ]),
    ).toEqual([
      [0, 600, 6000, false],
      [1000, 1610, 6000, false],
    ]);
  });

  it('[O-20] clears the state', () => {
    const { state } = run([...before, ...between]);
    expect(state).toEqual(run([hidden(0)]).state);
  });

  it('[O-20] ends lasting events and all visits without a position', () => {
    const fast = before.map((told) => ({ ...told, speedKmh: 140, eventCodes: [43] }));
    const geofences = createGeofenceIndex([
      {
        id: 7,
        shape: 'circle',
        points: [],
        holes: [],
        centre: [52, -1],
        radiusM: 50_000,
        dwellMin: null,
        speedLimitKmh: null,
        alertOnEntry: true,
        alertOnExit: true,
      },
    ]);
    const { incidents, visits } = run([...fast, ...between], { geofences });
    const lasting = incidents.filter(({ eventCode }) => eventCode === 43);
    expect(lasting.map(({ endedMs }) => endedMs !== null)).toEqual([true]);
    expect(visits.every(({ leftMs }) => leftMs !== null)).toBe(true);
    expect(incidents.every(({ occurredMs }) => occurredMs <= START_MS + 600_000)).toBe(true);
  });

  it('[O-20] yields no trips or events, whatever a record contains', () => {
    const { trips, incidents, visits } = run(
      goNorth({ fromS: 0, toS: 900, everyS: 10, speedKmh: 150 }, { ...on, isPrivate: true }),
    );
    expect([trips, incidents, visits]).toEqual([[], [], []]);
  });
});
