export { addDays, daysOf, isTimeZone, type ZoneDay } from './days-of.ts';
export { momentRange } from './moment-range.ts';
export { type QuietHours, quietUntil } from './quiet-hours.ts';
export { nextOccurrence, periodBefore, type Recurrence } from './recurrence.ts';
