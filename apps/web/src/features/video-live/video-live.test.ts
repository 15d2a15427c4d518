import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { playLoadingMessages } from './loading-messages.ts';
import { LIVE_ZOOM, TRAIL_PAINT } from './trail-style.ts';
import { gridCells, onVideoHost, placeOf } from './video-live-items.ts';
import { fallbackOf, firstMode, type LiveSession, modesOf } from './video-live-modes.ts';
import { grown, markerRotation, newTrail } from './video-live-trail.ts';

const SESSION: LiveSession = {
  id: 5,
  live_mode: 'stream',
  stream: true,
  ticket: 'one-time',
  ends_at: '2026-06-05T12:30:00Z',
  cameras: [],
};

describe('the loading messages', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([
    [0, 1000],
    [1, 2500],
  ])('[F-08] [F-09] [F-10] change after 1 to 2.5 s each (random %f)', (random, afterMs) => {
    const shown: string[] = [];
    playLoadingMessages(
      (message) => shown.push(message),
      () => random,
    );
    expect(shown).toEqual(['liveVideo.connecting']);
    vi.advanceTimersByTime(afterMs - 1);
    expect(shown).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(shown.at(-1)).toBe('liveVideo.initializing');
    vi.advanceTimersByTime(afterMs);
    expect(shown.at(-1)).toBe('liveVideo.encrypting');
    vi.advanceTimersByTime(60_000);
    expect(shown).toHaveLength(3);
  });
});

describe('the trail', () => {
  const point = (timeMs: number, latitudeDeg: number, directionDeg = 90) => ({
    timeMs,
    latitudeDeg,
    longitudeDeg: -1.5,
    directionDeg,
  });

  it('[F-19] [V-07] grows with each reply that is newer', () => {
    let trail = newTrail(0);
    trail = grown(trail, point(1000, 53));
    trail = grown(trail, point(2000, 53.001));
    trail = grown(trail, point(2000, 53.001));
    trail = grown(trail, point(1500, 53.0005));
    expect(trail.points.map(({ timeMs }) => timeMs)).toEqual([1000, 2000]);
  });

  it('[F-20] [F-21] the rotation is 360 minus the direction; unchanged at direction 0', () => {
    expect(markerRotation(90, 0)).toBe(270);
    expect(markerRotation(350, 0)).toBe(10);
    expect(markerRotation(0, 270)).toBe(270);
    const turned = grown(newTrail(45), point(1000, 53, 90));
    expect(turned.rotationDeg).toBe(270);
    expect(grown(turned, point(2000, 53, 0)).rotationDeg).toBe(270);
  });

  it('[F-02] [F-P05] moving as the server reports, else when the last two points are over 20 m apart', () => {
    const first = grown(newTrail(0), point(1000, 53));
    expect(first.isMoving).toBeNull();
    expect(grown(first, point(2000, 53.000_17)).isMoving).toBe(false);
    expect(grown(first, point(2000, 53.000_19)).isMoving).toBe(true);
    expect(grown(first, point(2000, 53.01), false).isMoving).toBe(false);
    expect(grown(first, point(1000, 53), true).isMoving).toBe(true);
  });
});

describe('the map', () => {
  it('[F-24] [F-25] [F-26] is at zoom 16; the trail is pink and at least 8 px wide', () => {
    expect(LIVE_ZOOM).toBe(16);
    const [red = 0, green = 0, blue = 0] = (
      String(TRAIL_PAINT['line-color']).match(/[\da-f]{2}/g) ?? []
    ).map((pair) => Number.parseInt(pair, 16));
    // Pink by hue: red the highest component, blue above green.
    expect([red, blue, green]).toEqual([red, blue, green].sort((a, b) => b - a));
    expect(red).toBeGreaterThan(240);
    // Between and beyond the zoom stops, widths are interpolated or clamped.
    const [kind, , , ...stops] = TRAIL_PAINT['line-width'] as readonly unknown[];
    expect(kind).toBe('interpolate');
    expect(Math.min(...stops.filter((_, index) => index % 2 === 1).map(Number))).toBe(8);
  });
});

describe('items', () => {
  it('[F-22] [F-23] the grid has the next multiple of four cells, the spare ones empty', () => {
    expect([0, 1, 3, 4, 5, 8].map((count) => gridCells(Array(count).fill('x')).length)).toEqual([
      0, 4, 4, 4, 8, 8,
    ]);
    expect(gridCells(['front', 'cabin', 'left'])).toEqual(['front', 'cabin', 'left', null]);
  });

  it('[F-27] [W-23] URLs are prefixed with the video host', () => {
    expect(onVideoHost('https://video.example', '/a/1.mp4')).toBe('https://video.example/a/1.mp4');
    expect(onVideoHost('https://video.example/', '/a/1.mp4')).toBe('https://video.example/a/1.mp4');
    expect(onVideoHost('', '/a/1.mp4')).toBe('/a/1.mp4');
    expect(onVideoHost('https://video.example', 'https://elsewhere.example/1.mp4')).toBe(
      'https://elsewhere.example/1.mp4',
    );
  });

  it('[V-06] uses the newest position of a reply; ignores empty items and unknown positions', () => {
    const item = {
      URL: '/1',
      Latitude: 53,
      Longitude: -1,
      Heading: 45,
      EndDateTime: '2026-06-05T12:00:00Z',
      Moving: true,
    };
    const later = { ...item, Latitude: 54, EndDateTime: '2026-06-05T12:00:08Z' };
    expect(placeOf([{}, later, item])?.point.latitudeDeg).toBe(54);
    expect(placeOf([{}, { ...item, Latitude: null }])).toBeNull();
  });
});

describe('the mode', () => {
  it('[F-P02] is set by the device: stills, or live if server and browser support it', () => {
    expect(firstMode({ ...SESSION, live_mode: 'snapshot' }, true)).toBe('snapshots');
    expect(firstMode(SESSION, true)).toBe('live');
    expect(firstMode(SESSION, false)).toBe('chunks');
    expect(firstMode({ ...SESSION, stream: false }, true)).toBe('chunks');
    expect(firstMode({ ...SESSION, stream: false, live_mode: 'snapshot' }, true)).toBe('snapshots');
    expect(modesOf(SESSION, false)).toEqual(['chunks', 'snapshots']);
  });

  it('falls back to the next, finally to stills', () => {
    expect(fallbackOf('live', 'unreachable', SESSION)).toBe('chunks');
    expect(fallbackOf('live', 'unreachable', { ...SESSION, live_mode: 'snapshot' })).toBe(
      'snapshots',
    );
    expect(fallbackOf('live', 'unsupported', SESSION)).toBe('snapshots');
    expect(fallbackOf('chunks', 'unreachable', SESSION)).toBe('snapshots');
    expect(fallbackOf('snapshots', 'unreachable', SESSION)).toBeNull();
  });
});
