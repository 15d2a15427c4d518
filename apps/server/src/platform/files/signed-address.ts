import { createHmac, timingSafeEqual } from 'node:crypto';

/** Default lifetime of a URL. */
const DEFAULT_LIFE_S = 15 * 60;
/** Maximum lifetime, so that a leaked URL is worthless the next day. */
const MAX_LIFE_S = 24 * 60 * 60;

/** The claims of a signed URL. */
export interface SignedFacts {
  readonly fileId: string;
  /** The recipient, for the access log: `u12` a user, `s5` a share; empty for none. */
  readonly reader: string;
  /** Whether it is for download instead of display. */
  readonly isDownload: boolean;
}

export interface SignedOptions {
  readonly lifeS?: number;
  readonly reader?: string;
  readonly isDownload?: boolean;
  readonly nowMs?: number;
}

/** The query of a signed URL, as received. */
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
 * A URL of a file for anyone who has it, until it expires.
 *
 * @param secret of this installation, for files only
 * @returns path and query, relative to the base of the main interface (RP-08)
 */
export function signAddress(secret: string, fileId: string, options: SignedOptions = {}): string {
  const lifeS = Math.min(options.lifeS ?? DEFAULT_LIFE_S, MAX_LIFE_S);
  // Rounded up to a minute, so that a polled list returns the same URL for a while and the browser
  // can cache the file.
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

/** The claims of a valid URL that has not expired; else null. */
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
