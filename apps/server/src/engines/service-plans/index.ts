export {
  nextService,
  type RemainingUse,
  remainingUse,
  scheduleDays,
} from './next-service.ts';
export {
  basisAt,
  ENGINE_LIMITS,
  type MeterLimits,
  type MeterReading,
  ODOMETER_LIMITS,
  plausibleReadings,
} from './readings.ts';
export { USE_WEEKS, usePerDay } from './use.ts';
