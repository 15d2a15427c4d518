import { createHmac, timingSafeEqual } from 'node:crypto';

/** An address serves this long where nothing else is said. */
const DEFAULT_LIFE_S = 15 * 60;
/** The longest life; an address that lay about is worth nothing the next day. */
const MAX_LIFE_S = 24 * 60 * 60;

/** What a signed address stands for. */
export interface SignedFacts {
  readonly fileId: string;
  /** Whom it was made for, for the log of who read: `u12` a user, `s5` a share; empty for nobody. */
  readonly reader: string;
  /** Whether it is meant for saving instead of looking at. */
  readonly isDownload: boolean;
}

export interface SignedOptions {
  readonly lifeS?: number;
  readonly reader?: string;
  readonly isDownload?: boolean;
  readonly nowMs?: number;
}

/** The query of a signed address, as it arrives. */
export interface SignedQuery {
  readonly signature?: string | undefined;
  readonly expires?: number | undefined;
  readonly reader?: string | undefined;
  readonly download?: string | undefined;
}

function signature(secret: string, { fileId, reader, isDownload }: SignedFacts, expiresS: number) {
  const text = [fileId, expiresS, reader, isDownload ? 'download' : 'view'].join('\n');
  return createHmac('sha256', secret).update(text).digest();
}

/**
 * The address of a file for whoever holds it, until it expires.
 *
 * @param secret of this installation, for files alone
 * @returns path and query, to be put behind the base of the main interface (RP-08)
 */
export function signAddress(secret: string, fileId: string, options: SignedOptions = {}): string {
  const lifeS = Math.min(options.lifeS ?? DEFAULT_LIFE_S, MAX_LIFE_S);
  // Rounded up to a minute, so that a list that is polled gives the same address for a while, and a
  // browser keeps what it has of the file.
  const expiresS = Math.ceil(((options.nowMs ?? Date.now()) / 1000 + lifeS) / 60) * 60;
  const reader = options.reader ?? '';
  const isDownload = options.isDownload ?? false;
  const query = new URLSearchParams({
    ...(reader === '' ? {} : { reader }),
    ...(isDownload ? { download: '1' } : {}),
    expires: String(expiresS),
    signature: signature(secret, { fileId, reader, isDownload }, expiresS).toString('base64url'),
  });
  return `/api/files/${fileId}/?${query}`;
}

/** The facts of an address that is ours and has not expired; else null. */
export function verifyAddress(
  secret: string,
  fileId: string,
  query: SignedQuery,
  nowMs = Date.now(),
): SignedFacts | null {
  if (query.signature === undefined || query.expires === undefined) return null;
  if (query.expires * 1000 <= nowMs) return null;
  const facts = { fileId, reader: query.reader ?? '', isDownload: query.download === '1' };
  const expected = signature(secret, facts, query.expires);
  const given = Buffer.from(query.signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected) ? facts : null;
}
