import { zxyToTileId } from 'pmtiles';

/** West, south, east, north, degrees; west is greater than east across the 180th meridian. */
export type Box = readonly [number, number, number, number];

/** Ids of tiles from `first` up to, but without, `end`. */
export interface TileRange {
  readonly first: number;
  readonly end: number;
}

/** Web Mercator ends here. */
const MAX_LATITUDE_DEG = 85.0511287798066;
const FULL_TURN_DEG = 360;

/** Columns and rows of tiles at one zoom, inclusive. */
interface TileRect {
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly south: number;
}

/** The parts of a box on each side of the 180th meridian. */
function parts([west, south, east, north]: Box): Box[] {
  if (west <= east) return [[west, south, east, north]];
  return [
    [west, south, 180, north],
    [-180, south, east, north],
  ];
}

function tileOf(longitudeDeg: number, latitudeDeg: number, zoom: number): [number, number] {
  const side = 2 ** zoom;
  const limited = Math.max(-MAX_LATITUDE_DEG, Math.min(MAX_LATITUDE_DEG, latitudeDeg));
  const sin = Math.sin((limited * Math.PI) / 180);
  const x = ((longitudeDeg + 180) / FULL_TURN_DEG) * side;
  const y = (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * side;
  const inside = (value: number) => Math.max(0, Math.min(side - 1, Math.floor(value)));
  return [inside(x), inside(y)];
}

function rectOf([west, south, east, north]: Box, zoom: number): TileRect {
  const [left, top] = tileOf(west, north, zoom);
  const [right, bottom] = tileOf(east, south, zoom);
  return { west: left, north: top, east: right, south: bottom };
}

/**
 * The tiles of a zoom that touch the rectangles, as ranges of ids. A tile that lies inside a rectangle
 * covers one range of ids at each higher zoom: ids follow the Hilbert curve.
 */
function rangesAt(rects: readonly TileRect[], zoom: number): TileRange[] {
  const found: TileRange[] = [];
  const base = zxyToTileId(zoom, 0, 0);
  const visit = (level: number, x: number, y: number) => {
    const size = 2 ** (zoom - level);
    const [left, top, right, bottom] = [x * size, y * size, (x + 1) * size - 1, (y + 1) * size - 1];
    const touches = rects.some(
      (one) => left <= one.east && right >= one.west && top <= one.south && bottom >= one.north,
    );
    if (!touches) return;
    const isInside = rects.some(
      (one) => left >= one.west && right <= one.east && top >= one.north && bottom <= one.south,
    );
    if (!isInside) {
      for (const [dx, dy] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const) {
        visit(level + 1, 2 * x + dx, 2 * y + dy);
      }
      return;
    }
    const place = zxyToTileId(level, x, y) - zxyToTileId(level, 0, 0);
    const first = base + place * size * size;
    found.push({ first, end: first + size * size });
  };
  visit(0, 0, 0);
  return found;
}

/** Joins ranges that follow each other. */
function joined(ranges: readonly TileRange[]): TileRange[] {
  const result: TileRange[] = [];
  for (const { first, end } of [...ranges].sort((a, b) => a.first - b.first)) {
    const last = result.at(-1);
    if (last !== undefined && first <= last.end) {
      result[result.length - 1] = { first: last.first, end: Math.max(last.end, end) };
    } else {
      result.push({ first, end });
    }
  }
  return result;
}

/** The tiles of a box at all zooms up to a highest one, ascending and without gaps that could be joined. */
export function tileRanges(box: Box, maxZoom: number): TileRange[] {
  const all: TileRange[] = [];
  for (let zoom = 0; zoom <= maxZoom; zoom += 1) {
    const rects = parts(box).map((part) => rectOf(part, zoom));
    all.push(...rangesAt(rects, zoom));
  }
  return joined(all);
}

/** Index of the first range that ends after a tile id. */
export function firstRangeAfter(ranges: readonly TileRange[], tileId: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.end ?? 0) > tileId) high = middle;
    else low = middle + 1;
  }
  return low;
}
