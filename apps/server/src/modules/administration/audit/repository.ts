import type { AuditAction, AuditKind } from '@roadworthy/domain';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { containsPattern } from '../../../platform/paging.ts';
import { visibleVehicles } from '../../fleet/index.ts';

/** More are not counted: nobody turns so many pages, and counting millions takes seconds. */
const COUNTED = 10_000;

/** What entries a reader asks for. */
export interface AuditFilter {
  readonly kind: AuditKind | null;
  readonly subjectId: string | null;
  readonly actorId: number | null;
  readonly action: AuditAction | null;
  readonly start: Date | null;
  /** Exclusive. */
  readonly end: Date | null;
  readonly search: string;
}

/**
 * Entries that an administrator may read: of the own customer. One whose right ends at some depots
 * reads what concerns them, their vehicles, and what they did themselves (requirement U-P03).
 */
function inSight(trx: Transaction, viewer: Viewer): Expression<SqlBool> {
  const customer = viewer.isGlobalAdmin
    ? sql<boolean>`true`
    : sql<boolean>`e.customer_id = ${viewer.customerId ?? 0}`;
  if (viewer.depotScope === 'all') return customer;
  const vehicles = visibleVehicles(trx, viewer).clearSelect().select(sql`v.id::text`.as('id'));
  const depots = viewer.depotScope.map(String);
  return sql<boolean>`${customer} and (e.actor_id = ${viewer.userId}
    or (e.subject_kind = 'vehicle' and e.subject_id in (${vehicles}))
    or (e.subject_kind = 'depot' and e.subject_id = any(${depots}::text[])))`;
}

/** What entries a reader asks for, and what a search found: their ids, or null for too many of them. */
interface Asked extends AuditFilter {
  readonly found: readonly string[] | null;
}

/** Looks a text up in the index; what many entries say is found faster by time. */
async function searched(trx: Transaction, filter: AuditFilter): Promise<Asked> {
  if (filter.search === '') return { ...filter, found: null };
  const { rows } = await sql<{ id: string }>`
    select audit_found(${containsPattern(filter.search)}, ${COUNTED + 1}) as id`.execute(trx);
  return { ...filter, found: rows.length > COUNTED ? null : rows.map(({ id }) => id) };
}

function matching(trx: Transaction, viewer: Viewer, filter: Asked) {
  let query = trx.selectFrom('audit_entries as e').where(inSight(trx, viewer));
  if (filter.kind !== null) query = query.where('e.subject_kind', '=', filter.kind);
  if (filter.subjectId !== null) query = query.where('e.subject_id', '=', filter.subjectId);
  if (filter.actorId !== null) query = query.where('e.actor_id', '=', filter.actorId);
  if (filter.action !== null) query = query.where('e.action', '=', filter.action);
  if (filter.start !== null) query = query.where('e.at', '>=', filter.start);
  if (filter.end !== null) query = query.where('e.at', '<', filter.end);
  if (filter.found !== null) {
    query = query.where(sql<boolean>`e.id = any(${[...filter.found]}::bigint[])`);
  } else if (filter.search !== '') {
    query = query.where(sql<boolean>`coalesce(e.actor_name, '') || ' ' ||
      coalesce(e.subject_name, '') ilike ${containsPattern(filter.search)}`);
  }
  return query;
}

/** Whether a filter names nothing, so that the whole log is meant. */
const isWholeLog = (filter: AuditFilter) =>
  filter.search === '' &&
  [filter.kind, filter.subjectId, filter.actorId, filter.action, filter.start, filter.end].every(
    (one) => one === null,
  );

/** How many entries there are: of a whole log its chain tells, of others the first ten thousand. */
async function countOf(trx: Transaction, viewer: Viewer, filter: Asked): Promise<number> {
  if (isWholeLog(filter) && viewer.depotScope === 'all' && !viewer.isGlobalAdmin) {
    const { rows } = await sql<{ count: string | null }>`
      select max(position) as count from audit_entries where chain = ${viewer.customerId ?? 0}
    `.execute(trx);
    return Number(rows[0]?.count ?? 0);
  }
  const first = matching(trx, viewer, filter)
    .select('e.id')
    .orderBy('e.at', 'desc')
    .limit(COUNTED + 1);
  const { count } = await trx
    .selectFrom(first.as('found'))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A page of entries by time, with their count: one more than ten thousand where there are more. */
export async function auditPage(
  trx: Transaction,
  viewer: Viewer,
  wanted: AuditFilter,
  page: { readonly limit: number; readonly offset: number; readonly oldestFirst: boolean },
) {
  const filter = await searched(trx, wanted);
  const count = await countOf(trx, viewer, filter);
  const direction = page.oldestFirst ? 'asc' : 'desc';
  const rows = await matching(trx, viewer, filter)
    .selectAll('e')
    .orderBy('e.at', direction)
    .orderBy('e.id', direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { count, rows };
}

/** An entry that the viewer may read, or undefined. */
export function auditEntry(trx: Transaction, viewer: Viewer, id: number) {
  return trx
    .selectFrom('audit_entries as e')
    .selectAll('e')
    .where('e.id', '=', String(id))
    .where(inSight(trx, viewer))
    .executeTakeFirst();
}

export type AuditRow = Awaited<ReturnType<typeof auditPage>>['rows'][number];

/** The vehicle or driver that somebody looked at, as the log names it. */
export async function seenSubject(
  trx: Transaction,
  kind: 'vehicle' | 'driver',
  id: number,
): Promise<{ customerId: number; name: string } | undefined> {
  if (kind === 'vehicle') {
    const row = await trx
      .selectFrom('vehicles')
      .select(['customer_id', 'registration'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row && { customerId: row.customer_id, name: row.registration };
  }
  const row = await trx
    .selectFrom('drivers')
    .select(['customer_id', 'first_name', 'surname'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { customerId: row.customer_id, name: `${row.first_name} ${row.surname}` };
}
