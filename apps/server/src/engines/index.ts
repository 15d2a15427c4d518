export { createVehicleEngine, type VehicleEngineState } from './vehicle-engine.ts';
