import { describe, expect, it } from 'vitest';
import { ClipPlayback, type Picture } from './clip-playback.ts';
import { type CameraFile, correction, filesAt, spanOf } from './in-step.ts';

const START_MS = Date.parse('2026-11-20T08:00:00Z');
const file = (camera: number, startS: number, endS: number): CameraFile => ({
  camera,
  address: `/api/files/${camera}/`,
  startMs: START_MS + startS * 1000,
  endMs: START_MS + endS * 1000,
});

/** A fake video element that plays when the test advances time. */
class Film implements Picture {
  currentTime = 0;
  playbackRate = 1;
  readyState = 4;
  paused = true;
  seeking = false;
  plays = 0;

  constructor(readonly duration: number) {}

  play(): Promise<void> {
    this.paused = false;
    this.plays += 1;
    return Promise.resolve();
  }

  pause(): void {
    this.paused = true;
  }

  pass(seconds: number): void {
    if (this.paused || this.readyState < 3) return;
    this.currentTime = Math.min(this.currentTime + seconds * this.playbackRate, this.duration);
  }
}

/** Advances videos and clock by some seconds, 50 frames a second. */
function run(playback: ClipPlayback, films: readonly Film[], seconds: number): void {
  for (let n = 0; n < seconds * 50; n += 1) {
    for (const film of films) film.pass(0.02);
    playback.advance(20);
  }
}

const secondsOf = (playback: ClipPlayback) => (playback.state.get().timeMs - START_MS) / 1000;

describe('synchronisation', () => {
  it('[F-P01] a video near the main one changes its rate, one far away seeks', () => {
    expect(correction(0.02, 1)).toEqual({ kind: 'speed', rate: 1 });
    expect(correction(0.2, 1)).toEqual({ kind: 'speed', rate: 0.8 });
    expect(correction(-0.2, 2)).toEqual({ kind: 'speed', rate: 2.4 });
    expect(correction(3, 1)).toEqual({ kind: 'jump' });
    expect(correction(-0.6, 1)).toEqual({ kind: 'jump' });
  });

  it('the clip spans all its files, and finds those at a time', () => {
    const files = [file(1, 0, 30), file(2, 5, 35)];
    expect(spanOf(files)).toEqual({ startMs: START_MS, endMs: START_MS + 35_000 });
    expect(spanOf([])).toEqual({ startMs: 0, endMs: 0 });
    expect(filesAt(files, START_MS + 2000).map(({ camera }) => camera)).toEqual([1]);
    expect(filesAt(files, START_MS + 30_000).map(({ camera }) => camera)).toEqual([1, 2]);
  });

  it('[F-P01] keeps four cameras in sync with the main one, also after one fell behind', () => {
    const playback = new ClipPlayback([1, 2, 3, 4].map((camera) => file(camera, 0, 60)));
    const films = [1, 2, 3, 4].map(() => new Film(60));
    films.forEach((film, n) => void playback.attach(n + 1, film));
    playback.toggle();
    run(playback, films, 5);
    expect(secondsOf(playback)).toBeCloseTo(5, 1);
    (films[2] as Film).currentTime -= 0.3;
    run(playback, films, 3);
    const [main = 0, ...others] = films.map(({ currentTime }) => currentTime);
    for (const one of others) expect(Math.abs(one - main)).toBeLessThan(0.06);
    (films[3] as Film).currentTime = 50;
    run(playback, films, 1);
    expect(Math.abs((films[3] as Film).currentTime - (films[0] as Film).currentTime)).toBeLessThan(
      0.06,
    );
  });

  it('[F-P01] all wait for the one that is buffering', () => {
    const playback = new ClipPlayback([file(1, 0, 30), file(2, 0, 30)]);
    const films = [new Film(30), new Film(30)] as const;
    films.forEach((film, n) => void playback.attach(n + 1, film));
    playback.toggle();
    run(playback, films, 1);
    films[1].readyState = 1;
    run(playback, films, 2);
    expect(playback.state.get().isWaiting).toBe(true);
    expect(films[0].paused).toBe(true);
    expect(films[1].paused).toBe(false);
    const held = secondsOf(playback);
    films[1].readyState = 4;
    run(playback, films, 1);
    expect(playback.state.get().isWaiting).toBe(false);
    expect(secondsOf(playback)).toBeGreaterThan(held + 0.9);
  });

  it('a camera with a later start joins in the middle, and the clock continues during gaps', () => {
    const playback = new ClipPlayback([file(1, 0, 10), file(2, 12, 20)]);
    const films = [new Film(10), new Film(8)] as const;
    films.forEach((film, n) => void playback.attach(n + 1, film));
    playback.toggle();
    run(playback, films, 11);
    expect(secondsOf(playback)).toBeCloseTo(11, 0);
    expect(films[1].paused).toBe(true);
    run(playback, films, 5);
    expect(secondsOf(playback)).toBeCloseTo(16, 0);
    expect(films[1].currentTime).toBeCloseTo(4, 0);
    run(playback, films, 6);
    expect(playback.state.get()).toMatchObject({ isPlaying: false, timeMs: playback.endMs });
  });
});

describe('the controls of a clip', () => {
  const made = () => {
    const playback = new ClipPlayback([file(1, 0, 30), file(2, 0, 30)]);
    const films = [new Film(30), new Film(30)] as const;
    films.forEach((film, n) => void playback.attach(n + 1, film));
    return { playback, films };
  };

  it('[F-P01] seeks all cameras within the range', () => {
    const { playback, films } = made();
    playback.seek(START_MS + 12_000);
    expect(films.map(({ currentTime }) => currentTime)).toEqual([12, 12]);
    playback.seek(START_MS + 99_000);
    expect(secondsOf(playback)).toBe(30);
    playback.seek(0);
    expect(secondsOf(playback)).toBe(0);
  });

  it('steps frame by frame, paused, without repeating one', () => {
    const { playback, films } = made();
    playback.setFrame(0.1);
    playback.toggle();
    playback.step(1);
    expect(playback.state.get().isPlaying).toBe(false);
    const seen = [films[0].currentTime];
    for (let n = 0; n < 3; n += 1) {
      playback.step(1);
      seen.push(films[0].currentTime);
    }
    expect(seen.map((one) => Math.floor(one / 0.1))).toEqual([1, 2, 3, 4]);
    playback.step(-1);
    expect(films[0].currentTime).toBeCloseTo(0.35, 5);
    expect(films[1].currentTime).toBeCloseTo(0.35, 5);
  });

  it('plays at 0.25 to 4 times the normal speed', () => {
    const { playback, films } = made();
    for (let n = 0; n < 9; n += 1) playback.changeRate(-1);
    expect(playback.state.get().rate).toBe(0.25);
    for (let n = 0; n < 9; n += 1) playback.changeRate(1);
    expect(playback.state.get().rate).toBe(4);
    playback.toggle();
    run(playback, films, 2);
    expect(secondsOf(playback)).toBeCloseTo(8, 0);
  });

  it('restarts at the end', () => {
    const { playback, films } = made();
    playback.seek(playback.endMs);
    playback.toggle();
    run(playback, films, 1);
    expect(secondsOf(playback)).toBeCloseTo(1, 0);
  });

  it('[F-P01] the position on the trail follows the video', () => {
    const { playback } = made();
    const point = (s: number, latitudeDeg: number) => ({
      timeMs: START_MS + s * 1000,
      latitudeDeg,
      longitudeDeg: -1,
      headingDeg: 0,
      speedKmh: 60,
      ignition: true,
    });
    playback.setPoints([point(0, 52), point(20, 52.2)]);
    playback.seek(START_MS + 10_000);
    expect(playback.position.get()?.latitudeDeg).toBeCloseTo(52.1, 6);
  });

  it('a reloaded video seeks to the time of the clock', () => {
    const { playback } = made();
    playback.seek(START_MS + 7000);
    const late = new Film(30);
    playback.attach(2, late);
    expect(late.currentTime).toBe(7);
    late.currentTime = 0;
    playback.settle(2);
    expect(late.currentTime).toBe(7);
  });
});
