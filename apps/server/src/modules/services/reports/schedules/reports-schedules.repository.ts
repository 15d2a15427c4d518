import { isAdministrator } from '@roadworthy/domain';
import { type Selectable, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { ofCustomer, type Tables, type Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { userInScope } from '../../../core/users/index.ts';

export type ScheduleRow = Selectable<Tables['report_schedules']>;
/** Values of a schedule from its form, and its next run. */
export type ScheduleValues = Omit<
  ScheduleRow,
  'id' | 'customer_id' | 'user_id' | 'last_run_at' | 'last_state' | 'created_at'
>;
/** A schedule with the name of its creator. */
export type NamedSchedule = ScheduleRow & { readonly maker: string };

const MAKER = sql<string>`coalesce((select btrim(u.first_name || ' ' || u.last_name) from users u
  where u.id = report_schedules.user_id), '')`;

/**
 * The viewer's own schedules; for an administrator those of the customer, and for an administrator
 * of some depots those of users whose scope is within these depots, because a schedule sends what
 * its creator can see.
 */
function visibleSchedules(trx: Transaction, viewer: Viewer) {
  const own = trx.selectFrom('report_schedules').where(ofCustomer(viewer, 'customer_id'));
  if (viewer.isGlobalAdmin) return own;
  if (!isAdministrator(viewer)) return own.where('user_id', '=', viewer.userId);
  return own.where(userInScope(viewer, 'user_id'));
}

/** A page of the schedules that are visible to the viewer. */
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

/** A schedule that is visible to the viewer, locked until the transaction ends. */
export async function lockSchedule(
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

export async function countSchedules(trx: Transaction, customerId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('report_schedules')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

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

/** Changes a schedule; from now on it has the permissions of the given user. */
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

/** Schedules that are due, longest overdue first, locked so that no other worker takes them. */
export async function lockDue(
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

export async function setNextRun(trx: Transaction, id: number, nextMs: number): Promise<void> {
  await trx
    .updateTable('report_schedules')
    .set({ next_run_at: new Date(nextMs) })
    .where('id', '=', id)
    .execute();
}

/** A schedule and the name of its customer; undefined if it was deleted. */
export async function scheduleToRun(trx: Transaction, id: number) {
  return trx
    .selectFrom('report_schedules')
    .innerJoin('customers as c', 'c.id', 'report_schedules.customer_id')
    .selectAll('report_schedules')
    .select('c.name as customer')
    .where('report_schedules.id', '=', id)
    .executeTakeFirst();
}

/**
 * Whether all deliveries of a run were sent. Locks the schedule, so that of two deliveries that are
 * sent at the same time the later one sees both.
 */
export async function isRunSent(
  trx: Transaction,
  id: number,
  keys: readonly string[],
): Promise<boolean> {
  await trx.selectFrom('report_schedules').select('id').where('id', '=', id).forUpdate().execute();
  const open = await trx
    .selectFrom('deliveries')
    .select('id')
    .where('delivery_key', 'in', [...keys])
    .where('state', '<>', 'sent')
    .executeTakeFirst();
  return open === undefined;
}

/** Stores the result of a run, by the time it was due. A schedule that was paused since has not failed. */
export async function setRunResult(
  trx: Transaction,
  id: number,
  dueMs: number,
  state: 'sent' | 'failed',
): Promise<void> {
  const result = trx
    .updateTable('report_schedules')
    .set({ last_run_at: new Date(dueMs), last_state: state })
    .where('id', '=', id);
  await (state === 'failed' ? result.where('is_active', '=', true) : result).execute();
}
