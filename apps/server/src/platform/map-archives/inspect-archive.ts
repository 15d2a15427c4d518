import { createHash } from 'node:crypto';
import type { MapArchiveFault } from '@roadworthy/domain';
import { bytesToHeader, type Header, PMTiles, type Source, TileType } from 'pmtiles';
import { z } from 'zod';
import { ArchiveFile } from './archive-file.ts';

/** The header and the root directory are in the first 16 KiB (PMTiles specification, version 3). */
const HEAD_BYTES = 16_384;
const HEADER_BYTES = 127;
const MAGIC = 'PMTiles';
const VERSION = 3;
/** Directories are hashed in pieces of this size. */
const PIECE_BYTES = 1 << 20;
/** Layers that the style draws; an archive with another schema would show nothing. */
const NEEDED_LAYERS = ['earth', 'roads'];

const metadataSchema = z.object({
  vector_layers: z.array(z.object({ id: z.string() })),
  /** Written by `npm run map`. */
  'roadworthy:area': z.string().max(100).optional().catch(undefined),
  /** Date of the map data, written by Planetiler. */
  'planetiler:osm:osmosisreplicationtime': z.iso.datetime().optional().catch(undefined),
});

/** A usable street map archive. */
export interface ArchiveFacts {
  /** Identifies the content: the header, the directories and the metadata. */
  readonly digest: string;
  /** Name of the area; null if the archive does not state one. */
  readonly area: string | null;
  /** West, south, east, north. */
  readonly boundsDeg: readonly [number, number, number, number];
  readonly minZoom: number;
  readonly maxZoom: number;
  /** Time of the map data; null if the archive does not state it. */
  readonly dataAt: string | null;
}

/** An archive that cannot be used. */
export class ArchiveError extends Error {
  constructor(readonly fault: MapArchiveFault) {
    super(fault);
    this.name = 'ArchiveError';
  }
}

function headerOf(head: ArrayBuffer): Header {
  const isArchive =
    head.byteLength >= HEADER_BYTES &&
    Buffer.from(head, 0, MAGIC.length).toString('latin1') === MAGIC &&
    new DataView(head).getUint8(MAGIC.length) === VERSION;
  if (!isArchive) throw new ArchiveError('not_an_archive');
  return bytesToHeader(head.slice(0, HEADER_BYTES));
}

/** Offset and length of each section. */
const sectionsOf = (header: Header): readonly (readonly [offset: number, length: number])[] => [
  [header.rootDirectoryOffset, header.rootDirectoryLength],
  [header.jsonMetadataOffset, header.jsonMetadataLength],
  [header.leafDirectoryOffset, header.leafDirectoryLength ?? 0],
  [header.tileDataOffset, header.tileDataLength ?? 0],
];

/** Digest of everything but the tiles; the directories contain the length of each tile. */
async function digestOf(source: Source, head: ArrayBuffer, header: Header): Promise<string> {
  const hash = createHash('sha256').update(new Uint8Array(head, 0, HEADER_BYTES));
  for (const [offset, length] of sectionsOf(header).slice(0, -1)) {
    for (let done = 0; done < length; done += PIECE_BYTES) {
      const piece = await source.getBytes(offset + done, Math.min(PIECE_BYTES, length - done));
      hash.update(new Uint8Array(piece.data));
    }
  }
  return hash.digest('base64url').slice(0, 22);
}

async function metadataOf(archive: PMTiles) {
  const parsed = metadataSchema.safeParse(await archive.getMetadata());
  const layers = parsed.data?.vector_layers.map(({ id }) => id) ?? [];
  if (parsed.data === undefined || !NEEDED_LAYERS.every((name) => layers.includes(name))) {
    throw new ArchiveError('other_schema');
  }
  return parsed.data;
}

/**
 * Checks a street map archive: PMTiles version 3 with vector tiles in the schema of Protomaps, complete,
 * with readable directories.
 *
 * @throws ArchiveError with the fault; the error of the source if it cannot be read
 */
export async function inspectSource(source: Source, sizeBytes: number): Promise<ArchiveFacts> {
  const { data: head } = await source.getBytes(0, HEAD_BYTES);
  const header = headerOf(head);
  if (sectionsOf(header).some(([offset, length]) => offset + length > sizeBytes)) {
    throw new ArchiveError('truncated');
  }
  if (header.tileType !== TileType.Mvt) throw new ArchiveError('not_vector');
  const archive = new PMTiles(source);
  try {
    await archive.getZxy(header.minZoom, 0, 0);
    const metadata = await metadataOf(archive);
    return {
      digest: await digestOf(source, head, header),
      area: metadata['roadworthy:area'] ?? null,
      boundsDeg: [header.minLon, header.minLat, header.maxLon, header.maxLat],
      minZoom: header.minZoom,
      maxZoom: header.maxZoom,
      dataAt: metadata['planetiler:osm:osmosisreplicationtime'] ?? null,
    };
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError('damaged');
  }
}

/** As `inspectSource`, for a file. */
export async function inspectArchive(path: string, sizeBytes: number): Promise<ArchiveFacts> {
  const file = await ArchiveFile.open(path);
  try {
    return await inspectSource(file, sizeBytes);
  } finally {
    await file.close();
  }
}
