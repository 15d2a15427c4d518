export {
  findingsOf,
  firstDue,
  isPressureLow,
  type TyreFinding,
  treadLimit,
  tyreState,
} from './findings.ts';
export { ageFrom, dayOfDotWeek, type RuledPosition, type RuledVehicle } from './rules.ts';
export { forecastWear, type TreadPoint, wearRate } from './wear.ts';
