import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import { worldCountries } from './world-data.ts';

const FILES = {
  britain: resolve(import.meta.dirname, 'public/map/britain.json'),
  world: resolve(import.meta.dirname, 'public/map/world.json'),
} as const;

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
  mkdirSync(dirname(FILES.britain), { recursive: true });
  writeFileSync(FILES.britain, JSON.stringify(collection));
  writeFileSync(FILES.world, JSON.stringify(worldCountries()));
}

/**
 * Writes the data of the offline map as GeoJSON files, which the map's worker reads without parsing
 * JavaScript.
 */
export function geographyData(): Plugin {
  return { name: 'geography-data', buildStart: write };
}
