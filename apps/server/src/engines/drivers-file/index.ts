export { drivingStatements } from './driving.ts';
export {
  type DriverDocument,
  type DriverFacts,
  type FileItem,
  fileItems,
  newest,
  pointsOn,
  stateOn,
  trainingHours,
} from './items.ts';
