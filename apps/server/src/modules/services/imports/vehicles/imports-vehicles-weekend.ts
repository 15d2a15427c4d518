import { toApiDate } from '@roadworthy/domain';
import { nextOccurrence } from '@roadworthy/domain/time';

const SATURDAY = 6;
const SUNDAY = 0;

/**
 * When an upload may start that must not run at a weekend: at the start of Monday if it is Saturday
 * or Sunday for its sender, otherwise at once (requirements Q-06, Q-P01, OP-102).
 *
 * @param nowMs ms since 1970 UTC
 * @param timeZone IANA name; the sender's
 * @returns ms since 1970 UTC; null for at once
 */
export function afterWeekend(nowMs: number, timeZone: string): number | null {
  const day = new Date(`${toApiDate(nowMs, timeZone)}T00:00:00Z`).getUTCDay();
  if (day !== SATURDAY && day !== SUNDAY) return null;
  return nextOccurrence({ frequency: 'weekly', hour: 0, timeZone }, nowMs);
}
