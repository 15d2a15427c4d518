export {
  type NextService,
  nextService,
  type RemainingUse,
  remainingUse,
  type ScheduleDays,
  type ServiceMeter,
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
