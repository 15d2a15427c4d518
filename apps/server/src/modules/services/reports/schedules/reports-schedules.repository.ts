import { isAdministrator } from '@roadworthy/domain';
import { type Selectable, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Tables, Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';

export type ScheduleRow = Selectable<Tables['report_schedules']>;
/** Settings of a schedule, and its next due time. */
export type ScheduleValues = Omit<
  ScheduleRow,
  'id' | 'customer_id' | 'user_id' | 'last_run_at' | 'last_state' | 'created_at'
>;
/** A schedule with the name of its owner. */
export type NamedSchedule = ScheduleRow & { readonly maker: string };

const MAKER = sql<string>`coalesce((select btrim(u.first_name || ' ' || u.last_name) from users u
  where u.id = report_schedules.user_id), '')`;

/**
 * The viewer's schedules; for an administrator those of the customer, and for an administrator with
 * assigned depots those of users whose depots are among them: a schedule sends what its owner may see.
 */
function visibleSchedules(trx: Transaction, viewer: Viewer) {
  const all = trx.selectFrom('report_schedules');
  if (viewer.isGlobalAdmin) return all;
  const ofCustomer = all.where('customer_id', '=', viewer.customerId ?? 0);
  if (!isAdministrator(viewer)) return ofCustomer.where('user_id', '=', viewer.userId);
  if (viewer.depotScope === 'all') return ofCustomer;
  const within = sql<boolean>`user_id = any(array(select ${viewer.userId}::int
    union select users_within(${[...viewer.depotScope]}::int[])))`;
  return ofCustomer.where(within);
}

/** A page of the schedules that the viewer may see. */
export async function schedulePage(trx: Transaction, viewer: Viewer, page: Page) {
  let query = visibleSchedules(trx, viewer);
  if (page.search !== '') query = query.where('name', 'ilike', containsPattern(page.search));
  const { count } = await query
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const rows: NamedSchedule[] = await query
    .selectAll()
    .select(MAKER.as('maker'))
    .orderBy(sql`lower(name)`, page.descending ? 'desc' : 'asc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { count: Number(count), rows };
}

/** One schedule that the viewer may see, locked until the transaction ends. */
export async function holdSchedule(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<ScheduleRow | undefined> {
  return visibleSchedules(trx, viewer)
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** The number of schedules of a customer. */
export async function countSchedules(trx: Transaction, customerId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('report_schedules')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Inserts a schedule. */
export async function insertSchedule(
  trx: Transaction,
  owner: { readonly customerId: number; readonly userId: number },
  values: ScheduleValues,
): Promise<NamedSchedule> {
  return trx
    .insertInto('report_schedules')
    .values({ ...values, customer_id: owner.customerId, user_id: owner.userId, last_state: null })
    .returningAll()
    .returning(MAKER.as('maker'))
    .executeTakeFirstOrThrow();
}

/** Changes a schedule and its owner, whose rights its reports have from now on. */
export async function updateSchedule(
  trx: Transaction,
  id: number,
  userId: number,
  values: ScheduleValues,
): Promise<NamedSchedule> {
  return trx
    .updateTable('report_schedules')
    .set({ ...values, user_id: userId })
    .where('id', '=', id)
    .returningAll()
    .returning(MAKER.as('maker'))
    .executeTakeFirstOrThrow();
}

export async function deleteSchedule(trx: Transaction, id: number): Promise<void> {
  await trx.deleteFrom('report_schedules').where('id', '=', id).execute();
}

/** Due schedules, the oldest first, locked against other workers. */
export async function holdDue(
  trx: Transaction,
  nowMs: number,
  limit: number,
): Promise<ScheduleRow[]> {
  return trx
    .selectFrom('report_schedules')
    .selectAll()
    .where('is_active', '=', true)
    .where('next_run_at', '<=', new Date(nowMs))
    .orderBy('next_run_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Stores the next due time of a schedule. */
export async function keepNextRun(trx: Transaction, id: number, nextMs: number): Promise<void> {
  await trx
    .updateTable('report_schedules')
    .set({ next_run_at: new Date(nextMs) })
    .where('id', '=', id)
    .execute();
}

/** A schedule and the name of its customer; undefined if it was removed. */
export async function scheduleToRun(trx: Transaction, id: number) {
  return trx
    .selectFrom('report_schedules')
    .innerJoin('customers as c', 'c.id', 'report_schedules.customer_id')
    .selectAll('report_schedules')
    .select('c.name as customer')
    .where('report_schedules.id', '=', id)
    .executeTakeFirst();
}

/** Stores the outcome of a run. */
export async function keepRun(
  trx: Transaction,
  id: number,
  dueMs: number,
  state: 'sent' | 'failed',
): Promise<void> {
  await trx
    .updateTable('report_schedules')
    .set({ last_run_at: new Date(dueMs), last_state: state })
    .where('id', '=', id)
    .execute();
}
