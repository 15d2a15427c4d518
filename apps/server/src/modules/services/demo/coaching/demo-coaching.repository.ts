import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** Of twenty reviewed events of a driver, these are marked for coaching. */
const MARKED = 2;
/** Sessions of each customer that were held, and that are planned. */
const HELD = 4;
const PLANNED = 2;

const ofEvent = sql`e.vehicle_id = r.vehicle_id and e.occurred_at = r.occurred_at
  and e.event_code = r.event_code and e.geofence_key = r.geofence_key`;

/**
 * Inserts coaching of both demo customers: reviewed events that wait in the queue, held sessions with the
 * coached events of some drivers, first those with an account, and planned ones. A driver who has a
 * session gets no other.
 *
 * @param period of the reviewed events; sessions were held in its middle
 */
export async function insertCoaching(
  trx: Transaction,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<void> {
  const heldAt = new Date((from.getTime() + to.getTime()) / 2);
  await sql`insert into coaching_marks (review_id, customer_id, marked_by, marked_at)
    select r.id, r.customer_id, r.changed_by, r.changed_at
    from event_reviews r join fleet_events e on ${ofEvent}
    where r.state = 'reviewed' and e.driver_id is not null
      and r.occurred_at >= ${from} and r.occurred_at < ${to}
      and abs(hashtext(r.vehicle_id || ' ' || extract(epoch from r.occurred_at)) % 20) < ${MARKED}
    on conflict do nothing`.execute(trx);
  const events = (
    state: 'coached' | 'reviewed',
  ) => sql`select e.customer_id, e.driver_id, r.id as review_id,
      r.changed_by as coach_id from event_reviews r join fleet_events e on ${ofEvent}
    where r.state = ${state} and e.driver_id is not null
      and r.occurred_at >= ${from} and r.occurred_at < ${to}
      and (${state} = 'coached' and r.occurred_at < ${heldAt} or exists (select from coaching_marks m where m.review_id = r.id))
      and not exists (select from coaching_session_events c where c.review_id = r.id)`;
  const drivers = (
    state: 'coached' | 'reviewed',
  ) => sql`select o.customer_id, o.driver_id, max(o.coach_id) as coach_id,
      row_number() over (partition by o.customer_id order by exists (select from users u
        where u.driver_id = o.driver_id) desc, count(*) desc, o.driver_id) as place
    from (${events(state)}) o
    where not exists (select from coaching_sessions s where s.driver_id = o.driver_id)
    group by o.customer_id, o.driver_id`;
  const actions = JSON.stringify([
    { text: 'Keep two seconds behind the vehicle in front', due_on: null, is_done: false },
    { text: 'Drive a shift with the driver trainer', due_on: null, is_done: true },
  ]);
  await sql`with made as (
      insert into coaching_sessions (customer_id, driver_id, coach_id, state, planned_on, follow_up_on, note,
        actions, held_at, signed_by, acknowledged_at, driver_comment, closed_at)
      select w.customer_id, w.driver_id, w.coach_id,
        case when w.place = 1 then 'held' when w.place = ${HELD} then 'closed' else 'acknowledged' end,
        ${heldAt}::date, ${heldAt}::date + 14,
        'We watched the clips together and talked about distance and anticipation.', ${actions}::jsonb,
        ${heldAt}, case when w.place > 1 then d.first_name || ' ' || d.surname end,
        case when w.place > 1 then ${heldAt}::timestamptz + interval '3 hours' end,
        case when w.place = 2 then 'The junction is hard to see; I slow down earlier now.' else '' end,
        case when w.place = ${HELD} then ${heldAt}::timestamptz + interval '1 day' end
      from (${drivers('coached')}) w join drivers d on d.id = w.driver_id where w.place <= ${HELD}
      returning id, driver_id, customer_id)
    insert into coaching_session_events (review_id, session_id, customer_id)
    select o.review_id, made.id, made.customer_id
    from made cross join lateral (select f.review_id from (${events('coached')}) f
      where f.driver_id = made.driver_id order by f.review_id limit 5) o`.execute(trx);
  await sql`with made as (
      insert into coaching_sessions (customer_id, driver_id, coach_id, planned_on, note)
      select w.customer_id, w.driver_id, w.coach_id, ${to}::date + w.place::int - 1, ''
      from (${drivers('reviewed')}) w where w.place <= ${PLANNED}
      returning id, driver_id, customer_id)
    insert into coaching_session_events (review_id, session_id, customer_id)
    select o.review_id, made.id, made.customer_id
    from made cross join lateral (select f.review_id from (${events('reviewed')}) f
      where f.driver_id = made.driver_id order by f.review_id limit 5) o`.execute(trx);
}
