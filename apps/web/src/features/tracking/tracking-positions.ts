import type { Viewport } from '../../ui/map/base-map.ts';
import type { MapVehicle } from '../../ui/map/map-vehicle.ts';
import type { TrackVehicle } from './fleet-store.ts';

/** The vehicles with a position, as the map draws them. */
export function onMap(vehicles: readonly TrackVehicle[]): MapVehicle[] {
  return vehicles.flatMap(({ id, registration, type, state, lat, long, dir }) =>
    lat === null || long === null
      ? []
      : [{ id, registration, type, state, latitudeDeg: lat, longitudeDeg: long, headingDeg: dir }],
  );
}

/** The map section of a URL, `latitude,longitude,zoom`; null if it is invalid. */
export function readViewport(text: string | undefined): Viewport | null {
  const [latitudeDeg, longitudeDeg, zoom] = (text ?? '').split(',').map(Number);
  if (![latitudeDeg, longitudeDeg, zoom].every((value) => Number.isFinite(value))) return null;
  return { latitudeDeg, longitudeDeg, zoom } as Viewport;
}

/** The map section as a URL parameter. */
export function writeViewport({ latitudeDeg, longitudeDeg, zoom }: Viewport): string {
  return `${latitudeDeg.toFixed(5)},${longitudeDeg.toFixed(5)},${zoom.toFixed(2)}`;
}
