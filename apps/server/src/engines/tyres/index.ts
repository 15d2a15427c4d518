export {
  findingsOf,
  firstDue,
  isPressureLow,
  type JudgedTyre,
  treadLimit,
  type TyreFinding,
  tyreState,
} from './findings.ts';
export { ageFrom, dayOfDotWeek, type RuledPosition, type RuledVehicle } from './rules.ts';
export { forecastWear, type TreadPoint, wearRate } from './wear.ts';
