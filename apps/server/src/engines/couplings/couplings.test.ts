import { describe, expect, it } from 'vitest';
import { type KnownCoupling, observed } from './index.ts';

const LORRY = 1;
const OTHER = 2;
const [A, B, C] = [11, 12, 13];

const known = (
  id: number,
  vehicleId: number,
  trailerId: number,
  startMs: number,
  endMs: number | null = null,
  position = 1,
): KnownCoupling => ({ id, vehicleId, trailerId, position, startMs, endMs });
const seen = (all: readonly KnownCoupling[], trailerIds: readonly number[], atMs: number) =>
  observed(all, { vehicleId: LORRY, trailerIds, atMs });
const NOTHING = { ended: [], removed: [], added: [] };

describe('observed couplings', () => {
  it('starts one that lasts', () => {
    expect(seen([], [A], 100)).toEqual({
      ...NOTHING,
      added: [{ trailerId: A, position: 1, endMs: null }],
    });
  });

  it('changes nothing if it is known already', () => {
    expect(seen([known(1, LORRY, A, 50)], [A], 100)).toEqual(NOTHING);
    expect(seen([], [], 100)).toEqual(NOTHING);
  });

  it('ends one whose trailer is not there any more', () => {
    expect(seen([known(1, LORRY, A, 50)], [], 100)).toEqual({ ...NOTHING, ended: [1] });
  });

  it('takes a trailer from another vehicle, for as long as that one would have had it', () => {
    expect(seen([known(1, OTHER, A, 50, 300)], [A], 100)).toEqual({
      ended: [1],
      removed: [],
      added: [{ trailerId: A, position: 1, endMs: 300 }],
    });
  });

  it('removes one that began at the same time', () => {
    expect(seen([known(1, OTHER, A, 100)], [A], 100)).toMatchObject({ ended: [], removed: [1] });
  });

  it('swaps the trailer of a vehicle', () => {
    expect(seen([known(1, LORRY, A, 50)], [B], 100)).toEqual({
      ended: [1],
      removed: [],
      added: [{ trailerId: B, position: 1, endMs: null }],
    });
  });

  it('ends a late one where the next of the trailer begins', () => {
    expect(seen([known(1, OTHER, A, 200)], [A], 100).added).toEqual([
      { trailerId: A, position: 1, endMs: 200 },
    ]);
  });

  it('ends a late one where the next at its place begins', () => {
    expect(seen([known(1, LORRY, B, 150)], [A], 100).added).toEqual([
      { trailerId: A, position: 1, endMs: 150 },
    ]);
  });

  it('places the second trailer behind the first, and in the free place', () => {
    expect(seen([], [A, B], 100).added.map(({ position }) => position)).toEqual([1, 2]);
    expect(seen([known(1, LORRY, A, 50, null, 2)], [B, A], 100).added).toEqual([
      { trailerId: B, position: 1, endMs: null },
    ]);
    expect(seen([known(1, LORRY, A, 50)], [B, A], 100).added).toEqual([
      { trailerId: B, position: 2, endMs: null },
    ]);
  });

  it('has no place for a third, and ignores one that is named twice', () => {
    expect(seen([], [A, B, C], 100).added).toHaveLength(2);
    expect(seen([], [A, A], 100).added).toHaveLength(1);
  });
});
