import { expect, it } from 'vitest';
import { estimateArrival } from './arrival.ts';

const depot = { latitudeDeg: 52, longitudeDeg: -1 };

it('estimates an arrival by distance and average speed', () => {
  // One degree of latitude is 111 km, along roads 145 km.
  const far = { latitudeDeg: 53, longitudeDeg: -1 };
  const estimate = estimateArrival(far, depot, 72);
  expect(estimate.distanceM).toBeCloseTo(144_553, -2);
  expect(estimate.durationS).toBeCloseTo(144_553 / 20, -1);
  expect(estimateArrival(far, depot, null).durationS).toBeGreaterThan(estimate.durationS);
  // A traffic jam does not make it endless.
  expect(estimateArrival(far, depot, 1).durationS).toBeCloseTo(144_553 / (20 / 3.6), -1);
});

it('has arrived within a short distance', () => {
  const near = { latitudeDeg: 52.001, longitudeDeg: -1 };
  expect(estimateArrival(near, depot, 50)).toEqual({ distanceM: 0, durationS: 0 });
});
