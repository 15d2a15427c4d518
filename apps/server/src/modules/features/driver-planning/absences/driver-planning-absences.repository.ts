import type { AbsenceKind, AbsenceState } from '@roadworthy/domain';
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { exactPage, type Tables, type Transaction, when } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { visibleDrivers } from '../../../core/fleet/index.ts';

/** A stored absence. */
export interface AbsenceRow {
  readonly id: number;
  readonly customer_id: number;
  readonly driver_id: number;
  readonly first_name: string;
  readonly surname: string;
  readonly kind: AbsenceKind;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly is_whole_days: boolean;
  readonly state: AbsenceState;
  readonly note: string;
  readonly answer: string;
  readonly author: string;
  /** The account of the driver; null without one. */
  readonly account_id: number | null;
  readonly decided_by: string | null;
  readonly decided_at: Date | null;
  readonly shifts: number;
  readonly version: number;
}

export interface AbsenceFilter {
  readonly id?: number | undefined;
  readonly driver?: number | undefined;
  readonly drivers?: readonly number[] | undefined;
  readonly kind?: AbsenceKind | undefined;
  readonly state?: AbsenceState | undefined;
  /** Not refused. */
  readonly isOpen?: true;
  /** Ends after, and begins before. */
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

const COLUMNS = sql`a.id, a.customer_id, a.driver_id, d.first_name, d.surname, a.kind, a.starts_at,
  a.ends_at, a.is_whole_days, a.state, a.note, a.answer, a.author, a.decided_by, a.decided_at,
  (select min(u.id) from users u where u.driver_id = a.driver_id and u.customer_id = a.customer_id
    and u.is_active) as account_id,
  (select count(*)::int from planned_shifts s where s.driver_id = a.driver_id
    and s.starts_at < a.ends_at and s.ends_at > a.starts_at) as shifts, a.version`;

function conditionsOf(filter: AbsenceFilter, search: string): RawBuilder<unknown>[] {
  const { driver, drivers, from, id, isOpen, kind, state, until } = filter;
  return [
    sql`true`,
    ...when(id, () => sql`a.id = ${id}`),
    ...when(driver, () => sql`a.driver_id = ${driver}`),
    ...when(drivers, () => sql`a.driver_id = any(${[...(drivers ?? [])]}::int[])`),
    ...when(kind, () => sql`a.kind = ${kind}`),
    ...when(state, () => sql`a.state = ${state}`),
    ...when(isOpen, () => sql`a.state <> 'refused'`),
    ...when(from, () => sql`a.ends_at > ${from}`),
    ...when(until, () => sql`a.starts_at < ${until}`),
    ...(search === ''
      ? []
      : [sql`d.first_name || ' ' || d.surname ilike ${containsPattern(search)}`]),
  ];
}

/** A page of absences of visible drivers, newest first unless the page says otherwise. */
export async function absencePage(
  trx: Transaction,
  viewer: Viewer,
  filter: AbsenceFilter,
  page: Page,
): Promise<{ count: number; rows: readonly AbsenceRow[] }> {
  const to = page.orderBy === null || page.descending ? sql`desc` : sql`asc`;
  const column =
    page.orderBy === 'driver' ? sql`lower(d.surname || d.first_name)` : sql`a.starts_at`;
  return exactPage<AbsenceRow>(trx, page, {
    columns: COLUMNS,
    matching: sql`from driver_absences a join drivers d on d.id = a.driver_id
      where ${await visibleDrivers(trx, viewer)}
        and ${sql.join(conditionsOf(filter, page.search), sql` and `)}`,
    order: sql`${column} ${to}, a.id ${to}`,
  });
}

/** Absences without regard to who sees the drivers, which the caller has checked; by their start. */
export async function absencesOf(
  trx: Transaction,
  filter: AbsenceFilter,
): Promise<readonly AbsenceRow[]> {
  const { rows } = await sql<AbsenceRow>`select ${COLUMNS}
    from driver_absences a join drivers d on d.id = a.driver_id
    where ${sql.join(conditionsOf(filter, ''), sql` and `)}
    order by a.starts_at, a.id limit 2000`.execute(trx);
  return rows;
}

export async function insertAbsence(
  trx: Transaction,
  values: Insertable<Tables['driver_absences']>,
): Promise<number> {
  const { id } = await trx
    .insertInto('driver_absences')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns whether the version was still the current one */
export async function updateAbsence(
  trx: Transaction,
  id: number,
  version: number,
  values: Updateable<Tables['driver_absences']>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('driver_absences')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteAbsence(trx: Transaction, id: number): Promise<void> {
  await trx.deleteFrom('driver_absences').where('id', '=', id).execute();
}
