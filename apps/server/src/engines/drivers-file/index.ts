export { drivingStatements } from './driving.ts';
export {
  type DriverDocument,
  type DriverFacts,
  fileItems,
  newest,
  pointsOn,
  stateOn,
  trainingHours,
} from './items.ts';
