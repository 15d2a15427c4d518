import { useMemo } from 'react';
import type { MapShape } from './geofence-layers.ts';
import type { Draft } from './geofences-draft.ts';
import type { Geofence } from './geofences-shape.ts';

/** The geofences on the map, and instead of the edited one its draft. */
export function useMapShapes(
  shown: readonly Geofence[],
  chosenId: number | null,
  draft: Draft | null,
) {
  const isDrafting = draft !== null;
  const shapes = useMemo<MapShape[]>(
    () =>
      shown
        .filter(({ id }) => !isDrafting || id !== chosenId)
        .map((shape) => ({ id: shape.id, name: shape.name, colour: shape.colour, shape })),
    [shown, chosenId, isDrafting],
  );
  const drawn = draft?.shape;
  const colour = draft?.colour;
  const sheet = useMemo(
    () => (drawn === undefined || colour === undefined ? null : { shape: drawn, colour }),
    [drawn, colour],
  );
  return { shapes, sheet };
}
