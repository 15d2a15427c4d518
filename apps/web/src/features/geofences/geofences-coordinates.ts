import type { Point } from './geofences-shape.ts';

/** Points parsed from a text, or the number of the invalid line. */
export type ReadPoints = { readonly points: Point[] } | { readonly faultyLine: number };

/** Points as text: one per line, latitude first. */
export function writePoints(points: readonly Point[]): string {
  return points.map(({ lat, long }) => `${lat}, ${long}`).join('\n');
}

/** Rings as text, separated by empty lines. */
export function writeRings(rings: readonly (readonly Point[])[]): string {
  return rings.map(writePoints).join('\n\n');
}

function readPoint(line: string): Point | null {
  const numbers = line
    .trim()
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number);
  const [lat = Number.NaN, long = Number.NaN] = numbers;
  const isPlace = Math.abs(lat) <= 90 && Math.abs(long) <= 180;
  return numbers.length === 2 && isPlace ? { lat, long } : null;
}

/** Parses points, one per line: latitude and longitude in degrees; empty lines are ignored. */
export function readPoints(text: string): ReadPoints {
  const points: Point[] = [];
  for (const [n, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const point = readPoint(line);
    if (point === null) return { faultyLine: n + 1 };
    points.push(point);
  }
  return { points };
}

/** Parses rings separated by empty lines. */
export function readRings(
  text: string,
): { readonly rings: Point[][] } | { readonly faultyLine: number } {
  const rings: Point[][] = [[]];
  for (const [n, line] of text.split('\n').entries()) {
    if (line.trim() === '') {
      if (rings.at(-1)?.length !== 0) rings.push([]);
      continue;
    }
    const point = readPoint(line);
    if (point === null) return { faultyLine: n + 1 };
    rings.at(-1)?.push(point);
  }
  return { rings: rings.filter((ring) => ring.length > 0) };
}
