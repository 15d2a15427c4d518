import { DESIGN_TOKENS } from '@roadworthy/domain';
import type { FeatureCollection } from 'geojson';
import { useEffect, useMemo } from 'react';
import type { DressedMap } from '../../../ui/map/fleet-map.tsx';
import {
  addGeofenceLayers,
  GEOFENCE_SOURCES,
  setGeofences,
} from '../../geofences/geofence-layers.ts';
import { useGeofences } from '../../geofences/use-geofences.ts';
import { belowVehicles, type OverlayLayer, removeOverlay, useFeatures } from './overlay.ts';
import { useDepotPlaces } from './use-depot-places.ts';

const ALL = { search: '', group: undefined, category: undefined };

interface OverlayProps {
  /** Another object after each style, which has none of the layers. */
  readonly dressed: DressedMap;
}

/** The shapes of the geofences with their names. */
export function GeofenceOverlay({ dressed }: OverlayProps) {
  const { data } = useGeofences(ALL);
  useEffect(() => {
    const { map, scheme } = dressed;
    addGeofenceLayers(map, scheme);
    const below = belowVehicles(map);
    for (const layer of map.getStyle().layers) {
      if ('source' in layer && GEOFENCE_SOURCES.includes(String(layer.source))) {
        map.moveLayer(layer.id, below);
      }
    }
    return () => {
      for (const source of GEOFENCE_SOURCES) removeOverlay(map, source);
    };
  }, [dressed]);
  useEffect(() => {
    const shapes = (data?.geofences ?? []).map((shape) => ({
      id: shape.id,
      name: shape.name,
      colour: shape.colour,
      shape,
    }));
    setGeofences(dressed.map, shapes, null);
  }, [dressed, data]);
  return null;
}

function depotLayers(scheme: 'light' | 'dark'): OverlayLayer[] {
  const { text, surface } = DESIGN_TOKENS[scheme];
  return [
    {
      id: 'depot-dots',
      type: 'circle',
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 5, 4, 12, 8],
        'circle-color': surface,
        'circle-stroke-color': text,
        'circle-stroke-width': 3,
      },
    },
    {
      id: 'depot-names',
      type: 'symbol',
      minzoom: 7,
      layout: {
        'text-field': ['get', 'name'],
        'text-size': 13,
        'text-anchor': 'bottom',
        'text-offset': [0, -0.9],
      },
      paint: { 'text-color': text, 'text-halo-color': surface, 'text-halo-width': 2 },
    },
  ];
}

/** The depots that have a position. */
export function DepotOverlay({ dressed }: OverlayProps) {
  const { data } = useDepotPlaces(true);
  const features = useMemo<FeatureCollection>(
    () => ({
      type: 'FeatureCollection',
      features: (data ?? []).flatMap(({ id, name, lat, long }) =>
        lat === null || long === null
          ? []
          : [
              {
                type: 'Feature' as const,
                properties: { id, name },
                geometry: { type: 'Point' as const, coordinates: [long, lat] },
              },
            ],
      ),
    }),
    [data],
  );
  useFeatures(dressed, 'depots', depotLayers, features, true);
  return null;
}

/** The tiles of a traffic service, as configured by the operator. */
export function TrafficOverlay({
  dressed,
  tiles,
  attribution,
}: OverlayProps & { readonly tiles: string; readonly attribution: string }) {
  useEffect(() => {
    const { map } = dressed;
    const source = 'traffic';
    map.addSource(source, { type: 'raster', tiles: [tiles], tileSize: 256, attribution });
    map.addLayer({ id: source, type: 'raster', source }, belowVehicles(map));
    return () => removeOverlay(map, source);
  }, [dressed, tiles, attribution]);
  return null;
}
