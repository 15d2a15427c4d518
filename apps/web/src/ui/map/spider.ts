/** A place relative to the centre of a spider, px; y points down. */
export interface SpiderPlace {
  readonly x: number;
  readonly y: number;
}

/** Maximum number of vehicles of a spider; more are shown as a list. */
export const SPIDER_MAX = 8;
/** Space that each marker with its registration needs, px. */
const MARKER = { widthPx: 92, heightPx: 60 } as const;
const LEAST_RADIUS_PX = 84;

/**
 * Places of the vehicles of a spider: on an ellipse around the centre, clockwise from the top, so that no two
 * markers overlap.
 */
export function spiderPlaces(count: number): SpiderPlace[] {
  const step = (2 * Math.PI) / count;
  const around = (radius: number) =>
    Array.from({ length: count }, (_, n) => ({
      x: Math.round(Math.sin(n * step) * radius),
      y: Math.round(-Math.cos(n * step) * radius),
    }));
  const isFree = (places: readonly SpiderPlace[]) =>
    places.every((a, n) =>
      places
        .slice(n + 1)
        .every(
          (b) => Math.abs(a.x - b.x) >= MARKER.widthPx || Math.abs(a.y - b.y) >= MARKER.heightPx,
        ),
    );
  let radius = LEAST_RADIUS_PX;
  while (!isFree(around(radius))) radius += 4;
  return around(radius);
}

/**
 * The centre of a spider, moved as far as its markers need to be within the map.
 *
 * @param places from {@link spiderPlaces}
 */
export function spiderCentre(
  wanted: SpiderPlace,
  places: readonly SpiderPlace[],
  map: { readonly widthPx: number; readonly heightPx: number },
): SpiderPlace {
  const inside = (value: number, offsets: readonly number[], half: number, size: number) => {
    const least = half - Math.min(...offsets);
    const most = size - half - Math.max(...offsets);
    return least > most ? size / 2 : Math.max(least, Math.min(most, value));
  };
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  return {
    x: inside(wanted.x, xs, MARKER.widthPx / 2, map.widthPx),
    y: inside(wanted.y, ys, MARKER.heightPx / 2, map.heightPx),
  };
}
