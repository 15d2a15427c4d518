import { fromLocalMinute, toApiDate } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { DEFAULT_RULES, rulesOf } from '../drivers-hours/index.ts';

const DAY_MS = 86_400_000;

/** The zone in which a customer plans: that of the settings of drivers' hours. */
export async function planZone(
  trx: Transaction,
  { customerId }: Pick<Viewer, 'customerId'>,
): Promise<string> {
  return customerId === null ? DEFAULT_RULES.timeZone : (await rulesOf(trx, customerId)).timeZone;
}

/** Midnight of a day YYYY-MM-DD in a zone, ms since 1970 UTC. */
export const midnightMs = (day: string, zone: string): number =>
  fromLocalMinute(`${day}T00:00`, zone);

/** Adds days to YYYY-MM-DD. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The Monday of the week of a day. */
export const mondayOf = (day: string): string =>
  dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7));

/** Today in a zone. */
export const todayIn = (zone: string, nowMs: number): string => toApiDate(nowMs, zone);

/** The times from the start of the first day to the end of the last one; absent days are absent. */
export function daysRange(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  zone: string,
): { from?: Date; until?: Date } {
  return {
    ...(from === undefined ? {} : { from: new Date(midnightMs(from, zone)) }),
    ...(to === undefined ? {} : { until: new Date(midnightMs(dayAfter(to, 1), zone)) }),
  };
}
