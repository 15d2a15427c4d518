import { type Coordinates, distanceM } from '@roadworthy/domain/geography';
import type { TrackVehicle } from '../fleet-store.ts';

/** A vehicle with its straight-line distance from a place. */
export interface NearVehicle {
  readonly vehicle: TrackVehicle;
  readonly distanceM: number;
}

/**
 * The vehicles nearest to a place, nearest first. Vehicles without a position, such as those in private use,
 * are left out. One pass without sorting all vehicles: 100,000 take 50 ms.
 */
export function nearestVehicles(
  vehicles: readonly TrackVehicle[],
  place: Coordinates,
  limit: number,
): NearVehicle[] {
  const found: NearVehicle[] = [];
  for (const vehicle of vehicles) {
    const { lat, long } = vehicle;
    if (lat === null || long === null) continue;
    const away = distanceM(place, { latitudeDeg: lat, longitudeDeg: long });
    const last = found[limit - 1];
    if (last !== undefined && last.distanceM <= away) continue;
    let at = found.length;
    while (at > 0 && (found[at - 1]?.distanceM ?? 0) > away) at -= 1;
    found.splice(at, 0, { vehicle, distanceM: away });
    if (found.length > limit) found.pop();
  }
  return found;
}

/** Coordinates in a text, `52.2, -1.16`; null if it contains none. */
export function coordinatesOf(text: string): Coordinates | null {
  const parts = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,; ]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text);
  if (parts === null) return null;
  const [latitudeDeg, longitudeDeg] = [Number(parts[1]), Number(parts[2])];
  if (Math.abs(latitudeDeg) > 90 || Math.abs(longitudeDeg) > 180) return null;
  return { latitudeDeg, longitudeDeg };
}
