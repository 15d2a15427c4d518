// Checks a ZIP archive (APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16) before the reader unpacks
// it: first its central directory, then by unpacking each file without keeping any bytes.

import { open } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';

/** Twice the size of the longest file, with 20,000 rows and 100 columns. */
const MAX_UNPACKED_BYTES = 160 * 2 ** 20;
const MAX_FILES = 2000;
/** Spreadsheets typically compress to about a twentieth. */
const MAX_RATIO = 150;
/** For smaller files the ratio is meaningless. */
const RATIO_FROM_BYTES = 4 * 2 ** 20;

const END_SIZE = 22;
const MAX_COMMENT = 65_535;
const ENTRY_SIZE = 46;
const LOCAL_SIZE = 30;
const MAX_DIRECTORY_BYTES = 2 ** 20;
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;
/** Flag: a data descriptor follows the packed bytes, with signature, checksum and two sizes. */
const HAS_DESCRIPTOR = 8;
const DESCRIPTOR_SIZE = 24;

/** The archive unpacks to more than the limit. */
export class ArchiveTooLarge extends Error {}
/** The archive is invalid or cannot be checked. */
export class InvalidArchive extends Error {}

/** @param {import('node:fs/promises').FileHandle} file */
async function bytesAt(file, from, size) {
  const bytes = Buffer.alloc(size);
  const { bytesRead } = await file.read(bytes, 0, size, from);
  if (bytesRead < size) throw new InvalidArchive();
  return bytes;
}

/** The files in the archive's central directory, sorted by offset. */
async function entriesOf(file, fileSize) {
  const tailSize = Math.min(fileSize, END_SIZE + MAX_COMMENT);
  if (tailSize < END_SIZE) throw new InvalidArchive();
  const tail = await bytesAt(file, fileSize - tailSize, tailSize);
  let at = tailSize - END_SIZE;
  while (at >= 0 && tail.readUInt32LE(at) !== END) at -= 1;
  if (at < 0) throw new InvalidArchive();
  const count = tail.readUInt16LE(at + 10);
  const size = tail.readUInt32LE(at + 12);
  const start = tail.readUInt32LE(at + 16);
  if (count > MAX_FILES || size > MAX_DIRECTORY_BYTES) throw new ArchiveTooLarge();
  const directory = await bytesAt(file, start, size);
  const entries = [];
  for (let place = 0; place + ENTRY_SIZE <= size; ) {
    if (directory.readUInt32LE(place) !== ENTRY) throw new InvalidArchive();
    entries.push({
      method: directory.readUInt16LE(place + 10),
      packedBytes: directory.readUInt32LE(place + 20),
      unpackedBytes: directory.readUInt32LE(place + 24),
      offset: directory.readUInt32LE(place + 42),
    });
    place +=
      ENTRY_SIZE +
      directory.readUInt16LE(place + 28) +
      directory.readUInt16LE(place + 30) +
      directory.readUInt16LE(place + 32);
  }
  if (entries.length !== count || count === 0) throw new InvalidArchive();
  return { entries: entries.sort((a, b) => a.offset - b.offset), start };
}

/** Rejects an archive if its central directory exceeds the limits. */
function checkDirectory(entries) {
  let unpacked = 0;
  for (const { packedBytes, unpackedBytes } of entries) {
    unpacked += unpackedBytes;
    const ratio = unpackedBytes / Math.max(1, packedBytes);
    if (unpackedBytes > RATIO_FROM_BYTES && ratio > MAX_RATIO) throw new ArchiveTooLarge();
  }
  if (unpacked > MAX_UNPACKED_BYTES) throw new ArchiveTooLarge();
}

/**
 * Unpacks a file up to the size in the directory. The reader walks from file to file and ignores
 * the directory: therefore no bytes may lie between files, and both headers of a file must agree.
 */
async function checkFile(file, entry, end) {
  const local = await bytesAt(file, entry.offset, LOCAL_SIZE);
  const start = entry.offset + LOCAL_SIZE + local.readUInt16LE(26) + local.readUInt16LE(28);
  const packedEnd = start + entry.packedBytes;
  const hasDescriptor = (local.readUInt16LE(6) & HAS_DESCRIPTOR) !== 0;
  const agrees =
    local.readUInt32LE(0) === LOCAL &&
    local.readUInt16LE(8) === entry.method &&
    (hasDescriptor ||
      (local.readUInt32LE(18) === entry.packedBytes &&
        local.readUInt32LE(22) === entry.unpackedBytes));
  if (!agrees || packedEnd > end || end - packedEnd > (hasDescriptor ? DESCRIPTOR_SIZE : 0)) {
    throw new InvalidArchive();
  }
  if (entry.method === STORED && entry.packedBytes === entry.unpackedBytes) return;
  if (entry.method !== DEFLATED) throw new InvalidArchive();
  let unpacked = 0;
  const counter = new Writable({
    write(part, _encoding, done) {
      unpacked += part.length;
      done(unpacked > entry.unpackedBytes ? new ArchiveTooLarge() : null);
    },
  });
  const packed = file.createReadStream({ start, end: packedEnd - 1, autoClose: false });
  try {
    await pipeline(packed, createInflateRaw(), counter);
  } catch (error) {
    throw error instanceof ArchiveTooLarge ? error : new InvalidArchive();
  }
}

/**
 * Ensures that an archive stays within the limits when unpacked: first by its central directory,
 * before unpacking anything; then that the directory is correct.
 *
 * @param {string} path
 * @throws ArchiveTooLarge if it unpacks to more, InvalidArchive if it cannot be checked
 */
export async function checkArchive(path) {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { entries, start } = await entriesOf(file, size);
    checkDirectory(entries);
    if (entries[0].offset !== 0) throw new InvalidArchive();
    for (const [n, entry] of entries.entries()) {
      await checkFile(file, entry, entries[n + 1]?.offset ?? start);
    }
  } finally {
    await file.close();
  }
}
