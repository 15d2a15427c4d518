import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'vite';

const FILE = resolve(import.meta.dirname, 'public/map/britain.json');

interface Geography {
  readonly PLACES: readonly {
    readonly name: string;
    readonly latitudeDeg: number;
    readonly longitudeDeg: number;
    readonly rank: number;
  }[];
  readonly ROADS: readonly {
    readonly name: string;
    readonly kind: string;
    readonly path: readonly (readonly [number, number])[];
  }[];
}

async function write(): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [resolve(import.meta.dirname, '../../packages/domain/src/geography/index.ts')],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? '').toString('base64');
  const { PLACES, ROADS }: Geography = await import(`data:text/javascript;base64,${code}`);
  const feature = (properties: object, geometry: object) => ({
    type: 'Feature',
    properties,
    geometry,
  });
  const collection = {
    type: 'FeatureCollection',
    features: [
      ...ROADS.map(({ name, kind, path }) =>
        feature({ kind, name }, { type: 'LineString', coordinates: path }),
      ),
      ...PLACES.map(({ name, rank, latitudeDeg, longitudeDeg }) =>
        feature(
          { kind: 'place', name, rank },
          { type: 'Point', coordinates: [longitudeDeg, latitudeDeg] },
        ),
      ),
    ],
  };
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify(collection));
}

/** Writes roads and places of the offline map as a data file: data is no script to be parsed. */
export function geographyData(): Plugin {
  return { name: 'geography-data', buildStart: write };
}
