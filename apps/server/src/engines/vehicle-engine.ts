import type { VehicleType } from '@roadworthy/domain';
import { createEvents, initialEvents } from './events/events.ts';
import { initialJumps, withoutJump } from './events/jumps.ts';
import { advanceFuel, fuelled, initialFuel } from './fuel/index.ts';
import { advanceVisits, type GeofenceIndex, initialVisits } from './geofences/index.ts';
import { advanceMotion, emptyStep, initialMotion } from './motion.ts';
import { advancePrivate } from './private-use.ts';
import type { Engine } from './record.ts';
import { advanceTrips, initialTrips } from './trips/trips.ts';
import type { VehicleEngineState } from './vehicle-engine-state.ts';

/**
 * The engine of a vehicle: derives trips, events and visits from its records. One engine serves any
 * number of vehicles of a type and a customer, each with a separate state.
 *
 * @param options.geofences of the vehicles' customer; null for none: lasting visits are dropped
 */
export function createVehicleEngine(options: {
  readonly vehicleType: VehicleType;
  readonly geofences: GeofenceIndex | null;
}): Engine<VehicleEngineState> {
  const { vehicleType, geofences } = options;
  const advanceEvents = createEvents(vehicleType);
  // Reused for each record to avoid allocations.
  const step = emptyStep();
  return {
    initial: () => ({
      motion: initialMotion(),
      events: initialEvents(),
      trips: initialTrips(),
      visits: initialVisits(),
      jumps: initialJumps(),
      fuel: initialFuel(),
    }),
    advance(state, told, sink) {
      if (told.isPrivate === true) {
        advancePrivate(state, told, sink);
        return;
      }
      state.jumps ??= initialJumps();
      state.fuel ??= initialFuel();
      const record = withoutJump(state.jumps, told, sink);
      advanceMotion(state.motion, record, step);
      advanceEvents(state.events, step, sink);
      advanceFuel(state.fuel, record, step.driverTag, sink);
      advanceTrips(state.trips, step, fuelled(state.fuel, sink));
      if (geofences !== null) advanceVisits(state.visits, record, geofences, step.driverTag, sink);
      else if (state.visits.open.length > 0) state.visits.open.length = 0;
    },
  };
}
