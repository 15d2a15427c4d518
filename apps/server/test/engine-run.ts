import { NO_VALUES, type VehicleType } from '@roadworthy/domain';
import { createVehicleEngine, type VehicleEngineState } from '../src/engines/index.ts';
import type {
  DerivedIncident,
  DerivedTrip,
  DerivedVisit,
  EngineRecord,
  Sink,
} from '../src/engines/record.ts';

/** 2026-03-02 08:00 UTC, where the seconds of {@link record} begin. */
export const START_MS = Date.UTC(2026, 2, 2, 8);

/** Metres to the north as degrees of latitude. */
export const north = (metres: number) => 52 + metres / 111_195;

/** A record of a vehicle at rest with nothing to say, so many seconds after {@link START_MS}. */
export const record = (s: number, changed: Partial<EngineRecord> = {}): EngineRecord => ({
  ...NO_VALUES,
  timeMs: START_MS + s * 1000,
  latitudeDeg: 52,
  longitudeDeg: -1,
  speedKmh: 0,
  headingDeg: 0,
  eventCodes: [],
  ...changed,
});

/**
 * Records of a vehicle that goes north at a steady speed, one every so many seconds.
 *
 * @param changed what every record has besides
 */
export function goNorth(
  drive: { fromS: number; toS: number; everyS: number; speedKmh: number; fromM?: number },
  changed: Partial<EngineRecord> = {},
): EngineRecord[] {
  const { fromS, toS, everyS, speedKmh, fromM = 0 } = drive;
  const length = Math.floor((toS - fromS) / everyS) + 1;
  return Array.from({ length }, (_, n) => {
    const metres = fromM + (n * everyS * speedKmh) / 3.6;
    return record(fromS + n * everyS, { latitudeDeg: north(metres), speedKmh, ...changed });
  });
}

/** What an engine told, the last word of each key. */
export interface Told {
  readonly trips: readonly DerivedTrip[];
  readonly incidents: readonly DerivedIncident[];
  readonly visits: readonly DerivedVisit[];
  /** How often something was told. */
  readonly calls: number;
  readonly state: VehicleEngineState;
}

/** A sink that keeps the last word of each key, as the tables do. */
function keeper() {
  const trips = new Map<number, DerivedTrip>();
  const incidents = new Map<string, DerivedIncident>();
  const visits = new Map<string, DerivedVisit>();
  const told = { calls: 0 };
  const sink: Sink = {
    trip(trip) {
      told.calls += 1;
      trips.set(trip.startedMs, trip);
    },
    incident(incident) {
      told.calls += 1;
      const { occurredMs, eventCode, geofenceId } = incident;
      incidents.set(`${occurredMs} ${eventCode} ${geofenceId ?? 0}`, incident);
    },
    visit(visit) {
      told.calls += 1;
      visits.set(`${visit.geofenceId} ${visit.enteredMs}`, visit);
    },
    fuelEvent() {
      told.calls += 1;
    },
  };
  return { trips, incidents, visits, told, sink };
}

/**
 * Runs the engine of a vehicle over records.
 *
 * @param options.cuts the state goes through JSON before each record with one of these numbers
 */
export function run(
  records: readonly EngineRecord[],
  options: {
    vehicleType?: VehicleType;
    geofences?: Parameters<typeof createVehicleEngine>[0]['geofences'];
    cuts?: ReadonlySet<number>;
  } = {},
): Told {
  const { vehicleType = 'CAR', geofences = null, cuts = new Set() } = options;
  let engine = createVehicleEngine({ vehicleType, geofences });
  let state = engine.initial();
  const kept = keeper();
  records.forEach((next, n) => {
    if (cuts.has(n)) {
      state = JSON.parse(JSON.stringify(state));
      engine = createVehicleEngine({ vehicleType, geofences });
    }
    engine.advance(state, next, kept.sink);
  });
  return {
    trips: [...kept.trips.values()],
    incidents: [...kept.incidents.values()],
    visits: [...kept.visits.values()],
    calls: kept.told.calls,
    state,
  };
}

/** The incidents of a code. */
export const ofCode = (told: Told, code: number) =>
  told.incidents.filter(({ eventCode }) => eventCode === code);

/** Seconds after {@link START_MS}. */
export const seconds = (timeMs: number | null) =>
  timeMs === null ? null : (timeMs - START_MS) / 1000;
