import { gzipSync } from 'node:zlib';
import { Compression, type Entry, type Header } from 'pmtiles';

const HEADER_BYTES = 127;
/** The header and the root directory must be within the first 16 KiB. */
const ROOT_LIMIT_BYTES = 16_384 - HEADER_BYTES;
/** Entries of the first attempt at leaf directories. */
const LEAF_ENTRIES = 4096;
const GROWTH = 1.5;
const SPEC_VERSION = 3;

/** Unsigned integers in the variable length of Protocol Buffers. */
class VarintWriter {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  write(value: number): void {
    if (this.#length + 10 > this.#bytes.length) {
      const more = new Uint8Array(this.#bytes.length * 2);
      more.set(this.#bytes);
      this.#bytes = more;
    }
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#length] = (rest % 0x80) + 0x80;
      this.#length += 1;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#length] = rest;
    this.#length += 1;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** A directory as PMTiles stores it, compressed with gzip. */
export function encodeDirectory(entries: readonly Entry[]): Buffer {
  const writer = new VarintWriter();
  writer.write(entries.length);
  let lastId = 0;
  for (const { tileId } of entries) {
    writer.write(tileId - lastId);
    lastId = tileId;
  }
  for (const { runLength } of entries) writer.write(runLength);
  for (const { length } of entries) writer.write(length);
  let next = -1;
  for (const { offset, length } of entries) {
    // 0 stands for "directly after the entry before".
    writer.write(offset === next ? 0 : offset + 1);
    next = offset + length;
  }
  return gzipSync(writer.bytes());
}

/** The directories of an archive: one, or a root with leaves. */
function directoriesOf(entries: readonly Entry[]): { root: Buffer; leaves: Buffer } {
  const single = encodeDirectory(entries);
  if (single.length <= ROOT_LIMIT_BYTES) return { root: single, leaves: Buffer.alloc(0) };
  for (let size = LEAF_ENTRIES; ; size = Math.ceil(size * GROWTH)) {
    const leaves: Buffer[] = [];
    const pointers: Entry[] = [];
    let offset = 0;
    for (let start = 0; start < entries.length; start += size) {
      const leaf = encodeDirectory(entries.slice(start, start + size));
      const tileId = entries[start]?.tileId ?? 0;
      pointers.push({ tileId, offset, length: leaf.length, runLength: 0 });
      leaves.push(leaf);
      offset += leaf.length;
    }
    const root = encodeDirectory(pointers);
    if (root.length <= ROOT_LIMIT_BYTES) return { root, leaves: Buffer.concat(leaves) };
  }
}

/** Everything that a header states besides the places of the sections. */
export type ArchiveContent = Pick<
  Header,
  | 'numAddressedTiles'
  | 'numTileContents'
  | 'tileCompression'
  | 'tileType'
  | 'minZoom'
  | 'maxZoom'
  | 'minLon'
  | 'minLat'
  | 'maxLon'
  | 'maxLat'
  | 'centerZoom'
  | 'centerLon'
  | 'centerLat'
> & { readonly tileDataLength: number };

/** Fixed-point degrees of the header. */
const E7 = 10_000_000;

function headerBytes(content: ArchiveContent, entryCount: number, sections: readonly number[]) {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.write('PMTiles', 0, 'latin1');
  bytes.writeUInt8(SPEC_VERSION, 7);
  let offset = HEADER_BYTES;
  for (const [place, length] of sections.entries()) {
    bytes.writeBigUInt64LE(BigInt(offset), 8 + place * 16);
    bytes.writeBigUInt64LE(BigInt(length), 16 + place * 16);
    offset += length;
  }
  bytes.writeBigUInt64LE(BigInt(content.numAddressedTiles), 72);
  bytes.writeBigUInt64LE(BigInt(entryCount), 80);
  bytes.writeBigUInt64LE(BigInt(content.numTileContents), 88);
  bytes.writeUInt8(1, 96);
  bytes.writeUInt8(Compression.Gzip, 97);
  bytes.writeUInt8(content.tileCompression, 98);
  bytes.writeUInt8(content.tileType, 99);
  bytes.writeUInt8(content.minZoom, 100);
  bytes.writeUInt8(content.maxZoom, 101);
  const degrees = [content.minLon, content.minLat, content.maxLon, content.maxLat];
  for (const [place, value] of degrees.entries()) {
    bytes.writeInt32LE(Math.round(value * E7), 102 + place * 4);
  }
  bytes.writeUInt8(content.centerZoom, 118);
  bytes.writeInt32LE(Math.round(content.centerLon * E7), 119);
  bytes.writeInt32LE(Math.round(content.centerLat * E7), 123);
  return bytes;
}

/**
 * Everything of a PMTiles archive (version 3, clustered) before its tiles.
 *
 * @param entries ascending by tile, with offsets in the tile data
 */
export function archiveHead(
  content: ArchiveContent,
  entries: readonly Entry[],
  metadata: unknown,
): Buffer {
  const { root, leaves } = directoriesOf(entries);
  const json = gzipSync(JSON.stringify(metadata));
  const lengths = [root.length, json.length, leaves.length, content.tileDataLength];
  return Buffer.concat([headerBytes(content, entries.length, lengths), root, json, leaves]);
}
