import type { EventState } from './events/events.ts';
import type { JumpState } from './events/jumps.ts';
import type { FuelState } from './fuel/index.ts';
import type { VisitState } from './geofences/index.ts';
import type { MotionState } from './motion.ts';
import type { TripState } from './trips/trips.ts';

/** The state of a vehicle's engine: plain JSON of bounded size. */
export interface VehicleEngineState {
  readonly motion: MotionState;
  readonly events: EventState;
  readonly trips: TripState;
  readonly visits: VisitState;
  /** Absent in a state that an earlier version stored. */
  jumps?: JumpState;
  /** As `jumps`. */
  fuel?: FuelState;
}
