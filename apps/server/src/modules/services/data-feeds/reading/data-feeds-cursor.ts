import type { FeedKind, OutgoingStreamStart } from '@roadworthy/domain';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { readHorizon } from './data-feeds-horizon.repository.ts';
import { firstVersion, nowVersion, readFeed } from './data-feeds-reading.ts';
import type { FeedReader } from './data-feeds-vehicles.ts';
import { type FeedVersion, parseVersion, versionText } from './data-feeds-version.ts';

/** How far a feed is read, for storing. */
export interface FeedCursor {
  readonly version: string;
  /** All records until then have been read. */
  readonly readUntil: Date;
}

/** Until when all records have been read by a version. */
export function readUntilOf({ since, window, isInitial }: FeedVersion): Date {
  if (window === null) return isInitial ? new Date(since) : new Date();
  return new Date(isInitial ? since : (window.after?.[0] ?? since));
}

/**
 * Where a feed begins: now, with what was received or changed since a time, or with all that exists.
 *
 * @param fromMs with the start `date`, ms since 1970 UTC, within the kept days
 */
export async function firstCursor(
  trx: Transaction,
  kind: FeedKind,
  start: OutgoingStreamStart,
  fromMs: number | null,
): Promise<FeedCursor> {
  const horizon = await readHorizon(trx);
  const version =
    start === 'now'
      ? nowVersion(kind, horizon)
      : firstVersion(kind, { fromMs: start === 'all' ? null : fromMs }, horizon);
  const readUntil = start === 'date' && fromMs !== null ? new Date(fromMs) : new Date();
  return { version: versionText(version), readUntil };
}

/** Records after a cursor, and the cursor behind them. */
export interface CursorPage {
  readonly rows: readonly object[];
  readonly next: FeedCursor;
  readonly hasMore: boolean;
}

/**
 * Reads a feed from a cursor on, without waiting.
 *
 * @throws HttpError 400 or 409 for a cursor that cannot be continued
 */
export async function readFromCursor(
  db: Database,
  reader: FeedReader,
  kind: FeedKind,
  cursor: string,
  limit: number,
): Promise<CursorPage> {
  const version = parseVersion(cursor, kind);
  const page = await readFeed(db, reader, { kind, version, begin: { fromMs: null }, limit });
  const next = { version: versionText(page.next), readUntil: readUntilOf(page.next) };
  return { rows: page.rows, next, hasMore: page.hasMore };
}
