import { type AnswerOf, contract } from '@roadworthy/contract';
import { allows } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { defectDays } from '../../features/defects/index.ts';
import { dayAfter } from '../../features/vehicle-check/index.ts';

type Overview = AnswerOf<typeof contract.home.overview>;

/** Days of the chart. */
const DAYS = 28;

/**
 * Checks and defects of the last days.
 *
 * @param checks by day; null if the person may not see them
 */
export async function daysOf(
  db: Database,
  viewer: Viewer,
  today: string,
  checks: readonly { readonly date: string; readonly checks: number }[] | null,
): Promise<Overview['days']> {
  const start = dayAfter(today, 1 - DAYS);
  const zone = viewer.timeZone ?? 'UTC';
  const defects = allows(contract.defects.figures.access, viewer)
    ? await db.asViewer(viewer, (trx) => defectDays(trx, viewer, { start, end: today }, zone))
    : null;
  if (checks === null && defects === null) return [];
  return Array.from({ length: DAYS }, (_, n) => {
    const date = dayAfter(start, n);
    const ofDay = defects?.find(({ day }) => day === date);
    return {
      date,
      checks: checks && (checks.find((one) => one.date === date)?.checks ?? 0),
      defects_reported: defects && (ofDay?.reported ?? 0),
      defects_signed_off: defects && (ofDay?.signed_off ?? 0),
    };
  });
}
