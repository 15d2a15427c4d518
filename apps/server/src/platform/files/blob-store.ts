import type { Readable } from 'node:stream';
import { HttpError, unavailable } from '../errors.ts';

/** Part of an object, both ends inclusive, in bytes. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** Where bytes lie under names of the server's own: a disk, or an S3-compatible store. */
export interface BlobStore {
  /**
   * Takes a finished local file over, whole or not at all; the file is gone or may be removed after.
   *
   * @throws HttpError 503 where the store cannot take it
   */
  put(key: string, path: string, sizeBytes: number): Promise<void>;
  /**
   * The bytes of an object, or of a part of it.
   *
   * @throws HttpError 404 for an object that is not there, 503 where the store cannot be reached
   */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** Size in bytes; null for an object that is not there. */
  stat(key: string): Promise<number | null>;
  /** Removes objects; one that is not there is no failure. */
  remove(keys: readonly string[]): Promise<void>;
  /** Every object with its age, for the search for those that nothing refers to. */
  list(): AsyncIterable<{ readonly key: string; readonly changedMs: number }>;
}

/** What a person reads while the store is down; the cause goes to the log. */
export const STORE_DOWN = 'file.store_down';
/** What a person reads when a disk is full. */
export const STORE_FULL = 'file.store_full';

/** 507: no room is left for the file. */
export const storeFull = () => new HttpError(507, STORE_FULL);

/** Whether an error says that no room is left. */
export const isStoreFull = (error: unknown): boolean =>
  error instanceof HttpError && error.statusCode === 507;

/** Turns a failure of the store into the answer for a person; the cause stays with it for the log. */
export function storeFailure(cause: unknown): Error {
  const { code } = cause as { code?: unknown };
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  const failure = isFull ? storeFull() : unavailable(STORE_DOWN);
  failure.cause = cause;
  return failure;
}
