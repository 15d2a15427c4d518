export {
  nextService,
  type RemainingUse,
  remainingUse,
  scheduleDays,
} from './next-service.ts';
export {
  basisAt,
  ENGINE_LIMITS,
  findingOf,
  type MeterLimits,
  type MeterReading,
  ODOMETER_LIMITS,
  plausibleReadings,
  useBetweenReadings,
} from './readings.ts';
export { type ExpectedUse, expectedUse, USE_WEEKS } from './use.ts';
