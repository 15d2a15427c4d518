import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import {
  type CountedRows,
  countedPage,
  ofCustomer,
  type Transaction,
} from '../../../../platform/db/index.ts';
import type { Page } from '../../../../platform/paging.ts';
import { visibleVehicles } from '../../../core/fleet/index.ts';

export interface RuleRow {
  id: number;
  customer_id: number;
  customer: string;
  vehicle_id: number | null;
  registration: string | null;
  kind: 'period' | 'weekly';
  starts_at: Date;
  ends_at: Date | null;
  weekdays: number[];
  start_minute: number;
  end_minute: number;
  time_zone: string;
  reason: string;
  created_by: number | null;
  created_by_name: string;
  created_at: Date;
}

export interface RuleFilter {
  readonly vehicleId: number | null;
  readonly state: 'planned' | 'active' | 'ended' | null;
}

const STATES = {
  planned: sql`r.starts_at > now()`,
  active: sql`r.starts_at <= now() and (r.ends_at is null or r.ends_at > now())`,
  ended: sql`r.ends_at <= now()`,
} as const;
const ORDER = { starts_at: sql`r.starts_at`, ends_at: sql`r.ends_at` } as const;

/**
 * Rules visible to an administrator: those of visible vehicles, and those of all vehicles of the
 * customer.
 */
function isVisible(trx: Transaction, viewer: Viewer) {
  const own = ofCustomer(viewer, 'r.customer_id');
  if (viewer.depotScope === 'all') return own;
  const vehicles = visibleVehicles(trx, viewer).clearSelect().select('v.id');
  return sql`${own} and (r.vehicle_id is null or r.vehicle_id in (${vehicles}))`;
}

const COLUMNS = sql`r.*, v.registration, c.name as customer`;
const JOINED = sql`join customers c on c.id = r.customer_id
  left join vehicles v on v.id = r.vehicle_id`;

/** A page of rules, newest first, with the count of all. */
export async function rulePage(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
  { vehicleId, state }: RuleFilter,
): Promise<CountedRows<RuleRow>> {
  const condition = sql`${isVisible(trx, viewer)}
    and (${vehicleId}::int is null or r.vehicle_id = ${vehicleId} or r.vehicle_id is null)
    and ${state === null ? sql`true` : STATES[state]}
    and (${page.search} = '' or exists (select from vehicles s where s.id = r.vehicle_id
      and s.registration ilike ${`%${page.search.replace(/[\\%_]/g, '\\$&')}%`}))`;
  const order = ORDER[(page.orderBy ?? 'starts_at') as keyof typeof ORDER];
  const to = page.orderBy === null || page.descending ? sql`desc` : sql`asc`;
  const read = sql<RuleRow>`select ${COLUMNS} from private_use_rules r ${JOINED}
    where ${condition} order by ${order} ${to}, r.id ${to}
    limit ${page.limit} offset ${page.offset}`;
  return countedPage(trx, page, read, sql`from private_use_rules r where ${condition}`);
}

/** A visible rule, optionally locked; undefined if it is not visible. */
export async function visibleRule(
  trx: Transaction,
  viewer: Viewer,
  id: number,
  isLocked = false,
): Promise<RuleRow | undefined> {
  const { rows } = await sql<RuleRow>`select ${COLUMNS} from private_use_rules r ${JOINED}
    where r.id = ${id} and ${isVisible(trx, viewer)} ${isLocked ? sql`for update of r` : sql``}`.execute(
    trx,
  );
  return rows[0];
}

export interface NewRule {
  readonly customerId: number;
  readonly vehicleId: number | null;
  readonly kind: RuleRow['kind'];
  readonly startsAt: Date;
  readonly endsAt: Date | null;
  readonly weekdays: readonly number[];
  readonly startMinute: number;
  readonly endMinute: number;
  readonly timeZone: string;
  readonly reason: string;
  readonly author: { readonly userId: number | null; readonly name: string };
}

/** Inserts a rule. Returns its id. */
export async function insertRule(trx: Transaction, rule: NewRule): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into private_use_rules (customer_id, vehicle_id,
      kind, starts_at, ends_at, weekdays, start_minute, end_minute, time_zone, reason, created_by,
      created_by_name)
    values (${rule.customerId}, ${rule.vehicleId}, ${rule.kind}, ${rule.startsAt}, ${rule.endsAt},
      ${[...rule.weekdays]}::smallint[], ${rule.startMinute}, ${rule.endMinute}, ${rule.timeZone},
      ${rule.reason}, ${rule.author.userId}, ${rule.author.name}) returning id`.execute(trx);
  return rows[0]?.id ?? 0;
}

/** Ends rules now; a planned rule ends at its start, so that it never applies. */
export async function endRules(trx: Transaction, ids: readonly number[]): Promise<void> {
  await sql`update private_use_rules set ends_at = greatest(starts_at, now())
    where id = any(${[...ids]}::int[]) and (ends_at is null or ends_at > now())`.execute(trx);
}
