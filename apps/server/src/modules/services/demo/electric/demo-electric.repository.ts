import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** Makes one van in six electric, of those with a tracker that reports the state of charge. */
export async function electrifyVans(trx: Transaction): Promise<void> {
  await sql`update vehicles v set fuel_reference = 'ELECTRIC', fuel_name = 'Electric'
    from trackers t where t.vehicle_id = v.id and t.protocol = 'teltonika' and v.type = 'VAN'
      and v.id % 6 = 0`.execute(trx);
}
