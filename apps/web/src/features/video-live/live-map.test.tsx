import { cleanup, render } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestTexts } from '../../test-texts.ts';
import type { LiveTrail } from './video-live-trail.ts';

/** Options passed to the map, which jsdom cannot draw. */
const told = vi.hoisted(() => ({
  viewports: [] as unknown[],
  layers: [] as { paint: Record<string, unknown> }[],
  jumps: [] as unknown[],
  rotations: [] as number[],
}));
const map = vi.hoisted(() => ({
  addSource: () => undefined,
  addLayer: (layer: { paint: Record<string, unknown> }) => void told.layers.push(layer),
  getSource: () => ({ setData: () => undefined }),
  jumpTo: (camera: unknown) => void told.jumps.push(camera),
  easeTo: () => undefined,
  getContainer: () => document.body,
  project: () => ({ x: 0, y: 0 }),
}));
vi.mock('../../ui/map/base-map.ts', () => {
  const made = { box: { current: null }, dressed: { map } };
  return {
    calm: () => ({}),
    useBaseMap: ({ viewport, onDress }: { viewport: unknown; onDress: (on: object) => void }) => {
      told.viewports.push(viewport);
      if (told.layers.length === 0) onDress(map);
      return made;
    },
  };
});
vi.mock('maplibre-gl', () => ({
  Marker: class {
    setLngLat() {
      return this;
    }
    setRotation(rotation: number) {
      told.rotations.push(rotation);
      return this;
    }
    addTo() {
      return this;
    }
    remove() {
      return this;
    }
  },
}));
afterAll(() => {
  vi.doUnmock('../../ui/map/base-map.ts');
  vi.doUnmock('maplibre-gl');
});

const TRAIL: LiveTrail = {
  points: [{ timeMs: 0, latitudeDeg: 53, longitudeDeg: -1.5, directionDeg: 90 }],
  rotationDeg: 270,
  isMoving: true,
};

beforeAll(startTestTexts);
beforeEach(async () => {
  for (const list of Object.values(told)) list.length = 0;
  const { default: LiveMap } = await import('./live-map.tsx');
  render(<LiveMap trail={TRAIL} start={null} basemap={null} unit="MLS" />);
});
afterEach(cleanup);

describe('the map of live video', () => {
  it('[F-24] opens at zoom 16 on the vehicle', () => {
    expect(told.viewports.at(-1)).toEqual({ latitudeDeg: 53, longitudeDeg: -1.5, zoom: 16 });
    expect(told.jumps).toEqual([{ center: [-1.5, 53], zoom: 16 }]);
  });

  it('[F-25] draws the trail in pink', () => {
    const color = String(told.layers[0]?.paint['line-color']);
    const [red = 0, green = 0, blue = 0] = (color.match(/[\da-f]{2}/g) ?? []).map((pair) =>
      Number.parseInt(pair, 16),
    );
    // Pink by hue: red the highest component, blue above green.
    expect(red).toBeGreaterThan(240);
    expect(blue).toBeLessThan(red);
    expect(green).toBeLessThan(blue);
  });

  it('[F-26] draws the trail 8 px wide at least', () => {
    // Between and beyond the zoom stops, widths are interpolated or clamped.
    const { paint = {} } = told.layers[0] ?? {};
    const [kind, , , ...stops] = paint['line-width'] as readonly unknown[];
    expect(kind).toBe('interpolate');
    expect(Math.min(...stops.filter((_, index) => index % 2 === 1).map(Number))).toBe(8);
  });

  it('[F-20] turns the marker by its rotation, which is counter-clockwise', () =>
    expect(told.rotations).toEqual([-270]));
});
