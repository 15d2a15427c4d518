import { FEED_KEPT_DAYS } from '@roadworthy/domain';
import { type SecretBox, systemViewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { pauseAfter } from '../../../../platform/deliveries/index.ts';
import { HttpError } from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import {
  type CursorPage,
  type FeedReader,
  firstCursor,
  readFromCursor,
} from '../../data-feeds/index.ts';
import type { Destination } from '../destinations/index.ts';
import {
  type LeasedStream,
  releaseFailed,
  releaseSent,
  releaseTakenBack,
  renewLease,
  storeCursor,
} from './outgoing-streams-delivery.repository.ts';
import { storedFailure } from './outgoing-streams-failure.ts';

/** Longer than a batch takes; a process that ends leaves its streams for so long. */
export const LEASE_S = 60;
/** Records that wait in memory for their acknowledgement. */
const BATCH_ROWS = 500;
/** A stream gives way to others after this time. */
const TURN_MS = 5000;
/** Pause of a stream without records. */
const IDLE_S = 1;
/** A cursor without records is stored this often, so that it does not expire. */
const STORE_IDLE_MS = 30_000;
const LONGEST_PAUSE_S = 300;
/** Records that another server read and did not store are read again. */
const OVERLAP_MS = 10 * 60_000;
const DAY_MS = 86_400_000;

/** The stream was changed, paused or taken by another process. */
class TakenBack extends Error {}

type Cursor = LeasedStream['cursors'][number];

/** The customer as a reader of its feeds, limited to the vehicles of the stream. */
function readerOf({ customer_id: customerId, vehicle_ids, depot_ids }: LeasedStream): FeedReader {
  const viewer = systemViewer(customerId, 'en');
  if (vehicle_ids.length + depot_ids.length === 0) return viewer;
  return { ...viewer, vehicles: { ids: vehicle_ids, depotIds: depot_ids } };
}

/** Delivers for one stream at a time; each turn begins at the stored cursors. */
export class StreamDelivery {
  constructor(
    private readonly services: Pick<Services, 'db' | 'log' | 'config'>,
    readonly box: SecretBox,
  ) {}

  /**
   * Sends what the feeds of a stream have, for some seconds, and ends the lease.
   *
   * @param open gives the open destination of the stream
   * @returns whether the destination is still usable
   */
  async turn(stream: LeasedStream, open: () => Promise<Destination>): Promise<boolean> {
    const { log } = this.services;
    try {
      const destination = await open();
      const hasMore = await this.#send(stream, destination);
      return await this.#end(stream, (trx) => releaseSent(trx, stream, hasMore ? 0 : IDLE_S));
    } catch (error) {
      if (error instanceof TakenBack) return this.#end(stream, async () => false);
      const failure = storedFailure(error);
      const pauseS = Math.min(pauseAfter(stream.attempts), LONGEST_PAUSE_S);
      log.warn({ stream: stream.id, kind: stream.kind, failure }, 'an outgoing stream failed');
      await this.#end(stream, (trx) => releaseFailed(trx, stream, failure, pauseS));
      return false;
    }
  }

  /** Ends the lease, also of a stream that was taken back meanwhile. Returns whether it was not. */
  #end(stream: LeasedStream, release: (trx: Transaction) => Promise<boolean>): Promise<boolean> {
    return this.services.db.asSystem(async (trx) => {
      const isOwn = await release(trx);
      if (!isOwn) await releaseTakenBack(trx, stream.id);
      return isOwn;
    });
  }

  async #send(stream: LeasedStream, destination: Destination): Promise<boolean> {
    const untilMs = Date.now() + TURN_MS;
    let open = [...stream.cursors];
    while (open.length > 0 && Date.now() < untilMs) {
      const left: Cursor[] = [];
      for (const cursor of open) {
        const next = await this.#sendBatch(stream, destination, cursor);
        if (next !== null) left.push(next);
      }
      open = left;
    }
    return open.length > 0;
  }

  /** Sends one batch of a feed. Returns the cursor behind it; null if the feed has no more. */
  async #sendBatch(
    stream: LeasedStream,
    destination: Destination,
    cursor: Cursor,
  ): Promise<Cursor | null> {
    const { db } = this.services;
    const { rows, next, hasMore } = await this.#read(stream, cursor);
    const { feed } = cursor;
    if (rows.length > 0) {
      if (!(await db.asSystem((trx) => renewLease(trx, stream, LEASE_S)))) throw new TakenBack();
      await destination.send({ feed, rows });
    }
    const isOld = Date.parse(cursor.readUntil) < Date.now() - STORE_IDLE_MS;
    if (rows.length > 0 || hasMore || isOld) {
      const stored = await db.asSystem((trx) => storeCursor(trx, stream, feed, next, rows.length));
      if (!stored) throw new TakenBack();
    }
    if (!hasMore && rows.length < BATCH_ROWS) return null;
    return { feed, version: next.version, readUntil: next.readUntil.toISOString() };
  }

  /**
   * Reads after a cursor. After a restored backup or a promoted replica its version means nothing; the
   * feed begins again some minutes before the last acknowledged record.
   */
  async #read(stream: LeasedStream, { feed, version, readUntil }: Cursor): Promise<CursorPage> {
    const { db } = this.services;
    const reader = readerOf(stream);
    try {
      return await readFromCursor(db, reader, feed, version, BATCH_ROWS);
    } catch (error) {
      const isForeign = error instanceof HttpError && error.message === 'feed.version_unknown';
      const fromMs = Date.parse(readUntil) - OVERLAP_MS;
      if (!isForeign || fromMs < Date.now() - FEED_KEPT_DAYS * DAY_MS) throw error;
      const first = await db.asViewer(reader, (trx) => firstCursor(trx, feed, 'date', fromMs));
      return readFromCursor(db, reader, feed, first.version, BATCH_ROWS);
    }
  }
}
