// Judges a ZIP archive (APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16) before it is unpacked: first by
// its directory, then by unpacking each file without keeping a byte of it.

import { open } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';

/** The longest file of 20,000 rows and 100 columns takes half of it. */
const MAX_UNPACKED_BYTES = 160 * 2 ** 20;
const MAX_FILES = 2000;
/** Spreadsheets are packed to a twentieth or so. */
const MAX_RATIO = 150;
/** Of less than this the ratio says nothing. */
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
/** Sizes stand behind the packed bytes: signature, checksum and two sizes. */
const HAS_DESCRIPTOR = 8;
const DESCRIPTOR_SIZE = 24;

/** An archive that unpacks to more than is taken. */
export class TooMuch extends Error {}
/** No archive that could be judged. */
export class NoArchive extends Error {}

/** @param {import('node:fs/promises').FileHandle} file */
async function bytesAt(file, from, size) {
  const bytes = Buffer.alloc(size);
  const { bytesRead } = await file.read(bytes, 0, size, from);
  if (bytesRead < size) throw new NoArchive();
  return bytes;
}

/** The files of an archive, as its directory lists them, in the order of their places. */
async function entriesOf(file, fileSize) {
  const tailSize = Math.min(fileSize, END_SIZE + MAX_COMMENT);
  if (tailSize < END_SIZE) throw new NoArchive();
  const tail = await bytesAt(file, fileSize - tailSize, tailSize);
  let at = tailSize - END_SIZE;
  while (at >= 0 && tail.readUInt32LE(at) !== END) at -= 1;
  if (at < 0) throw new NoArchive();
  const count = tail.readUInt16LE(at + 10);
  const size = tail.readUInt32LE(at + 12);
  const start = tail.readUInt32LE(at + 16);
  if (count > MAX_FILES || size > MAX_DIRECTORY_BYTES) throw new TooMuch();
  const directory = await bytesAt(file, start, size);
  const entries = [];
  for (let place = 0; place + ENTRY_SIZE <= size; ) {
    if (directory.readUInt32LE(place) !== ENTRY) throw new NoArchive();
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
  if (entries.length !== count || count === 0) throw new NoArchive();
  return { entries: entries.sort((a, b) => a.offset - b.offset), start };
}

/** Refuses what the directory itself says is too much. */
function judgeDirectory(entries) {
  let unpacked = 0;
  for (const { packedBytes, unpackedBytes } of entries) {
    unpacked += unpackedBytes;
    const ratio = unpackedBytes / Math.max(1, packedBytes);
    if (unpackedBytes > RATIO_FROM_BYTES && ratio > MAX_RATIO) throw new TooMuch();
  }
  if (unpacked > MAX_UNPACKED_BYTES) throw new TooMuch();
}

/**
 * Unpacks a file as far as the directory says that it goes. The reader walks from file to file, not by the
 * directory: no bytes may lie between files, and both headers of a file must agree.
 */
async function judgeFile(file, entry, end) {
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
    throw new NoArchive();
  }
  if (entry.method === STORED && entry.packedBytes === entry.unpackedBytes) return;
  if (entry.method !== DEFLATED) throw new NoArchive();
  let unpacked = 0;
  const counter = new Writable({
    write(part, _encoding, done) {
      unpacked += part.length;
      done(unpacked > entry.unpackedBytes ? new TooMuch() : null);
    },
  });
  const packed = file.createReadStream({ start, end: packedEnd - 1, autoClose: false });
  try {
    await pipeline(packed, createInflateRaw(), counter);
  } catch (error) {
    throw error instanceof TooMuch ? error : new NoArchive();
  }
}

/**
 * Makes sure that an archive unpacks to what is taken: by its directory, before anything is unpacked; then
 * that the directory tells the truth.
 *
 * @param {string} path
 * @throws TooMuch for one that unpacks to more, NoArchive for what cannot be judged
 */
export async function judgeArchive(path) {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { entries, start } = await entriesOf(file, size);
    judgeDirectory(entries);
    if (entries[0].offset !== 0) throw new NoArchive();
    for (const [n, entry] of entries.entries()) {
      await judgeFile(file, entry, entries[n + 1]?.offset ?? start);
    }
  } finally {
    await file.close();
  }
}
