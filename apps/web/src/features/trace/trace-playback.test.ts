import type { TracePoint } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import { placeAt } from '../../ui/map/trail-place.ts';
import { Playback, RATES } from './trace-playback.ts';

const point = (s: number, changed: Partial<TracePoint> = {}): TracePoint => ({
  timeMs: s * 1000,
  latitudeDeg: 52 + s / 1000,
  longitudeDeg: -1,
  headingDeg: 0,
  speedKmh: s,
  ignition: true,
  ...changed,
});
const TRAIL = [point(0), point(10), point(20), point(100)];

describe('the playback of a trace', () => {
  it('[M-P05] plays from 1x to 60x', () => expect(RATES).toEqual([1, 2, 5, 10, 30, 60]));

  it('[M-P05] advances at the selected rate, and ends at the last point', () => {
    const playback = new Playback(TRAIL, []);
    playback.setRate(5);
    playback.advance(1000);
    expect(playback.state.get().timeMs).toBe(0);
    playback.toggle();
    playback.advance(1000);
    expect(playback.state.get().timeMs).toBe(5000);
    playback.setRate(60);
    playback.advance(10_000);
    expect(playback.state.get()).toMatchObject({ timeMs: 100_000, isPlaying: false });
    playback.toggle();
    expect(playback.state.get()).toMatchObject({ timeMs: 0, isPlaying: true });
  });

  it('[M-P05] interpolates between two points', () => {
    const playback = new Playback(TRAIL, []);
    playback.seek(15_000);
    expect(playback.position.get()).toMatchObject({ speedKmh: 15, timeMs: 15_000 });
    expect(playback.position.get()?.latitudeDeg).toBeCloseTo(52.015, 6);
  });

  it('[M-P05] stays in place during gaps in the data', () => {
    const torn = [point(0), point(2000, { latitudeDeg: 55 })];
    expect(placeAt(torn, 1_000_000)?.latitudeDeg).toBe(52);
    expect(placeAt(torn, 2_000_000)?.latitudeDeg).toBe(55);
    expect(placeAt([], 5)).toBeNull();
  });

  it('[M-P05] skips the rest of a stop after a moment, unless skipping is off', () => {
    const day = [point(0), point(60), point(60 + 540), point(700)];
    const stops = [{ startMs: 60_000, endMs: 600_000 }];
    const playback = new Playback(day, stops);
    playback.setRate(10);
    playback.toggle();
    playback.advance(6500);
    expect(playback.state.get().timeMs).toBe(65_000);
    playback.advance(2000);
    expect(playback.state.get().timeMs).toBe(600_000);
    playback.setSkipsStops(false);
    playback.seek(65_000);
    playback.advance(2000);
    expect(playback.state.get().timeMs).toBe(85_000);
  });

  it('[M-P05] steps from point to point, also from between points', () => {
    const playback = new Playback(TRAIL, []);
    const at = () => playback.state.get().timeMs / 1000;
    playback.step(1);
    expect(at()).toBe(10);
    playback.seek(15_000);
    playback.step(-1);
    expect(at()).toBe(10);
    playback.step(-1);
    playback.step(-1);
    expect(at()).toBe(0);
    playback.seek(15_000);
    playback.step(1);
    expect(at()).toBe(20);
  });

  it('[M-P05] does nothing without points', () => {
    const playback = new Playback([], []);
    playback.toggle();
    playback.advance(1000);
    playback.step(1);
    expect(playback.state.get().isPlaying).toBe(false);
    expect(playback.position.get()).toBeNull();
  });
});
