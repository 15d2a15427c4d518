import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Basemap } from './basemap.ts';

// The library needs WebGL; only its list of protocols is used here.
vi.mock('maplibre-gl', () => ({ addProtocol: () => undefined }));
afterAll(() => vi.doUnmock('maplibre-gl'));
const { streetLayers, withStreets } = await import('./street-style.ts');
const { archivesOf } = await import('./street-tiles.ts');

const archive = (
  path: string,
  bounds: [number, number, number, number],
  max_zoom = 15,
): Basemap['archives'][number] => ({ path, bounds, min_zoom: 0, max_zoom });
const NORTH = archive('/north/', [-3, 54, 0, 56]);
const SOUTH = archive('/south/', [-3, 51, 0, 54.5], 13);
const EMPTY = { version: 8 as const, sources: {}, layers: [] };

describe('the layers of the streets', () => {
  it('need no glyphs, sprites or addresses of other hosts', () => {
    for (const scheme of ['light', 'dark'] as const) {
      const style = withStreets(EMPTY, [NORTH], scheme);
      expect(style).not.toHaveProperty('glyphs');
      expect(style).not.toHaveProperty('sprite');
      const { attribution, ...source } = style.sources.streets as { attribution: string };
      expect(JSON.stringify([source, style.layers])).not.toContain('http');
      expect(attribution).toContain('© OpenStreetMap contributors');
    }
  });

  it('name places in the language of the reader, and encode no script', () => {
    const text = (language: string) => JSON.stringify(streetLayers('light', language));
    expect(text('pt')).toContain('name:pt');
    expect(text('en')).toContain('name:en');
    expect(text('en')).not.toContain('name:pt');
    expect(text('en')).not.toContain('pgf:');
  });

  it('leave the background and the ids of the built-in map', () => {
    const ids = streetLayers('dark', 'en').map(({ id }) => id);
    expect(ids).toContain('streets-roads_minor');
    expect(ids.every((id) => id.startsWith('streets-'))).toBe(true);
    expect(ids).not.toContain('streets-background');
  });

  it('cover all archives', () => {
    expect(withStreets(EMPTY, [NORTH, SOUTH], 'light').sources.streets).toMatchObject({
      bounds: [-3, 51, 0, 56],
      minzoom: 0,
      maxzoom: 15,
    });
  });
});

describe('the archives of a tile', () => {
  it('are those that touch it and have its zoom, the first of the settings first', () => {
    const paths = (z: number, x: number, y: number) =>
      archivesOf([SOUTH, NORTH], z, x, y).map(({ path }) => path);
    expect(paths(0, 0, 0)).toEqual(['/south/', '/north/']);
    // Columns and rows at latitude 52.3 and 55, longitude -1.5.
    expect(paths(13, 4061, 2701)).toEqual(['/south/']);
    expect(paths(14, 8123, 5402)).toEqual([]);
    expect(paths(14, 8123, 5206)).toEqual(['/north/']);
    expect(paths(5, 0, 0)).toEqual([]);
  });
});
