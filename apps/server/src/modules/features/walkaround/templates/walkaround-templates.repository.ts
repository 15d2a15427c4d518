import type { VehicleType } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import {
  ofCustomerOrBuiltIn,
  type TemplateItem,
  type Transaction,
} from '../../../../platform/db/index.ts';

export interface TemplateRow {
  readonly id: number;
  /** Null for a template of the installation. */
  readonly customer_id: number | null;
  readonly vehicle_type: VehicleType;
  /** For trailers, whatever their type. */
  readonly is_for_trailers: boolean;
  readonly version: number;
  readonly is_current: boolean;
  readonly items: TemplateItem[];
  readonly changed_at: Date;
  readonly changed_by: string;
}

/** The vehicles of which a template is asked. */
type AskedOf = Pick<TemplateRow, 'is_for_trailers' | 'vehicle_type'>;

const columns = sql`t.id, t.customer_id, t.vehicle_type, t.is_for_trailers, t.version, t.is_current, t.items, t.changed_at,
  t.changed_by`;

/** Row-level security shows the templates of other customers only to global administrators. */
const isOf = (customerId: number | null) =>
  sql`(t.customer_id is null or t.customer_id = ${customerId ?? 0})`;

/** Current templates of a customer: per vehicle type, and for trailers, its own, otherwise the installation's. */
export async function currentTemplates(
  trx: Transaction,
  customerId: number | null,
): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    select distinct on (t.is_for_trailers, t.vehicle_type) ${columns} from check_templates t
    where t.is_current and ${isOf(customerId)}
    order by t.is_for_trailers, t.vehicle_type, t.customer_id nulls last`.execute(trx);
  return rows;
}

/** A template of any version that is visible to the viewer. */
export async function visibleTemplate(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<TemplateRow | undefined> {
  const { rows } = await sql<TemplateRow>`select ${columns} from check_templates t
    where t.id = ${id} and ${ofCustomerOrBuiltIn(viewer, 't.customer_id')}`.execute(trx);
  return rows[0];
}

/** A template of any version that checks of a customer's vehicles may have used. */
export async function templateOf(
  trx: Transaction,
  customerId: number,
  id: number,
): Promise<TemplateRow | undefined> {
  const { rows } = await sql<TemplateRow>`select ${columns} from check_templates t
    where t.id = ${id} and ${isOf(customerId)}`.execute(trx);
  return rows[0];
}

/**
 * Number of checks that used each of these versions; row-level security limits them to the
 * viewer's.
 */
export async function checksOf(
  trx: Transaction,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; checks: number }>`
    select template_id as id, count(*)::int as checks from driver_check_records
    where template_id = any(${[...ids]}::int[]) group by template_id`.execute(trx);
  return new Map(rows.map(({ id, checks }) => [id, checks]));
}

const ADVISORY_LOCK = 0x63_68_65_63;

/** Locks the templates of a customer until the transaction ends, to serialise changes. */
export async function lockTemplates(trx: Transaction, customerId: number | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK}, ${customerId ?? 0})`.execute(trx);
}

/** Retires the current version of a customer's template; checks that used it keep it. */
export async function supersede(
  trx: Transaction,
  customerId: number | null,
  { vehicle_type: type, is_for_trailers: isForTrailers }: AskedOf,
): Promise<void> {
  await sql`update check_templates set is_current = false where is_current
    and coalesce(customer_id, 0) = ${customerId ?? 0} and vehicle_type = ${type}
    and is_for_trailers = ${isForTrailers}`.execute(trx);
}

/** Creates the next version of a customer's template. Returns its id. */
export async function insertVersion(
  trx: Transaction,
  of: {
    readonly customerId: number | null;
    readonly asked: AskedOf;
    readonly items: readonly TemplateItem[];
    readonly changedBy: string;
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into check_templates (customer_id, vehicle_type, is_for_trailers, version, items, changed_by)
    select ${of.customerId}, ${of.asked.vehicle_type}, ${of.asked.is_for_trailers}::boolean, coalesce(max(version), 0) + 1,
      ${JSON.stringify(of.items)}::jsonb, ${of.changedBy}
    from check_templates
    where coalesce(customer_id, 0) = ${of.customerId ?? 0} and vehicle_type = ${of.asked.vehicle_type}
      and is_for_trailers = ${of.asked.is_for_trailers}
    returning id`.execute(trx);
  return rows[0]?.id ?? 0;
}
