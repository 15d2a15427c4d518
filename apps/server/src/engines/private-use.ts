import { initialEvents } from './events/events.ts';
import { initialJumps } from './events/jumps.ts';
import { endAll } from './events/lasting.ts';
import { forgetFuel, fuelled } from './fuel/index.ts';
import { endVisits } from './geofences/index.ts';
import { initialMotion } from './motion.ts';
import type { EngineRecord, Sink } from './record.ts';
import { endTrip } from './trips/trips.ts';
import type { VehicleEngineState } from './vehicle-engine-state.ts';

/**
 * Processes a record of private use: the trip ends at the previous record, lasting events and
 * visits end with private use, and the state is reset. So neither position nor distance of private
 * use becomes part of a later trip.
 */
export function advancePrivate(state: VehicleEngineState, record: EngineRecord, sink: Sink): void {
  endTrip(state.trips, fuelled(state.fuel, sink));
  endAll(state.events.lasting, state.motion.timeMs ?? record.timeMs, sink);
  endVisits(state.visits, state.motion.timeMs ?? record.timeMs, sink);
  Object.assign(state.motion, initialMotion());
  Object.assign(state.events, initialEvents());
  state.jumps = initialJumps();
  if (state.fuel !== undefined) forgetFuel(state.fuel);
}
