import { describe, expect, it } from 'vitest';
import type { TrackVehicle } from '../fleet-store.ts';
import { coordinatesOf, nearestVehicles } from './nearest.ts';

function vehicle(id: number, lat: number | null, long: number | null): TrackVehicle {
  return {
    ...{ id, registration: `A${id}`, type: 'VAN', groups: [1], lat, long, dir: 0 },
    ...{ timestamp: null, speed: 0, ignition: null, state: 'stopped', driver: null },
    ...{ device_fault: null, display_units: [] },
  };
}
const PLACE = { latitudeDeg: 52, longitudeDeg: -1 };

describe('the nearest vehicles', () => {
  it('are sorted by distance in a straight line, metres', () => {
    const found = nearestVehicles(
      [vehicle(1, 53, -1), vehicle(2, 52.1, -1), vehicle(3, 52, -1), vehicle(4, 52, -1.1)],
      PLACE,
      3,
    );
    expect(found.map(({ vehicle: { id } }) => id)).toEqual([3, 4, 2]);
    expect(found.map(({ distanceM }) => Math.round(distanceM))).toEqual([0, 6846, 11_120]);
  });

  it('never include a vehicle without a position, such as one in private use', () => {
    expect(nearestVehicles([vehicle(1, null, null), vehicle(2, 0, 0)], PLACE, 10)).toHaveLength(1);
    expect(nearestVehicles([vehicle(1, null, null)], PLACE, 10)).toEqual([]);
  });

  it('are the same as those of a sort of the whole fleet', () => {
    const fleet = Array.from({ length: 500 }, (_, n) =>
      vehicle(n, 50 + ((n * 7919) % 500) / 100, -4 + ((n * 104_729) % 500) / 100),
    );
    const all = nearestVehicles(fleet, PLACE, fleet.length);
    const sorted = [...all].sort((a, b) => a.distanceM - b.distanceM);
    expect(all).toEqual(sorted);
    expect(nearestVehicles(fleet, PLACE, 10)).toEqual(sorted.slice(0, 10));
  });
});

describe('coordinates', () => {
  it.each([
    ['52.2, -1.2', { latitudeDeg: 52.2, longitudeDeg: -1.2 }],
    ['  -33.86;151.2 ', { latitudeDeg: -33.86, longitudeDeg: 151.2 }],
    ['52 -1', { latitudeDeg: 52, longitudeDeg: -1 }],
    ['Leeds', null],
    ['52.2', null],
    ['91, 0', null],
    ['10, 181', null],
  ])('of %j', (text, expected) => expect(coordinatesOf(text)).toEqual(expected));
});
