export {
  type BrakeVehicle,
  type BrakeYear,
  brakeYear,
  type PastTest,
  requiredTests,
} from './year.ts';
