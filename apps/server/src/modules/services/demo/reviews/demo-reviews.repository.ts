import { EVENT_TYPES, severityOf } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** Events that somebody reviews: above the lowest severity. */
const REVIEWED_CODES = EVENT_TYPES.map(({ eventCode }) => eventCode).filter(
  (code) => severityOf(code) !== 'low',
);
const CAMERA_CODES = EVENT_TYPES.filter(({ group }) => group === 'camera').map(
  ({ eventCode }) => eventCode,
);

/** Of twenty events: the share that is reviewed, coached, and so on; the others stay new. */
const SHARES = { reviewed: 8, coached: 11, falseAlarm: 13, acceptable: 14, assigned: 17 };

/**
 * Inserts reviews of the events of both demo customers in a period, by their managers: most are
 * reviewed, some are coached, dismissed, or assigned and overdue. The same event always gets the same
 * review, and a review that exists stays.
 */
export async function insertReviews(
  trx: Transaction,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<void> {
  await sql`insert into event_reviews (customer_id, vehicle_id, event_code, occurred_at,
      geofence_key, state, dismissal_reason, assignee_id, due_on, changed_by, changed_at)
    select e.customer_id, e.vehicle_id, e.event_code, e.occurred_at, e.geofence_key,
      case when e.draw < ${SHARES.reviewed} then 'reviewed' when e.draw < ${SHARES.coached} then 'coached'
        when e.draw < ${SHARES.acceptable} then 'dismissed' else 'new' end,
      case when e.draw < ${SHARES.coached} or e.draw >= ${SHARES.acceptable} then null
        when e.draw < ${SHARES.falseAlarm} and e.event_code = any(${[...CAMERA_CODES]}::int[])
          then 'false_alarm'
        else 'acceptable' end,
      u.id, case when e.draw >= ${SHARES.acceptable} then e.occurred_at::date + 1 end,
      u.id, e.occurred_at + interval '6 hours'
    from (select f.*, abs(hashtext(f.vehicle_id || ' ' || extract(epoch from f.occurred_at)) % 20) as draw
      from fleet_events f where f.event_code = any(${[...REVIEWED_CODES]}::int[])
        and f.occurred_at >= ${from} and f.occurred_at < ${to}) e
    cross join lateral (select id from users
      where customer_id = e.customer_id and role = 'MANAGER' order by id limit 1) u
    where e.draw < ${SHARES.assigned}
    on conflict (vehicle_id, occurred_at, event_code, geofence_key) do nothing`.execute(trx);
}
