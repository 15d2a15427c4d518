import type { VehicleState } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import { badgeImage, ringParts } from './cluster-images.ts';
import {
  badgeRadiusPx,
  clusterVehicles,
  clusterZoomOf,
  type MapItem,
  separatingZoom,
  stateCounts,
} from './fleet-clusters.ts';
import type { MapVehicle } from './map-vehicle.ts';

/** One degree of longitude at zoom 0, px. */
const PX_PER_DEGREE = 512 / 360;
const ZOOM = 10;

/** A vehicle this far east of the others, px at zoom 10. */
const at = (id: number, eastPx: number, state: VehicleState = 'stopped'): MapVehicle => ({
  ...{ id, registration: `A${id}`, type: 'VAN', state, headingDeg: 0 },
  latitudeDeg: 0,
  longitudeDeg: eastPx / (PX_PER_DEGREE * 2 ** ZOOM),
});
const idsOf = (items: readonly MapItem[]) =>
  items.map(({ vehicles }) => vehicles.map(({ id }) => id));

/** Where an item is at zoom 10, px. */
function placeOf({ latitudeDeg, longitudeDeg }: MapItem): [number, number] {
  const scale = PX_PER_DEGREE * 2 ** ZOOM;
  const north = Math.log(Math.tan(Math.PI / 4 + (latitudeDeg * Math.PI) / 360));
  return [longitudeDeg * scale, -((north * 180) / Math.PI) * scale];
}

describe('clusters of vehicles', () => {
  it('[M-P01] join two vehicles whose markers overlap, and not two that are apart', () => {
    expect(idsOf(clusterVehicles([at(1, 0), at(2, 29)], ZOOM))).toEqual([[1, 2]]);
    expect(idsOf(clusterVehicles([at(1, 0), at(2, 31)], ZOOM))).toEqual([[1], [2]]);
  });

  it('join eight vehicles at one place into one', () => {
    const yard = Array.from({ length: 8 }, (_, n) => at(n, 0));
    expect(idsOf(clusterVehicles(yard, ZOOM))).toEqual([[0, 1, 2, 3, 4, 5, 6, 7]]);
    expect(separatingZoom(yard, ZOOM)).toBeNull();
  });

  it('never overlap one another, with any vehicles', () => {
    const vehicles = Array.from({ length: 400 }, (_, n) => ({
      ...at(n, 0),
      latitudeDeg: ((n * 7919) % 400) / 1000,
      longitudeDeg: ((n * 104_729) % 500) / 1000,
    }));
    const items = clusterVehicles(vehicles, ZOOM);
    expect(items.length).toBeLessThan(400);
    expect(items.flatMap((item) => item.vehicles)).toHaveLength(400);
    const radius = ({ vehicles: members }: MapItem) =>
      members.length === 1 ? 15 : badgeRadiusPx(members.length);
    for (const [index, item] of items.entries()) {
      for (const other of items.slice(index + 1)) {
        const [[x, y], [u, v]] = [placeOf(item), placeOf(other)];
        expect(Math.hypot(x - u, y - v)).toBeGreaterThan(radius(item) + radius(other) - 0.01);
      }
    }
  });

  it('keep the exact position of a single vehicle', () => {
    const alone = { ...at(1, 0), latitudeDeg: 52.123_456, longitudeDeg: -1.654_321 };
    expect(clusterVehicles([alone], ZOOM)).toEqual([
      { vehicles: [alone], latitudeDeg: 52.123_456, longitudeDeg: -1.654_321, isBeside: false },
    ]);
  });

  it('[M-P01] leave the selected vehicle out and show next to it what it covers', () => {
    const items = clusterVehicles([at(2, 0), at(3, 5), at(4, 200)], ZOOM, at(1, 0));
    expect(idsOf(items)).toEqual([[4], [2, 3]]);
    const [, beside] = items;
    expect(beside?.isBeside).toBe(true);
    expect(Math.hypot(...placeOf(beside as MapItem))).toBeCloseTo(28 + badgeRadiusPx(2), 3);
  });

  it('show a single covered vehicle next to the selected one too', () => {
    expect(clusterVehicles([at(2, 10)], ZOOM, at(1, 0))).toMatchObject([
      { vehicles: [{ id: 2 }], isBeside: true },
    ]);
  });

  it('tell at which zoom level a press separates them', () => {
    const apart = [at(1, 0), at(2, 10)];
    const zoom = separatingZoom(apart, ZOOM);
    expect(zoom).toBe(12);
    expect(clusterVehicles(apart, 11.5)).toHaveLength(1);
    expect(clusterVehicles(apart, zoom ?? 0)).toHaveLength(2);
  });

  it('change every half zoom level', () => {
    expect([10, 10.4, 10.5, 10.99].map(clusterZoomOf)).toEqual([10, 10, 10.5, 10.5]);
  });
});

describe('the badge of a cluster', () => {
  const of = (...states: VehicleState[]) => states.map((state, n) => at(n, 0, state));

  it('counts the states, the most relevant first', () => {
    expect(stateCounts(of('offline', 'moving', 'stopped', 'stopped'))).toEqual([
      { state: 'moving', count: 1 },
      { state: 'stopped', count: 2 },
      { state: 'offline', count: 1 },
    ]);
  });

  it('has a part of the ring for each state, however few vehicles are in it', () => {
    const many = of('moving', ...Array.from({ length: 60 }, () => 'stopped' as const));
    expect(ringParts(many)).toEqual([1, 0, 7, 0, 0]);
    const parts = ringParts(of('moving', 'idle', 'stopped', 'offline', 'private'));
    expect(parts.reduce((a, b) => a + b)).toBe(8);
    expect(Math.min(...parts)).toBe(1);
  });

  it('has one image for all clusters that look the same', () => {
    expect(badgeImage(of('moving', 'stopped'))).toBe('badge-18-4.0.4.0.0');
    expect(badgeImage(of('stopped', 'moving'))).toBe('badge-18-4.0.4.0.0');
  });
});
