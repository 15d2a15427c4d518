import type { FeedKind } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { FeedCursor } from '../../data-feeds/index.ts';
import type { StreamRow } from '../outgoing-streams.repository.ts';

/** A stream that this process sends for until its lease ends. */
export interface LeasedStream
  extends Pick<
    StreamRow,
    | 'id'
    | 'customer_id'
    | 'name'
    | 'kind'
    | 'address'
    | 'settings'
    | 'credentials'
    | 'feeds'
    | 'vehicle_ids'
    | 'depot_ids'
  > {
  readonly lease: string;
  readonly attempts: number;
  readonly cursors: readonly {
    readonly feed: FeedKind;
    readonly version: string;
    readonly readUntil: string;
  }[];
}

/** Takes the streams that are due and that no process sends for. */
export async function takeDue(
  trx: Transaction,
  most: number,
  leaseS: number,
): Promise<LeasedStream[]> {
  const { rows } = await sql<LeasedStream>`
    update outgoing_streams s set lease = gen_random_uuid(),
      leased_until = now() + make_interval(secs => ${leaseS})
    where id in (select id from outgoing_streams
      where is_on and next_attempt_at <= now() and coalesce(leased_until, '-infinity') < now()
      order by next_attempt_at limit ${most} for update skip locked)
    returning s.id, s.customer_id, s.name, s.kind, s.address, s.settings, s.credentials, s.feeds,
      s.vehicle_ids, s.depot_ids, s.lease, s.attempts,
      (select coalesce(jsonb_agg(jsonb_build_object('feed', o.feed, 'version', o.version,
        'readUntil', o.read_until)), '[]') from outgoing_stream_cursors o
        where o.stream_id = s.id) as cursors`.execute(trx);
  return rows;
}

type Held = Pick<LeasedStream, 'id' | 'lease'>;

/**
 * Renews the lease before records are sent.
 *
 * @returns false if the stream was taken back: nothing may be sent
 */
export async function renewLease(
  trx: Transaction,
  { id, lease }: Held,
  leaseS: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update outgoing_streams
    set leased_until = now() + make_interval(secs => ${leaseS})
    where id = ${id} and lease = ${lease}::uuid and is_on`.execute(trx);
  return numAffectedRows === 1n;
}

/**
 * Stores how far a feed is acknowledged.
 *
 * @param rows number of acknowledged records
 * @returns false if the stream was taken back: nothing is stored
 */
export async function storeCursor(
  trx: Transaction,
  { id, lease }: Held,
  feed: FeedKind,
  { version, readUntil }: FeedCursor,
  rows: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with held as (
      update outgoing_streams set rows_sent = rows_sent + ${rows},
        delivered_at = case when ${rows}::int > 0 then now() else delivered_at end
      where id = ${id} and lease = ${lease}::uuid returning id
    )
    update outgoing_stream_cursors o set version = ${version}, read_until = ${readUntil}
    from held where o.stream_id = held.id and o.feed = ${feed}`.execute(trx);
  return numAffectedRows === 1n;
}

/** Ends a lease after a success; the stream is due again after a pause. False if it was taken back. */
export async function releaseSent(
  trx: Transaction,
  { id, lease }: Held,
  pauseS: number,
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update outgoing_streams set leased_until = null, lease = null, attempts = 0,
      failing_since = null, failure = null, told_at = null,
      next_attempt_at = now() + make_interval(secs => ${pauseS})
    where id = ${id} and lease = ${lease}::uuid`.execute(trx);
  return numAffectedRows === 1n;
}

/** Ends a lease after a failure; the stream is due again after a pause. False if it was taken back. */
export async function releaseFailed(
  trx: Transaction,
  { id, lease }: Held,
  failure: string,
  pauseS: number,
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update outgoing_streams set leased_until = null, lease = null, attempts = attempts + 1,
      failing_since = coalesce(failing_since, now()), failure = ${failure},
      next_attempt_at = now() + make_interval(secs => ${pauseS})
    where id = ${id} and lease = ${lease}::uuid`.execute(trx);
  return numAffectedRows === 1n;
}

/** Frees a stream that was taken back while this process sent for it. */
export async function releaseTakenBack(trx: Transaction, id: number): Promise<void> {
  await sql`update outgoing_streams set leased_until = null
    where id = ${id} and lease is null`.execute(trx);
}

/** A stream that fails for so long that its administrators must know. */
export interface FailingStream {
  readonly id: number;
  readonly customer_id: number;
  readonly name: string;
  readonly failure: string;
  readonly failing_since: Date;
}

/** Marks streams that fail since a time as told, and returns them. */
export async function takeUntold(trx: Transaction, since: Date): Promise<FailingStream[]> {
  const { rows } = await sql<FailingStream>`update outgoing_streams set told_at = now()
    where is_on and failing_since < ${since} and told_at is null
    returning id, customer_id, name, failure, failing_since`.execute(trx);
  return rows;
}

/** Addresses of the administrators of a customer who act for all of it. */
export async function administratorEmails(
  trx: Transaction,
  customerId: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ email: string }>`select u.email from users u
    where u.customer_id = ${customerId} and u.is_active and u.archived_at is null and u.email <> ''
      and (u.role = 'ADMIN' or u.is_customer_admin) and not u.is_limited_user
      and not exists (select from user_depots d where d.user_id = u.id)
      and not exists (select from user_regions r where r.user_id = u.id)
    order by u.id`.execute(trx);
  return rows.map(({ email }) => email);
}
