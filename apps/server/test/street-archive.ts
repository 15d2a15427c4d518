import { gzipSync } from 'node:zlib';
import { Compression, type Entry, TileType, tileIdToZxy } from 'pmtiles';
import { archiveHead } from '../src/modules/features/maps/extract/maps-extract-archive.ts';
import { type Box, tileRanges } from '../src/modules/features/maps/extract/maps-extract-tiles.ts';
import { type Position, type TileFeature, vectorTile } from './vector-tile.ts';

/** West, south, east, north of the invented town around the depot of the demo fleet in Daventry. */
export const TOWN: Box = [-1.22, 52.22, -1.1, 52.3];
export const TOWN_CENTRE: Position = [-1.16, 52.26];

const ring = ([west, south, east, north]: Box): Position[] => [
  [west, north],
  [east, north],
  [east, south],
  [west, south],
];

/** Short parts of a line: tiles of high zooms hold no coordinates far outside them. */
function pieces(path: readonly Position[]): Position[][] {
  const longestDeg = 0.01;
  return path.slice(1).flatMap(([toX, toY], n) => {
    const [fromX, fromY] = path[n] as Position;
    const count = Math.ceil(Math.hypot(toX - fromX, toY - fromY) / longestDeg);
    const at = (part: number): Position => [
      fromX + ((toX - fromX) * part) / count,
      fromY + ((toY - fromY) * part) / count,
    ];
    return Array.from({ length: count }, (_, part) => [at(part), at(part + 1)]);
  });
}

function streets(): TileFeature[] {
  const [west, south, east, north] = TOWN;
  const found: TileFeature[] = [];
  const road = (path: Position[], properties: TileFeature['properties'], minZoom: number) => {
    for (const piece of pieces(path)) {
      found.push({ layer: 'roads', kind: 'line', path: piece, minZoom, properties });
    }
  };
  for (let n = 0; n < 24; n += 1) {
    const y = south + 0.02 + n * 0.0016;
    const minor = { kind: 'minor_road', kind_detail: 'residential', min_zoom: 12 };
    road(
      [
        [west + 0.03, y],
        [east - 0.03, y],
      ],
      { ...minor, name: `Street ${n + 1}` },
      12,
    );
    const x = west + 0.03 + n * 0.0026;
    road(
      [
        [x, south + 0.02],
        [x, north - 0.02],
      ],
      { ...minor, name: `Avenue ${n + 1}` },
      12,
    );
  }
  road(
    [
      [west, 52.245],
      [-1.17, 52.2585],
      [east, 52.262],
    ],
    {
      kind: 'major_road',
      kind_detail: 'primary',
      name: 'London Road',
      ref: 'A45',
      shield_text: 'A45',
      network: 'GB',
      min_zoom: 7,
    },
    6,
  );
  road(
    [
      [-1.12, south],
      [-1.118, 52.26],
      [-1.113, north],
    ],
    {
      kind: 'highway',
      kind_detail: 'motorway',
      name: 'M1',
      ref: 'M1',
      shield_text: 'M1',
      network: 'GB',
      min_zoom: 3,
    },
    3,
  );
  return found;
}

function buildings(): TileFeature[] {
  return Array.from({ length: 40 }, (_, n): TileFeature => {
    const [x, y] = [-1.1895 + (n % 8) * 0.0026 * 2, 52.2606 + Math.floor(n / 8) * 0.0016];
    return {
      layer: 'buildings',
      kind: 'polygon',
      path: ring([x, y, x + 0.0012, y + 0.0008]),
      minZoom: 13,
      properties: { kind: 'building', height: 8 },
    };
  });
}

/** An invented town in the schema of Protomaps. */
export const TOWN_FEATURES: readonly TileFeature[] = [
  {
    layer: 'earth',
    kind: 'polygon',
    path: ring([-1.4, 52.1, -0.9, 52.4]),
    properties: { kind: 'earth' },
  },
  {
    layer: 'landuse',
    kind: 'polygon',
    path: ring([-1.185, 52.268, -1.165, 52.276]),
    minZoom: 8,
    properties: { kind: 'industrial' },
  },
  {
    layer: 'landuse',
    kind: 'polygon',
    path: ring([-1.15, 52.266, -1.135, 52.276]),
    minZoom: 8,
    properties: { kind: 'park' },
  },
  {
    layer: 'water',
    kind: 'polygon',
    path: ring([-1.146, 52.268, -1.138, 52.273]),
    minZoom: 8,
    properties: { kind: 'lake', name: 'Country Park Lake' },
  },
  ...streets(),
  ...buildings(),
  {
    layer: 'places',
    kind: 'point',
    path: [[-1.16, 52.2572]],
    properties: {
      kind: 'locality',
      kind_detail: 'town',
      name: 'Testingham',
      'name:pt': 'Vila de Teste',
      min_zoom: 5,
      population_rank: 8,
    },
  },
  {
    layer: 'pois',
    kind: 'point',
    path: [[-1.155, 52.2615]],
    minZoom: 13,
    properties: { kind: 'supermarket', name: 'Market Hall', min_zoom: 13 },
  },
];

export interface TestArchive {
  readonly bytes: Buffer;
  /** Directory entries, ascending. */
  readonly entries: readonly Entry[];
}

/** A PMTiles archive with these features, written by the product's own writer. */
export function streetArchive(
  features: readonly TileFeature[] = TOWN_FEATURES,
  box: Box = TOWN,
  maxZoom = 15,
  metadata: object = {},
): TestArchive {
  const entries: Entry[] = [];
  const tiles: Buffer[] = [];
  const places = new Map<string, { offset: number; length: number }>();
  let offset = 0;
  let addressed = 0;
  for (const { first, end } of tileRanges(box, maxZoom)) {
    for (let tileId = first; tileId < end; tileId += 1) {
      const tile = vectorTile(features, ...tileIdToZxy(tileId));
      if (tile === null) continue;
      const key = tile.toString('latin1');
      let place = places.get(key);
      if (place === undefined) {
        const bytes = gzipSync(tile);
        place = { offset, length: bytes.length };
        places.set(key, place);
        tiles.push(bytes);
        offset += bytes.length;
      }
      entries.push({ tileId, runLength: 1, ...place });
      addressed += 1;
    }
  }
  const [minLon, minLat, maxLon, maxLat] = box;
  const head = archiveHead(
    {
      numAddressedTiles: addressed,
      numTileContents: tiles.length,
      tileDataLength: offset,
      tileCompression: Compression.Gzip,
      tileType: TileType.Mvt,
      ...{ minZoom: 0, maxZoom, minLon, minLat, maxLon, maxLat },
      ...{ centerZoom: 10, centerLon: (minLon + maxLon) / 2, centerLat: (minLat + maxLat) / 2 },
    },
    entries,
    {
      vector_layers: ['earth', 'landuse', 'water', 'roads', 'buildings', 'places', 'pois'].map(
        (id) => ({ id }),
      ),
      'planetiler:osm:osmosisreplicationtime': '2026-11-20T04:00:00Z',
      ...metadata,
    },
  );
  return { bytes: Buffer.concat([head, ...tiles]), entries };
}
