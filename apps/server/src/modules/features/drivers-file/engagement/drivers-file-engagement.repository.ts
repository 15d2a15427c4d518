import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** For whom and until when a driver works. */
export interface Engagement {
  readonly agencyId: number;
  /** The last day of work; null without an end. */
  readonly until: string | null;
  /** The date of birth, if it is known; otherwise the one of the file stays. */
  readonly bornOn: string | null;
}

/** Stores the engagement of a driver, and has the file worked out again. */
export async function updateEngagement(
  trx: Transaction,
  driverId: number,
  { agencyId, until, bornOn }: Engagement,
): Promise<void> {
  await sql`update driver_files set agency_id = ${agencyId}, engaged_until = ${until},
      born_on = coalesce(${bornOn}::date, born_on), version = version + 1, is_stale = true
    where driver_id = ${driverId}`.execute(trx);
}
