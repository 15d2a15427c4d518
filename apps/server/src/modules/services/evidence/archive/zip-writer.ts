import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { InternalError } from '@roadworthy/domain';

/*
 * Writes a ZIP archive to a file, entry by entry, so that a long one is never in memory. Entries are
 * stored without compression: photographs do not get smaller, and the bytes of a record in the archive
 * are the bytes that its hash covers. From 4 GB or 65,535 entries on, the end has the ZIP64 form
 * (PKWARE APPNOTE 6.3.10, sections 4.3.14 and 4.5.3).
 */

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
/** Version of the format that a reader needs: 2.0, or 4.5 for ZIP64. */
const PLAIN = 20;
const ZIP64 = 45;
/** Names are UTF-8. */
const UTF8 = 0x0800;
/** 1 January 1980, 00:00: the same records give the same bytes. */
const DOS_DATE = 0x0021;
const MAX_32 = 0xffffffff;
const MAX_16 = 0xffff;
const WRITE_BYTES = 65_536;

interface WrittenEntry {
  readonly name: Buffer;
  readonly offset: number;
  readonly sizeBytes: number;
  readonly crc: number;
}

/** The fields that the local and the central header share, from the needed version to the name length. */
function sharedFields({ name, sizeBytes, crc }: WrittenEntry, version: number): Buffer {
  const bytes = Buffer.alloc(24);
  bytes.writeUInt16LE(version, 0);
  bytes.writeUInt16LE(UTF8, 2);
  bytes.writeUInt16LE(DOS_DATE, 8);
  bytes.writeUInt32LE(crc, 10);
  bytes.writeUInt32LE(sizeBytes, 14);
  bytes.writeUInt32LE(sizeBytes, 18);
  bytes.writeUInt16LE(name.length, 22);
  return bytes;
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function localHeader(entry: WrittenEntry): Buffer {
  return Buffer.concat([signature(LOCAL), sharedFields(entry, PLAIN), Buffer.alloc(2), entry.name]);
}

function centralHeader(entry: WrittenEntry): Buffer {
  const isFar = entry.offset >= MAX_32;
  const extra = Buffer.alloc(isFar ? 12 : 0);
  if (isFar) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(entry.offset), 4);
  }
  const version = isFar ? ZIP64 : PLAIN;
  const madeBy = Buffer.alloc(2);
  madeBy.writeUInt16LE(version);
  const rest = Buffer.alloc(16);
  rest.writeUInt16LE(extra.length, 0);
  rest.writeUInt32LE(Math.min(entry.offset, MAX_32), 12);
  return Buffer.concat([
    signature(CENTRAL),
    madeBy,
    sharedFields(entry, version),
    rest,
    entry.name,
    extra,
  ]);
}

function endOf(count: number, sizeBytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(sizeBytes, MAX_32), 12);
  end.writeUInt32LE(Math.min(offset, MAX_32), 16);
  if (count < MAX_16 && sizeBytes < MAX_32 && offset < MAX_32) return end;
  const far = Buffer.alloc(56);
  far.writeUInt32LE(END_64, 0);
  far.writeBigUInt64LE(44n, 4);
  far.writeUInt16LE(ZIP64, 12);
  far.writeUInt16LE(ZIP64, 14);
  far.writeBigUInt64LE(BigInt(count), 24);
  far.writeBigUInt64LE(BigInt(count), 32);
  far.writeBigUInt64LE(BigInt(sizeBytes), 40);
  far.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(LOCATOR_64, 0);
  locator.writeBigUInt64LE(BigInt(offset + sizeBytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([far, locator, end]);
}

/** A ZIP archive that is being written. */
export class ZipWriter {
  readonly #entries: WrittenEntry[] = [];
  #offset = 0;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #flushes = 0;

  /** @param file open for writing, at its start */
  constructor(private readonly file: FileHandle) {}

  /**
   * Adds an entry.
   *
   * @param content its bytes, in parts
   * @throws InternalError for an entry of 4 GB or more
   */
  async add(name: string, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    const empty: WrittenEntry = {
      name: Buffer.from(name, 'utf8'),
      offset: this.#offset + this.#waitingBytes,
      sizeBytes: 0,
      crc: 0,
    };
    const [place, flushes] = [this.#waiting.length, this.#flushes];
    await this.#write(localHeader(empty));
    let crc = 0;
    let sizeBytes = 0;
    for await (const part of content) {
      crc = crc32(part, crc);
      sizeBytes += part.length;
      if (sizeBytes >= MAX_32) throw new InternalError('evidence.entry_too_large', { name });
      await this.#write(part);
    }
    const entry = { ...empty, sizeBytes, crc };
    // Size and checksum are known only now.
    const header = localHeader(entry);
    if (this.#flushes === flushes) this.#waiting[place] = header;
    else await this.file.write(header, 0, header.length, entry.offset);
    this.#entries.push(entry);
  }

  /** Writes the directory of the entries. */
  async end(): Promise<void> {
    const offset = this.#offset + this.#waitingBytes;
    for (const entry of this.#entries) await this.#write(centralHeader(entry));
    const sizeBytes = this.#offset + this.#waitingBytes - offset;
    await this.#write(endOf(this.#entries.length, sizeBytes, offset));
    await this.#flush();
  }

  /** Collects small parts, such as one record, so that each write is worth its call. */
  async #write(bytes: Buffer): Promise<void> {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= WRITE_BYTES) await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#flushes += 1;
    await this.file.write(bytes, 0, bytes.length, this.#offset);
    this.#offset += bytes.length;
  }
}
