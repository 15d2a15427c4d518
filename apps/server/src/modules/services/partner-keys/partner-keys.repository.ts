import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { exactPage, ofCustomer, type Transaction } from '../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';

/** A key of a partner, without its hash. */
export interface PartnerKeyRow {
  id: number;
  customer_id: number;
  customer_name: string;
  name: string;
  hint: string;
  created_at: Date;
  created_by: string;
  last_used_at: Date | null;
  revoked_at: Date | null;
  revoked_by: string | null;
}

const COLUMNS = sql`k.id, k.customer_id, c.name as customer_name, k.name, k.hint, k.created_at,
  k.created_by, k.last_used_at, k.revoked_at, k.revoked_by`;
const ORDERS = {
  name: sql`lower(k.name)`,
  created_at: sql`k.created_at`,
  last_used_at: sql`k.last_used_at`,
} as const;

/** A page of the keys of the viewer's customer, active ones first, and their count. */
export async function partnerKeyPage(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
): Promise<{ count: number; rows: PartnerKeyRow[] }> {
  const by = page.orderBy === null ? undefined : ORDERS[page.orderBy as keyof typeof ORDERS];
  const order =
    by === undefined
      ? sql`k.revoked_at is not null, lower(k.name)`
      : sql`${by} ${sql.raw(page.descending ? 'desc nulls last' : 'asc nulls last')}`;
  const like = containsPattern(page.search);
  return exactPage<PartnerKeyRow>(trx, page, {
    columns: COLUMNS,
    matching: sql`from partner_keys k join customers c on c.id = k.customer_id
      where ${ofCustomer(viewer, 'k.customer_id')} and (k.name ilike ${like} or k.hint ilike ${like})`,
    order: sql`${order}, k.id`,
  });
}

/** A key of the viewer's customer; undefined if it does not exist. */
export async function visiblePartnerKey(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<PartnerKeyRow | undefined> {
  const { rows } = await sql<PartnerKeyRow>`
    select ${COLUMNS} from partner_keys k join customers c on c.id = k.customer_id
    where k.id = ${id} and ${ofCustomer(viewer, 'k.customer_id')}`.execute(trx);
  return rows[0];
}

/** Stores a key by its hash. Returns its id. */
export async function insertPartnerKey(
  trx: Transaction,
  key: {
    readonly customerId: number;
    readonly name: string;
    readonly hint: string;
    readonly keyHash: Buffer;
    readonly createdBy: string;
  },
): Promise<number> {
  const { id } = await trx
    .insertInto('partner_keys')
    .values({
      customer_id: key.customerId,
      name: key.name,
      hint: key.hint,
      key_hash: key.keyHash,
      created_by: key.createdBy,
      revoked_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Revokes a key. Returns false if it was revoked already. */
export async function revokePartnerKey(trx: Transaction, id: number, by: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('partner_keys')
    .set({ revoked_at: new Date(), revoked_by: by })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
