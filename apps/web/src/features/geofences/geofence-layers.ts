import { DESIGN_TOKENS } from '@roadworthy/domain';
import type { Feature, FeatureCollection, Point as GeoPoint, Polygon } from 'geojson';
import type { GeoJSONSource, Map as MapLibre, PointLike } from 'maplibre-gl';
import { type Point, ringsOf, type Shape } from './geofences-shape.ts';

const AREAS = 'geofences';
const NAMES = 'geofence-names';
const DRAFT = 'geofence-draft';
/** Sources that {@link addGeofenceLayers} adds. */
export const GEOFENCE_SOURCES: readonly string[] = [AREAS, NAMES, DRAFT];

/** A shape with its style. */
export interface MapShape {
  readonly id: number;
  readonly name: string;
  readonly colour: string;
  readonly shape: Shape;
}

const NOTHING: FeatureCollection = { type: 'FeatureCollection', features: [] };

function closed(ring: readonly Point[]): [number, number][] {
  return [...ring, ...ring.slice(0, 1)].map(({ lat, long }) => [long, lat]);
}

function areaOf({ id, name, colour, shape }: MapShape, isChosen: boolean): Feature<Polygon>[] {
  const rings = ringsOf(shape);
  if (rings.length === 0) return [];
  return [
    {
      type: 'Feature',
      id,
      properties: { id, name, colour, isChosen },
      geometry: { type: 'Polygon', coordinates: rings.map(closed) },
    },
  ];
}

/** One label per geofence: in the middle of its bounding box, on the line of a corridor. */
function nameOf({ id, name, shape }: MapShape): Feature<GeoPoint>[] {
  const ring = shape.shape === 'corridor' ? shape.points : (ringsOf(shape)[0] ?? []);
  const middle = ring[Math.floor(ring.length / 2)];
  if (middle === undefined) return [];
  const [lats, longs] = [ring.map(({ lat }) => lat), ring.map(({ long }) => long)];
  const halfWay = (values: readonly number[]) =>
    (values.reduce((a, b) => Math.min(a, b)) + values.reduce((a, b) => Math.max(a, b))) / 2;
  const at =
    shape.shape === 'corridor' ? [middle.long, middle.lat] : [halfWay(longs), halfWay(lats)];
  return [
    {
      type: 'Feature',
      properties: { id, name },
      geometry: { type: 'Point', coordinates: at },
    },
  ];
}

/** Adds sources and layers of the geofences; call again after a change of style. */
export function addGeofenceLayers(map: MapLibre, scheme: 'light' | 'dark'): void {
  const colours = DESIGN_TOKENS[scheme];
  for (const source of [AREAS, NAMES, DRAFT])
    map.addSource(source, { type: 'geojson', data: NOTHING });
  map.addLayer({
    id: AREAS,
    type: 'fill',
    source: AREAS,
    paint: {
      'fill-color': ['get', 'colour'],
      'fill-opacity': ['case', ['get', 'isChosen'], 0.34, 0.16],
    },
  });
  map.addLayer({
    id: 'geofence-edges',
    type: 'line',
    source: AREAS,
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': ['get', 'colour'],
      'line-width': ['case', ['get', 'isChosen'], 4, 2],
    },
  });
  map.addLayer({
    id: NAMES,
    type: 'symbol',
    source: NAMES,
    minzoom: 8,
    layout: { 'text-field': ['get', 'name'], 'text-size': 12, 'text-max-width': 10 },
    paint: {
      'text-color': colours.text,
      'text-halo-color': colours.surface,
      'text-halo-width': 1.5,
    },
  });
  map.addLayer({
    id: DRAFT,
    type: 'fill',
    source: DRAFT,
    paint: { 'fill-color': ['get', 'colour'], 'fill-opacity': 0.3 },
  });
  map.addLayer({
    id: 'geofence-draft-edges',
    type: 'line',
    source: DRAFT,
    layout: { 'line-join': 'round' },
    paint: { 'line-color': ['get', 'colour'], 'line-width': 3, 'line-dasharray': [2, 1] },
  });
}

/** Shows geofences; the selected one is highlighted. */
export function setGeofences(
  map: MapLibre,
  shapes: readonly MapShape[],
  chosenId: number | null,
): void {
  // Large ones first, so that a small one inside can be selected.
  const features = shapes.flatMap((one) => areaOf(one, one.id === chosenId));
  map.getSource<GeoJSONSource>(AREAS)?.setData({ type: 'FeatureCollection', features });
  map
    .getSource<GeoJSONSource>(NAMES)
    ?.setData({ type: 'FeatureCollection', features: shapes.flatMap(nameOf) });
}

/** Shows the shape being drawn or the geofences about to be imported. */
export function setDrafts(map: MapLibre, drafts: readonly MapShape[]): void {
  map.getSource<GeoJSONSource>(DRAFT)?.setData({
    type: 'FeatureCollection',
    features: drafts.flatMap((draft) => areaOf(draft, true)),
  });
}

/** The topmost geofence at a point of the map; null for none. */
export function geofenceAt(map: MapLibre, at: PointLike): number | null {
  if (map.getLayer(AREAS) === undefined) return null;
  const [hit] = map.queryRenderedFeatures(at, { layers: [AREAS] });
  return hit === undefined ? null : Number(hit.properties.id);
}
