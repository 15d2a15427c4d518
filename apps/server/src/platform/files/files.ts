import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { derivedSecret } from '../auth/signatures.ts';
import type { Viewer } from '../auth/viewer.ts';
import { badRequest, HttpError } from '../errors.ts';
import { type BlobStore, type ByteRange, storeFailure } from './blob-store.ts';
import { mediaTypeOf } from './media-type.ts';
import type { FileRow } from './repository.ts';
import {
  type SignedFacts,
  type SignedFileQuery,
  type SignedOptions,
  signAddress,
  verifyAddress,
} from './signed-address.ts';
import type { Sender, Space } from './space.ts';

/** A file to be stored. */
export interface Incoming {
  readonly customerId: number;
  /** The module that owns the file and decides who may read it. */
  readonly purpose: string;
  /** The display name for downloads; invalid characters are removed. */
  readonly name: string;
  readonly maxBytes: number;
  /** Accepted media types; detected from the content, whatever the sender declares. */
  readonly accept: readonly string[];
  /** The type of a file made by the server that cannot be detected (JSON). */
  readonly trustedType?: string;
}

/** The reader of a file, as its owner is notified. */
export type Reader =
  | { readonly kind: 'viewer'; readonly viewer: Viewer }
  /** By a signed URL; `reader` as given when it was created. */
  | { readonly kind: 'address'; readonly reader: string };

/** The callbacks of a module for the files that it owns. */
export interface FileKeeper {
  /** Whether this user may read the file; the module must check customer and depots. */
  mayRead(viewer: Viewer, fileId: string): Promise<boolean>;
  /** Called for each read, once per request; if it fails, the file is not sent. */
  wasRead?(file: FileRow, reader: Reader, isDownload: boolean): Promise<void>;
}

const FORBIDDEN_IN_NAMES = /[\\/:*?"<>|\p{Cc}\p{Cf}]/gu;
const MAX_NAME = 120;

function safeName(name: string): string {
  const clean = name.replace(FORBIDDEN_IN_NAMES, ' ').replace(/\s+/g, ' ').trim();
  return clean === '' ? 'file' : clean.slice(0, MAX_NAME);
}

/** Path of new objects: by customer and month, to limit the size of folders. */
function newKey(customerId: number, id: string): string {
  return `c${customerId}/${new Date().toISOString().slice(0, 7)}/${id}`;
}

/** Counts, limits and hashes the bytes that pass through. */
function meter(maxBytes: number) {
  const digest = createHash('sha256');
  let sizeBytes = 0;
  const stream = new Transform({
    transform(part: Buffer, _encoding, done) {
      sizeBytes += part.length;
      if (sizeBytes > maxBytes) return done(new HttpError(413, 'validation.file_too_large'));
      digest.update(part);
      return done(null, part);
    },
  });
  return { stream, facts: () => ({ sizeBytes, sha256: digest.digest() }) };
}

/** The file store of this installation (requirement RP-08). */
export class Files {
  readonly #keepers = new Map<string, FileKeeper>();
  readonly #secret: string;

  /**
   * @param blobs the final store
   * @param incoming a folder of this machine for incoming files; on the disk of a disk store
   */
  constructor(
    readonly blobs: BlobStore,
    private readonly incoming: string,
    sessionSecret: string,
    readonly space: Space,
  ) {
    this.#secret = derivedSecret(sessionSecret, 'files');
  }

  /** Registers a module as the owner of a purpose; called once, when the server starts. */
  keptBy(purpose: string, keeper: FileKeeper): void {
    this.#keepers.set(purpose, keeper);
  }

  keeperOf(purpose: string): FileKeeper | null {
    return this.#keepers.get(purpose) ?? null;
  }

  /**
   * A path for a file that is being received or made; the caller removes it if it is not stored.
   *
   * @throws HttpError 507 if too little space is free, 503 if the store fails
   */
  async temporaryPath(sender: Sender = 'person'): Promise<string> {
    await this.space.admit(sender);
    await mkdir(this.incoming, { recursive: true, mode: 0o700 }).catch((error) => {
      throw storeFailure(error);
    });
    return join(this.incoming, randomUUID());
  }

  /**
   * Stores bytes atomically, with a size limit, a hash and type detection. `storeFile` writes the row in
   * the caller's transaction; without a row, a job deletes the object.
   *
   * @throws HttpError 413 over the limit, 400 for an unaccepted type, 503 if the store fails
   */
  async put(content: Readable | Buffer, incoming: Incoming): Promise<FileRow> {
    const path = await this.temporaryPath();
    try {
      const { stream, facts } = meter(incoming.maxBytes);
      // Opened first: a stream destroyed while it opens its file would leave the file behind.
      const file = await open(path, 'wx', 0o600).catch((error) => {
        throw storeFailure(error);
      });
      const source = Buffer.isBuffer(content) ? Readable.from([content]) : content;
      await pipeline(source, stream, file.createWriteStream({ flush: true })).catch((error) => {
        throw typeof error.syscall === 'string' ? storeFailure(error) : error;
      });
      return await this.#take(path, facts(), incoming);
    } finally {
      await rm(path, { force: true });
    }
  }

  /**
   * As {@link put}, for a finished file of this machine, which is moved.
   *
   * @param path from {@link temporaryPath}
   */
  async putFile(path: string, incoming: Incoming): Promise<FileRow> {
    const file = await open(path, 'r+');
    const { stream, facts } = meter(incoming.maxBytes);
    try {
      await pipeline(
        file.createReadStream({ start: 0, autoClose: false }),
        stream,
        async (parts) => {
          for await (const _ of parts);
        },
      );
      await file.sync();
    } finally {
      await file.close();
    }
    return this.#take(path, facts(), incoming);
  }

  async #take(
    path: string,
    { sizeBytes, sha256 }: { sizeBytes: number; sha256: Buffer },
    { customerId, purpose, name, accept, trustedType }: Incoming,
  ): Promise<FileRow> {
    const mediaType = trustedType ?? (await mediaTypeOf(path));
    if (mediaType === null || (trustedType === undefined && !accept.includes(mediaType))) {
      throw badRequest('validation.file_type');
    }
    const id = randomUUID();
    const key = newKey(customerId, id);
    await this.blobs.put(key, path, sizeBytes);
    return { id, customerId, purpose, key, mediaType, sizeBytes, sha256, name: safeName(name) };
  }

  /** The bytes of a file or of a part of it. */
  read(file: Pick<FileRow, 'key'>, range?: ByteRange): Promise<Readable> {
    return this.blobs.get(file.key, range);
  }

  /** Deletes an object without a row; the daily job deletes those for which this fails. */
  async discard(files: readonly Pick<FileRow, 'key'>[]): Promise<void> {
    await this.blobs.remove(files.map(({ key }) => key)).catch(() => undefined);
  }

  /** Deletes incoming files that an ended process left before this time. */
  async removeUnfinished(beforeMs: number): Promise<void> {
    for (const name of await readdir(this.incoming).catch(() => [])) {
      const path = join(this.incoming, name);
      const found = await stat(path).catch(() => null);
      if (found === null || found.mtimeMs >= beforeMs) continue;
      await rm(path, { recursive: true, force: true });
    }
  }

  /** A signed URL of a file, valid for 15 minutes by default. */
  signedAddress(fileId: string, options: SignedOptions = {}): string {
    return signAddress(this.#secret, fileId, options);
  }

  /** The claims of a signed URL, or null if it is invalid or expired. */
  verify(fileId: string, query: SignedFileQuery): SignedFacts | null {
    return verifyAddress(this.#secret, fileId, query);
  }
}
