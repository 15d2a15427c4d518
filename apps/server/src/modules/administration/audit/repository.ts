import type { AuditAction, AuditKind } from '@roadworthy/domain';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { COUNT_LIMIT, type Transaction } from '../../../platform/db/index.ts';
import { containsPattern } from '../../../platform/paging.ts';
import { visibleVehicles } from '../../fleet/index.ts';

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

/** Condition: the entry `e` is of the viewer's customer. */
const ofCustomer = (viewer: Viewer): Expression<SqlBool> =>
  viewer.isGlobalAdmin ? sql`true` : sql`e.customer_id = ${viewer.customerId ?? 0}`;

/**
 * Entries that an administrator may read: of the own customer. One whose right ends at some depots
 * reads what concerns them, their vehicles, and what they did themselves (requirement U-P03).
 */
function inSight(trx: Transaction, viewer: Viewer): Expression<SqlBool> {
  const customer = ofCustomer(viewer);
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
  /** So far hits are counted. */
  readonly most: number;
}

/** What is said of who did something, and to what. */
const WORDS = sql`coalesce(e.actor_name, '') || ' ' || coalesce(e.subject_name, '')`;
/** Of the newest entries so many are looked at, and so many hits make a word one that is met often. */
const PROBED = 1000;
const OFTEN = 50;
/** Where each entry has to be looked at, so many hits are counted. */
const OFTEN_LIMIT = 1000;

/** Looks a text up in the index; what many entries say is found faster by time. */
async function searched(trx: Transaction, viewer: Viewer, filter: AuditFilter): Promise<Asked> {
  if (filter.search === '') return { ...filter, found: null, most: COUNT_LIMIT };
  const often = { ...filter, found: null, most: OFTEN_LIMIT };
  const pattern = containsPattern(filter.search);
  const probed = await sql<{ hits: number }>`select count(*)::int as hits
    from (select ${WORDS} as words from audit_entries e where ${ofCustomer(viewer)}
      order by e.at desc, e.id desc limit ${PROBED}) newest where words ilike ${pattern}`.execute(
    trx,
  );
  if ((probed.rows[0]?.hits ?? 0) >= OFTEN) return often;
  const { rows } = await sql<{ id: string }>`
    select audit_found(${pattern}, ${COUNT_LIMIT + 1}) as id`.execute(trx);
  if (rows.length > COUNT_LIMIT) return often;
  return { ...filter, found: rows.map(({ id }) => id), most: COUNT_LIMIT };
}

/** The entries `e` of a filter, whoever may read them. */
function asked(trx: Transaction, filter: Asked) {
  let query = trx.selectFrom('audit_entries as e');
  if (filter.kind !== null) query = query.where('e.subject_kind', '=', filter.kind);
  if (filter.subjectId !== null) query = query.where('e.subject_id', '=', filter.subjectId);
  if (filter.actorId !== null) query = query.where('e.actor_id', '=', filter.actorId);
  if (filter.action !== null) query = query.where('e.action', '=', filter.action);
  if (filter.start !== null) query = query.where('e.at', '>=', filter.start);
  if (filter.end !== null) query = query.where('e.at', '<', filter.end);
  if (filter.found !== null) {
    query = query.where(sql<boolean>`e.id = any(${[...filter.found]}::bigint[])`);
  } else if (filter.search !== '') {
    query = query.where(sql<boolean>`${WORDS} ilike ${containsPattern(filter.search)}`);
  }
  return query;
}

const matching = (trx: Transaction, viewer: Viewer, filter: Asked) =>
  asked(trx, filter).where(inSight(trx, viewer));

/** For more vehicles than these, all entries are gone through; for fewer, those of each vehicle. */
const MANY = 3000;

/**
 * The vehicles of a viewer whose right ends at some depots, as the log names them; null where all
 * entries are quicker gone through.
 */
async function vehiclesInSight(trx: Transaction, viewer: Viewer): Promise<string[] | null> {
  if (viewer.depotScope === 'all') return null;
  const ids = visibleVehicles(trx, viewer).clearSelect().select(sql<string>`v.id::text`.as('id'));
  const rows = await ids.limit(MANY + 1).execute();
  return rows.length > MANY ? null : rows.map(({ id }) => id);
}

/**
 * The first entries in sight of who sees some depots, one more than are counted: what they did, what
 * concerns their depots, and what concerns each of their vehicles, each from an index by time.
 */
function firstOf(
  trx: Transaction,
  viewer: Viewer,
  filter: Asked,
  {
    vehicles,
    oldestFirst,
  }: { readonly vehicles: readonly string[]; readonly oldestFirst: boolean },
) {
  const direction = oldestFirst ? 'asc' : 'desc';
  const depots = viewer.depotScope === 'all' ? [] : viewer.depotScope.map(String);
  const stream = (condition: Expression<SqlBool>) =>
    asked(trx, filter)
      .where(ofCustomer(viewer))
      .where(condition)
      .select(['e.id', 'e.at'])
      .orderBy('e.at', direction)
      .limit(filter.most + 1);
  const about = (kind: 'vehicle' | 'depot', ids: readonly string[]) => sql`select f.*
    from unnest(${[...ids]}::text[]) as s (id) cross join lateral (${stream(
      sql<boolean>`e.subject_kind = ${kind} and e.subject_id = s.id`,
    )}) f`;
  return sql`select h.id, h.at from ((${stream(sql<boolean>`e.actor_id = ${viewer.userId}`)})
      union ${about('vehicle', vehicles)} union ${about('depot', depots)}) h
    order by h.at ${sql.raw(direction)}, h.id ${sql.raw(direction)} limit ${filter.most + 1}`;
}

/** Whether a filter names nothing, so that the whole log is meant. */
const isWholeLog = (filter: AuditFilter) =>
  filter.search === '' &&
  [filter.kind, filter.subjectId, filter.actorId, filter.action, filter.start, filter.end].every(
    (one) => one === null,
  );

/** How many entries there are: of a whole log its chain tells, of others the first ten thousand. */
async function countOf(
  trx: Transaction,
  viewer: Viewer,
  filter: Asked,
): Promise<{ count: number; isLimit: boolean }> {
  if (isWholeLog(filter) && viewer.depotScope === 'all' && !viewer.isGlobalAdmin) {
    const { rows } = await sql<{ count: string | null }>`
      select max(position) as count from audit_entries where chain = ${viewer.customerId ?? 0}
    `.execute(trx);
    return { count: Number(rows[0]?.count ?? 0), isLimit: false };
  }
  const first = matching(trx, viewer, filter)
    .select('e.id')
    .orderBy('e.at', 'desc')
    .limit(filter.most + 1);
  const { count } = await trx
    .selectFrom(first.as('found'))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return { count: Math.min(Number(count), filter.most), isLimit: Number(count) > filter.most };
}

/** A page as it is asked for. */
interface AuditPage {
  readonly limit: number;
  readonly offset: number;
  readonly oldestFirst: boolean;
}

/** A page of what somebody of some depots may read. */
async function pageOfVehicles(
  trx: Transaction,
  viewer: Viewer,
  filter: Asked,
  page: AuditPage,
  vehicles: readonly string[],
) {
  const { oldestFirst, limit, offset } = page;
  const to = sql.raw(oldestFirst ? 'asc' : 'desc');
  const { rows } = await sql<{ count: number; ids: string[] }>`
    with h as materialized (${firstOf(trx, viewer, filter, { vehicles, oldestFirst })})
    select (select count(*)::int from h) as count,
      array(select h.id from h order by h.at ${to}, h.id ${to} limit ${limit} offset ${offset}) as ids
    `.execute(trx);
  const { count = 0, ids = [] } = rows[0] ?? {};
  const shown = await trx
    .selectFrom('audit_entries as e')
    .selectAll('e')
    .where(sql<boolean>`e.id = any(${ids}::bigint[])`)
    .orderBy('e.at', oldestFirst ? 'asc' : 'desc')
    .orderBy('e.id', oldestFirst ? 'asc' : 'desc')
    .execute();
  return { count: Math.min(count, filter.most), isLimit: count > filter.most, rows: shown };
}

/** A page of entries by time, with their count, which ends at a limit. */
export async function auditPage(
  trx: Transaction,
  viewer: Viewer,
  wanted: AuditFilter,
  page: AuditPage,
) {
  const filter = await searched(trx, viewer, wanted);
  const vehicles = await vehiclesInSight(trx, viewer);
  if (vehicles !== null) return pageOfVehicles(trx, viewer, filter, page, vehicles);
  const { count, isLimit } = await countOf(trx, viewer, filter);
  const direction = page.oldestFirst ? 'asc' : 'desc';
  const rows = await matching(trx, viewer, filter)
    .selectAll('e')
    .orderBy('e.at', direction)
    .orderBy('e.id', direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { count, isLimit, rows };
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
