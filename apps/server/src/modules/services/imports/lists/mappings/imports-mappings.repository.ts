import type { AnswerOf, contract } from '@roadworthy/contract';
import { sql } from 'kysely';
import type { Viewer } from '../../../../../platform/auth/index.ts';
import { ofCustomer, type Transaction } from '../../../../../platform/db/index.ts';
import type { ImportKindName } from '../imports-lists-kind.ts';

type Saved = AnswerOf<typeof contract.importMappings.create>;
export type ImportMapping = Saved['mapping'];

/** Saved columns of files for a list. */
export interface MappingRow extends Saved {
  readonly customer_id: number;
  /** Plain headings in one sequence, to recognise a file. */
  readonly headings_key: string;
  /** Unix time, ms. */
  readonly changed_ms: number;
}

type MappingValues = Pick<MappingRow, 'name' | 'headings' | 'headings_key' | 'mapping'>;

const COLUMNS = sql`m.id, m.customer_id, m.kind, m.name, m.headings, m.headings_key, m.mapping, m.version,
  (extract(epoch from m.changed_at) * 1000)::float8 as changed_ms`;

/** The saved columns of a customer for a list, by name. */
export async function mappingsOf(
  trx: Transaction,
  customerId: number,
  kind: ImportKindName,
): Promise<readonly MappingRow[]> {
  const { rows } = await sql<MappingRow>`select ${COLUMNS} from import_mappings m
    where m.customer_id = ${customerId} and m.kind = ${kind} order by lower(m.name), m.id`.execute(
    trx,
  );
  return rows;
}

/** Saved columns of the viewer's customer, locked until the transaction ends. */
export async function lockedMapping(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<MappingRow | undefined> {
  const { rows } = await sql<MappingRow>`select ${COLUMNS} from import_mappings m
    where m.id = ${id} and ${ofCustomer(viewer, 'm.customer_id')} for update`.execute(trx);
  return rows[0];
}

/** Serialises additions to a list of a customer until the transaction ends. */
export async function lockMappings(trx: Transaction, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('import_mappings'), ${customerId}::int)`.execute(
    trx,
  );
}

const stored = ({ mapping, name, headings, headings_key }: MappingValues) => ({
  name,
  headings: [...headings],
  headings_key,
  mapping: JSON.stringify(mapping),
});

/** Returns the id. */
export async function insertMapping(
  trx: Transaction,
  customerId: number,
  kind: ImportKindName,
  values: MappingValues,
): Promise<number> {
  const { id } = await trx
    .insertInto('import_mappings')
    .values({ customer_id: customerId, kind, ...stored(values) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateMapping(
  trx: Transaction,
  { id, version }: MappingRow,
  values: MappingValues,
): Promise<void> {
  await trx
    .updateTable('import_mappings')
    .set({ ...stored(values), version: version + 1, changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteMapping(trx: Transaction, id: number): Promise<void> {
  await trx.deleteFrom('import_mappings').where('id', '=', id).execute();
}
