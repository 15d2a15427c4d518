import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goNorth, north, ofCode, record, run, START_MS, seconds } from '../../test/engine-run.ts';
import { createGeofenceIndex } from './geofences/index.ts';
import { createVehicleEngine } from './index.ts';
import type { DerivedTrip, EngineRecord } from './record.ts';

const or = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 5 });

/** A step from one record to the next: time, distance and the reported values. */
const stride = fc.record({
  afterMs: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 0, max: 60_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 2 * 3_600_000 }) },
  ),
  northM: fc.integer({ min: -800, max: 1000 }),
  lost: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  speedKmh: or(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 160 }))),
  headingDeg: or(fc.integer({ min: 0, max: 359 })),
  ignition: or(fc.boolean()),
  odometerM: or(fc.integer({ min: 0, max: 500_000 })),
  externalVoltageV: or(fc.double({ min: 0, max: 30, noNaN: true })),
  batteryVoltageV: or(fc.double({ min: 3, max: 4.2, noNaN: true })),
  driverTag: or(fc.constantFrom('A', 'B')),
  eventCodes: fc.oneof(
    { weight: 6, arbitrary: fc.constant([]) },
    fc.array(fc.constantFrom(4, 5, 40, 41, 43, 47, 48, 50, 52, 58, 60, 75, 9999), { maxLength: 3 }),
  ),
});

/** A vehicle's records, sorted by device time. */
const journeys = fc.array(stride, { maxLength: 120 }).map((strides) => {
  let timeMs = START_MS;
  let metres = 0;
  return strides.map(({ afterMs, northM, lost, ...said }): EngineRecord => {
    timeMs += afterMs;
    metres += northM;
    const place = lost ? null : north(metres);
    return {
      ...said,
      timeMs,
      latitudeDeg: place,
      longitudeDeg: place === null ? null : -1,
      temperatureC: null,
    };
  });
});

const geofences = createGeofenceIndex([
  {
    id: 7,
    shape: 'circle',
    points: [],
    holes: [],
    centre: [north(650), -1],
    radiusM: 300,
    alertOnEntry: true,
    alertOnExit: false,
    dwellMin: 2,
    speedLimitKmh: 30,
  },
]);

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

function expectSound({ segments, ...trip }: DerivedTrip): void {
  const total = (kind: 'd' | 'i') =>
    sum(segments.filter((part) => part[0] === kind).map(([, from, to]) => to - from));
  expect(trip.distanceM).toBeGreaterThanOrEqual(100);
  expect(Number.isFinite(trip.distanceM)).toBe(true);
  expect(sum(segments.map(([, , , metres]) => metres))).toBeCloseTo(trip.distanceM, 0);
  expect(segments[0]?.[1]).toBe(trip.startedMs);
  expect(segments.at(-1)?.[2]).toBe(trip.endedMs);
  segments.forEach(([kind, from, to, metres], n) => {
    expect(to).toBeGreaterThanOrEqual(from);
    expect(metres).toBeGreaterThanOrEqual(0);
    const before = segments[n - 1];
    if (before !== undefined) {
      expect(before[2]).toBe(from);
      expect(before[0]).not.toBe(kind);
    }
  });
  expect(Math.abs(trip.drivingS - total('d') / 1000)).toBeLessThanOrEqual(0.5);
  expect(trip.drivingS + trip.idleS).toBe(Math.round((trip.endedMs - trip.startedMs) / 1000));
}

describe('the engine of a vehicle', () => {
  it('[M-P08] yields the same however the records are split into batches', () => {
    const cuts = fc.uniqueArray(fc.nat(120)).map((list) => new Set(list));
    fc.assert(
      fc.property(journeys, cuts, (records, at) => {
        const whole = run(records, { geofences });
        const cut = run(records, { geofences, cuts: at });
        expect(cut).toEqual(whole);
        expect(JSON.stringify(cut.state)).toBe(JSON.stringify(whole.state));
      }),
      { numRuns: 300 },
    );
  });

  it('[M-P08] yields valid trips from any records; none overlaps another', () => {
    fc.assert(
      fc.property(journeys, (records) => {
        const { trips } = run(records);
        trips.forEach((trip, n) => {
          expectSound(trip);
          const next = trips[n + 1];
          if (next === undefined) return;
          expect(trip.inProgress).toBe(false);
          expect(next.startedMs).toBeGreaterThanOrEqual(trip.endedMs);
        });
      }),
      { numRuns: 500 },
    );
  });

  it('yields one event of a code within 10 seconds, and each end after its start', () => {
    fc.assert(
      fc.property(journeys, (records) => {
        const last = new Map<number, number>();
        const ordered = [...run(records).incidents].sort((a, b) => a.occurredMs - b.occurredMs);
        for (const { eventCode, occurredMs, endedMs } of ordered) {
          if (endedMs !== null) expect(endedMs).toBeGreaterThanOrEqual(occurredMs);
          const before = last.get(eventCode);
          if (before !== undefined) expect(occurredMs - before).toBeGreaterThan(10_000);
          last.set(eventCode, occurredMs);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('[M-P08] has a state of less than 20 KB after 100,000 records', () => {
    const strides = fc.sample(stride, { numRuns: 100_000, seed: 8 });
    let timeMs = START_MS;
    let metres = 0;
    // The engine is rarely switched off: trips of hours, with a new part at every record.
    const records = strides.map(({ afterMs, northM, lost: _, ...said }, n): EngineRecord => {
      timeMs += afterMs % 20_000;
      metres += Math.abs(northM % 100);
      const rare = n % 5000 === 0;
      const ignition = rare ? said.ignition : true;
      const speedKmh = rare ? said.speedKmh : (n % 2) * 50;
      const place = { latitudeDeg: north(metres % 1_000_000), longitudeDeg: -1 };
      return { ...said, ...place, timeMs, ignition, speedKmh, temperatureC: null };
    });
    let largest = 0;
    let trips = 0;
    const engine = createVehicleEngine({ vehicleType: 'VAN', geofences });
    const state = engine.initial();
    const sink = {
      trip(trip: DerivedTrip) {
        if (!trip.inProgress) expectSound(trip);
        trips += 1;
      },
      fuelEvent: () => undefined,
      incident: () => undefined,
      visit: () => undefined,
    };
    records.forEach((next, n) => {
      engine.advance(state, next, sink);
      if (n % 100 === 0) largest = Math.max(largest, JSON.stringify(state).length);
    });
    expect(trips).toBeGreaterThan(1000);
    expect(largest).toBeGreaterThan(5_000);
    expect(largest).toBeLessThan(20_000);
  });

  it('[M-P08] has the same state if two variants of a day end the same', () => {
    const day = (speedKmh: number) => [
      record(-7200, { ignition: false }),
      ...goNorth({ fromS: 0, toS: 600, everyS: 10, speedKmh }, { ignition: true }),
      record(700, { latitudeDeg: north(6000), ignition: false }),
      record(90_000, { latitudeDeg: north(6000), ignition: false }),
      record(90_010, { latitudeDeg: north(6000), ignition: true, speedKmh: 10 }),
      record(90_020, { latitudeDeg: north(6000), ignition: false }),
    ];
    expect(JSON.stringify(run(day(36)).state)).toBe(JSON.stringify(run(day(30)).state));
  });

  it('[M-P08] derives trips, events and geofence visits from one drive', () => {
    const told = run(
      [
        record(0, { ignition: false, driverTag: 'A' }),
        ...goNorth({ fromS: 10, toS: 210, everyS: 10, speedKmh: 36 }, { ignition: true }),
        record(220, { latitudeDeg: north(2000), ignition: false }),
      ],
      { geofences },
    );
    expect(told.trips).toMatchObject([{ driverTag: 'A', distanceM: 2000 }]);
    expect(told.visits).toMatchObject([{ geofenceId: 7, driverTag: 'A', maxSpeedKmh: 36 }]);
    for (const code of [4, 5, 56, 57, 71]) expect(ofCode(told, code)).toHaveLength(1);
    const [limit] = ofCode(told, 43);
    expect(limit).toMatchObject({ geofenceId: 7, value: 36 });
    expect(seconds(limit?.occurredMs ?? null)).toBe(50);
  });
});
