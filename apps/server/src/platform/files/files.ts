import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { derivedSecret } from '../auth/derived-secret.ts';
import type { Viewer } from '../auth/viewer.ts';
import { badRequest, HttpError } from '../errors.ts';
import { type BlobStore, type ByteRange, storeFailure } from './blob-store.ts';
import { mediaTypeOf } from './media-type.ts';
import type { FileRow } from './repository.ts';
import {
  type SignedFacts,
  type SignedOptions,
  type SignedQuery,
  signAddress,
  verifyAddress,
} from './signed-address.ts';
import type { Sender, Space } from './space.ts';

/** What somebody wants kept. */
export interface Incoming {
  readonly customerId: number;
  /** Which module keeps it; decides who may read it. */
  readonly purpose: string;
  /** What a person shall read when it is saved; signs that no file system likes are left out. */
  readonly name: string;
  readonly maxBytes: number;
  /** Media types that are taken; decided by content, whatever the sender says. */
  readonly accept: readonly string[];
  /** For what the server itself made and no content tells (JSON): taken as said. */
  readonly trustedType?: string;
}

/** Who read a file, as the one who keeps it is told. */
export type Reader =
  | { readonly kind: 'viewer'; readonly viewer: Viewer }
  /** By a signed address; `reader` as it was given when that was made. */
  | { readonly kind: 'address'; readonly reader: string };

/** What a module says of the files that it keeps. */
export interface FileKeeper {
  /** Whether this person may read the file; customer and depots are the module's to check. */
  mayRead(viewer: Viewer, fileId: string): Promise<boolean>;
  /** Hears of each reading, once a request; a failure keeps the file back. */
  wasRead?(file: FileRow, reader: Reader, isDownload: boolean): Promise<void>;
}

const FORBIDDEN_IN_NAMES = /[\\/:*?"<>|\p{Cc}\p{Cf}]/gu;
const MAX_NAME = 120;

function safeName(name: string): string {
  const clean = name.replace(FORBIDDEN_IN_NAMES, ' ').replace(/\s+/g, ' ').trim();
  return clean === '' ? 'file' : clean.slice(0, MAX_NAME);
}

/** Where new objects lie: by customer and month, so that no folder grows for ever. */
function newKey(customerId: number, id: string): string {
  return `c${customerId}/${new Date().toISOString().slice(0, 7)}/${id}`;
}

/** Counts and bounds what flows through it, and takes its digest. */
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
   * @param blobs where the bytes end up
   * @param incoming a folder of this machine where files are received; on the disk of a disk store
   */
  constructor(
    readonly blobs: BlobStore,
    private readonly incoming: string,
    sessionSecret: string,
    readonly space: Space,
  ) {
    this.#secret = derivedSecret(sessionSecret, 'files');
  }

  /** Makes a module the keeper of a purpose; called once, when the server starts. */
  keptBy(purpose: string, keeper: FileKeeper): void {
    this.#keepers.set(purpose, keeper);
  }

  keeperOf(purpose: string): FileKeeper | null {
    return this.#keepers.get(purpose) ?? null;
  }

  /**
   * A path for a file that is being received or made; the caller removes it if it stays.
   *
   * @throws HttpError 507 where too little space is free, 503 where the store fails
   */
  async temporaryPath(sender: Sender = 'person'): Promise<string> {
    await this.space.admit(sender);
    await mkdir(this.incoming, { recursive: true, mode: 0o700 }).catch((error) => {
      throw storeFailure(error);
    });
    return join(this.incoming, randomUUID());
  }

  /**
   * Takes bytes into the store: bounded, hashed, typed by content, whole or not at all. The row is
   * written by `keepFile` in the caller's transaction; without it a job removes the object.
   *
   * @throws HttpError 413 over the bound, 400 for another type than is taken, 503 where the store fails
   */
  async put(content: Readable | Buffer, incoming: Incoming): Promise<FileRow> {
    const path = await this.temporaryPath();
    try {
      const { stream, facts } = meter(incoming.maxBytes);
      // Opened first: a stream that ends while it opens its file would leave one behind.
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
   * @param path made by {@link temporaryPath}
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

  /** Takes back what was put and never kept; what fails the daily job finds. */
  async discard(files: readonly Pick<FileRow, 'key'>[]): Promise<void> {
    await this.blobs.remove(files.map(({ key }) => key)).catch(() => undefined);
  }

  /** Empties the folder of incoming files of what a process that ended left there before a moment. */
  async removeUnfinished(beforeMs: number): Promise<void> {
    for (const name of await readdir(this.incoming).catch(() => [])) {
      const path = join(this.incoming, name);
      const found = await stat(path).catch(() => null);
      if (found === null || found.mtimeMs >= beforeMs) continue;
      await rm(path, { recursive: true, force: true });
    }
  }

  /** An address for a file that works for whoever holds it, for 15 minutes where not said. */
  signedAddress(fileId: string, options: SignedOptions = {}): string {
    return signAddress(this.#secret, fileId, options);
  }

  /** What a signed address says, or null where it is not ours or expired. */
  verify(fileId: string, query: SignedQuery): SignedFacts | null {
    return verifyAddress(this.#secret, fileId, query);
  }
}
