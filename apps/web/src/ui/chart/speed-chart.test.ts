import type { TracePoint } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import { ignitionRuns } from './ignition-runs.ts';
import { columnsOf } from './speed-options.ts';

const point = (s: number, ignition: boolean | null, speedKmh = 100): TracePoint => ({
  timeMs: s * 1000,
  latitudeDeg: 52,
  longitudeDeg: -1,
  headingDeg: 0,
  speedKmh,
  ignition,
});

describe('the chart of a trace', () => {
  it('[M-P05] shows when the ignition was on and off, and a gap where it is unknown', () => {
    const trail = [
      point(0, true),
      point(10, true),
      point(20, false),
      point(30, null),
      point(40, true),
      point(50, true),
    ];
    expect(ignitionRuns(trail)).toEqual([
      { startS: 0, endS: 20, isOn: true },
      { startS: 20, endS: 30, isOn: false },
      { startS: 40, endS: 50, isOn: true },
    ]);
    expect(ignitionRuns([])).toEqual([]);
  });

  it('[M-P05] shows the speed in the unit of the person, with a gap in coverage left empty', () => {
    const trail = [point(0, true), point(10, true), point(5000, true)];
    expect(columnsOf(trail, 'KMS')).toEqual([
      [0, 10, 5000],
      [100, null, 100],
    ]);
    expect(columnsOf(trail, 'MLS')[1][0]).toBeCloseTo(62.137, 3);
  });
});
