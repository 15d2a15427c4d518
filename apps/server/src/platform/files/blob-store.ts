import type { Readable } from 'node:stream';
import { HttpError, unavailable } from '../errors.ts';

/** Part of an object, both ends inclusive, in bytes. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** Stores bytes under generated names: on a disk or in an S3-compatible store. */
export interface BlobStore {
  /**
   * Stores a finished local file, atomically; afterwards the file is gone or may be removed.
   *
   * @throws HttpError 503 if the store fails
   */
  put(key: string, path: string, sizeBytes: number): Promise<void>;
  /**
   * The bytes of an object, or of a part of it.
   *
   * @throws HttpError 404 for a missing object, 503 if the store is unavailable
   */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** Size in bytes; null for a missing object. */
  stat(key: string): Promise<number | null>;
  /** Deletes objects; a missing one is no error. */
  remove(keys: readonly string[]): Promise<void>;
  /** Every object with its age, to find those without a reference. */
  list(): AsyncIterable<{ readonly key: string; readonly changedMs: number }>;
}

/** Error text while the store is down; the cause is logged. */
export const STORE_DOWN = 'file.store_down';
/** Error text for a full disk. */
export const STORE_FULL = 'file.store_full';

/** 507: no space is left for the file. */
export const storeFull = () => new HttpError(507, STORE_FULL);

/** Whether an error means that no space is left. */
export const isStoreFull = (error: unknown): boolean =>
  error instanceof HttpError && error.statusCode === 507;

/** Converts a failure of the store to an HTTP error, with the original as its cause for the log. */
export function storeFailure(cause: unknown): Error {
  const { code } = cause as { code?: unknown };
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  const failure = isFull ? storeFull() : unavailable(STORE_DOWN);
  failure.cause = cause;
  return failure;
}
