import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { visibleVehicles } from '../fleet/index.ts';
import { groupTable, isKept } from './depots.repository.ts';

/** Whether another depot or region of the customer that is not archived has this name. */
export async function nameIsTaken(
  trx: Transaction,
  isRegion: boolean,
  customerId: number,
  name: string,
  exceptId: number | null,
): Promise<boolean> {
  const { rows } =
    await sql`select from ${groupTable(isRegion)} g where g.customer_id = ${customerId}
    and lower(g.name) = lower(${name}) and g.archived_at is null and g.id <> ${exceptId ?? 0}
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** The vehicles of a customer, out of those given, that the viewer may see. */
export async function knownVehicles(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  ids: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (${visibleVehicles(trx, viewer)}) s join vehicles v on v.id = s.id
    where v.customer_id = ${customerId} and v.id = any(${[...ids]}::int[])`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Counts the given depots or regions that the administrator manages, without archived ones. */
export async function knownGroups(
  trx: Transaction,
  viewer: Viewer,
  isRegion: boolean,
  customerId: number,
  ids: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from ${groupTable(isRegion)} g where ${isKept(viewer, isRegion)} and g.archived_at is null
      and g.customer_id = ${customerId} and g.id = any(${[...ids]}::int[])`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Users assigned to one of some regions, whose scope changes with the depots of the region. */
export async function peopleOfRegions(
  trx: Transaction,
  regionIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct user_id as id from user_regions
    where region_id = any(${[...regionIds]}::int[])`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Counts the given schedule types that are the customer's or built in. */
export async function knownScheduleTypes(
  trx: Transaction,
  customerId: number,
  ids: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from schedule_types s
    where (s.customer_id is null or s.customer_id = ${customerId})
      and s.id = any(${[...ids]}::int[])`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** The given ids that are regions. Regions and depots share one id space. */
export async function regionsAmong(trx: Transaction, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from regions
    where id = any(${[...ids]}::int[]) order by id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Whether an id is the id of a region. */
export const isRegion = async (trx: Transaction, id: number): Promise<boolean> =>
  (await regionsAmong(trx, [id])).length > 0;
