import { FEED_KEPT_DAYS, type FeedKind, type OutgoingStreamStart } from '@roadworthy/domain';
import type { Transaction } from '../../../platform/db/index.ts';
import { wrongField } from '../../../platform/errors.ts';
import { firstCursor } from '../data-feeds/index.ts';
import { type StreamRow, setCursors } from './outgoing-streams.repository.ts';

const DAY_MS = 86_400_000;

/**
 * Lets feeds of a stream begin now, at a time, or with all existing records.
 *
 * @param fromMs with the start `date`, ms since 1970 UTC
 * @throws HttpError 400 on the field `from` for a time that is missing, or before the kept days
 */
export async function beginFeeds(
  trx: Transaction,
  stream: Pick<StreamRow, 'id' | 'customer_id'>,
  feeds: readonly FeedKind[],
  start: OutgoingStreamStart,
  fromMs: number | null = null,
): Promise<void> {
  const nowMs = Date.now();
  if (start === 'date') {
    if (fromMs === null) throw wrongField('from', 'validation.required');
    if (fromMs < nowMs - FEED_KEPT_DAYS * DAY_MS) throw wrongField('from', 'feed.from_too_early');
  }
  const cursors = [];
  for (const feed of feeds) {
    cursors.push({ feed, ...(await firstCursor(trx, feed, start, fromMs)) });
  }
  await setCursors(trx, stream, cursors);
}
