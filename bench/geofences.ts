import {
  createGeofenceIndex,
  type GeofenceShape,
} from '../apps/server/src/engines/geofences/index.ts';
import type { BenchRow } from './track.ts';

const GEOFENCES = 10_000;
const CORNERS = 50;
const POSITIONS = 1_000_000;
const LIMIT_US = 5;

/** Numbers between 0 and 1, the same in every run (mulberry32). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Jagged areas of 300 to 1,500 m all over Great Britain, thick around its towns. */
function geofences(random: () => number): GeofenceShape[] {
  return Array.from({ length: GEOFENCES }, (_, n) => {
    const middle = [51 + random() * random() * 5, -3.5 + random() * 4.5] as const;
    const points = Array.from({ length: CORNERS }, (_, corner) => {
      const angle = (2 * Math.PI * corner) / CORNERS;
      const reachDeg = 0.003 + random() * 0.01;
      return [
        middle[0] + reachDeg * Math.sin(angle),
        middle[1] + 1.6 * reachDeg * Math.cos(angle),
      ] as const;
    });
    return {
      id: n + 1,
      shape: 'polygon',
      points,
      holes: [],
      centre: null,
      radiusM: null,
      alertOnEntry: true,
      alertOnExit: true,
      dwellMin: null,
      speedLimitKmh: null,
    };
  });
}

/**
 * Which of 10,000 geofences of 50 corners a position is inside of: a million positions, half of them
 * in the middle of a geofence, the others anywhere.
 */
export async function benchGeofences(): Promise<BenchRow[]> {
  const random = dice(7);
  const shapes = geofences(random);
  const index = createGeofenceIndex(shapes);
  const places = new Float64Array(POSITIONS * 2);
  for (let n = 0; n < POSITIONS; n += 1) {
    const near = shapes[Math.floor(random() * GEOFENCES)]?.points[0] ?? [52, -1];
    const isNear = n % 2 === 0;
    places[n * 2] = isNear ? near[0] : 51 + random() * 5;
    places[n * 2 + 1] = isNear ? near[1] - 0.004 : -3.5 + random() * 4.5;
  }
  let found = 0;
  const round = () => {
    // The time of the processor: what else runs on the machine makes no position dearer.
    const started = process.cpuUsage();
    for (let n = 0; n < places.length; n += 2) {
      found += index.inside(places[n] as number, places[n + 1] as number).length;
    }
    const { user, system } = process.cpuUsage(started);
    return (user + system) / POSITIONS;
  };
  round();
  const figure = [round(), round(), round()].sort((a, b) => a - b)[1] ?? Number.NaN;
  if (found < POSITIONS) throw new Error('Hardly a position was inside of a geofence.');
  const ratio = figure / LIMIT_US;
  const what = '10,000 geofences of 50 corners, CPU a position';
  return [{ what, figure, unit: 'µs', floor: LIMIT_US, ratio, passes: ratio <= 1 }];
}
