import { InternalError } from '@roadworthy/domain';
import { addProtocol } from 'maplibre-gl';
import { PMTiles, type RangeResponse, SharedPromiseCache, type Source } from 'pmtiles';
import { served } from '../../api/bases.ts';
import type { Basemap } from './basemap.ts';

type Archive = Basemap['archives'][number];

const PROTOCOL = 'streets';
/** Address of a tile for the map; the protocol finds the archive that contains it. */
export const STREET_TILES = `${PROTOCOL}://{z}/{x}/{y}`;

/** Directories of all archives. */
const cache = new SharedPromiseCache(200);
const opened = new Map<string, PMTiles>();
let shown: readonly Archive[] = [];

/** An archive of this server. Its address contains the digest of its content: it never changes. */
class ServedArchive implements Source {
  constructor(private readonly path: string) {}

  getKey(): string {
    return this.path;
  }

  async getBytes(offset: number, length: number, signal?: AbortSignal): Promise<RangeResponse> {
    const response = await fetch(served(this.path), {
      headers: { range: `bytes=${offset}-${offset + length - 1}` },
      credentials: 'omit',
      ...(signal === undefined ? {} : { signal }),
    });
    if (response.status !== 206) {
      throw new InternalError('response.status', { status: response.status });
    }
    return { data: await response.arrayBuffer() };
  }
}

function archiveAt(path: string): PMTiles {
  const known = opened.get(path);
  if (known !== undefined) return known;
  const archive = new PMTiles(new ServedArchive(path), cache);
  opened.set(path, archive);
  return archive;
}

/** West, south, east, north of a tile, degrees. */
function boundsOf(z: number, x: number, y: number): readonly [number, number, number, number] {
  const side = 2 ** z;
  const longitude = (column: number) => (column / side) * 360 - 180;
  const latitude = (row: number) =>
    (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / side))) * 180) / Math.PI;
  return [longitude(x), latitude(y + 1), longitude(x + 1), latitude(y)];
}

/** The archives that may contain a tile, in the sequence of the settings: the newest first. */
export function archivesOf(
  archives: readonly Archive[],
  z: number,
  x: number,
  y: number,
): readonly Archive[] {
  const [west, south, east, north] = boundsOf(z, x, y);
  return archives.filter(
    ({ bounds: [left, bottom, right, top], min_zoom, max_zoom }) =>
      z >= min_zoom &&
      z <= max_zoom &&
      left < east &&
      right > west &&
      bottom < north &&
      top > south,
  );
}

async function tileAt(z: number, x: number, y: number, signal: AbortSignal): Promise<ArrayBuffer> {
  for (const { path } of archivesOf(shown, z, x, y)) {
    const found = await archiveAt(path).getZxy(z, x, y, signal);
    if (found !== undefined) return found.data;
  }
  // An empty tile: the built-in map stays visible there.
  return new ArrayBuffer(0);
}

/** Lets the map read tiles from these archives. */
export function serveStreetTiles(archives: readonly Archive[]): void {
  shown = archives;
  addProtocol(PROTOCOL, async ({ url }, { signal }) => {
    const [z, x, y] = url.slice(`${PROTOCOL}://`.length).split('/').map(Number);
    if (z === undefined || x === undefined || y === undefined) {
      throw new InternalError('map.tile_address', { url });
    }
    return { data: await tileAt(z, x, y, signal) };
  });
}
