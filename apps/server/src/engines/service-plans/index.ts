export {
  nextService,
  type RemainingUse,
  remainingUse,
  scheduleDays,
} from './next-service.ts';
export {
  basisAt,
  type MeterReading,
  plausibleReadings,
  useBetweenReadings,
} from './readings.ts';
export { type ExpectedUse, expectedUse, USE_WEEKS } from './use.ts';
