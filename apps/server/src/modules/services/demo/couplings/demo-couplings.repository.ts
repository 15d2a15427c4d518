import { TRAILER_KINDS } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** Days of a coupling, and how many of them each trailer has. */
const DAYS = 5;
const PERIODS = 6;

/**
 * The couplings of the trailers in the last month: each changes the lorry every few days. Those of trailers with
 * identifiers are reported by the trackers of the lorries. The last trailer
 * stands in the yard since yesterday; the others are coupled. At any time, each trailer has another lorry. Couplings
 * of a trailer with a tracker are found by its place once the fleet has driven.
 */
export async function insertCouplings(trx: Transaction): Promise<void> {
  await sql`
    with lorry as (select id, customer_id, driver_id,
        row_number() over (partition by customer_id order by id) - 1 as place,
        count(*) over (partition by customer_id) as lorries
      from vehicles where type = 'STR' and driver_id is not null and is_active),
    trailer as (select id, customer_id,
        row_number() over (partition by customer_id order by id) - 1 as place,
        count(*) over (partition by customer_id) as trailers,
        exists (select from trailer_identifiers i where i.vehicle_id = vehicles.id) as is_reported
      from vehicles where kind = any(${[...TRAILER_KINDS]}::text[])
        and not exists (select from trackers k where k.vehicle_id = vehicles.id)),
    span as (select n, date_trunc('hour', now()) - make_interval(days => (${PERIODS} - n) * ${DAYS}, hours => 5)
      as starts_at from generate_series(0, ${PERIODS - 1}) n)
    insert into couplings (customer_id, vehicle_id, trailer_id, coupled_at, uncoupled_at, source,
      driver_id, author)
    select t.customer_id, l.id, t.id, s.starts_at,
      case when s.n < ${PERIODS - 1} then s.starts_at + make_interval(days => ${DAYS}, hours => -3)
        when t.place = t.trailers - 1 then s.starts_at + make_interval(days => ${DAYS - 1}) end,
      case when t.is_reported then 'device' when (t.place + s.n) % 3 = 0 then 'hand' else 'driver' end,
      l.driver_id, coalesce(case when t.is_reported
        then (select k.number from trackers k where k.vehicle_id = l.id order by k.id limit 1)
        else (select d.first_name || ' ' || d.surname from drivers d where d.id = l.driver_id) end, '')
    from trailer t cross join span s
    join lorry l on l.customer_id = t.customer_id and l.lorries > t.trailers
      and l.place = (t.place + 3 * s.n) % l.lorries`.execute(trx);
}
