import { NO_VALUES } from '@roadworthy/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DerivedIncident, DerivedVisit, EngineRecord, Sink } from '../record.ts';
import {
  advanceVisits,
  createGeofenceIndex,
  type GeofenceShape,
  initialVisits,
  type VisitState,
} from './index.ts';
import { DEGREES_PER_METRE } from './shape.ts';

const START_MS = Date.UTC(2026, 5, 1, 8);
const SECOND = 1000;
/** A circle of 100 m around 52° N, 1° W; positions are metres north of its middle. */
const DEPOT: GeofenceShape = {
  id: 5,
  shape: 'circle',
  points: [],
  holes: [],
  centre: [52, -1],
  radiusM: 100,
  alertOnEntry: true,
  alertOnExit: true,
  dwellMin: null,
  speedLimitKmh: null,
};

type Seen = readonly [seconds: number, metresNorth: number | null, speedKmh?: number | null];

function record([seconds, metresNorth, speedKmh = 30]: Seen): EngineRecord {
  return {
    ...NO_VALUES,
    timeMs: START_MS + seconds * SECOND,
    latitudeDeg: metresNorth === null ? null : 52 + metresNorth * DEGREES_PER_METRE,
    longitudeDeg: metresNorth === null ? null : -1,
    speedKmh,
    headingDeg: 0,
    ignition: true,
    eventCodes: [],
  };
}

function collector() {
  const visits = new Map<string, DerivedVisit>();
  const incidents = new Map<string, DerivedIncident>();
  let told = 0;
  const sink: Sink = {
    trip: () => undefined,
    fuelEvent: () => undefined,
    visit: (visit) => {
      told += 1;
      visits.set(`${visit.geofenceId} ${visit.enteredMs}`, visit);
    },
    incident: (incident) => {
      told += 1;
      const { occurredMs, eventCode, geofenceId } = incident;
      incidents.set(`${occurredMs} ${eventCode} ${geofenceId}`, incident);
    },
  };
  return { sink, visits, incidents, told: () => told };
}

function drive(
  seen: readonly Seen[],
  shapes: readonly GeofenceShape[] = [DEPOT],
  state: VisitState = initialVisits(),
) {
  const index = createGeofenceIndex(shapes);
  const found = collector();
  for (const one of seen) advanceVisits(state, record(one), index, 'TAG', found.sink);
  const seconds = (ms: number | null) => (ms === null ? null : (ms - START_MS) / SECOND);
  return {
    state,
    told: found.told(),
    visits: [...found.visits.values()].map((visit) => ({
      id: visit.geofenceId,
      from: seconds(visit.enteredMs),
      until: seconds(visit.leftMs),
      top: visit.maxSpeedKmh,
      driver: visit.driverTag,
    })),
    incidents: [...found.incidents.values()].map((incident) => [
      incident.eventCode,
      seconds(incident.occurredMs),
      seconds(incident.endedMs),
      incident.value,
    ]),
    all: [...found.incidents.values()],
  };
}

describe('a visit', () => {
  it('[M-17] starts with the first record inside and ends with the first outside', () => {
    const { visits, incidents, all, state } = drive([
      [0, -500],
      [10, -50, 40],
      [20, 50, 45],
      [30, 150],
      [40, 300],
      [50, 900],
    ]);
    expect(visits).toEqual([{ id: 5, from: 10, until: 30, top: 45, driver: 'TAG' }]);
    expect(incidents).toEqual([
      [56, 10, null, null],
      [57, 30, null, null],
    ]);
    expect(all[1]).toMatchObject({
      latitudeDeg: 52 + 150 * DEGREES_PER_METRE,
      source: 'computed',
      geofenceId: 5,
      driverTag: 'TAG',
    });
    expect(state).toEqual(initialVisits());
  });

  it('[M-17] is reported at entry', () => {
    expect(drive([[0, 0]]).visits).toEqual([
      { id: 5, from: 0, until: null, top: 30, driver: 'TAG' },
    ]);
  });

  it('[M-17] continues while a stationary receiver drifts at the boundary, or jumps once', () => {
    const { visits, incidents } = drive([
      [0, 95, 0],
      [60, 110, 0],
      [120, 99, 0],
      [180, 119, 0],
      [240, 119, 0],
      [300, 700, 0],
      [360, 98, 0],
    ]);
    expect(visits).toEqual([{ id: 5, from: 0, until: null, top: 0, driver: 'TAG' }]);
    expect(incidents).toHaveLength(1);
  });

  it('[M-17] ends at once if a moving vehicle is far outside', () => {
    const { visits } = drive([
      [0, 0],
      [30, 310, 50],
    ]);
    expect(visits[0]?.until).toBe(30);
  });

  it('[M-17] is not ended by records without a fix', () => {
    const { visits } = drive([
      [0, 0],
      [30, null],
      [60, null],
      [90, 0],
    ]);
    expect(visits).toEqual([{ id: 5, from: 0, until: null, top: 30, driver: 'TAG' }]);
  });

  it('[M-17] of a removed geofence is dropped', () => {
    const { state } = drive([[0, 0]]);
    const after = drive([[10, 0]], [{ ...DEPOT, id: 6 }], state);
    expect(after.state.open.map(({ geofenceId }) => geofenceId)).toEqual([6]);
    expect(after.visits.map(({ id }) => id)).toEqual([6]);
  });

  it('[M-17] is reported again on each new day, so that a day can be derived again alone', () => {
    const hours = Array.from({ length: 48 }, (_, n): Seen => [n * 3600, 0, 0]);
    const { told, visits } = drive(hours);
    // Visit and entry, then the visit at two midnights.
    expect(told).toBe(4);
    expect(visits).toHaveLength(1);
  });

  it('[M-18] of several geofences at once are independent', () => {
    const shapes = [{ ...DEPOT, id: 9, radiusM: 1000 }, DEPOT, { ...DEPOT, id: 2, radiusM: 400 }];
    const { visits, state } = drive(
      [
        [0, -900],
        [10, -300],
        [20, 0],
        [30, 350],
        [40, 380],
      ],
      shapes,
    );
    expect(visits.map(({ id, from, until }) => [id, from, until])).toEqual([
      [9, 0, null],
      [2, 10, null],
      [5, 20, 30],
    ]);
    expect(state.open.map(({ geofenceId }) => geofenceId)).toEqual([2, 9]);
  });
});

describe('geofence rules', () => {
  it('[M-17] a dwell beyond its minutes lasts from the record that shows it to the exit', () => {
    const { incidents } = drive(
      [
        [0, 0, 0],
        [9 * 60, 0, 0],
        [11 * 60, null, 0],
        [30 * 60, 500],
      ],
      [{ ...DEPOT, dwellMin: 10 }],
    );
    expect(incidents).toEqual([
      [56, 0, null, null],
      [64, 11 * 60, 30 * 60, 30],
      [57, 30 * 60, null, null],
    ]);
  });

  it('[M-17] no dwell for a vehicle whose departure is not yet confirmed', () => {
    const { incidents } = drive(
      [
        [0, 0, 0],
        [11 * 60, 150, 0],
        [12 * 60, 150, 0],
      ],
      [{ ...DEPOT, dwellMin: 10 }],
    );
    expect(incidents.map(([code]) => code)).toEqual([56, 57]);
  });

  it('[M-17] over-speed inside, with the top speed as its value', () => {
    const { incidents } = drive(
      [
        [0, -80, 22],
        [5, -40, 24],
        [10, 0, 31],
        [15, 20, 21],
        [20, 40, 20],
        [25, 60, 50],
        [30, 400, 60],
      ],
      [{ ...DEPOT, speedLimitKmh: 20 }],
    );
    expect(incidents).toEqual([
      [56, 0, null, null],
      [43, 5, 20, 31],
      [43, 25, 30, 50],
      [57, 30, null, null],
    ]);
  });

  it('[M-17] over-speed in the very first record inside', () => {
    const { incidents } = drive([[0, 0, 70]], [{ ...DEPOT, speedLimitKmh: 20 }]);
    expect(incidents).toContainEqual([43, 0, null, 70]);
  });
});

describe('any records', () => {
  const path = fc.array(
    fc.tuple(
      fc.integer({ min: 1, max: 4000 }),
      fc.option(fc.integer({ min: -700, max: 700 })),
      fc.option(fc.integer({ min: 0, max: 130 })),
    ),
    { maxLength: 80 },
  );
  const shapes = [1, 2, 3].map((id) => ({
    ...DEPOT,
    id,
    radiusM: id * 120,
    dwellMin: 15,
    speedLimitKmh: 40,
  }));
  const timed = (steps: readonly (readonly [number, number | null, number | null])[]): Seen[] => {
    let seconds = 0;
    return steps.map(([step, metres, speed]) => {
      seconds += step;
      return [seconds, metres, speed];
    });
  };

  it('[M-17] yield the same, however often the state is serialised', () => {
    fc.assert(
      fc.property(path, (steps) => {
        const seen = timed(steps);
        const index = createGeofenceIndex(shapes);
        const [whole, cut] = [collector(), collector()];
        const state = initialVisits();
        let text = JSON.stringify(initialVisits());
        for (const one of seen) {
          advanceVisits(state, record(one), index, null, whole.sink);
          const woken: VisitState = JSON.parse(text);
          advanceVisits(woken, record(one), index, null, cut.sink);
          text = JSON.stringify(woken);
        }
        expect(text).toBe(JSON.stringify(state));
        expect(cut.visits).toEqual(whole.visits);
        expect(cut.incidents).toEqual(whole.incidents);
      }),
    );
  });

  it('[M-17] yield visits that do not overlap per geofence, and end everything that started', () => {
    fc.assert(
      fc.property(path, (steps) => {
        const seen = timed(steps);
        const last = seen.at(-1)?.[0] ?? 0;
        const away: Seen[] = [
          [last + 60, 5000],
          [last + 120, 5000],
        ];
        const { visits, incidents, state } = drive([...seen, ...away], shapes);
        expect(state).toEqual(initialVisits());
        for (const { id } of shapes) {
          const own = visits.filter((visit) => visit.id === id);
          own.forEach(({ from, until }, n) => {
            expect(until).toBeGreaterThan(from ?? 0);
            expect(from ?? 0).toBeGreaterThanOrEqual(own[n - 1]?.until ?? 0);
          });
        }
        const lasting = incidents.filter(([code]) => code === 43 || code === 64);
        for (const [, from, until] of lasting) expect(until).toBeGreaterThan(from ?? 0);
        const count = (code: number) => incidents.filter(([one]) => one === code).length;
        expect(count(56)).toBe(visits.length);
        expect(count(57)).toBe(visits.length);
      }),
    );
  });
});
