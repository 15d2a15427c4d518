export { compareCandidates } from './candidates.ts';
export { checkClashes, type TakenTimes } from './clashes.ts';
export { levelOf, type PlanningFinding, worstFirst } from './finding.ts';
export { checkDriver, checkVehicle, type VehicleState } from './fitness.ts';
export { checkHours } from './hours-findings.ts';
export type { PlannedShift } from './planned-activities.ts';
export { type ClassFacts, classOf } from './vehicle-class.ts';
