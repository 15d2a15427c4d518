import type { TracePoint } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import { speedBandOf, speedBands } from './speed-bands.ts';
import { CROWDED_BELOW_ZOOM, leastZooms, TRACE_LEVELS, thinned } from './trace-detail.ts';
import { boundsOf, nearestPoint, traceFeatures } from './trace-features.ts';

const point = (s: number, speedKmh: number, east = s): TracePoint => ({
  timeMs: s * 1000,
  latitudeDeg: 52,
  longitudeDeg: -1 + east / 1000,
  headingDeg: 90,
  speedKmh,
  ignition: true,
});
const ofKind = (points: TracePoint[], kind: string) =>
  traceFeatures(points, 'KMS').features.filter(({ properties }) => properties?.kind === kind);

describe('the line of a trace', () => {
  it('[M-P05] is coloured by speed, in bands without gaps', () => {
    for (const unit of ['MLS', 'KMS'] as const) {
      const bands = speedBands(unit);
      expect(bands.map(({ from }) => from).slice(1)).toEqual(
        bands.map(({ to }) => to).slice(0, -1),
      );
      expect([bands[0]?.from, bands.at(-1)?.to]).toEqual([0, null]);
    }
    expect([0, 19, 20, 110, 300].map((kmh) => speedBandOf(kmh, 'KMS'))).toEqual([0, 0, 1, 5, 5]);
    expect([47, 49].map((kmh) => speedBandOf(kmh, 'MLS'))).toEqual([1, 2]);
  });

  it('[M-P05] changes its colour where the speed changes, without a break', () => {
    const lines = ofKind([point(0, 10), point(10, 10), point(20, 60), point(30, 60)], 'speed');
    expect(lines.map(({ properties }) => properties?.band)).toEqual([0, 1, 2]);
    const [slow, between] = lines.map(({ geometry }) => geometry.coordinates[0] ?? []);
    expect(slow?.at(-1)).toEqual(between?.[0]);
  });

  it('[M-P05] does not continue over a gap in coverage', () => {
    const torn = [point(0, 50), point(10, 50), point(5000, 50), point(5010, 50)];
    expect(ofKind(torn, 'path')[0]?.geometry.coordinates).toHaveLength(2);
    expect(ofKind(torn, 'gap')[0]?.geometry.coordinates).toHaveLength(1);
    const [speed] = ofKind(torn, 'speed');
    expect(speed?.geometry.coordinates.map(({ length }) => length)).toEqual([2, 2]);
  });

  it('[M-P05] of one place has no line', () => {
    expect(traceFeatures([point(0, 0), point(60, 0, 0)], 'MLS').features).toEqual([]);
    expect(traceFeatures([], 'MLS').features).toEqual([]);
  });

  it('[M-P05] of 50,000 points has few features', () => {
    const many = Array.from({ length: 50_000 }, (_, n) => point(n, (n * 7) % 130));
    expect(traceFeatures(many, 'MLS').features.length).toBeLessThanOrEqual(8);
  });
});

describe('the line of a trace at low zoom', () => {
  // 68 m per second at this latitude.
  const trail = Array.from({ length: 1000 }, (_, n) => point(n, n % 2 === 0 ? 40 : 60));

  it('[M-P05] keeps one point per step, with the mean speed, and both ends', () => {
    const few = thinned(trail, 750);
    expect(few.length).toBeGreaterThan(80);
    expect(few.length).toBeLessThan(100);
    expect([few[0]?.timeMs, few.at(-1)?.timeMs]).toEqual([0, 999_000]);
    for (const { speedKmh } of few.slice(1, -1)) expect(Math.abs(speedKmh - 50)).toBeLessThan(2);
  });

  it('[M-P05] keeps a gap in coverage', () => {
    const torn = trail.map((one, n) => ({
      ...one,
      timeMs: one.timeMs + (n > 500 ? 3_600_000 : 0),
    }));
    const gap = (points: readonly TracePoint[]) =>
      ofKind([...points], 'gap')[0]?.geometry.coordinates;
    expect(gap(thinned(torn, 750))).toEqual(gap(torn));
  });

  it('[M-P05] has a level of detail at each zoom, and all points at high zoom', () => {
    expect(TRACE_LEVELS.map(({ minZoom }) => minZoom).slice(1)).toEqual(
      TRACE_LEVELS.map(({ maxZoom }) => maxZoom).slice(0, -1),
    );
    expect(thinned(trail, TRACE_LEVELS.at(-1)?.stepM ?? -1)).toBe(trail);
  });
});

describe('events at low zoom', () => {
  const at = (longitudeDeg: number) => ({ latitudeDeg: 52, longitudeDeg });

  it('[M-P05] the first one represents those that it covers', () => {
    expect(leastZooms([at(-1), at(-1), at(-1)])).toEqual([
      0,
      CROWDED_BELOW_ZOOM,
      CROWDED_BELOW_ZOOM,
    ]);
  });

  it('[M-P05] distant ones are all rendered', () => {
    expect(leastZooms([at(-150), at(-1), at(150)])).toEqual([0, 0, 0]);
    // A tenth of a degree is the width of an icon at zoom 7.5.
    const [first, second] = leastZooms([at(-1), at(-1.1)]);
    expect(first).toBe(0);
    expect(second).toBeGreaterThan(3);
    expect(second).toBeLessThan(8);
  });

  it('[M-P05] of hundreds on a screen only as many as fit are rendered', () => {
    // On two degrees, which are 364 pixels at zoom 7: fourteen icons and their edges.
    const zooms = leastZooms(Array.from({ length: 500 }, (_, n) => at(-2 + n / 250)));
    const drawn = zooms.filter((zoom) => zoom <= 6).length;
    expect(drawn).toBeGreaterThan(12);
    expect(drawn).toBeLessThan(30);
  });
});

describe('the point near the pointer', () => {
  const trail = [point(0, 10), point(10, 20), point(20, 30)];
  const at = (longitudeDeg: number) => ({ latitudeDeg: 52, longitudeDeg });

  it('[M-P05] is the nearest point within the limit', () => {
    expect(nearestPoint(trail, at(-0.9895), 0.01)).toBe(trail[1]);
    expect(nearestPoint(trail, at(-0.5), 0.01)).toBeNull();
    expect(nearestPoint([], at(-1), 1)).toBeNull();
  });

  it('[M-P05] the whole trail fits the map', () => {
    expect(boundsOf(trail)).toEqual([-1, 52, -0.98, 52]);
    expect(boundsOf([])).toBeNull();
  });
});
