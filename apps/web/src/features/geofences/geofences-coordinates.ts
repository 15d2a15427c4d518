import type { Point } from './geofences-shape.ts';

/** Points read from a text, or the number of the line that is none. */
export type ReadPoints = { readonly points: Point[] } | { readonly faultyLine: number };

/** Points as a person reads and types them: one a line, latitude first. */
export function writePoints(points: readonly Point[]): string {
  return points.map(({ lat, long }) => `${lat}, ${long}`).join('\n');
}

/** Rings as a person types them: an empty line between two. */
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

/** Reads points of a text, one a line: latitude and longitude in degrees; empty lines count as nothing. */
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

/** Reads rings of a text, parted by empty lines. */
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
