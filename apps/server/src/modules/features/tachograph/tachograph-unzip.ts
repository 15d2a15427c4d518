import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { TACHOGRAPH_LIMIT_BYTES } from '@roadworthy/contract';
import { Inflate, Unzip, type UnzipDecoder, type UnzipFile } from 'fflate';
import type { ErrorCode } from '../../../platform/error-texts.ts';

const SIGNATURES = ['PK\u0003\u0004', 'PK\u0005\u0006'];
/** Files and folders of one archive. */
const MAX_ENTRIES = 500;
const MAX_UNPACKED_BYTES = 100_000_000;
/** Deflate unpacks to at most about a thousand times the size: 16 MB until the bounds are checked again. */
const CHUNK_BYTES = 16_384;
const STORED = 0;
const DEFLATED = 8;
const MAX_NAME = 120;

/** A file of an archive, or why it was not unpacked. */
export type UnpackedFile =
  | { readonly name: string; readonly bytes: Buffer }
  | { readonly name: string; readonly reason: ErrorCode };

/** The sender's file name without folders and invisible characters. */
export const plainName = (fileName: string): string =>
  basename(fileName.replaceAll('\\', '/'))
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .slice(0, MAX_NAME) || 'file';

/** Whether bytes are a ZIP archive, whatever the name of the file is. */
export const isArchive = (bytes: Buffer): boolean =>
  SIGNATURES.includes(bytes.toString('latin1', 0, 4));

/** Folders, and files that operating systems add. */
const isIgnored = (path: string) =>
  /[\\/]$/.test(path) ||
  /(^|[\\/])(__MACOSX[\\/]|\.[^\\/]*$|Thumbs\.db$|desktop\.ini$)/i.test(path);

/** Unpacks one file until it is terminated; the decoder of the library cannot be stopped. */
class StoppableInflate implements UnzipDecoder {
  static readonly compression = DEFLATED;
  ondata: UnzipDecoder['ondata'] = () => undefined;
  #isStopped = false;
  readonly #inflate = new Inflate((data, final) => this.ondata(null, data, final));

  push(chunk: Uint8Array, final: boolean): void {
    if (this.#isStopped) return;
    try {
      this.#inflate.push(chunk, final);
    } catch (error) {
      this.#isStopped = true;
      this.ondata(error as Parameters<UnzipDecoder['ondata']>[0], new Uint8Array(), true);
    }
  }

  terminate = (): void => {
    this.#isStopped = true;
  };
}

/** Reads the entries of an archive as its bytes arrive, and stops at the bounds. */
class BoundedUnzip {
  readonly ready: UnpackedFile[] = [];
  isOverLimit = false;
  #entries = 0;
  #unpackedBytes = 0;
  readonly #unzip = new Unzip((file) => this.#take(file));

  constructor() {
    this.#unzip.register(StoppableInflate);
  }

  /** @throws Error if the archive is damaged */
  push(chunk: Uint8Array, isLast: boolean): void {
    this.#unzip.push(chunk, isLast);
  }

  #take(file: UnzipFile): void {
    this.#entries += 1;
    if (this.#entries > MAX_ENTRIES) this.isOverLimit = true;
    if (this.isOverLimit || isIgnored(file.name)) return;
    const name = plainName(file.name);
    if (file.compression !== STORED && file.compression !== DEFLATED) {
      this.ready.push({ name, reason: 'tachograph.archive_unreadable' });
      return;
    }
    this.#unpack(file, name);
  }

  #unpack(file: UnzipFile, name: string): void {
    const parts: Uint8Array[] = [];
    let sizeBytes = 0;
    let isSettled = false;
    const settle = (result: UnpackedFile) => {
      isSettled = true;
      parts.length = 0;
      this.ready.push(result);
      file.terminate();
    };
    file.ondata = (error, part, isFinal) => {
      if (isSettled) return;
      if (error !== null) return settle({ name, reason: 'tachograph.archive_unreadable' });
      sizeBytes += part.length;
      this.#unpackedBytes += part.length;
      if (this.#unpackedBytes > MAX_UNPACKED_BYTES) this.isOverLimit = true;
      if (this.isOverLimit || sizeBytes > TACHOGRAPH_LIMIT_BYTES)
        return settle({ name, reason: 'validation.file_too_large' });
      parts.push(part);
      if (!isFinal) return;
      const bytes = Buffer.concat(parts);
      if (bytes.length === 0) settle({ name, reason: 'validation.file_empty' });
      else if (isArchive(bytes)) settle({ name, reason: 'tachograph.archive_nested' });
      else settle({ name, bytes });
    };
    file.start();
  }
}

/**
 * Unpacks a ZIP archive file by file, so that only one of them is in memory. If the archive has too many
 * entries, unpacks to too much or is damaged, the last result names the archive with the reason.
 *
 * @param name of the archive
 */
export async function* unpack(name: string, archive: Buffer): AsyncGenerator<UnpackedFile> {
  const unzip = new BoundedUnzip();
  let count = 0;
  for (let from = 0; from < archive.length; from += CHUNK_BYTES) {
    let isDamaged = false;
    try {
      const to = from + CHUNK_BYTES;
      unzip.push(archive.subarray(from, to), to >= archive.length);
    } catch {
      isDamaged = true;
    }
    count += unzip.ready.length;
    yield* unzip.ready.splice(0);
    if (unzip.isOverLimit) return yield { name, reason: 'tachograph.archive_too_large' };
    if (isDamaged) return yield { name, reason: 'tachograph.archive_unreadable' };
    // The server answers other calls meanwhile.
    await setImmediate();
  }
  if (count === 0) yield { name, reason: 'tachograph.archive_empty' };
}
