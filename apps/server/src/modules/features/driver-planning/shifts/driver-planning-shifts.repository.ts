import type { ShiftFilterLevel, ShiftLevel } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import {
  countedPage,
  depotInScope,
  ofCustomer,
  type Transaction,
  when,
} from '../../../../platform/db/index.ts';
import { containsPattern, type ListCount, type Page } from '../../../../platform/paging.ts';

/** A stored shift with the names of what it refers to. */
export interface ShiftRow {
  readonly id: number;
  readonly customer_id: number;
  readonly driver_id: number;
  readonly first_name: string;
  readonly surname: string;
  readonly vehicle_id: number | null;
  readonly registration: string | null;
  readonly trailer_id: number | null;
  readonly trailer: string | null;
  readonly depot_id: number;
  readonly depot: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly driving_s: number | null;
  readonly note: string;
  readonly reason: string;
  readonly level: ShiftLevel;
  readonly acknowledged_at: Date | null;
  readonly author: string;
  readonly version: number;
}

export interface ShiftFilter {
  readonly id?: number | undefined;
  readonly ids?: readonly number[] | undefined;
  readonly driver?: number | undefined;
  readonly drivers?: readonly number[] | undefined;
  readonly vehicle?: number | undefined;
  readonly depot?: number | undefined;
  readonly level?: ShiftFilterLevel | undefined;
  /** Begins at or after, and before. */
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

/** Condition: the level of the shift `s` is one of a filter. */
export const levelIs = (level: ShiftFilterLevel) =>
  level === 'attention'
    ? sql<boolean>`s.level in ('breaks', 'warns')`
    : sql<boolean>`s.level = ${level}`;

/** Condition: the viewer may see the shift `s`: it is of a depot in scope. */
export const shiftIsVisible = (viewer: Viewer) =>
  sql<boolean>`${ofCustomer(viewer, 's.customer_id')} and ${depotInScope(viewer, 's.depot_id')}`;

const JOINS = sql`planned_shifts s join drivers d on d.id = s.driver_id
  join depots g on g.id = s.depot_id
  left join vehicles v on v.id = s.vehicle_id
  left join vehicles w on w.id = s.trailer_id`;

const COLUMNS = sql`s.id, s.customer_id, s.driver_id, d.first_name, d.surname, s.vehicle_id,
  v.registration, s.trailer_id, w.registration as trailer, s.depot_id, g.name as depot, s.starts_at,
  s.ends_at, s.driving_s, s.note, s.reason, s.level, s.acknowledged_at, s.author, s.version`;

function matching(viewer: Viewer, filter: ShiftFilter, search: string) {
  const { depot, driver, drivers, from, id, ids, level, until, vehicle } = filter;
  const pattern = containsPattern(search);
  const conditions = [
    shiftIsVisible(viewer),
    ...when(id, () => sql`s.id = ${id}`),
    ...when(ids, () => sql`s.id = any(${[...(ids ?? [])]}::int[])`),
    ...when(driver, () => sql`s.driver_id = ${driver}`),
    ...when(drivers, () => sql`s.driver_id = any(${[...(drivers ?? [])]}::int[])`),
    ...when(vehicle, () => sql`(s.vehicle_id = ${vehicle} or s.trailer_id = ${vehicle})`),
    ...when(depot, () => sql`s.depot_id = ${depot}`),
    ...(level === undefined ? [] : [levelIs(level)]),
    ...when(from, () => sql`s.starts_at >= ${from}`),
    ...when(until, () => sql`s.starts_at < ${until}`),
    ...(search === ''
      ? []
      : [
          sql`(d.first_name || ' ' || d.surname ilike ${pattern} or v.registration ilike ${pattern}
            or w.registration ilike ${pattern})`,
        ]),
  ];
  return sql`from ${JOINS} where ${sql.join(conditions, sql` and `)}`;
}

const ORDER: Readonly<Record<string, RawBuilder<unknown>>> = {
  start: sql`s.starts_at`,
  driver: sql`lower(d.surname || d.first_name)`,
  vehicle: sql`v.registration`,
};

/** A page of visible shifts, newest first unless the page says otherwise. */
export function shiftPage(
  trx: Transaction,
  viewer: Viewer,
  filter: ShiftFilter,
  page: Page,
): Promise<ListCount & { rows: readonly ShiftRow[] }> {
  const to = page.orderBy === null || page.descending ? sql`desc` : sql`asc`;
  const all = matching(viewer, filter, page.search);
  return countedPage<ShiftRow>(
    trx,
    page,
    sql<ShiftRow>`select ${COLUMNS} ${all}
      order by ${ORDER[page.orderBy ?? 'start'] ?? ORDER.start} ${to}, s.id ${to}
      limit ${page.limit} offset ${page.offset}`,
    all,
  );
}

/** The visible shifts of a filter by their start, at most `limit`. */
export async function visibleShifts(
  trx: Transaction,
  viewer: Viewer,
  filter: ShiftFilter,
  limit = 5000,
): Promise<readonly ShiftRow[]> {
  const { rows } = await sql<ShiftRow>`select ${COLUMNS} ${matching(viewer, filter, '')}
    order by s.starts_at, s.id limit ${limit}`.execute(trx);
  return rows;
}

/** Shifts of a driver that end after a time, in all depots: what the driver sees. */
export async function shiftsOfDriver(
  trx: Transaction,
  driverId: number,
  { from, id, until }: { readonly id?: number; readonly from?: Date; readonly until?: Date },
): Promise<readonly ShiftRow[]> {
  const { rows } = await sql<ShiftRow>`select ${COLUMNS} from ${JOINS}
    where s.driver_id = ${driverId} and ${id === undefined ? sql`true` : sql`s.id = ${id}`}
      and ${from === undefined ? sql`true` : sql`s.ends_at > ${from}`}
      and ${until === undefined ? sql`true` : sql`s.starts_at < ${until}`}
    order by s.starts_at, s.id limit 200`.execute(trx);
  return rows;
}

/** The values of a shift that people enter. */
export interface ShiftValues {
  readonly driver_id: number;
  readonly vehicle_id: number | null;
  readonly trailer_id: number | null;
  readonly depot_id: number;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly driving_s: number | null;
  readonly note: string;
  readonly reason: string;
}

export async function insertShift(
  trx: Transaction,
  values: ShiftValues & {
    readonly customer_id: number;
    readonly author_id: number | null;
    readonly author: string;
  },
): Promise<number> {
  const { id } = await trx
    .insertInto('planned_shifts')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns whether the version was still the current one */
export async function updateShift(
  trx: Transaction,
  id: number,
  version: number,
  values: ShiftValues,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('planned_shifts')
    .set((eb) => ({ ...values, acknowledged_at: null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Stores that the driver has seen a version. @returns whether it was still the current one */
export async function acknowledgeShift(
  trx: Transaction,
  id: number,
  version: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('planned_shifts')
    .set({ acknowledged_at: new Date() })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteShift(trx: Transaction, id: number): Promise<void> {
  await trx.deleteFrom('planned_shifts').where('id', '=', id).execute();
}
