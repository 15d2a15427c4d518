import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PMTiles, tileIdToZxy } from 'pmtiles';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RangeServer, rangeServer } from '../../../../../test/range-server.ts';
import { streetArchive } from '../../../../../test/street-archive.ts';
import { ArchiveFile } from '../../../../platform/map-archives/index.ts';
import { installMap, type Setting } from './maps-extract.service.ts';
import { readArguments } from './maps-extract-arguments.ts';
import { type Box, tileRanges } from './maps-extract-tiles.ts';

/** A part of the town. */
const QUARTER: Box = [-1.19, 52.25, -1.15, 52.27];
const NOW_MS = Date.UTC(2026, 10, 23, 12);

let server: RangeServer;
let dataDir: string;
const town = streetArchive();
const said: string[] = [];

beforeAll(async () => {
  server = await rangeServer();
});
afterAll(() => server.close());
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'roadworthy-map-'));
  server.files.clear();
  server.asked.length = 0;
  server.intercept = () => false;
  said.length = 0;
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const setting = (over: Partial<Setting['config']> = {}): Setting => ({
  config: {
    dataDir,
    filesReserveBytes: 0,
    map: { sourceUrl: server.url } as Setting['config']['map'],
    ...over,
  },
  nowMs: NOW_MS,
  say: (line) => said.push(line),
  progress: () => undefined,
});
const choiceOf = (args: readonly string[]) => {
  const read = readArguments(args);
  if (read.kind !== 'install') throw new Error('not an installation');
  return read.choice;
};
const run = (args: readonly string[], own = setting()) => installMap(choiceOf(args), own);
const bbox = QUARTER.join(',');
const names = () => (existsSync(join(dataDir, 'maps')) ? readdirSync(join(dataDir, 'maps')) : []);

async function opened<T>(path: string, read: (archive: PMTiles) => Promise<T>): Promise<T> {
  const file = await ArchiveFile.open(path);
  try {
    return await read(new PMTiles(file));
  } finally {
    await file.close();
  }
}

/** The tile of the town's archive with an id; undefined if it has none. */
function sourceTile(id: number): Buffer | undefined {
  const entry = town.entries.find(({ tileId }) => tileId === id);
  if (entry === undefined) return undefined;
  const start = Number(town.bytes.readBigUInt64LE(56)) + entry.offset;
  return gunzipSync(town.bytes.subarray(start, start + entry.length));
}

describe('npm run map', () => {
  it('extracts an area of the newest build into a valid archive', async () => {
    server.files.set('/20261120.pmtiles', town.bytes);
    const path = await run(['--bbox', bbox, '--name', 'quarter', '--maxzoom', '14']);
    expect(path).toBe(join(dataDir, 'maps/quarter.pmtiles'));
    expect(names()).toEqual(['quarter.pmtiles']);
    expect(server.asked.slice(0, 4).map((one) => one.path)).toEqual([
      '/20261123.pmtiles',
      '/20261122.pmtiles',
      '/20261121.pmtiles',
      '/20261120.pmtiles',
    ]);
    await opened(path, async (archive) => {
      const header = await archive.getHeader();
      expect(header).toMatchObject({ specVersion: 3, clustered: true, minZoom: 0, maxZoom: 14 });
      expect([header.minLon, header.minLat, header.maxLon, header.maxLat]).toEqual([...QUARTER]);
      expect(await archive.getMetadata()).toMatchObject({ 'roadworthy:area': 'custom' });
      let count = 0;
      for (const { first, end } of tileRanges(QUARTER, 14)) {
        for (let id = first; id < end; id += 1) {
          const tile = await archive.getZxy(...tileIdToZxy(id));
          expect(tile === undefined ? undefined : Buffer.from(tile.data)).toEqual(sourceTile(id));
          count += 1;
        }
      }
      expect(count).toBeGreaterThan(20);
      expect(header.numAddressedTiles).toBe(count);
      const [z, x, y] = tileIdToZxy(town.entries.at(-1)?.tileId ?? 0);
      expect(z).toBe(15);
      expect(await archive.getZxy(z, x, y)).toBeUndefined();
    });
  });

  it('transfers less than the whole source, and stores equal tiles once', async () => {
    server.files.set('/planet.pmtiles', town.bytes);
    const url = `${server.url}/planet.pmtiles`;
    const path = await run(['--bbox', bbox, '--url', url, '--name', 'small', '--maxzoom', '10']);
    const { numTileContents, numAddressedTiles } = await opened(path, (one) => one.getHeader());
    expect(numTileContents).toBeLessThanOrEqual(numAddressedTiles);
    expect(readFileSync(path).length).toBeLessThan(town.bytes.length / 2);
  });

  it('names the area in the archive and the file', async () => {
    server.files.set('/20261123.pmtiles', town.bytes);
    const path = await run(['--area', 'Greater London', '--maxzoom', '5']);
    expect(path).toBe(join(dataDir, 'maps/greater-london.pmtiles'));
    const metadata = await opened(path, (archive) => archive.getMetadata());
    expect(metadata).toMatchObject({ 'roadworthy:area': 'greater-london' });
  });

  it('continues after an interruption without asking again for what it has', async () => {
    const large = largeArchive();
    server.files.set('/large.pmtiles', large);
    const args = ['--url', `${server.url}/large.pmtiles`];
    let parts = 0;
    server.intercept = (request, response) => {
      const [, from] = /^bytes=(\d+)-/.exec(request.headers.range ?? '') ?? [];
      if (Number(from) < 8 * 2 ** 20) return false;
      parts += 1;
      response.writeHead(403).end();
      return true;
    };
    await expect(run(args)).rejects.toMatchObject({ code: 'map.source_missing' });
    expect(parts).toBeGreaterThan(0);
    expect(names().sort()).toEqual([
      '.large.pmtiles.part',
      '.large.pmtiles.part.done',
      '.large.pmtiles.part.json',
    ]);
    const doneBefore = readFileSync(join(dataDir, 'maps/.large.pmtiles.part.done'), 'utf8')
      .trim()
      .split('\n');
    expect(doneBefore.sort()).toEqual(['0', '1']);
    server.intercept = () => false;
    server.asked.length = 0;
    const path = await run(args);
    expect(readFileSync(path).equals(large)).toBe(true);
    const ranges = server.asked.map(({ range }) => range);
    expect(ranges).not.toContain(`bytes=${4 * 2 ** 20}-${8 * 2 ** 20 - 1}`);
    expect(ranges).toContain(`bytes=${8 * 2 ** 20}-${12 * 2 ** 20 - 1}`);
    expect(names()).toEqual(['large.pmtiles']);
  });

  it('begins again if the source is another one now', async () => {
    server.files.set('/large.pmtiles', largeArchive());
    const args = ['--url', `${server.url}/large.pmtiles`];
    server.intercept = (request, response) => {
      const [, from] = /^bytes=(\d+)-/.exec(request.headers.range ?? '') ?? [];
      if (Number(from) < 8 * 2 ** 20) return false;
      response.writeHead(403).end();
      return true;
    };
    await expect(run(args)).rejects.toThrow();
    server.intercept = () => false;
    server.files.set('/large.pmtiles', town.bytes);
    expect(readFileSync(await run(args)).equals(town.bytes)).toBe(true);
  });

  it('repeats a request that failed for a moment', async () => {
    server.files.set('/20261123.pmtiles', town.bytes);
    let failures = 2;
    server.intercept = (_request, response) => {
      if (failures === 0) return false;
      failures -= 1;
      response.writeHead(503).end();
      return true;
    };
    await run(['--bbox', bbox]);
    expect(names()).toHaveLength(1);
  });

  it('copies an archive from a file, for machines without internet', async () => {
    const file = join(dataDir, 'from usb.pmtiles');
    writeFileSync(file, town.bytes);
    const path = await run(['--url', file]);
    expect(path).toBe(join(dataDir, 'maps/from-usb.pmtiles'));
    expect(readFileSync(path).equals(town.bytes)).toBe(true);
  });

  it('from a server without ranges copies whole files, and says why it extracts nothing', async () => {
    server.files.set('/20261123.pmtiles', town.bytes);
    server.intercept = (request, response) => {
      delete request.headers.range;
      response.writeHead(200).end(server.files.get(request.url ?? ''));
      return true;
    };
    await expect(run(['--bbox', bbox])).rejects.toMatchObject({ code: 'map.no_ranges' });
    const url = `${server.url}/20261123.pmtiles`;
    await expect(run(['--bbox', bbox, '--url', url])).rejects.toThrow('does not send parts');
    expect(readFileSync(await run(['--url', url])).equals(town.bytes)).toBe(true);
  });

  it('refuses a truncated archive, removes it, and keeps the installed one', async () => {
    server.files.set('/town.pmtiles', town.bytes);
    const args = ['--url', `${server.url}/town.pmtiles`];
    const path = await run(args);
    server.files.set('/town.pmtiles', town.bytes.subarray(0, town.bytes.length - 100));
    await expect(run(args)).rejects.toThrow('not a usable street map (truncated)');
    expect(readFileSync(path).equals(town.bytes)).toBe(true);
    expect(names()).toEqual(['town.pmtiles']);
  });

  it('refuses an archive whose tiles are damaged', async () => {
    const broken = Buffer.from(town.bytes);
    broken.fill(0, Number(broken.readBigUInt64LE(56)));
    server.files.set('/town.pmtiles', broken);
    await expect(run(['--url', `${server.url}/town.pmtiles`])).rejects.toThrow('damaged');
    expect(names()).toEqual([]);
  });

  it('stops before the download if the disk has too little space', async () => {
    server.files.set('/20261123.pmtiles', town.bytes);
    const full = setting({ filesReserveBytes: Number.MAX_SAFE_INTEGER / 2 });
    await expect(run(['--bbox', bbox], full)).rejects.toMatchObject({ code: 'map.disk_full' });
    expect(names()).toEqual([]);
  });

  it('says when there is no build, and when the machine is offline', async () => {
    await expect(run(['--bbox', bbox])).rejects.toMatchObject({ code: 'map.no_build' });
    const gone = await rangeServer();
    await gone.close();
    const offline = setting({ map: { sourceUrl: gone.url } as Setting['config']['map'] });
    await expect(run(['--bbox', bbox], offline)).rejects.toThrow(
      /cannot be reached \(ECONNREFUSED\)/,
    );
  });
});

/** The town's archive with tile data that no entry refers to, so that a copy takes several requests. */
function largeArchive(): Buffer {
  return Buffer.concat([town.bytes, Buffer.alloc(14 * 2 ** 20)]);
}
