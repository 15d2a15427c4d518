import type { HoursRule, InfringementSeverity, InfringementState } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Infringement } from '../../../../engines/drivers-hours/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { exactPage, ms, type Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { visibleDrivers } from '../../../core/fleet/index.ts';
import type { AnalysedDriver } from '../drivers-hours.repository.ts';

/** A stored infringement. Times in ms since 1970 UTC. */
export interface InfringementRow {
  readonly id: number;
  readonly customer_id: number;
  readonly driver_id: number;
  readonly first_name: string;
  readonly surname: string;
  readonly rule: HoursRule;
  readonly paragraph: string;
  readonly severity: InfringementSeverity | null;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly actual_s: number;
  readonly limit_s: number;
  readonly state: InfringementState;
  readonly note: string;
  readonly debriefed_by: string | null;
  readonly debriefed_ms: number | null;
  readonly signed_by: string | null;
  readonly signed_ms: number | null;
  readonly is_own_signature: boolean;
  readonly driver_comment: string;
  readonly is_outdated: boolean;
  readonly version: number;
}

/** Days are YYYY-MM-DD in UTC, and both ends are included. */
export interface InfringementFilter {
  readonly id?: number | undefined;
  readonly driver?: number | undefined;
  readonly state?: InfringementState | undefined;
  readonly severity?: InfringementSeverity | undefined;
  readonly rule?: HoursRule | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Columns of an infringement `h` of a driver `d`. */
export const infringementColumns = sql`h.id::float8 as id, h.customer_id, h.driver_id, d.first_name, d.surname, h.rule,
  h.paragraph, h.severity, ${ms('h.started_at')} as start_ms, ${ms('h.ended_at')} as end_ms,
  h.actual_s, h.limit_s, h.state, h.note, h.signed_by, h.is_outdated, h.version,
  ${ms('h.signed_at')} as signed_ms, h.is_own_signature, h.driver_comment,
  (select u.first_name || ' ' || u.last_name from users u where u.id = h.debriefed_by) as debriefed_by,
  ${ms('h.debriefed_at')} as debriefed_ms`;

function conditionsOf(filter: InfringementFilter, search: string): RawBuilder<unknown>[] {
  const { driver, from, id, rule, severity, state, to } = filter;
  return [
    sql`true`,
    ...(id === undefined ? [] : [sql`h.id = ${id}`]),
    ...(driver === undefined ? [] : [sql`h.driver_id = ${driver}`]),
    ...(state === undefined ? [] : [sql`h.state = ${state}`]),
    ...(severity === undefined ? [] : [sql`h.severity = ${severity}`]),
    ...(rule === undefined ? [] : [sql`h.rule = ${rule}`]),
    ...(from === undefined ? [] : [sql`h.ended_at >= ${from}::date at time zone 'UTC'`]),
    ...(to === undefined ? [] : [sql`h.ended_at < (${to}::date + 1) at time zone 'UTC'`]),
    ...(search === ''
      ? []
      : [sql`d.first_name || ' ' || d.surname ilike ${containsPattern(search)}`]),
  ];
}

/** A page of the infringements of visible drivers, newest first unless the page says otherwise. */
export async function infringementPage(
  trx: Transaction,
  viewer: Viewer,
  filter: InfringementFilter,
  page: Page,
): Promise<{ count: number; rows: readonly InfringementRow[] }> {
  const to = page.orderBy !== null && !page.descending ? sql`asc` : sql`desc`;
  return exactPage<InfringementRow>(trx, page, {
    columns: infringementColumns,
    matching: sql`from hours_infringements h join drivers d on d.id = h.driver_id
      where ${await visibleDrivers(trx, viewer)}
      and ${sql.join(conditionsOf(filter, page.search), sql` and `)}`,
    order: sql`h.ended_at ${to}, h.id ${to}`,
  });
}

/** Infringements that wait for a debrief: all of them, and those of the two highest degrees. */
export interface OpenInfringements {
  readonly open: number;
  readonly most_serious: number;
  readonly very_serious: number;
}

/** Counts the infringements of visible drivers that wait for a debrief, as their list with this state does. */
export async function openInfringements(
  trx: Transaction,
  viewer: Viewer,
): Promise<OpenInfringements> {
  // The state is no parameter, so that the partial index of open infringements serves.
  const { rows } = await sql<OpenInfringements>`select count(*)::int as open,
      count(*) filter (where h.severity = 'MSI')::int as most_serious,
      count(*) filter (where h.severity = 'VSI')::int as very_serious
    from hours_infringements h join drivers d on d.id = h.driver_id
    where ${await visibleDrivers(trx, viewer)} and h.state = 'new'`.execute(trx);
  return rows[0] ?? { open: 0, most_serious: 0, very_serious: 0 };
}

/**
 * Stores the infringements of a driver that end after a time in place of those stored before. One that
 * somebody has debriefed or commented stays, and is marked as outdated if it is not among them.
 */
export async function replaceInfringements(
  trx: Transaction,
  { customerId, id: driverId }: AnalysedDriver,
  afterMs: number,
  found: readonly Infringement[],
): Promise<void> {
  const rows = found.map((one) => ({
    rule: one.rule,
    paragraph: one.paragraph,
    severity: one.severity,
    started_at: new Date(one.startMs).toISOString(),
    ended_at: new Date(one.endMs).toISOString(),
    actual_s: Math.round(one.actualMs / 1000),
    limit_s: Math.round(one.limitMs / 1000),
  }));
  const list = sql`(select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (rule text,
    paragraph text, severity text, started_at timestamptz, ended_at timestamptz, actual_s int,
    limit_s int))`;
  const gone = sql`h.driver_id = ${driverId} and h.ended_at > ${new Date(afterMs)}
    and not exists (select from ${list} f where f.rule = h.rule and f.started_at = h.started_at)`;
  await sql`delete from hours_infringements h where ${gone} and h.state = 'new'
    and h.driver_comment = ''`.execute(trx);
  await sql`update hours_infringements h set is_outdated = true
    where ${gone} and not h.is_outdated`.execute(trx);
  await sql`insert into hours_infringements (customer_id, driver_id, rule, paragraph, severity,
      started_at, ended_at, actual_s, limit_s)
    select ${customerId}, ${driverId}, f.* from ${list} f
    on conflict (driver_id, rule, started_at) do update set paragraph = excluded.paragraph,
      severity = excluded.severity, ended_at = excluded.ended_at, actual_s = excluded.actual_s,
      limit_s = excluded.limit_s, is_outdated = false`.execute(trx);
}

/** Stores a debrief. Returns false if somebody else has changed the infringement since. */
export async function keepDebrief(
  trx: Transaction,
  id: number,
  version: number,
  debrief: {
    readonly state: InfringementState;
    readonly note: string;
    /** Null without a signature. */
    readonly signature: {
      readonly name: string;
      readonly at: Date;
      readonly isOwn: boolean;
    } | null;
    readonly userId: number;
  },
): Promise<boolean> {
  const isNew = debrief.state === 'new';
  const signature = isNew ? null : debrief.signature;
  const { numUpdatedRows } = await trx
    .updateTable('hours_infringements')
    .set({
      state: debrief.state,
      note: debrief.note,
      signed_by: signature?.name ?? null,
      signed_at: signature?.at ?? null,
      is_own_signature: signature?.isOwn ?? false,
      debriefed_by: isNew ? null : debrief.userId,
      debriefed_at: isNew ? null : new Date(),
      version: version + 1,
    })
    .where('id', '=', String(id))
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
