import { judgePlace, unknownPlace } from '@roadworthy/domain/geography';
import { describe, expect, it } from 'vitest';
import { goNorth, north, record, run } from '../../test/engine-run.ts';

const S = 1000;
const at = (latitudeDeg: number, longitudeDeg = -1) => ({ latitudeDeg, longitudeDeg });

describe('an implausible place', () => {
  it('is returned with the speed that it would need', () => {
    const known = unknownPlace();
    expect(judgePlace(known, at(52), 0)).toBeNull();
    // 4,900 km in a second.
    const kmh = judgePlace(known, at(52, -74), 1 * S);
    expect(kmh).toBeGreaterThan(17_000_000);
    expect(judgePlace(known, at(north(30)), 2 * S)).toBeNull();
  });

  it('is neither the fix of a fast vehicle nor the normal error of a receiver', () => {
    const known = unknownPlace();
    judgePlace(known, at(52), 0);
    expect(judgePlace(known, at(north(900)), 1 * S)).toBeNull();
    // 200 km/h for ten minutes, and a ferry of eight hours.
    expect(judgePlace(known, at(north(34_000)), 600 * S)).toBeNull();
    expect(judgePlace(known, at(56), 30_000 * S)).toBeNull();
  });

  it('is accepted once three fixes in a row agree', () => {
    const known = unknownPlace();
    judgePlace(known, at(0, 0), 0);
    const told = [10, 20, 30, 40].map((s) => judgePlace(known, at(north(s)), s * S) !== null);
    expect(told).toEqual([true, true, false, false]);
  });

  it('is not accepted from two devices that take turns', () => {
    const known = unknownPlace();
    judgePlace(known, at(52), 0);
    const told = [1, 2, 3, 4, 5, 6].map(
      (s) => judgePlace(known, at(s % 2 === 1 ? 40 : 52), s * S) !== null,
    );
    expect(told).toEqual([true, false, true, false, true, false]);
  });
});

describe('an implausible position among the records of a trip', () => {
  const drive = goNorth({ fromS: 0, toS: 600, everyS: 10, speedKmh: 60 }, { ignition: true });
  const jump = record(305, { latitudeDeg: 40, longitudeDeg: -74, speedKmh: 60, ignition: true });
  const end = record(610, { latitudeDeg: north(10_000), ignition: false });
  const withJump = [...drive, jump, end].sort((a, b) => a.timeMs - b.timeMs);

  it('raises an event and changes no trip', () => {
    const told = run(withJump);
    const jumps = told.incidents.filter(({ eventCode }) => eventCode === 104);
    expect(jumps).toMatchObject([{ occurredMs: jump.timeMs, latitudeDeg: 40, source: 'computed' }]);
    expect(told.trips.map(({ distanceM }) => Math.round(distanceM))).toEqual(
      run([...drive, end]).trips.map(({ distanceM }) => Math.round(distanceM)),
    );
  });

  it('raises one event in ten minutes', () => {
    const jumps = [100, 105, 200, 205, 300].map((s) =>
      record(s + 2, { latitudeDeg: 40 - s / 50, longitudeDeg: -74, ignition: true }),
    );
    const all = [...drive, ...jumps].sort((a, b) => a.timeMs - b.timeMs);
    expect(run(all).incidents.filter(({ eventCode }) => eventCode === 104)).toHaveLength(1);
  });
});
