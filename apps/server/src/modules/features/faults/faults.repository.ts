import type { FaultEnd, FaultKind, FaultState, Severity } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import {
  all,
  type Condition,
  countedPage,
  ofCustomer,
  type Transaction,
} from '../../../platform/db/index.ts';
import { containsPattern, type ListCount, type Page } from '../../../platform/paging.ts';
import { depotIsVisible } from '../../core/fleet/index.ts';
import { type RecordScope, vehiclesOfScope } from '../records/index.ts';

/** A stored fault with its vehicle, the first visible depot and its defect. */
export interface FaultRow {
  readonly id: number;
  readonly customer_id: number;
  readonly vehicle_id: number;
  readonly registration: string;
  readonly depot_id: number | null;
  readonly depot_name: string | null;
  readonly kind: FaultKind;
  readonly fault_key: string;
  readonly severity: Exclude<Severity, 'dangerous'>;
  readonly first_seen_at: Date;
  readonly last_seen_at: Date;
  readonly occurrences: number;
  readonly pressure_kpa: number | null;
  readonly recommended_kpa: number | null;
  readonly ended_at: Date | null;
  readonly end_reason: FaultEnd | null;
  readonly end_note: string;
  readonly ended_by: string;
  readonly defect_record_id: number | null;
  readonly defect_number: string | null;
  readonly is_asked: boolean;
  readonly version: number;
}

export interface FaultFilter extends RecordScope {
  readonly state?: FaultState | undefined;
  readonly kind?: FaultKind | undefined;
  readonly severity?: Severity | undefined;
  readonly id?: number | undefined;
}

/**
 * Condition: the next walkaround check of the vehicle asks about the fault `f`. It is asked until a check has
 * answered since it was last seen, a defect was reported or it ended.
 */
export const IS_ASKED = sql`(f.ended_at is null and f.defect_record_id is null
  and coalesce((select q.action from fault_rules q where q.customer_id = f.customer_id
    and q.kind = f.kind and q.severity = f.severity), 'ask') = 'ask'
  and not exists (select from fault_answers a join driver_check_records c on c.id = a.check_id
    where a.fault_id = f.id and c.checked_at >= f.last_seen_at))`;

const COLUMNS = sql`f.id, f.customer_id, f.vehicle_id, v.registration, p.depot_id, p.depot_name,
  f.kind, f.fault_key, f.severity, f.first_seen_at, f.last_seen_at, f.occurrences, f.pressure_kpa,
  f.recommended_kpa, f.ended_at, f.end_reason, f.end_note, f.ended_by, f.defect_record_id,
  (select d.reference_number from defect_records d where d.id = f.defect_record_id) as defect_number,
  ${IS_ASKED} as is_asked, f.version`;

function matching(trx: Transaction, viewer: Viewer, filter: FaultFilter, search: string) {
  const { id, kind, severity, state } = filter;
  const pattern = containsPattern(search);
  const conditions: Condition[] = [
    ofCustomer(viewer, 'f.customer_id'),
    sql`f.vehicle_id in (${vehiclesOfScope(trx, viewer, filter)})`,
    ...(id === undefined ? [] : [sql`f.id = ${id}`]),
    ...(kind === undefined ? [] : [sql`f.kind = ${kind}`]),
    ...(severity === undefined ? [] : [sql`f.severity = ${severity}`]),
    ...(state === 'open' ? [sql`f.ended_at is null`] : []),
    ...(state === 'ended' ? [sql`f.ended_at is not null`] : []),
    ...(search === ''
      ? []
      : [sql`(f.fault_key ilike ${pattern} or v.registration ilike ${pattern})`]),
  ];
  return sql`from vehicle_faults f join vehicles v on v.id = f.vehicle_id where ${all(conditions)}`;
}

/** The first visible depot of a page's vehicles. */
const withDepot = (viewer: Viewer) => sql`left join lateral (
  select g.id as depot_id, g.name as depot_name from vehicle_depots w join depots g on g.id = w.depot_id
  where w.vehicle_id = f.vehicle_id and ${depotIsVisible(viewer)}
  order by lower(g.name), g.id limit 1) p on true`;

const ORDER: Readonly<Record<string, Condition>> = {
  last_seen: sql`f.last_seen_at`,
  first_seen: sql`f.first_seen_at`,
  registration: sql`v.registration`,
};

/** A page of the faults of visible vehicles, last seen first unless the page says otherwise. */
export function faultPage(
  trx: Transaction,
  viewer: Viewer,
  filter: FaultFilter,
  page: Page,
): Promise<ListCount & { rows: readonly FaultRow[] }> {
  const to = page.orderBy === null || page.descending ? sql`desc` : sql`asc`;
  const column = ORDER[page.orderBy ?? 'last_seen'] ?? sql`f.last_seen_at`;
  const found = matching(trx, viewer, filter, page.search);
  return countedPage<FaultRow>(
    trx,
    page,
    sql<FaultRow>`with page as materialized (select f.id, row_number() over (order by ${column} ${to},
        f.id ${to}) as place ${found} order by ${column} ${to}, f.id ${to}
        limit ${page.limit} offset ${page.offset})
      select ${COLUMNS} from page join vehicle_faults f on f.id = page.id
      join vehicles v on v.id = f.vehicle_id ${withDepot(viewer)} order by page.place`,
    found,
  );
}

/** A fault of a visible vehicle; undefined otherwise. */
export async function visibleFault(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<FaultRow | undefined> {
  const any = { regionId: null, depotId: null, vehicleId: null };
  const { rows } = await sql<FaultRow>`select ${COLUMNS} from vehicle_faults f
    join vehicles v on v.id = f.vehicle_id ${withDepot(viewer)}
    where f.id in (select f.id ${matching(trx, viewer, { ...any, id }, '')})`.execute(trx);
  return rows[0];
}

/** How many faults of visible vehicles are open. */
export async function openFaults(trx: Transaction, viewer: Viewer): Promise<number> {
  const filter = { regionId: null, depotId: null, vehicleId: null, state: 'open' } as const;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    ${matching(trx, viewer, filter, '')}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Links a fault with its defect. Returns false if it has one, or has changed since it was read. */
export async function linkDefect(
  trx: Transaction,
  { id, version }: { readonly id: number; readonly version?: number },
  defectId: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update vehicle_faults
    set defect_record_id = ${defectId}, version = version + 1
    where id = ${id} and defect_record_id is null
      and (${version ?? null}::int is null or version = ${version ?? null})`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Ends an open fault by hand. Returns false if it has ended, or has changed since it was read. */
export async function closeFault(
  trx: Transaction,
  { id, version }: { readonly id: number; readonly version: number },
  by: { readonly note: string; readonly name: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update vehicle_faults
    set ended_at = greatest(now(), last_seen_at), end_reason = 'closed', end_note = ${by.note},
      ended_by = ${by.name}, version = version + 1
    where id = ${id} and version = ${version} and ended_at is null`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}
