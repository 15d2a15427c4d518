import { addMonths, addYears } from './days.ts';

/** Months before the due date in which a medical examination counts for it (form D4). */
const EARLY_MONTHS = 4;
const FIRST_AGE = 45;
const YEARLY_AGE = 65;
const INTERVAL_YEARS = 5;

/**
 * The day by which a driver with a group 2 licence (lorries and buses) needs the next medical
 * examination: at 45, then every 5 years until 65, then every year (GB: Motor Vehicles (Driving Licences)
 * Regulations 1999; gov.uk "Renew your driving licence: lorry and bus").
 *
 * @param bornOn YYYY-MM-DD
 * @param lastOn day of the last examination; null for none
 */
export function medicalDueOn(bornOn: string, lastOn: string | null): string {
  const first = addYears(bornOn, FIRST_AGE);
  const yearly = addYears(bornOn, YEARLY_AGE);
  if (lastOn === null || lastOn < addMonths(first, -EARLY_MONTHS)) return first;
  if (lastOn >= addMonths(yearly, -EARLY_MONTHS)) {
    // Counted from the birthday for which an early examination was made.
    return addYears(lastOn < yearly ? yearly : lastOn, 1);
  }
  const next = addYears(lastOn < first ? first : lastOn, INTERVAL_YEARS);
  return next < yearly ? next : yearly;
}
