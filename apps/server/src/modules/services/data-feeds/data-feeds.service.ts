import { type AnswerOf, contract, type QueryOf } from '@roadworthy/contract';
import { FEED_KEPT_DAYS, FEED_KINDS, type FeedKind } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { Services } from '../../../platform/services.ts';
import {
  deleteOldChanges,
  deleteOldLateDays,
  readers,
  storeReader,
} from './data-feeds.repository.ts';
import { readUntilOf } from './reading/data-feeds-cursor.ts';
import { readHorizon } from './reading/data-feeds-horizon.repository.ts';
import { type FeedPage, nowVersion, readFeed } from './reading/data-feeds-reading.ts';
import { parseVersion, versionText } from './reading/data-feeds-version.ts';
import type { FeedWaiting } from './reading/data-feeds-waiting.ts';

type Calls = typeof contract.dataFeeds;
type FeedQuery = QueryOf<Calls['trips']>;

/** A feed as the answer of its call. */
export interface FeedAnswer {
  readonly results: object[];
  readonly next_version: string;
  readonly has_more: boolean;
}

const DAY_MS = 86_400_000;
/** How far a reader has come is stored at most this often. */
const NOTE_EVERY_MS = 10_000;
const MOST_NOTED = 5000;
const DELETED_AT_ONCE = 5000;

const CALLS: Readonly<Record<FeedKind, Calls[keyof Calls]>> = {
  positions: contract.dataFeeds.positions,
  trips: contract.dataFeeds.trips,
  events: contract.dataFeeds.events,
  defects: contract.dataFeeds.defects,
  checks: contract.dataFeeds.checks,
  faults: contract.dataFeeds.faults,
  work_orders: contract.dataFeeds.workOrders,
  driver_activities: contract.dataFeeds.driverActivities,
};

interface Noted {
  readonly atMs: number;
  /** Rows that are not stored yet. */
  rows: number;
}

/** Feeds of records for other systems (docs/data-feeds.md). */
export class DataFeedsService {
  readonly #noted = new Map<string, Noted>();

  constructor(
    private readonly services: Pick<Services, 'db'>,
    private readonly waiting: FeedWaiting,
  ) {}

  /**
   * Reads a feed from a version on, and waits for records if there are none.
   *
   * @param signal aborts when the caller leaves
   * @throws HttpError 400 for a wrong version or time, 409 for a version that cannot be continued, 429
   *   for too many readings at once
   */
  async read(
    viewer: Viewer,
    kind: FeedKind,
    query: FeedQuery,
    signal: AbortSignal,
  ): Promise<FeedAnswer> {
    const begin = { fromMs: query.from === undefined ? null : Date.parse(query.from) };
    const endMs = Date.now() + query.wait * 1000;
    let version = query.from_version === undefined ? null : parseVersion(query.from_version, kind);
    const page = await this.waiting.during(viewer.userId, async () => {
      for (;;) {
        const { limit } = query;
        const found = await readFeed(this.services.db, viewer, { kind, version, begin, limit });
        const leftMs = endMs - Date.now();
        const isDone = found.rows.length > 0 || found.hasMore || leftMs <= 0;
        if (isDone || signal.aborted || !this.waiting.isOpen) return found;
        version = found.next;
        await this.waiting.next(viewer, kind, leftMs, signal);
      }
    });
    await this.#note(viewer, kind, page);
    return {
      results: page.rows,
      next_version: versionText(page.next),
      has_more: page.hasMore,
    };
  }

  /** The feeds with their current versions and readers. */
  async overview(viewer: Viewer): Promise<AnswerOf<Calls['overview']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const horizon = await readHorizon(trx);
      const known = await readers(trx, viewer);
      return {
        feeds: FEED_KINDS.map((kind) => ({
          kind,
          path: CALLS[kind].path,
          current_version: versionText(nowVersion(kind, horizon)),
          readers: known
            .filter((reader) => reader.kind === kind)
            .map((reader) => ({
              user: { id: reader.user_id, name: reader.name },
              last_read_at: reader.last_read_at.toISOString(),
              read_until: reader.read_until.toISOString(),
              rows_read: reader.rows_read,
            })),
        })),
      };
    });
  }

  async #note(viewer: Viewer, kind: FeedKind, { rows, next }: FeedPage): Promise<void> {
    if (viewer.customerId === null) return;
    const key = `${viewer.userId} ${kind}`;
    const known = this.#noted.get(key);
    const nowMs = Date.now();
    if (known !== undefined && known.atMs > nowMs - NOTE_EVERY_MS) {
      known.rows += rows.length;
      return;
    }
    if (this.#noted.size >= MOST_NOTED) this.#noted.clear();
    this.#noted.set(key, { atMs: nowMs, rows: 0 });
    const { customerId, userId } = viewer;
    const count = rows.length + (known?.rows ?? 0);
    const readUntil = readUntilOf(next);
    await this.services.db.asSystem((trx) =>
      storeReader(trx, { customerId, userId, kind, readUntil, rows: count }),
    );
  }
}

/** Deletes what no version needs any more. */
export async function deleteOldFeedRows(db: Database): Promise<void> {
  // A day more than a version lives, so that a reading in parts can end.
  const before = new Date(Date.now() - (FEED_KEPT_DAYS + 1) * DAY_MS);
  await db.asSystem((trx) => deleteOldLateDays(trx, before));
  for (;;) {
    const count = await db.asSystem((trx) => deleteOldChanges(trx, before, DELETED_AT_ONCE));
    if (count < DELETED_AT_ONCE) return;
  }
}
