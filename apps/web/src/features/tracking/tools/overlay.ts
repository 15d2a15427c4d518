import type { FeatureCollection } from 'geojson';
import type { GeoJSONSource, LayerSpecification, Map as MapLibre } from 'maplibre-gl';
import { useEffect } from 'react';
import { TRAIL } from '../../../ui/map/fleet-layers.ts';
import type { DressedMap } from '../../../ui/map/fleet-map.tsx';

export const NOTHING: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** A layer without its source. */
export type OverlayLayer = LayerSpecification extends infer L
  ? L extends { source: string }
    ? Omit<L, 'source'>
    : never
  : never;

/** The first layer of the vehicles, below which areas and traffic are drawn. */
export const belowVehicles = (map: MapLibre): string | undefined =>
  map.getLayer(TRAIL) === undefined ? undefined : TRAIL;

/** Removes layers and a source, unless the map or its style is gone. */
export function removeOverlay(map: MapLibre, source: string): void {
  // A removed map has no style.
  if (map.style === undefined || map.getSource(source) === undefined) return;
  for (const { id, ...layer } of map.getStyle().layers) {
    if ('source' in layer && layer.source === source) map.removeLayer(id);
  }
  map.removeSource(source);
}

/**
 * Shows features on a map while the component is mounted.
 *
 * @param layersOf layers by colour scheme; a constant function
 * @param isBelow below the vehicles instead of above
 */
export function useFeatures(
  dressed: DressedMap,
  source: string,
  layersOf: (scheme: 'light' | 'dark') => readonly OverlayLayer[],
  data: FeatureCollection,
  isBelow = false,
): void {
  // A new style has none of the layers: `dressed` is then another object with the same map.
  useEffect(() => {
    const { map, scheme } = dressed;
    map.addSource(source, { type: 'geojson', data: NOTHING });
    const below = isBelow ? belowVehicles(map) : undefined;
    for (const layer of layersOf(scheme)) {
      map.addLayer({ ...layer, source } as LayerSpecification, below);
    }
    return () => removeOverlay(map, source);
  }, [dressed, source, layersOf, isBelow]);
  useEffect(() => {
    dressed.map.getSource<GeoJSONSource>(source)?.setData(data);
  }, [dressed, source, data]);
}
