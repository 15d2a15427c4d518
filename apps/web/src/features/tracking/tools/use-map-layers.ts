import { useCallback, useState } from 'react';
import { storage } from '../../../session/storage.ts';

/** Layers of the live map that a person can switch on and off. */
export const MAP_LAYERS = ['labels', 'geofences', 'depots', 'traffic'] as const;
export type MapLayer = (typeof MAP_LAYERS)[number];
export type MapLayerChoice = Readonly<Record<MapLayer, boolean>>;

const DEFAULTS: MapLayerChoice = { labels: true, geofences: false, depots: false, traffic: false };

/** The layers that the person selected, stored in this browser. */
export function useMapLayers(): [MapLayerChoice, (layer: MapLayer, isShown: boolean) => void] {
  const [choice, setChoice] = useState<MapLayerChoice>(() => ({
    ...DEFAULTS,
    ...storage.mapLayers.get(),
  }));
  const change = useCallback(
    (layer: MapLayer, isShown: boolean) =>
      setChoice((before) => {
        const next = { ...before, [layer]: isShown };
        storage.mapLayers.set(next);
        return next;
      }),
    [],
  );
  return [choice, change];
}
