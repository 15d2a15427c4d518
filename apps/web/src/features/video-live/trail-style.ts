import type { LineLayerSpecification } from 'maplibre-gl';

/** Requirement F-24. */
export const LIVE_ZOOM = 16;
/** Requirement F-25. */
const PINK = '#ff4fa8';
/** Requirement F-26: never thinner. */
const LEAST_WIDTH_PX = 8;
const MOST_WIDTH_PX = 14;

/** Style of the trail: pink, wider when zoomed in. */
export const TRAIL_PAINT: NonNullable<LineLayerSpecification['paint']> = {
  'line-color': PINK,
  'line-width': ['interpolate', ['linear'], ['zoom'], LIVE_ZOOM, LEAST_WIDTH_PX, 20, MOST_WIDTH_PX],
};
