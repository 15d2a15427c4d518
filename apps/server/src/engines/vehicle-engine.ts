import type { VehicleType } from '@roadworthy/domain';
import { createEvents, type EventState, initialEvents } from './events/events.ts';
import { advanceMotion, emptyStep, initialMotion, type MotionState } from './motion.ts';
import type { Engine } from './record.ts';
import { advanceTrips, initialTrips, type TripState } from './trips/trips.ts';

/** What a vehicle's engine knows: plain JSON of bounded size. */
export interface VehicleEngineState {
  readonly motion: MotionState;
  readonly events: EventState;
  readonly trips: TripState;
}

/** The geofences of a customer as the engine asks them. */
interface GeofenceIndex {
  readonly size: number;
}

/**
 * The engine of a vehicle: trips, events and visits from its records. One engine serves any number of
 * vehicles of a type, each with its own state.
 *
 * @param options.geofences of the vehicle's customer; null for none
 */
export function createVehicleEngine(options: {
  readonly vehicleType: VehicleType;
  readonly geofences: GeofenceIndex | null;
}): Engine<VehicleEngineState> {
  const advanceEvents = createEvents(options.vehicleType);
  // Filled again for each record: the quiet path makes no garbage.
  const step = emptyStep();
  return {
    initial: () => ({ motion: initialMotion(), events: initialEvents(), trips: initialTrips() }),
    advance(state, record, sink) {
      advanceMotion(state.motion, record, step);
      advanceEvents(state.events, step, sink);
      advanceTrips(state.trips, step, sink);
    },
  };
}
