import { toApiDate, toApiDateTime } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import { ms, type Transaction } from './db/index.ts';

/*
 * Findings about which a person decides: each has a state, a note, the person and the time of the decision, and
 * a version that changes with it. A finding that no longer holds is outdated, and its decision stays.
 */

/** Days that the home looks back. */
const HOME_DAYS = 28;
const DAY_MS = 86_400_000;

/** The decision about a finding, as a query returns it. */
export interface DecidedRow {
  readonly note: string;
  readonly decided_by: string | null;
  /** ms since 1970 UTC. */
  readonly decided_ms: number | null;
  readonly is_outdated: boolean;
  readonly version: number;
}

/** The columns of a {@link DecidedRow} of the findings with this alias. */
export function decidedColumns(alias: string): RawBuilder<unknown> {
  const of = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`${of('note')},
    (select u.first_name || ' ' || u.last_name from users u where u.id = ${of('decided_by')}) as decided_by,
    ${ms(`${alias}.decided_at`)} as decided_ms, ${of('is_outdated')}, ${of('version')}`;
}

/** A decision as the API names it. */
export const toDecided = ({ decided_by, decided_ms, is_outdated, note, version }: DecidedRow) => ({
  note,
  decided_by,
  decided_at: decided_ms === null ? null : toApiDateTime(decided_ms),
  is_outdated,
  version,
});

/** Stores a decision. Returns false if somebody else has changed the finding since this version. */
export async function keepDecision(
  trx: Transaction,
  table: 'fuel_card_findings' | 'unaccounted_driving',
  { id, version }: { readonly id: number; readonly version: number },
  decision: {
    readonly state: string;
    readonly note: string;
    /** Null if the state says that nobody has decided. */
    readonly decidedBy: number | null;
  },
): Promise<boolean> {
  const { decidedBy, note, state } = decision;
  const { numAffectedRows } = await sql`update ${sql.table(table)}
    set state = ${state}, note = ${note}, decided_by = ${decidedBy}::int, version = version + 1,
      decided_at = case when ${decidedBy}::int is null then null else now() end
    where id = ${id} and version = ${version}`.execute(trx);
  return numAffectedRows === 1n;
}

/** The first and the last day in UTC of the last four weeks, as YYYY-MM-DD. */
export const lastFourWeeks = (nowMs: number) => ({
  from: toApiDate(nowMs - (HOME_DAYS - 1) * DAY_MS, 'UTC'),
  to: toApiDate(nowMs, 'UTC'),
});
