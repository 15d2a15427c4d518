import type { DataInputKind, JsonMapping } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { exactPage, ofCustomer, type Transaction } from '../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';

/** What is not secret about a broker; empty texts for HTTP. */
export interface InputSettings {
  readonly address: string;
  readonly topic: string;
  readonly username: string;
  readonly client_id: string;
}

/** A data input with its customer and how it is doing. */
export interface InputRow {
  readonly id: number;
  readonly customer_id: number;
  readonly customer_name: string;
  readonly name: string;
  readonly kind: DataInputKind;
  readonly is_on: boolean;
  readonly settings: InputSettings;
  readonly credentials: Buffer | null;
  readonly mapping: JsonMapping;
  readonly created_at: Date;
  readonly created_by: string;
  /** Null if no process is connected. */
  readonly connected_at: Date | null;
  readonly connection_failure: string | null;
  readonly last_message_at: Date | null;
  readonly records_stored: number;
  readonly records_refused: number;
  readonly is_refusing: boolean;
  readonly refusal: string | null;
  readonly refused_at: Date | null;
}

/** What a person enters, as columns. */
export type InputValues = Pick<
  InputRow,
  'name' | 'kind' | 'is_on' | 'settings' | 'credentials' | 'mapping'
>;

/** A message as it arrived. */
export interface MessageRow {
  readonly id: string;
  readonly received_at: Date;
  readonly topic: string;
  readonly content: Buffer;
  readonly full_bytes: number;
  readonly refusal: string | null;
  readonly problems: FieldProblemRow[];
}
interface FieldProblemRow {
  field: string;
  problem: 'missing' | 'wrong_type' | 'out_of_range';
  value: string | null;
}

const COLUMNS = sql`i.id, i.customer_id, c.name as customer_name, i.name, i.kind, i.is_on,
  i.settings, i.credentials, i.mapping, i.created_at, i.created_by,
  case when i.leased_until > now() then i.connected_at end as connected_at, i.connection_failure,
  i.last_message_at, i.records_stored::float8 as records_stored,
  i.records_refused::float8 as records_refused, i.is_refusing, i.refusal, i.refused_at`;
const ORDERS = {
  name: sql`lower(i.name)`,
  kind: sql`i.kind`,
  last_message: sql`i.last_message_at`,
} as const;

/** A page of the inputs of the viewer's customer, and their count. */
export async function inputPage(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
): Promise<{ count: number; rows: InputRow[] }> {
  const by = page.orderBy === null ? undefined : ORDERS[page.orderBy as keyof typeof ORDERS];
  const direction = sql.raw(page.descending ? 'desc nulls last' : 'asc nulls last');
  const like = containsPattern(page.search);
  return exactPage<InputRow>(trx, page, {
    columns: COLUMNS,
    matching: sql`from data_inputs i join customers c on c.id = i.customer_id
      where ${ofCustomer(viewer, 'i.customer_id')}
        and (i.name ilike ${like} or i.settings->>'address' ilike ${like})`,
    order: sql`${by === undefined ? sql`lower(i.name)` : sql`${by} ${direction}`}, i.id`,
  });
}

/** An input of the viewer's customer; undefined if it does not exist. */
export async function visibleInput(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<InputRow | undefined> {
  const { rows } = await sql<InputRow>`
    select ${COLUMNS} from data_inputs i join customers c on c.id = i.customer_id
    where i.id = ${id} and ${ofCustomer(viewer, 'i.customer_id')}`.execute(trx);
  return rows[0];
}

/** How many inputs a customer has. */
export async function inputCount(trx: Transaction, customerId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from data_inputs where customer_id = ${customerId}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Stores a new input. Returns its id. */
export async function insertInput(
  trx: Transaction,
  customerId: number,
  { settings, mapping, ...values }: InputValues,
  tokenDigest: Buffer | null,
  createdBy: string,
): Promise<number> {
  const { id } = await trx
    .insertInto('data_inputs')
    .values({
      ...values,
      customer_id: customerId,
      settings: JSON.stringify(settings),
      mapping: JSON.stringify(mapping),
      token_digest: tokenDigest,
      created_by: createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Changes an input. The process that is connected loses its lease: it closes the connection, and the
 * next one connects at once with what was changed.
 */
export async function updateInput(
  trx: Transaction,
  id: number,
  { settings, mapping, ...values }: InputValues,
): Promise<void> {
  await trx
    .updateTable('data_inputs')
    .set({
      ...values,
      settings: JSON.stringify(settings),
      mapping: JSON.stringify(mapping),
      lease: null,
      next_attempt_at: sql<Date>`now()`,
      attempts: 0,
      connection_failure: null,
    })
    .where('id', '=', id)
    .execute();
}

export async function setTokenDigest(
  trx: Transaction,
  id: number,
  tokenDigest: Buffer,
): Promise<void> {
  await trx
    .updateTable('data_inputs')
    .set({ token_digest: tokenDigest })
    .where('id', '=', id)
    .execute();
}

export async function deleteInput(trx: Transaction, id: number): Promise<void> {
  await trx.deleteFrom('data_inputs').where('id', '=', id).execute();
}

/** The kept messages of an input, newest first. */
export async function keptMessages(
  trx: Transaction,
  viewer: Viewer,
  inputId: number,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select m.id::text, m.received_at, m.topic, m.content, m.full_bytes, m.refusal, m.problems
    from data_input_messages m where m.input_id = ${inputId} and ${ofCustomer(viewer, 'm.customer_id')}
    order by m.id desc limit 30`.execute(trx);
  return rows;
}

/** The vehicles of devices among the viewer's, by the number of the device. */
export async function vehiclesOfDevices(
  trx: Transaction,
  viewer: Viewer,
  numbers: readonly string[],
): Promise<Map<string, { id: number; registration: string }>> {
  const { rows } = await sql<{ number: string; id: number; registration: string }>`
    select t.number, v.id, v.registration from trackers t join vehicles v on v.id = t.vehicle_id
    where t.number = any(${[...numbers]}::text[]) and ${ofCustomer(viewer, 't.customer_id')}
      and t.permission is distinct from 'admin'`.execute(trx);
  return new Map(rows.map(({ number, id, registration }) => [number, { id, registration }]));
}
