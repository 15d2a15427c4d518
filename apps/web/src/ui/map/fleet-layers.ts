import { DESIGN_TOKENS, type VehicleState, type VehicleType } from '@roadworthy/domain';
import type { FeatureCollection, Point } from 'geojson';
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import { addTrail } from './trail-line.ts';

/** A vehicle on the map. */
export interface MapVehicle {
  readonly id: number;
  readonly registration: string;
  readonly type: VehicleType;
  readonly state: VehicleState;
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  readonly headingDeg: number;
}

/** Number of markers from which they are clustered by distance (requirement M-P01). */
const CLUSTER_FROM = 100;
/** Markers closer than this form one cluster, px: in a large fleet, and in any. */
const CLUSTER_RADIUS_PX = { large: 44, any: 22 } as const;
/** The highest zoom with clusters of overlapping markers: beyond it they are metres apart. */
const CLUSTER_MAX_ZOOM = 18;
const SOURCE = 'vehicles';
/** The selected vehicle is never part of a cluster. */
const SELECTED = 'selected-vehicle';
export const TRAIL = 'trail';

/** Markers as GeoJSON; only moving ones are rotated to their heading. */
export function toFeatures(vehicles: readonly MapVehicle[]): FeatureCollection<Point> {
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
      },
      geometry: { type: 'Point', coordinates: [vehicle.longitudeDeg, vehicle.latitudeDeg] },
    })),
  };
}

/** Adds source and layers of vehicles and trail; call again after a style change. */
export function addFleetLayers(map: MapLibre, scheme: 'light' | 'dark', count: number): void {
  const colours = DESIGN_TOKENS[scheme];
  addTrail(map, TRAIL, scheme);
  map.addSource(SOURCE, {
    type: 'geojson',
    data: toFeatures([]),
    cluster: true,
    clusterRadius: CLUSTER_RADIUS_PX[count >= CLUSTER_FROM ? 'large' : 'any'],
    clusterMaxZoom: CLUSTER_MAX_ZOOM,
  });
  map.addSource(SELECTED, { type: 'geojson', data: toFeatures([]) });
  const isBadge = ['has', 'point_count'] as ['has', string];
  map.addLayer({
    id: 'clusters',
    type: 'circle',
    source: SOURCE,
    filter: isBadge,
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
    filter: isBadge,
    layout: {
      'text-field': ['get', 'point_count_abbreviated'],
      'text-size': 13,
      'text-allow-overlap': true,
    },
    paint: { 'text-color': '#ffffff' },
  });
  addMarkers(map, SOURCE, ['', 8], colours);
  map.addLayer({
    id: 'halo',
    type: 'circle',
    source: SELECTED,
    paint: {
      'circle-color': colours.accent,
      'circle-opacity': 0.25,
      'circle-radius': 28,
      'circle-stroke-color': colours.accent,
      'circle-stroke-width': 2,
    },
  });
  addMarkers(map, SELECTED, ['selected-', 0], colours);
}

/** The marker layers of a source; the selected vehicle has its label at every zoom. */
function addMarkers(
  map: MapLibre,
  source: string,
  [prefix, labelFrom]: readonly [prefix: string, labelFrom: number],
  colours: (typeof DESIGN_TOKENS)['light' | 'dark'],
): void {
  const isSelected = source === SELECTED;
  const overlap = { 'icon-allow-overlap': true, 'icon-ignore-placement': true };
  const filter = ['!', ['has', 'point_count']] as ['!', ['has', string]];
  map.addLayer({
    id: `${prefix}grounds`,
    type: 'symbol',
    source,
    filter,
    layout: {
      ...overlap,
      // Vehicles hide place names that they overlap.
      'icon-ignore-placement': false,
      'icon-image': ['get', 'ground'],
      'icon-rotate': ['get', 'turn'],
      'icon-rotation-alignment': 'map',
    },
  });
  map.addLayer({
    id: `${prefix}icons`,
    type: 'symbol',
    source,
    filter,
    layout: { ...overlap, 'icon-image': ['get', 'icon'] },
  });
  map.addLayer({
    id: `${prefix}registrations`,
    type: 'symbol',
    source,
    minzoom: labelFrom,
    filter,
    layout: {
      'text-field': ['get', 'registration'],
      'text-size': isSelected ? 13 : 12,
      'text-offset': [0, isSelected ? 2.6 : 2],
      'text-allow-overlap': isSelected,
      'text-optional': true,
    },
    paint: {
      'text-color': colours.text,
      'text-halo-color': colours.surface,
      'text-halo-width': 2,
    },
  });
}

/** Whether the number of vehicles requires another kind of source than the present one. */
export function needsOtherClustering(before: number, now: number): boolean {
  return before >= CLUSTER_FROM !== now >= CLUSTER_FROM;
}

/** Updates the markers. */
export function setVehicles(
  map: MapLibre,
  vehicles: readonly MapVehicle[],
  selectedId: number | null,
): void {
  const isSelected = ({ id }: MapVehicle) => id === selectedId;
  const others = vehicles.filter((vehicle) => !isSelected(vehicle));
  map.getSource<GeoJSONSource>(SOURCE)?.setData(toFeatures(others));
  map.getSource<GeoJSONSource>(SELECTED)?.setData(toFeatures(vehicles.filter(isSelected)));
}

/** Maximum vehicles of a cluster for which a list is shown instead of zooming in. */
const MAX_LISTED = 30;

/** The vehicles of a cluster; null if there are too many to list. */
export async function vehiclesOfBadge(
  map: MapLibre,
  properties: Readonly<Record<string, unknown>>,
): Promise<number[] | null> {
  if (Number(properties.point_count) > MAX_LISTED) return null;
  const source = map.getSource<GeoJSONSource>(SOURCE);
  const leaves = await source?.getClusterLeaves(Number(properties.cluster_id), MAX_LISTED, 0);
  return (leaves ?? []).map((leaf) => Number(leaf.properties?.id));
}

/** Whether the last update of the markers is displayed. */
export function isDrawn(map: MapLibre): boolean {
  return [SOURCE, SELECTED].every(
    (id) => map.getSource(id) !== undefined && map.isSourceLoaded(id),
  );
}

/** Removes the layers, before they are added with another clustering. */
export function removeFleetLayers(map: MapLibre): void {
  const own = new Set([TRAIL, SOURCE, SELECTED]);
  for (const { id, ...layer } of map.getStyle().layers) {
    if ('source' in layer && own.has(String(layer.source))) map.removeLayer(id);
  }
  for (const id of own) if (map.getSource(id) !== undefined) map.removeSource(id);
}
