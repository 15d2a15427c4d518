import type { VehicleType } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { TemplateItem, Transaction } from '../../../../platform/db/index.ts';

export interface TemplateRow {
  readonly id: number;
  /** Null for the installation's own. */
  readonly customer_id: number | null;
  readonly vehicle_type: VehicleType;
  readonly version: number;
  readonly is_current: boolean;
  readonly items: TemplateItem[];
  readonly changed_at: Date;
  readonly changed_by: string;
}

const columns = sql`t.id, t.customer_id, t.vehicle_type, t.version, t.is_current, t.items, t.changed_at,
  t.changed_by`;

/** Row-level security shows those of other customers to nobody but global administrators. */
const isOf = (customerId: number | null) =>
  sql`(t.customer_id is null or t.customer_id = ${customerId ?? 0})`;

/** What a customer's walkaround checks ask: its own newest version of each kind, else the installation's. */
export async function currentTemplates(
  trx: Transaction,
  customerId: number | null,
): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    select distinct on (t.vehicle_type) ${columns} from check_templates t
    where t.is_current and ${isOf(customerId)}
    order by t.vehicle_type, t.customer_id nulls last`.execute(trx);
  return rows;
}

/** A template in whichever version that the viewer may know of. */
export async function visibleTemplate(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<TemplateRow | undefined> {
  const sight = viewer.isGlobalAdmin ? sql`true` : isOf(viewer.customerId);
  const { rows } = await sql<TemplateRow>`select ${columns} from check_templates t
    where t.id = ${id} and ${sight}`.execute(trx);
  return rows[0];
}

/** A template in whichever version that checks of a customer's vehicles may have asked. */
export async function templateOf(
  trx: Transaction,
  customerId: number,
  id: number,
): Promise<TemplateRow | undefined> {
  const { rows } = await sql<TemplateRow>`select ${columns} from check_templates t
    where t.id = ${id} and ${isOf(customerId)}`.execute(trx);
  return rows[0];
}

/** How many checks each of these versions was asked in, of those in the customer's sight. */
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

/** Holds the templates of a customer until the transaction ends: two changes come one after the other. */
export async function holdTemplates(trx: Transaction, customerId: number | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK}, ${customerId ?? 0})`.execute(trx);
}

/** Takes the newest version of a customer's template out of use; what asked it keeps it. */
export async function supersede(
  trx: Transaction,
  customerId: number | null,
  type: VehicleType,
): Promise<void> {
  await sql`update check_templates set is_current = false where is_current
    and coalesce(customer_id, 0) = ${customerId ?? 0} and vehicle_type = ${type}`.execute(trx);
}

/** Makes the next version of a customer's template. Returns its id. */
export async function insertVersion(
  trx: Transaction,
  of: {
    readonly customerId: number | null;
    readonly type: VehicleType;
    readonly items: readonly TemplateItem[];
    readonly changedBy: string;
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into check_templates (customer_id, vehicle_type, version, items, changed_by)
    select ${of.customerId}, ${of.type}, coalesce(max(version), 0) + 1,
      ${JSON.stringify(of.items)}::jsonb, ${of.changedBy}
    from check_templates
    where coalesce(customer_id, 0) = ${of.customerId ?? 0} and vehicle_type = ${of.type}
    returning id`.execute(trx);
  return rows[0]?.id ?? 0;
}
