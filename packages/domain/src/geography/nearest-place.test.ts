import { describe, expect, it } from 'vitest';
import { nearestPlace } from './nearest-place.ts';
import { PLACES } from './places.ts';

describe('the nearest known place', () => {
  it('[M-06] to a place is the place itself', () => {
    for (const place of PLACES) {
      const found = nearestPlace(place.latitudeDeg, place.longitudeDeg);
      expect(found.place.name).toBe(place.name);
      expect(found.distanceKm).toBe(0);
    }
  });

  it('[M-06] has a distance and one of the eight compass directions', () => {
    const london = PLACES.find(({ name }) => name === 'London');
    const at = (north: number, east: number) =>
      nearestPlace((london?.latitudeDeg ?? 0) + north, (london?.longitudeDeg ?? 0) + east);
    expect(
      [
        at(0.02, 0),
        at(0.02, 0.032),
        at(0, 0.03),
        at(-0.02, 0.032),
        at(-0.02, 0),
        at(-0.02, -0.032),
        at(0, -0.03),
        at(0.02, -0.032),
      ].map(({ direction }) => direction),
    ).toEqual(['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW']);
    expect(at(0.02, 0).distanceKm).toBeCloseTo(2.22, 2);
  });

  it('[M-06] is found on the other side of the world too', () => {
    expect(nearestPlace(-45, 170).distanceKm).toBeGreaterThan(1000);
  });
});
