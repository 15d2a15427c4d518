import { stat } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { Compression, PMTiles, tileIdToZxy } from 'pmtiles';
import {
  ArchiveError,
  type ArchiveFacts,
  ArchiveFile,
  inspectArchive,
} from '../../../../platform/map-archives/index.ts';
import { OperatorError } from '../../../../platform/operator-error.ts';
import { type Box, firstRangeAfter, tileRanges } from './maps-extract-tiles.ts';

/** Tiles that are read back, spread over the archive. */
const SAMPLES = 500;

/** Ids of tiles spread evenly over the area and the zooms of an archive. */
function sampleIds(box: Box, maxZoom: number): number[] {
  const ranges = tileRanges(box, maxZoom);
  const total = ranges.reduce((sum, { first, end }) => sum + end - first, 0);
  const ends: { first: number; end: number }[] = [];
  let before = 0;
  for (const { first, end } of ranges) {
    ends.push({ first: before, end: before + end - first });
    before += end - first;
  }
  return Array.from({ length: Math.min(SAMPLES, total) }, (_, n) => {
    const place = Math.floor((n * total) / Math.min(SAMPLES, total));
    const at = firstRangeAfter(ends, place);
    return (ranges[at]?.first ?? 0) + place - (ends[at]?.first ?? 0);
  });
}

async function readSamples(file: ArchiveFile, { boundsDeg, maxZoom }: ArchiveFacts): Promise<void> {
  const archive = new PMTiles(file, undefined, async (bytes, compression) =>
    compression === Compression.Gzip
      ? new Uint8Array(gunzipSync(new Uint8Array(bytes))).buffer
      : bytes,
  );
  for (const id of sampleIds(boundsDeg, maxZoom)) await archive.getZxy(...tileIdToZxy(id));
}

/**
 * Reads a finished archive back: its structure, and tiles spread over it.
 *
 * @throws OperatorError with the fault
 */
export async function verifyArchive(path: string): Promise<ArchiveFacts> {
  try {
    const facts = await inspectArchive(path, (await stat(path)).size);
    const file = await ArchiveFile.open(path);
    try {
      await readSamples(file, facts);
    } finally {
      await file.close();
    }
    return facts;
  } catch (error) {
    const fault = error instanceof ArchiveError ? error.fault : 'damaged';
    throw new OperatorError('map.not_usable', { fault });
  }
}
