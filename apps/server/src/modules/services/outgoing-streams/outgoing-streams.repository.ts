import type { FeedKind, MqttVersion, NatsMode, OutgoingStreamKind } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { exactPage, ofCustomer, type Transaction } from '../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';

/** What is not secret about a destination, by its kind. */
export interface StreamSettings {
  readonly topic: string;
  readonly mqtt_version: MqttVersion;
  readonly nats_mode: NatsMode;
  readonly username: string;
}

/** An outgoing stream with its customer and how far it is. */
export interface StreamRow {
  readonly id: number;
  readonly customer_id: number;
  readonly customer_name: string;
  readonly name: string;
  readonly kind: OutgoingStreamKind;
  readonly address: string;
  readonly settings: StreamSettings;
  readonly credentials: Buffer | null;
  readonly feeds: FeedKind[];
  readonly vehicle_ids: number[];
  readonly depot_ids: number[];
  readonly vehicles: { id: number; registration: string }[];
  readonly depots: { id: number; name: string }[];
  readonly is_on: boolean;
  readonly created_at: Date;
  readonly created_by: string;
  readonly next_attempt_at: Date;
  readonly failing_since: Date | null;
  readonly failure: string | null;
  readonly delivered_at: Date | null;
  readonly rows_sent: number;
  /** The oldest of its feeds. */
  readonly read_until: Date;
}

/** What a person enters, as columns. */
export type StreamValues = Pick<
  StreamRow,
  'name' | 'kind' | 'address' | 'settings' | 'credentials' | 'vehicle_ids' | 'depot_ids' | 'is_on'
> & { readonly feeds: readonly FeedKind[] };

const COLUMNS = sql`s.id, s.customer_id, c.name as customer_name, s.name, s.kind, s.address,
  s.settings, s.credentials,
  (select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'registration', v.registration)
    order by v.registration), '[]') from vehicles v where v.id = any(s.vehicle_ids)) as vehicles,
  (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name) order by d.name), '[]')
    from depots d where d.id = any(s.depot_ids)) as depots, s.feeds, s.vehicle_ids, s.depot_ids, s.is_on, s.created_at,
  s.created_by, s.next_attempt_at, s.failing_since, s.failure, s.delivered_at,
  s.rows_sent::float8 as rows_sent, coalesce((select min(o.read_until)
    from outgoing_stream_cursors o where o.stream_id = s.id), s.created_at) as read_until`;
const ORDERS = {
  name: sql`lower(s.name)`,
  kind: sql`s.kind`,
  last_delivery: sql`s.delivered_at`,
} as const;

/** A page of the streams of the viewer's customer, and their count. */
export async function streamPage(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
): Promise<{ count: number; rows: StreamRow[] }> {
  const by = page.orderBy === null ? undefined : ORDERS[page.orderBy as keyof typeof ORDERS];
  const direction = sql.raw(page.descending ? 'desc nulls last' : 'asc nulls last');
  const like = containsPattern(page.search);
  return exactPage<StreamRow>(trx, page, {
    columns: COLUMNS,
    matching: sql`from outgoing_streams s join customers c on c.id = s.customer_id
      where ${ofCustomer(viewer, 's.customer_id')}
        and (s.name ilike ${like} or s.address ilike ${like})`,
    order: sql`${by === undefined ? sql`lower(s.name)` : sql`${by} ${direction}`}, s.id`,
  });
}

/** A stream of the viewer's customer; undefined if it does not exist. */
export async function visibleStream(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<StreamRow | undefined> {
  const { rows } = await sql<StreamRow>`
    select ${COLUMNS} from outgoing_streams s join customers c on c.id = s.customer_id
    where s.id = ${id} and ${ofCustomer(viewer, 's.customer_id')}`.execute(trx);
  return rows[0];
}

/** How many streams a customer has. */
export async function streamCount(trx: Transaction, customerId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from outgoing_streams where customer_id = ${customerId}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Stores a new stream. Returns its id. */
export async function insertStream(
  trx: Transaction,
  customerId: number,
  { feeds, settings, ...values }: StreamValues,
  createdBy: string,
): Promise<number> {
  const { id } = await trx
    .insertInto('outgoing_streams')
    .values({
      ...values,
      customer_id: customerId,
      feeds: [...feeds],
      settings: JSON.stringify(settings),
      created_by: createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes a stream. A process that sends for it stops, and the stream is tried at once. */
export async function updateStream(
  trx: Transaction,
  id: number,
  { feeds, settings, ...values }: StreamValues,
): Promise<void> {
  await trx
    .updateTable('outgoing_streams')
    .set({ ...values, feeds: [...feeds], settings: JSON.stringify(settings), ...TAKEN_BACK })
    .where('id', '=', id)
    .execute();
}

/** The lease ends only when its holder says so or its time is over, so that no two send at once. */
const TAKEN_BACK = {
  lease: null,
  next_attempt_at: sql<Date>`now()`,
  attempts: 0,
  failing_since: null,
  failure: null,
  told_at: null,
} as const;

/** Takes the stream from the process that sends for it, which does not store its cursor any more. */
export async function takeBack(trx: Transaction, id: number): Promise<void> {
  await trx.updateTable('outgoing_streams').set(TAKEN_BACK).where('id', '=', id).execute();
}

export async function setCredentials(
  trx: Transaction,
  id: number,
  credentials: Buffer,
): Promise<void> {
  await trx.updateTable('outgoing_streams').set({ credentials }).where('id', '=', id).execute();
}

export async function deleteStream(trx: Transaction, id: number): Promise<void> {
  await trx.deleteFrom('outgoing_streams').where('id', '=', id).execute();
}

/** Stores where feeds begin; existing cursors are replaced. */
export async function setCursors(
  trx: Transaction,
  { id, customer_id: customerId }: Pick<StreamRow, 'id' | 'customer_id'>,
  cursors: readonly {
    readonly feed: FeedKind;
    readonly version: string;
    readonly readUntil: Date;
  }[],
): Promise<void> {
  if (cursors.length === 0) return;
  await trx
    .insertInto('outgoing_stream_cursors')
    .values(
      cursors.map(({ feed, version, readUntil }) => ({
        ...{ stream_id: id, customer_id: customerId },
        ...{ feed, version, read_until: readUntil },
      })),
    )
    .onConflict((on) =>
      on.columns(['stream_id', 'feed']).doUpdateSet((eb) => ({
        version: eb.ref('excluded.version'),
        read_until: eb.ref('excluded.read_until'),
      })),
    )
    .execute();
}

/** Forgets feeds that a stream does not send any more. */
export async function deleteOtherCursors(
  trx: Transaction,
  id: number,
  feeds: readonly FeedKind[],
): Promise<void> {
  await trx
    .deleteFrom('outgoing_stream_cursors')
    .where('stream_id', '=', id)
    .where('feed', 'not in', [...feeds])
    .execute();
}
