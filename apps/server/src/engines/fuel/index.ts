import { EVENT } from '@roadworthy/domain';
import type { EngineRecord, Sink } from '../record.ts';
import { fuelOf } from './fuel-readings.ts';
import { advanceTank, initialTank, type TankState } from './fuel-tank.ts';
import { advanceUsed, initialUsed, type UsedState, usedOfTrip } from './fuel-used.ts';

/** The state of the fuel of a vehicle: plain JSON data of bounded size. */
export interface FuelState {
  readonly tank: TankState;
  readonly used: UsedState;
}

/** The state before the first record. */
export const initialFuel = (): FuelState => ({ tank: initialTank(), used: initialUsed() });

/** Processes the fuel of a record. Fuel that left a standing vehicle is also an event. */
export function advanceFuel(
  state: FuelState,
  record: EngineRecord,
  driverTag: string | null,
  sink: Sink,
): void {
  const values = fuelOf(record);
  advanceUsed(state.used, record, values.usedL);
  const event = advanceTank(state.tank, record, values);
  if (event === null) return;
  sink.fuelEvent(event);
  if (event.kind !== 'drain') return;
  sink.incident({
    eventCode: EVENT.fuelTheft,
    occurredMs: event.occurredMs,
    endedMs: null,
    latitudeDeg: event.latitudeDeg,
    longitudeDeg: event.longitudeDeg,
    headingDeg: null,
    speedKmh: 0,
    driverTag,
    source: 'computed',
    value: Math.round(event.volume * 10) / 10,
    geofenceId: null,
  });
}

/** A sink that adds to trips the fuel that the engine used on them. */
export function fuelled(state: FuelState | undefined, sink: Sink): Pick<Sink, 'trip'> {
  if (state === undefined) return sink;
  return {
    trip(trip) {
      const fuelUsedL = usedOfTrip(state.used, trip);
      sink.trip(fuelUsedL === null ? trip : { ...trip, fuelUsedL });
    },
  };
}

/** Private use: what happens meanwhile is not compared with what was before. */
export function forgetFuel(state: FuelState): void {
  const { unit, size, standNoise, driveNoise } = state.tank;
  Object.assign(state.tank, initialTank(), { unit, size, standNoise, driveNoise });
  Object.assign(state.used, initialUsed());
}
