import type { VehicleType } from '@roadworthy/domain';
import { advanceMotion, emptyStep, initialMotion, type MotionState } from './motion.ts';
import type { Engine } from './record.ts';
import { advanceTrips, initialTrips, type TripState } from './trips/trips.ts';

/** What a vehicle's engine knows: plain JSON of bounded size. */
export interface VehicleEngineState {
  readonly motion: MotionState;
  readonly trips: TripState;
}

/** The geofences of a customer as the engine asks them. */
interface GeofenceIndex {
  readonly size: number;
}

/**
 * The engine of a vehicle: trips, events and visits from its records.
 *
 * @param options.geofences of the vehicle's customer; null for none
 */
export function createVehicleEngine(_options: {
  readonly vehicleType: VehicleType;
  readonly geofences: GeofenceIndex | null;
}): Engine<VehicleEngineState> {
  const step = emptyStep();
  return {
    initial: () => ({ motion: initialMotion(), trips: initialTrips() }),
    advance(state, record, sink) {
      advanceMotion(state.motion, record, step);
      step.driverTag = record.driverTag;
      advanceTrips(state.trips, step, sink);
    },
  };
}
