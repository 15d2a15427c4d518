export type { FleetFile, Shift, SimulatedVehicle } from './fleet.ts';
export { SHIFTS } from './fleet.ts';
export { type Sample, Schedule } from './planner.ts';
export { RoadGraph } from './road-graph.ts';
