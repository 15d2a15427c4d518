import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Duplex, Readable, Writable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { OperatorError } from '../../../platform/operator-error.ts';
import type { StoredEntry } from './backup-manifest.ts';

type Bytes = ReadableStream<Uint8Array>;

/** Most of a backup is video, which cannot be compressed: the fastest level. */
const GZIP_LEVEL = 1;
/** First bytes of a file in the format age (age-encryption.org/v1). */
const AGE_MARK = 'age-encryption.org/';
const OWNER_ONLY = 0o600;

const asBytes = (stream: unknown) => stream as Bytes;
const through = (stream: Bytes, step: Duplex): Bytes =>
  stream.pipeThrough(Duplex.toWeb(step) as unknown as Parameters<Bytes['pipeThrough']>[0]) as Bytes;

/** How a backup is encrypted. */
export interface Protection {
  readonly passphrase: string;
  /** Binary logarithm of the work to test one passphrase; that of age by default. */
  readonly scryptWorkFactor?: number;
}

async function encrypted(
  stream: Bytes,
  { passphrase, scryptWorkFactor }: Protection,
): Promise<Bytes> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  if (scryptWorkFactor !== undefined) encrypter.setScryptWorkFactor(scryptWorkFactor);
  return asBytes(await encrypter.encrypt(stream as never));
}

/**
 * Writes an archive: tar, gzip, and the format age if it is protected. The file has its name only
 * when it is complete.
 */
export class ArchiveWriter {
  readonly entries: StoredEntry[] = [];
  readonly #packer = createTarPacker();
  readonly #partial: string;
  readonly #written: Promise<void>;

  constructor(
    private readonly path: string,
    protection: Protection | null,
  ) {
    this.#partial = `${path}.partial`;
    this.#written = this.#write(protection);
    // Reported by `finish`; an error of the disk also ends the packer.
    this.#written.catch((error: unknown) => this.#packer.controller.error(error));
  }

  async #write(protection: Protection | null): Promise<void> {
    const packed = through(asBytes(this.#packer.readable), createGzip({ level: GZIP_LEVEL }));
    const stored = protection === null ? packed : await encrypted(packed, protection);
    const file = createWriteStream(this.#partial, { mode: OWNER_ONLY, flush: true });
    await stored.pipeTo(Writable.toWeb(file) as never);
  }

  /** Adds an entry whose size is known. */
  async add(name: string, sizeBytes: number, content: Iterable<Buffer> | Readable): Promise<void> {
    const digest = createHash('sha256');
    const writer = this.#packer.controller
      .add({ name, size: sizeBytes, type: 'file', mode: OWNER_ONLY })
      .getWriter();
    for await (const part of content) {
      digest.update(part);
      // The packer asks for plain byte arrays.
      await writer.write(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
    }
    await writer.close();
    this.entries.push({ name, size_bytes: sizeBytes, sha256: digest.digest('hex') });
  }

  /** Completes the file. */
  async finish(): Promise<void> {
    this.#packer.controller.finalize();
    await this.#written;
    await rename(this.#partial, this.path);
  }

  /** Removes the incomplete file. */
  async discard(error: unknown): Promise<void> {
    this.#packer.controller.error(error);
    await this.#written.catch(() => undefined);
    await rm(this.#partial, { force: true });
  }
}

/** An entry of an archive; read its content to the end before the next one. */
export interface ArchiveEntry {
  readonly name: string;
  readonly sizeBytes: number;
  readonly content: Readable;
}

async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch((cause: Error) => {
    throw new OperatorError('backup.unreadable', { file: path, reason: cause.message }, { cause });
  });
  try {
    const { buffer } = await file.read(Buffer.alloc(AGE_MARK.length), 0, AGE_MARK.length, 0);
    return buffer.toString('latin1') === AGE_MARK;
  } finally {
    await file.close();
  }
}

async function decrypted(stream: Bytes, passphrase: string | null): Promise<Bytes> {
  if (passphrase === null) throw new OperatorError('backup.passphrase_missing');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return asBytes(await decrypter.decrypt(stream as never));
  } catch (cause) {
    throw new OperatorError('backup.passphrase_wrong', {}, { cause });
  }
}

/**
 * The entries of an archive in their order.
 *
 * @throws OperatorError if it cannot be opened or decrypted; another error, here or from an entry, if it is
 *   damaged
 */
export async function* readArchive(
  path: string,
  passphrase: string | null,
): AsyncGenerator<ArchiveEntry> {
  const isSecret = await isEncrypted(path);
  const file = asBytes(Readable.toWeb(createReadStream(path)));
  const packed = isSecret ? await decrypted(file, passphrase) : file;
  const entries = through(packed, createGunzip()).pipeThrough(
    createTarDecoder({ strict: true }) as never,
  ) as unknown as ReadableStream<{ header: { name: string; size: number }; body: Bytes }>;
  for await (const { header, body } of entries) {
    const content = Readable.fromWeb(body as never);
    yield { name: header.name, sizeBytes: header.size, content };
  }
}
