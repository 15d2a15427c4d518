import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tables, Transaction } from '../db/index.ts';
import type { Mail } from '../mail/index.ts';
import type { Result } from './retry.ts';

/** A row of the table `deliveries`. */
export type DeliveryRow = Selectable<Tables['deliveries']>;
export type DeliveryState = DeliveryRow['state'];

/**
 * What may wait behind each other. Security mails wait behind no others, and large documents hold
 * up no mail.
 */
export const QUEUES = ['security', 'email', 'webhook', 'documents', 'push', 'sms'] as const;
export type Queue = (typeof QUEUES)[number];

/**
 * A new delivery: its kind, which composes the message when it is sent, and the data for it.
 * `delivery_key` identifies the event and recipient if the event can be handled again; a key
 * that exists adds nothing.
 */
export interface NewDelivery
  extends Omit<Insertable<Tables['deliveries']>, 'content' | 'state' | 'attempts'> {
  readonly content?: Readonly<Record<string, unknown>>;
}

/** Adds deliveries in the transaction of their event: they exist only if it is committed. */
export async function enqueueDeliveries(
  trx: Transaction,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await trx
    .insertInto('deliveries')
    .values(
      deliveries.map(({ content, ...delivery }) => ({
        ...delivery,
        content: content === undefined ? null : JSON.stringify(content),
      })),
    )
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Adds an e-mail in the transaction of its event: it exists only if that is committed. */
export async function enqueueMail(
  trx: Transaction,
  customerId: number | null,
  mail: Mail,
  { key = null, queue = 'email' }: { readonly key?: string | null; readonly queue?: Queue } = {},
): Promise<void> {
  await enqueueDeliveries(trx, [
    {
      customer_id: customerId,
      channel: 'email',
      queue,
      kind: 'message',
      target: mail.to,
      delivery_key: key,
      content: { ...mail },
    },
  ]);
}

/** A short message to a person. */
export interface Notice {
  readonly title: string;
  /** Path in the web app that it opens. */
  readonly path: string;
  /** A later notice with the same tag replaces it. */
  readonly tag: string;
}

/** Adds a push notification for each browser of a user; none if the user has subscribed no browser. */
export async function enqueuePushNotice(
  trx: Transaction,
  customerId: number | null,
  userId: number,
  notice: Notice,
): Promise<void> {
  await sql`select enqueue_push_notice(${customerId}::int, ${userId}::int,
    ${JSON.stringify({ ...notice })}::jsonb)`.execute(trx);
}

/** The delivery of a queue that is due first, locked so that no other worker takes it. */
export async function lockDue(
  trx: Transaction,
  queue: Queue,
  kinds: readonly string[],
): Promise<DeliveryRow | undefined> {
  return trx
    .selectFrom('deliveries')
    .selectAll()
    .where('queue', '=', queue)
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '<=', sql<Date>`now()`)
    .where('kind', 'in', [...kinds])
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Stores the result of an attempt. A delivery that has ended keeps no content. */
export async function storeResult(trx: Transaction, id: string, result: Result): Promise<void> {
  const failure = result.state === 'sent' ? null : result.failure;
  const isOpen = result.state === 'waiting';
  await sql`update deliveries set state = ${result.state}, attempts = attempts + 1,
      failure = ${failure}, last_attempt_at = now(),
      next_attempt_at = ${isOpen ? sql`clock_timestamp() + make_interval(secs => ${result.pauseS})` : sql`next_attempt_at`},
      content = ${isOpen ? sql`content` : null}, ended_at = ${isOpen ? null : sql`now()`}
    where id = ${id} and state = 'waiting'`.execute(trx);
}

/**
 * Deletes ended deliveries that no list shows: sent ones after an hour, others after 30 days.
 */
export async function deleteEnded(trx: Transaction): Promise<void> {
  await sql`delete from deliveries
    where alert_id is null and notification_type is null and state <> 'waiting'
      and ended_at < now() - case when state = 'sent' then interval '1 hour'
        else interval '30 days' end`.execute(trx);
}
