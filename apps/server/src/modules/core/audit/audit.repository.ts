import type { AuditAction, AuditKind } from '@roadworthy/domain';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import {
  type CountedRows,
  ofCustomer,
  type SearchedList,
  searchedPage,
  type Tables,
  type Transaction,
} from '../../../platform/db/index.ts';
import { visibleVehicles } from '../fleet/index.ts';
import type { SubjectFilter } from './audit-subjects.ts';
import { namesRecord, subjectKey, subjectNames } from './subject-names.ts';

/** Filter of the entries. */
export interface AuditFilter {
  readonly kind: AuditKind | null;
  readonly subject: SubjectFilter | null;
  readonly actorId: number | null;
  readonly action: AuditAction | null;
  readonly start: Date | null;
  /** Exclusive. */
  readonly end: Date | null;
  readonly search: string;
}

/** Above this number of vehicles, entries are scanned by time; below it, looked up per vehicle. */
const MANY = 3000;

/** Condition: the entry `e` concerns a vehicle of a viewer who is limited to some depots. */
async function ofVehicles(trx: Transaction, viewer: Viewer): Promise<RawBuilder<boolean>> {
  const ids = visibleVehicles(trx, viewer).clearSelect().select(sql<string>`v.id::text`.as('id'));
  const few = await ids.limit(MANY + 1).execute();
  const found = few.length > MANY ? ids : sql`select unnest(${few.map(({ id }) => id)}::text[])`;
  return sql<boolean>`e.subject_kind = 'vehicle' and e.subject_id = any(array(${found}))`;
}

/**
 * Condition: an administrator may read the entry `e`, if it is of their own customer. Administrators
 * limited to some depots read entries about those depots and their vehicles, and about their own
 * actions (requirement U-P03).
 */
async function isVisible(trx: Transaction, viewer: Viewer): Promise<RawBuilder<boolean>> {
  const customer = ofCustomer(viewer, 'e.customer_id');
  if (viewer.depotScope === 'all') return customer;
  const depots = viewer.depotScope.map(String);
  return sql<boolean>`${customer} and (e.actor_id = ${viewer.userId}
    or (${await ofVehicles(trx, viewer)})
    or (e.subject_kind = 'depot' and e.subject_id = any(${depots}::text[])))`;
}

/** Conditions of a filter on the entry `e`, without its search. */
function asked(filter: AuditFilter): RawBuilder<boolean>[] {
  const { kind, subject, actorId, action, start, end } = filter;
  return [
    ...(kind === null ? [] : [sql<boolean>`e.subject_kind = ${kind}`]),
    // Each kind is listed, so that PostgreSQL uses the index on kind and id.
    ...(subject === null
      ? []
      : [
          sql<boolean>`e.subject_kind = any(${[...subject.kinds]}::text[])
            and e.subject_id = ${subject.id}`,
        ]),
    ...(actorId === null ? [] : [sql<boolean>`e.actor_id = ${actorId}`]),
    ...(action === null ? [] : [sql<boolean>`e.action = ${action}`]),
    ...(start === null ? [] : [sql<boolean>`e.at >= ${start}`]),
    ...(end === null ? [] : [sql<boolean>`e.at < ${end}`]),
  ];
}

/** Texts of an entry that the search matches: its author and its subject. */
const SEARCHED: SearchedList = {
  found: 'audit_found',
  id: 'e.id',
  onTheWay: (pattern) => sql`coalesce(e.actor_name, '') || ' ' || coalesce(e.subject_name, '')
    ilike ${pattern}`,
};

/** The requested page. */
interface AuditPage {
  readonly limit: number;
  readonly offset: number;
  readonly oldestFirst: boolean;
}

export type AuditRow = Selectable<Tables['audit_entries']>;

/**
 * Adds the current names of records to entries that were written without one. Erased records get no
 * name.
 */
export async function withNames(
  trx: Transaction,
  rows: readonly AuditRow[],
): Promise<readonly AuditRow[]> {
  const isUnnamed = (row: AuditRow) =>
    row.subject_name === '' &&
    row.action !== 'erased' &&
    namesRecord(row.subject_kind, row.after?.call);
  const keyOf = (row: AuditRow) => ({ kind: row.subject_kind, id: row.subject_id });
  const names = await subjectNames(trx, rows.filter(isUnnamed).map(keyOf));
  return rows.map((row) =>
    isUnnamed(row) ? { ...row, subject_name: names.get(subjectKey(keyOf(row))) ?? '' } : row,
  );
}

/** A page of entries by time, with their count up to a limit. */
export async function auditPage(
  trx: Transaction,
  viewer: Viewer,
  filter: AuditFilter,
  { limit, offset, oldestFirst }: AuditPage,
): Promise<CountedRows<AuditRow>> {
  const to = oldestFirst ? sql`asc` : sql`desc`;
  const order = sql`e.at ${to}, e.id ${to}`;
  const where = sql.join([await isVisible(trx, viewer), ...asked(filter)], sql` and `);
  return searchedPage(
    trx,
    SEARCHED,
    { limit, offset, search: filter.search },
    {
      some: sql`from audit_entries e where ${where}`,
      sampleOrder: order,
      read: (matching) => sql<AuditRow>`select e.* ${matching}
      order by ${order} limit ${limit} offset ${offset}`,
    },
  );
}

/** An entry that the viewer may read, or undefined. */
export async function auditEntry(trx: Transaction, viewer: Viewer, id: number) {
  return trx
    .selectFrom('audit_entries as e')
    .selectAll('e')
    .where('e.id', '=', String(id))
    .where(await isVisible(trx, viewer))
    .executeTakeFirst();
}

/** The viewed vehicles or drivers by id, with the names in the log. */
export async function seenSubjects(
  trx: Transaction,
  kind: 'vehicle' | 'driver',
  ids: readonly number[],
): Promise<Map<number, { readonly customerId: number; readonly name: string }>> {
  if (kind === 'vehicle') {
    const rows = await trx
      .selectFrom('vehicles')
      .select(['id', 'customer_id', 'registration'])
      .where('id', 'in', ids)
      .execute();
    return new Map(rows.map((v) => [v.id, { customerId: v.customer_id, name: v.registration }]));
  }
  const rows = await trx
    .selectFrom('drivers')
    .select(['id', 'customer_id', 'first_name', 'surname'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map((d) => [d.id, { customerId: d.customer_id, name: `${d.first_name} ${d.surname}` }]),
  );
}
