import { isSignedUntil, minuteAfter, type SignedQuery, signUntil } from '../auth/signatures.ts';

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
export interface SignedFileQuery extends SignedQuery {
  readonly reader?: string | undefined;
  readonly download?: string | undefined;
}

const partsOf = ({ fileId, reader, isDownload }: SignedFacts) => [
  fileId,
  reader,
  isDownload ? 'download' : 'view',
];

/**
 * A URL of a file for anyone who has it, until it expires.
 *
 * @param secret of this installation, for files only
 * @returns path and query, relative to the base of the main interface (RP-08)
 */
export function signAddress(secret: string, fileId: string, options: SignedOptions = {}): string {
  const lifeS = Math.min(options.lifeS ?? DEFAULT_LIFE_S, MAX_LIFE_S);
  const reader = options.reader ?? '';
  const isDownload = options.isDownload ?? false;
  const untilMs = minuteAfter(lifeS, options.nowMs);
  const query = new URLSearchParams({
    ...(reader === '' ? {} : { reader }),
    ...(isDownload ? { download: '1' } : {}),
    ...signUntil(secret, partsOf({ fileId, reader, isDownload }), untilMs),
  });
  return `/api/files/${fileId}/?${query}`;
}

/** The claims of a valid URL that has not expired; else null. */
export function verifyAddress(
  secret: string,
  fileId: string,
  query: SignedFileQuery,
  nowMs = Date.now(),
): SignedFacts | null {
  const facts = { fileId, reader: query.reader ?? '', isDownload: query.download === '1' };
  return isSignedUntil(secret, partsOf(facts), query, nowMs) ? facts : null;
}
