import { FEED_KEPT_DAYS, type FeedKind } from '@roadworthy/domain';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { badRequest, conflict } from '../../../../platform/errors.ts';
import { type Horizon, readHorizon } from './data-feeds-horizon.repository.ts';
import { sourcesOf } from './data-feeds-sources.ts';
import type { FeedReader } from './data-feeds-vehicles.ts';
import type { FeedVersion } from './data-feeds-version.ts';

const DAY_MS = 86_400_000;
/** PostgreSQL's class of errors of wrong values. */
const DATA_EXCEPTION = '22';

/** Where a feed begins without a version. */
export interface Begin {
  /** Records since then; null for the default of the kind. */
  readonly fromMs: number | null;
}

/** A part of a feed. */
export interface FeedPage {
  readonly rows: object[];
  readonly next: FeedVersion;
  readonly hasMore: boolean;
}

/** A version that begins a feed. */
export function firstVersion(kind: FeedKind, { fromMs }: Begin, horizon: Horizon): FeedVersion {
  const { snapshot, oldest, identity } = horizon;
  const begun = { kind, identity, window: null };
  if (fromMs !== null) {
    const since = new Date(fromMs).toISOString();
    return { ...begun, seen: null, since, isInitial: false };
  }
  const isInitial = kind !== 'positions';
  return { ...begun, seen: isInitial ? null : snapshot, since: oldest, isInitial };
}

/** A version that begins a feed with what is committed from now on. */
export const nowVersion = (
  kind: FeedKind,
  { identity, oldest: since, snapshot: seen }: Horizon,
): FeedVersion => ({ kind, identity, seen, since, window: null, isInitial: false });

/**
 * Refuses a version of another server, or one that is too old.
 *
 * @throws HttpError 409
 */
function checkVersion({ identity, seen, since, window, isInitial }: FeedVersion, now: Horizon) {
  const begins = [seen, window?.until ?? null].filter((snapshot) => snapshot !== null);
  const isAhead = begins.some(
    (snapshot) => BigInt(snapshot.split(':')[1] ?? 0) > BigInt(now.newest),
  );
  if (identity !== now.identity || isAhead) throw conflict('feed.version_unknown');
  const isOld = Date.parse(since) < Date.now() - FEED_KEPT_DAYS * DAY_MS;
  if (isOld && !isInitial) throw conflict('feed.version_expired');
}

/**
 * Reads the next part of a feed, without waiting.
 *
 * @param version null to begin
 * @throws HttpError 400 for a time before the kept days, 409 for a version that cannot be continued
 */
export async function readFeed(
  db: Database,
  viewer: FeedReader,
  {
    kind,
    version,
    begin,
    limit,
  }: {
    readonly kind: FeedKind;
    readonly version: FeedVersion | null;
    readonly begin: Begin;
    readonly limit: number;
  },
): Promise<FeedPage> {
  const earliest = Date.now() - FEED_KEPT_DAYS * DAY_MS;
  if (begin.fromMs !== null && begin.fromMs < earliest) throw badRequest('feed.from_too_early');
  return db
    .asViewer(viewer, async (trx) => {
      const horizon = await readHorizon(trx);
      const at = version ?? firstVersion(kind, begin, horizon);
      checkVersion(at, horizon);
      return nextPage(trx, viewer, at, horizon, limit);
    })
    .catch((error: { readonly code?: string }) => {
      // Only a version that this server did not make contains a wrong snapshot, time or number.
      if (error.code?.startsWith(DATA_EXCEPTION) === true) throw badRequest('feed.version_unknown');
      throw error;
    });
}

async function nextPage(
  trx: Transaction,
  viewer: FeedReader,
  at: FeedVersion,
  horizon: Horizon,
  limit: number,
): Promise<FeedPage> {
  const { kind, identity, seen, since, isInitial } = at;
  const window = at.window ?? {
    until: horizon.snapshot,
    since: horizon.oldest,
    source: 0,
    after: null,
  };
  const bounds = { seen, until: window.until, newest: horizon.newest };
  const sources = sourcesOf(kind, isInitial);
  const rows: object[] = [];
  let { source, after } = window;
  while (source < sources.length && rows.length < limit) {
    const page = await sources[source]?.({
      ...{ trx, viewer, kind, since, bounds, after },
      limit: limit - rows.length,
    });
    rows.push(...(page?.rows ?? []));
    after = page?.after ?? null;
    if (after === null) source += 1;
    else break;
  }
  if (source < sources.length) {
    return { rows, next: { ...at, window: { ...window, source, after } }, hasMore: true };
  }
  const next = { kind, identity, seen: window.until, since: window.since, window: null };
  return {
    rows,
    next: { ...next, isInitial: false },
    // A window that was read in parts ended some time ago.
    hasMore: at.window !== null || isInitial,
  };
}
