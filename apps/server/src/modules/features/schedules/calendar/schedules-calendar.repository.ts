import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';

/** A feed with the name of its depot. */
export interface CalendarFeedRow {
  readonly id: number;
  readonly name: string;
  readonly depot_id: number | null;
  readonly depot_name: string | null;
  readonly category: string | null;
  readonly created_at: Date;
  readonly last_read_at: Date | null;
}

/** The feeds of a person, newest first. */
export async function feedsOf(trx: Transaction, userId: number): Promise<CalendarFeedRow[]> {
  return trx
    .selectFrom('calendar_feeds as f')
    .leftJoin('depots as d', 'd.id', 'f.depot_id')
    .select([
      'f.id',
      'f.name',
      'f.depot_id',
      'd.name as depot_name',
      'f.category',
      'f.created_at',
      'f.last_read_at',
    ])
    .where('f.user_id', '=', userId)
    .orderBy('f.id', 'desc')
    .execute();
}

/** Stores a feed of a person. Returns its id. */
export async function insertFeed(
  trx: Transaction,
  { userId, customerId }: Viewer,
  feed: {
    readonly name: string;
    readonly tokenHash: Buffer;
    readonly depotId: number | null;
    readonly category: string | null;
  },
): Promise<number> {
  const { id } = await trx
    .insertInto('calendar_feeds')
    .values({
      customer_id: customerId,
      user_id: userId,
      name: feed.name,
      token_hash: feed.tokenHash,
      depot_id: feed.depotId,
      category: feed.category,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes a feed of a person. Returns its name; undefined if there is none. */
export async function deleteFeed(
  trx: Transaction,
  userId: number,
  id: number,
): Promise<string | undefined> {
  const gone = await trx
    .deleteFrom('calendar_feeds')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return gone?.name;
}

/**
 * The feed of a token, marked as read now; undefined for an unknown one and for one that is older
 * than the last change of the person's password, which ends all access of before.
 */
export async function readFeed(trx: Transaction, tokenHash: Buffer) {
  return trx
    .updateTable('calendar_feeds')
    .set({ last_read_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('users as u')
          .select('u.id')
          .whereRef('u.id', '=', 'calendar_feeds.user_id')
          .whereRef('u.sessions_valid_from', '<=', 'calendar_feeds.created_at'),
      ),
    )
    .returning(['user_id', 'name', 'depot_id', 'category'])
    .executeTakeFirst();
}
