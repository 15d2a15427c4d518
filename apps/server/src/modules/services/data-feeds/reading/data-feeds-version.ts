import { FEED_KINDS, type FeedKind } from '@roadworthy/domain';
import { badRequest } from '../../../../platform/errors.ts';

/** The place of a row in the order of a feed: texts, as the database wrote them. */
export type RowKey = readonly string[];

/**
 * How far a feed is read.
 *
 * A feed is a sequence of windows. A window contains the rows that the snapshot `seen` does not show and
 * the snapshot `until` does; the next window begins with the snapshot where it ended. Snapshots, not
 * times or numbers, decide, because a transaction may commit after one that began later.
 */
export interface FeedVersion {
  readonly kind: FeedKind;
  /** Where transaction ids count on: another server's versions mean nothing here. */
  readonly identity: string;
  /** Null before the first window: everything since `since`. */
  readonly seen: string | null;
  /** No row that `seen` does not show was written before; as PostgreSQL writes times. */
  readonly since: string;
  /** The window that is being read; null between windows. */
  readonly window: {
    readonly until: string;
    /** `since` of the next window. */
    readonly since: string;
    /** Sources of the window that are read. */
    readonly source: number;
    /** The last row of the source; null at its start. */
    readonly after: RowKey | null;
  } | null;
  /** All existing records are read first, as this window. */
  readonly isInitial: boolean;
}

const SNAPSHOT = /^\d{1,19}:\d{1,19}:(\d{1,19}(,\d{1,19})*)?$/;
/** More running transactions than that would make a version too long for an address. */
const MOST_RUNNING = 250;

/**
 * A snapshot short enough for a version. With many running transactions, it becomes one that shows less:
 * some rows come twice, none is lost.
 */
export function shortSnapshot(snapshot: string): string {
  const [xmin = '', , running = ''] = snapshot.split(':');
  return running.split(',').length > MOST_RUNNING ? `${xmin}:${xmin}:` : snapshot;
}

/** The text of a version, for an address. */
export function versionText({ kind, identity, seen, since, window, isInitial }: FeedVersion) {
  const parts = [kind, identity, seen, since, window, isInitial ? 1 : 0];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTime = (value: unknown) => isText(value) && !Number.isNaN(Date.parse(value));
const isSnapshot = (value: unknown) => isText(value) && SNAPSHOT.test(value);

function isWindow(value: unknown): boolean {
  if (value === null) return true;
  if (typeof value !== 'object') return false;
  const { until, since, source, after } = value as Record<string, unknown>;
  return (
    isSnapshot(until) &&
    isTime(since) &&
    Number.isInteger(source) &&
    (after === null || (Array.isArray(after) && after.length <= 4 && after.every(isText)))
  );
}

/**
 * Reads a version.
 *
 * @throws HttpError 400 `feed.version_unknown` if it is none of this feed
 */
export function parseVersion(text: string, kind: FeedKind): FeedVersion {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw badRequest('feed.version_unknown');
  }
  if (!Array.isArray(parts)) throw badRequest('feed.version_unknown');
  const [of, identity, seen, since, window, initial] = parts as unknown[];
  const isValid =
    FEED_KINDS.includes(of as FeedKind) &&
    of === kind &&
    isText(identity) &&
    (seen === null || isSnapshot(seen)) &&
    isTime(since) &&
    isWindow(window);
  if (!isValid) throw badRequest('feed.version_unknown');
  return {
    kind,
    identity: identity as string,
    seen: seen as string | null,
    since: since as string,
    window: window as FeedVersion['window'],
    isInitial: initial === 1,
  };
}
