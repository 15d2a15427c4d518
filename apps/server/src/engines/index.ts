export { createVehicleEngine } from './vehicle-engine.ts';
export type { VehicleEngineState } from './vehicle-engine-state.ts';
