export {
  type BrakeVehicle,
  type BrakeYear,
  brakeYear,
  type PastTest,
  type Quarter,
  RULE_SINCE_MS,
  requiredTests,
  type Statement,
} from './year.ts';
