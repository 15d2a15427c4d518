export {
  findingsOf,
  firstDue,
  isPressureLow,
  type TyreFinding,
  treadLimit,
  tyreState,
} from './findings.ts';
export { keptPressures, type SensorPressure } from './pressure-history.ts';
export { ageFrom, dayOfDotWeek, type RuledPosition, type RuledVehicle } from './rules.ts';
export { type TyreCostRow, tyreCostRow, tyreCostRows } from './tyre-cost-rows.ts';
export { type UsedFitting, type UsedTyre, type UseTread, useOfTyre } from './tyre-use.ts';
export { forecastWear, type TreadPoint, wearRate } from './wear.ts';
