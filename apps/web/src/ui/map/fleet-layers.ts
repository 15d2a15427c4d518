import { DESIGN_TOKENS } from '@roadworthy/domain';
import type { Feature, FeatureCollection, Point } from 'geojson';
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import { addBadgeImage, badgeImage } from './cluster-images.ts';
import type { MapItem } from './fleet-clusters.ts';
import type { MapVehicle } from './map-vehicle.ts';
import { addTrail } from './trail-line.ts';

const SOURCE = 'vehicles';
/** The selected vehicle is never part of a cluster. */
const SELECTED = 'selected-vehicle';
export const TRAIL = 'trail';
/** Layers that react to the pointer, the topmost first. */
export const MARKER_LAYERS = ['selected-grounds', 'clusters', 'grounds'] as const;
/** Labels of vehicles that are not selected. */
const LABELS = 'registrations';
/** Zoom from which vehicles that are not selected have labels. */
const LABELS_FROM_ZOOM = 8;

/** Markers as GeoJSON; only moving ones are rotated to their heading. */
export function toFeatures(vehicles: readonly MapVehicle[]): FeatureCollection<Point> {
  return { type: 'FeatureCollection', features: vehicles.map(vehicleFeature) };
}

function vehicleFeature(vehicle: MapVehicle): Feature<Point> {
  return {
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
  };
}

/** @param index of the item, by which a pointer event finds it */
function badgeFeature(item: MapItem, index: number): Feature<Point> {
  const count = item.vehicles.length;
  return {
    type: 'Feature',
    properties: {
      badge: index,
      image: badgeImage(item.vehicles),
      count: item.isBeside ? `+${count}` : String(count),
    },
    geometry: { type: 'Point', coordinates: [item.longitudeDeg, item.latitudeDeg] },
  };
}

/** Adds source and layers of vehicles and trail; call again after a style change. */
export function addFleetLayers(map: MapLibre, scheme: 'light' | 'dark'): void {
  const colours = DESIGN_TOKENS[scheme];
  addTrail(map, TRAIL, scheme);
  for (const id of [SOURCE, SELECTED]) map.addSource(id, { type: 'geojson', data: toFeatures([]) });
  addMarkers(map, SOURCE, colours);
  map.addLayer({
    id: 'clusters',
    type: 'symbol',
    source: SOURCE,
    filter: ['has', 'badge'],
    layout: {
      'icon-image': ['get', 'image'],
      'icon-allow-overlap': true,
      'text-field': ['get', 'count'],
      'text-size': 13,
      'text-allow-overlap': true,
    },
    paint: { 'text-color': colours.text },
  });
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
  addMarkers(map, SELECTED, colours);
}

/** The marker layers of a source; the selected vehicle has its label at every zoom. */
function addMarkers(
  map: MapLibre,
  source: typeof SOURCE | typeof SELECTED,
  colours: (typeof DESIGN_TOKENS)['light' | 'dark'],
): void {
  const isSelected = source === SELECTED;
  const prefix = isSelected ? 'selected-' : '';
  const overlap = { 'icon-allow-overlap': true, 'icon-ignore-placement': true };
  const filter = ['has', 'id'] as ['has', string];
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
    minzoom: isSelected ? 0 : LABELS_FROM_ZOOM,
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

/** Shows markers and the badges of clusters. */
export function setItems(
  map: MapLibre,
  scheme: 'light' | 'dark',
  items: readonly MapItem[],
  selected: MapVehicle | undefined,
): void {
  const features = items.map((item, index) => {
    const [only] = item.vehicles;
    return item.vehicles.length === 1 && !item.isBeside && only !== undefined
      ? vehicleFeature(only)
      : badgeFeature(item, index);
  });
  for (const { properties } of features) {
    if (properties?.image !== undefined) addBadgeImage(map, properties.image, scheme);
  }
  map.getSource<GeoJSONSource>(SOURCE)?.setData({ type: 'FeatureCollection', features });
  const alone = toFeatures(selected === undefined ? [] : [selected]);
  map.getSource<GeoJSONSource>(SELECTED)?.setData(alone);
}

/** Shows or hides the labels of vehicles that are not selected. */
export function showLabels(map: MapLibre, isShown: boolean): void {
  if (map.getLayer(LABELS) === undefined) return;
  map.setLayoutProperty(LABELS, 'visibility', isShown ? 'visible' : 'none');
}

/** Whether the last update of the markers is displayed. */
export function isDrawn(map: MapLibre): boolean {
  return [SOURCE, SELECTED].every(
    (id) => map.getSource(id) !== undefined && map.isSourceLoaded(id),
  );
}
