import { createHash } from 'node:crypto';
import { type Entry, type Header, PMTiles, ResolvedValueCache, type Source } from 'pmtiles';
import { OperatorError } from '../../../../platform/operator-error.ts';
import { type ArchiveContent, archiveHead } from './maps-extract-archive.ts';
import { type Box, firstRangeAfter, type TileRange, tileRanges } from './maps-extract-tiles.ts';

/** Unneeded bytes between two needed parts are cheaper than a further request. */
const GAP_BYTES = 64 * 1024;
const REQUEST_BYTES = 4 * 2 ** 20;
/** More entries do not fit into the memory of the command. */
const MOST_ENTRIES = 12_000_000;
/** Deepest nesting of directories in PMTiles. */
const MOST_LEVELS = 3;
const START_ZOOM = 6;
/** Contains the header and the root directory. */
const HEAD_BYTES = 16_384;

/** Bytes of a request that belong into the new archive. */
interface Copy {
  /** Offset in the response. */
  readonly from: number;
  /** Offset in the new archive. */
  readonly to: number;
  readonly length: number;
}

/** One range of the source. */
export interface Request {
  readonly offset: number;
  readonly length: number;
  readonly copies: readonly Copy[];
}

/** How to make a new archive from a source. */
export interface Plan {
  /** The new archive before its tiles; null if the source is copied whole. */
  readonly head: Buffer | null;
  readonly sizeBytes: number;
  readonly tileCount: number;
  readonly requests: readonly Request[];
  /** Identifies the content, so that an interrupted download is continued only with the same one. */
  readonly digest: string;
}

/** Part of a source archive. */
export interface Selection {
  /** Name of the area, written to the metadata. */
  readonly area: string;
  readonly box: Box;
  readonly maxZoom: number;
}

/** The parts of an entry within the ranges. */
function* clipped(entry: Entry, ranges: readonly TileRange[]): Generator<Entry> {
  const end = entry.tileId + entry.runLength;
  for (let n = firstRangeAfter(ranges, entry.tileId); n < ranges.length; n += 1) {
    const range = ranges[n] as TileRange;
    if (range.first >= end) return;
    const tileId = Math.max(entry.tileId, range.first);
    yield { ...entry, tileId, runLength: Math.min(end, range.end) - tileId };
  }
}

/** The entries of a source within the ranges, ascending; offsets are those of the source. */
async function entriesOf(source: Source, header: Header, ranges: readonly TileRange[]) {
  const found: Entry[] = [];
  const cache = new ResolvedValueCache();
  const visit = async (offset: number, length: number, endId: number, level: number) => {
    const entries = await cache.getDirectory(source, offset, length, header);
    for (const [n, entry] of entries.entries()) {
      if (entry.runLength > 0) {
        for (const one of clipped(entry, ranges)) found.push(one);
        continue;
      }
      const end = entries[n + 1]?.tileId ?? endId;
      const range = ranges[firstRangeAfter(ranges, entry.tileId)];
      if (range === undefined || range.first >= end) continue;
      if (level >= MOST_LEVELS) throw new OperatorError('map.source_damaged');
      await visit(header.leafDirectoryOffset + entry.offset, entry.length, end, level + 1);
    }
    if (found.length > MOST_ENTRIES) throw new OperatorError('map.area_too_large');
  };
  const last = Number.MAX_SAFE_INTEGER;
  await visit(header.rootDirectoryOffset, header.rootDirectoryLength, last, 0);
  return found;
}

/** Gives each tile its place in the new archive, equal tiles once, in the sequence of first use. */
function placed(entries: readonly Entry[]) {
  const places = new Map<number, number>();
  const tiles: { readonly offset: number; readonly to: number; readonly length: number }[] = [];
  const result: Entry[] = [];
  let length = 0;
  for (const entry of entries) {
    let offset = places.get(entry.offset);
    if (offset === undefined) {
      offset = length;
      places.set(entry.offset, offset);
      tiles.push({ offset: entry.offset, to: offset, length: entry.length });
      length += entry.length;
    }
    const last = result.at(-1);
    const follows = last !== undefined && last.tileId + last.runLength === entry.tileId;
    if (follows && last.offset === offset) last.runLength += entry.runLength;
    else result.push({ ...entry, offset });
  }
  return { entries: result, tiles, length };
}

/** Groups parts of the source into requests. */
export function groupRequests(
  tiles: readonly { readonly offset: number; readonly to: number; readonly length: number }[],
): Request[] {
  const requests: Request[] = [];
  let start = 0;
  let end = 0;
  let copies: Copy[] = [];
  const finish = () => {
    if (copies.length > 0) requests.push({ offset: start, length: end - start, copies });
    copies = [];
  };
  for (const { offset, to, length } of tiles) {
    const gap = offset - end;
    const isNear = gap >= 0 && gap <= GAP_BYTES && offset + length - start <= REQUEST_BYTES;
    if (copies.length === 0 || !isNear) {
      finish();
      start = offset;
    }
    end = offset + length;
    const last = copies.at(-1);
    const from = offset - start;
    if (last !== undefined && last.from + last.length === from && last.to + last.length === to) {
      copies[copies.length - 1] = { ...last, length: last.length + length };
    } else {
      copies.push({ from, to, length });
    }
  }
  finish();
  return requests;
}

const digestOf = (...parts: readonly (string | Buffer)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** The source's metadata with the name of the area. */
async function metadataOf(archive: PMTiles, area: string): Promise<object> {
  const metadata = (await archive.getMetadata()) as object;
  return { ...metadata, 'roadworthy:area': area };
}

function contentOf(
  header: Header,
  { box, maxZoom }: Selection,
): Omit<ArchiveContent, 'tileDataLength' | 'numTileContents' | 'numAddressedTiles'> {
  const [west, south, east, north] = box;
  // The header has no area across the 180th meridian: the whole width is stated instead.
  const [minLon, maxLon] = west <= east ? [west, east] : [-180, 180];
  const centerLon = west <= east ? (west + east) / 2 : west;
  return {
    tileCompression: header.tileCompression,
    tileType: header.tileType,
    minZoom: header.minZoom,
    maxZoom: Math.min(header.maxZoom, maxZoom),
    ...{ minLon, minLat: south, maxLon, maxLat: north },
    ...{ centerLon, centerLat: (south + north) / 2 },
    centerZoom: Math.min(START_ZOOM, maxZoom),
  };
}

/**
 * Plans the extract of an area.
 *
 * @throws OperatorError if the source has no tile of the area, or the area is too large
 */
export async function planExtract(source: Source, selection: Selection): Promise<Plan> {
  const archive = new PMTiles(source);
  const header = await archive.getHeader();
  const maxZoom = Math.min(header.maxZoom, selection.maxZoom);
  const ranges = tileRanges(selection.box, maxZoom);
  const { entries, tiles, length } = placed(await entriesOf(source, header, ranges));
  if (entries.length === 0) throw new OperatorError('map.area_empty');
  const tileCount = entries.reduce((sum, { runLength }) => sum + runLength, 0);
  const content = {
    ...contentOf(header, selection),
    numAddressedTiles: tileCount,
    numTileContents: tiles.length,
    tileDataLength: length,
  };
  const head = archiveHead(content, entries, await metadataOf(archive, selection.area));
  const moved = tiles.map((tile) => ({
    ...tile,
    offset: header.tileDataOffset + tile.offset,
    to: head.length + tile.to,
  }));
  return {
    head,
    sizeBytes: head.length + length,
    tileCount,
    requests: groupRequests(moved),
    digest: digestOf(source.getKey(), head),
  };
}

/** Plans a copy of a whole archive. */
export async function planCopy(source: Source, sizeBytes: number): Promise<Plan> {
  const header = await new PMTiles(source).getHeader();
  const { data } = await source.getBytes(0, HEAD_BYTES);
  const parts = Array.from({ length: Math.ceil(sizeBytes / REQUEST_BYTES) }, (_, n) => {
    const offset = n * REQUEST_BYTES;
    const length = Math.min(REQUEST_BYTES, sizeBytes - offset);
    return { offset, length, copies: [{ from: 0, to: offset, length }] };
  });
  return {
    head: null,
    sizeBytes,
    tileCount: header.numAddressedTiles,
    requests: parts,
    digest: digestOf(source.getKey(), String(sizeBytes), Buffer.from(data)),
  };
}
