import { type Entry, tileIdToZxy, zxyToTileId } from 'pmtiles';
import { describe, expect, it } from 'vitest';
import { encodeDirectory } from './maps-extract-archive.ts';
import { readArguments } from './maps-extract-arguments.ts';
import { groupRequests } from './maps-extract-plan.ts';
import { tileRanges } from './maps-extract-tiles.ts';

describe('the tiles of an area', () => {
  it('are those that touch its box, at every zoom', () => {
    const wanted = new Set<number>();
    for (let z = 0; z <= 6; z += 1) {
      for (let x = 0; x < 2 ** z; x += 1) {
        for (let y = 0; y < 2 ** z; y += 1) {
          const west = (x / 2 ** z) * 360 - 180;
          const east = ((x + 1) / 2 ** z) * 360 - 180;
          const latitude = (row: number) =>
            (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** z))) * 180) / Math.PI;
          const touches = west <= 2 && east > -9 && latitude(y) >= 49.5 && latitude(y + 1) < 61.2;
          if (touches) wanted.add(zxyToTileId(z, x, y));
        }
      }
    }
    const found = tileRanges([-9, 49.5, 2, 61.2], 6).flatMap(({ first, end }) =>
      Array.from({ length: end - first }, (_, n) => first + n),
    );
    expect(new Set(found)).toEqual(wanted);
    expect(found).toEqual([...found].sort((a, b) => a - b));
  });

  it('are on both sides of the 180th meridian', () => {
    const ids = tileRanges([177, -19, -178, -16], 3).map(({ first }) => tileIdToZxy(first));
    const columns = new Set(ids.filter(([z]) => z === 3).map(([, x]) => x));
    expect(columns).toEqual(new Set([0, 7]));
  });

  it('of the whole world are one range', () => {
    expect(tileRanges([-180, -85.1, 180, 85.1], 4)).toEqual([{ first: 0, end: 341 }]);
  });
});

describe('a directory', () => {
  it('is read by the library as it was written, with large numbers', async () => {
    const entries: Entry[] = [
      { tileId: 0, runLength: 1, offset: 0, length: 300 },
      { tileId: 5, runLength: 4, offset: 300, length: 70_000 },
      { tileId: 2 ** 40, runLength: 1, offset: 2 ** 37, length: 127 },
      { tileId: 2 ** 40 + 1, runLength: 2 ** 20, offset: 0, length: 300 },
    ];
    const bytes = encodeDirectory(entries);
    const { ResolvedValueCache } = await import('pmtiles');
    const source = {
      getKey: () => 'directory',
      getBytes: async () => ({ data: new Uint8Array(bytes).buffer }),
    };
    const header = { internalCompression: 2 } as Parameters<
      InstanceType<typeof ResolvedValueCache>['getDirectory']
    >[3];
    const read = await new ResolvedValueCache().getDirectory(source, 0, bytes.length, header);
    expect(read).toEqual(entries);
  });
});

describe('requests to the source', () => {
  it('join near parts, and leave out what is far or too much', () => {
    const tiles = [
      { offset: 0, to: 0, length: 100 },
      { offset: 100, to: 100, length: 50 },
      { offset: 1000, to: 150, length: 10 },
      { offset: 5_000_000, to: 160, length: 4_000_000 },
      { offset: 9_000_000, to: 4_000_160, length: 4_000_000 },
      { offset: 20, to: 8_000_160, length: 5 },
    ];
    expect(groupRequests(tiles)).toEqual([
      {
        offset: 0,
        length: 1010,
        copies: [
          { from: 0, to: 0, length: 150 },
          { from: 1000, to: 150, length: 10 },
        ],
      },
      { offset: 5_000_000, length: 4_000_000, copies: [{ from: 0, to: 160, length: 4_000_000 }] },
      {
        offset: 9_000_000,
        length: 4_000_000,
        copies: [{ from: 0, to: 4_000_160, length: 4_000_000 }],
      },
      { offset: 20, length: 5, copies: [{ from: 0, to: 8_000_160, length: 5 }] },
    ]);
  });
});

describe('the arguments of npm run map', () => {
  it.each([
    [['--area', 'atlantis'], 'map.area_unknown'],
    [['--area', 'constructor'], 'map.area_unknown'],
    [['--bbox', '1,2,3'], 'map.bbox_wrong'],
    [['--bbox', '-1,53,1,52'], 'map.bbox_wrong'],
    [['--bbox', '-1,,1,52'], 'map.bbox_wrong'],
    [['--bbox', '-200,50,1,52'], 'map.bbox_wrong'],
    [['--area', 'wales', '--bbox', '-1,51,1,52'], 'map.area_and_bbox'],
    [['--area', 'wales', '--maxzoom', '16'], 'map.maxzoom_wrong'],
    [['--area', 'wales', '--maxzoom', 'high'], 'map.maxzoom_wrong'],
    [['--area', 'wales', '--name', '../x'], 'map.name_wrong'],
    [['--aera', 'wales'], 'map.arguments_wrong'],
  ])('refuses %j', (args, code) => {
    expect(() => readArguments(args)).toThrow(expect.objectContaining({ code }));
  });

  it('show help without a choice, and the areas', () => {
    expect(readArguments([])).toEqual({ kind: 'help' });
    expect(readArguments(['--list'])).toEqual({ kind: 'list' });
    expect(readArguments(['--area', 'Great_Britain'])).toMatchObject({
      choice: { name: 'great-britain', maxZoom: 15 },
    });
  });
});
