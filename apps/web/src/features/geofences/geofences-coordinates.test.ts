import { describe, expect, it } from 'vitest';
import { readPoints, readRings, writePoints, writeRings } from './geofences-coordinates.ts';

const points = [
  { lat: 52.4, long: -1.5 },
  { lat: 52.5, long: -1.4 },
];

describe('typed coordinates', () => {
  it('[M-P10] are parsed in the format in which they are written', () => {
    expect(readPoints(writePoints(points))).toEqual({ points });
    expect(readRings(writeRings([points, points]))).toEqual({ rings: [points, points] });
  });

  it('[M-P10] can be separated by commas, semicolons or spaces, and pasted with empty lines', () => {
    expect(readPoints('\n52.4 -1.5\n\n 52.5;-1.4 \n')).toEqual({ points });
    expect(readRings('\n\n52.4 -1.5\n\n\n52.5,-1.4\n')).toEqual({
      rings: [[points[0]], [points[1]]],
    });
  });

  it.each([
    ['52.4, -1.5\n91, 0', 2],
    ['52.4, -1.5\n52, 181', 2],
    ['north', 1],
    ['52.4', 1],
    ['52.4, -1.5, 3', 1],
  ])('[M-P10] %j is refused in line %i', (text, line) => {
    expect(readPoints(text)).toEqual({ faultyLine: line });
    expect(readRings(text)).toEqual({ faultyLine: line });
  });
});
