import type { DriverFileItemKind } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import { ageFiles, refreshFiles } from '../items/drivers-file-items.repository.ts';

/** An item whose reminder has not been sent. The day is YYYY-MM-DD. */
export interface DueItem {
  readonly name: string;
  readonly kind: DriverFileItemKind;
  readonly title: string;
  readonly due_on: string;
}

/**
 * Marks the reminders of a customer that have become due: that of the smallest number of days before the
 * date that is reached, and one after the date. Each is marked once for each due date.
 *
 * @param daysBefore numbers of days before the date
 * @param today YYYY-MM-DD in UTC
 * @returns the items not reminded of before, earliest first, at most `limit`
 */
export async function markDueItems(
  trx: Transaction,
  customerId: number,
  { daysBefore, today, limit }: { daysBefore: readonly number[]; today: string; limit: number },
): Promise<readonly DueItem[]> {
  await ageFiles(trx, customerId);
  await refreshFiles(trx, customerId);
  const { rows } = await sql<DueItem>`
    with due as (
      select i.id, i.kind, i.title, i.due_on, d.first_name || ' ' || d.surname as name,
        case when i.due_on < ${today}::date then -1 else (select min(days)
          from unnest(${[...daysBefore]}::int[]) days where days >= i.due_on - ${today}::date) end as days
      from driver_file_items i join drivers d on d.id = i.driver_id
      where i.customer_id = ${customerId} and i.standing = 'dated' and d.archived_at is null
        and i.sort_on <= ${today}::date + ${Math.max(...daysBefore)}::int
      order by i.due_on, i.id),
    marked as (
      insert into driver_file_reminders_sent (item_id, customer_id, due_on, days_before)
      select id, ${customerId}, due_on, days from due r where days is not null and not exists (
        select from driver_file_reminders_sent m
        where m.item_id = r.id and m.due_on = r.due_on and m.days_before = r.days)
      order by due_on, id limit ${limit}
      on conflict do nothing returning item_id)
    select due.name, due.kind, due.title, due.due_on::text from due
    join marked m on m.item_id = due.id order by due.due_on, due.id`.execute(trx);
  return rows;
}
