import { DESIGN_TOKENS, type VehicleState, type VehicleType } from '@roadworthy/domain';
import type { FeatureCollection, LineString, Point } from 'geojson';
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';

/** A vehicle as the map needs it. */
export interface MapVehicle {
  readonly id: number;
  readonly registration: string;
  readonly type: VehicleType;
  readonly state: VehicleState;
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  readonly headingDeg: number;
}

/** Clustering from this many markers (requirement M-P01). */
const CLUSTER_FROM = 100;
const SOURCE = 'vehicles';
const TRAIL = 'trail';

/** Markers as GeoJSON; only moving ones turn to their heading. */
export function toFeatures(
  vehicles: readonly MapVehicle[],
  selectedId: number | null,
): FeatureCollection<Point> {
  return {
    type: 'FeatureCollection',
    features: vehicles.map((vehicle) => ({
      type: 'Feature',
      id: vehicle.id,
      properties: {
        id: vehicle.id,
        registration: vehicle.registration,
        ground: `ground-${vehicle.state}`,
        icon: `type-${vehicle.type}${vehicle.state === 'offline' ? '-offline' : ''}`,
        turn: vehicle.state === 'moving' ? vehicle.headingDeg : 0,
        selected: vehicle.id === selectedId,
      },
      geometry: { type: 'Point', coordinates: [vehicle.longitudeDeg, vehicle.latitudeDeg] },
    })),
  };
}

function trailData(points: readonly (readonly [number, number])[]): FeatureCollection<LineString> {
  const coordinates = points.map(([longitude, latitude]) => [longitude, latitude]);
  return {
    type: 'FeatureCollection',
    features:
      coordinates.length < 2
        ? []
        : [{ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } }],
  };
}

/** Adds source and layers of vehicles and trail; to be called again after the style changed. */
export function addFleetLayers(map: MapLibre, scheme: 'light' | 'dark', count: number): void {
  const colours = DESIGN_TOKENS[scheme];
  const isClustered = count >= CLUSTER_FROM;
  map.addSource(TRAIL, { type: 'geojson', data: trailData([]) });
  map.addLayer({
    id: 'trail',
    type: 'line',
    source: TRAIL,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': colours.accent, 'line-width': 4, 'line-opacity': 0.75 },
  });
  map.addSource(SOURCE, {
    type: 'geojson',
    data: toFeatures([], null),
    cluster: isClustered,
    clusterRadius: 44,
    clusterMaxZoom: 11,
  });
  map.addLayer({
    id: 'clusters',
    type: 'circle',
    source: SOURCE,
    filter: ['has', 'point_count'],
    paint: {
      'circle-color': colours.accent,
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 2,
      'circle-radius': ['step', ['get', 'point_count'], 16, 25, 20, 200, 26],
    },
  });
  map.addLayer({
    id: 'cluster-counts',
    type: 'symbol',
    source: SOURCE,
    filter: ['has', 'point_count'],
    layout: { 'text-field': ['get', 'point_count_abbreviated'], 'text-size': 13 },
    paint: { 'text-color': '#ffffff' },
  });
  map.addLayer({
    id: 'halo',
    type: 'circle',
    source: SOURCE,
    filter: ['==', ['get', 'selected'], true],
    paint: {
      'circle-color': colours.accent,
      'circle-opacity': 0.25,
      'circle-radius': 28,
      'circle-stroke-color': colours.accent,
      'circle-stroke-width': 2,
    },
  });
  const overlap = { 'icon-allow-overlap': true, 'icon-ignore-placement': true };
  map.addLayer({
    id: 'grounds',
    type: 'symbol',
    source: SOURCE,
    filter: ['!', ['has', 'point_count']],
    layout: {
      ...overlap,
      // Names of places make room for vehicles, instead of looking out from under them.
      'icon-ignore-placement': false,
      'icon-image': ['get', 'ground'],
      'icon-rotate': ['get', 'turn'],
      'icon-rotation-alignment': 'map',
    },
  });
  map.addLayer({
    id: 'icons',
    type: 'symbol',
    source: SOURCE,
    filter: ['!', ['has', 'point_count']],
    layout: { ...overlap, 'icon-image': ['get', 'icon'] },
  });
  map.addLayer({
    id: 'registrations',
    type: 'symbol',
    source: SOURCE,
    minzoom: 8,
    filter: ['!', ['has', 'point_count']],
    layout: {
      'text-field': ['get', 'registration'],
      'text-size': 12,
      'text-offset': [0, 2],
      'text-optional': true,
    },
    paint: {
      'text-color': colours.text,
      'text-halo-color': colours.surface,
      'text-halo-width': 2,
    },
  });
}

/** Whether the number of vehicles asks for another kind of source than the map has. */
export function needsOtherClustering(before: number, now: number): boolean {
  return before >= CLUSTER_FROM !== now >= CLUSTER_FROM;
}

/** Moves the markers. */
export function setVehicles(
  map: MapLibre,
  vehicles: readonly MapVehicle[],
  selectedId: number | null,
): void {
  map.getSource<GeoJSONSource>(SOURCE)?.setData(toFeatures(vehicles, selectedId));
}

/** Whether the markers stand where they were last moved to. */
export function isDrawn(map: MapLibre): boolean {
  return map.getSource(SOURCE) !== undefined && map.isSourceLoaded(SOURCE);
}

/** Draws the trail of the selected vehicle. */
export function setTrail(map: MapLibre, points: readonly (readonly [number, number])[]): void {
  map.getSource<GeoJSONSource>(TRAIL)?.setData(trailData(points));
}

/** Takes the layers off, to be added again with another clustering. */
export function removeFleetLayers(map: MapLibre): void {
  for (const id of [
    'trail',
    'clusters',
    'cluster-counts',
    'halo',
    'grounds',
    'icons',
    'registrations',
  ]) {
    if (map.getLayer(id) !== undefined) map.removeLayer(id);
  }
  for (const id of [TRAIL, SOURCE]) if (map.getSource(id) !== undefined) map.removeSource(id);
}
