import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** A download whose reminder has not been sent. Days are YYYY-MM-DD. */
export interface DueDownload {
  readonly name: string;
  readonly kind: 'driver_card' | 'vehicle_unit';
  readonly due_on: string;
}

/**
 * Marks the reminders of a customer that have become due: that of the smallest number of days before the
 * date that is reached, and one after the date. Each is marked once for each due date.
 *
 * @param daysBefore numbers of days before the date
 * @param today YYYY-MM-DD in UTC
 * @returns the downloads not reminded of before, earliest first, at most `limit`
 */
export async function markDueDownloads(
  trx: Transaction,
  customerId: number,
  { daysBefore, today, limit }: { daysBefore: readonly number[]; today: string; limit: number },
): Promise<readonly DueDownload[]> {
  const { rows } = await sql<DueDownload>`
    with reached as (
      select t.id, t.due_on, t.driver_id, t.vehicle_id, case when t.due_on < ${today}::date then -1
        else (select min(days) from unnest(${[...daysBefore]}::int[]) days
          where days >= t.due_on - ${today}::date) end as days
      from tachograph_downloads t
      where t.customer_id = ${customerId} and t.is_current and t.exempt_at is null
        and t.due_on <= ${today}::date + ${Math.max(...daysBefore)}::int),
    chosen as (
      select * from reached r where days is not null and not exists (
        select from tachograph_reminders_sent m
        where m.download_id = r.id and m.due_on = r.due_on and m.days_before = r.days)
      order by due_on, id limit ${limit}),
    marked as (
      insert into tachograph_reminders_sent (download_id, customer_id, due_on, days_before)
      select id, ${customerId}, due_on, days from chosen on conflict do nothing
      returning download_id)
    select coalesce(v.registration, d.first_name || ' ' || d.surname) as name,
      case when c.driver_id is null then 'vehicle_unit' else 'driver_card' end as kind,
      c.due_on::text
    from chosen c join marked m on m.download_id = c.id
    left join drivers d on d.id = c.driver_id left join vehicles v on v.id = c.vehicle_id
    order by c.due_on, c.id`.execute(trx);
  return rows;
}
