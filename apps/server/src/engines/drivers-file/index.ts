export { addYears } from './days.ts';
export { drivingStatements } from './driving.ts';
export {
  type DriverDocument,
  type DriverFacts,
  fileItems,
  newest,
  plainCategory,
  pointsOn,
  stateOn,
  trainingHours,
} from './items.ts';
