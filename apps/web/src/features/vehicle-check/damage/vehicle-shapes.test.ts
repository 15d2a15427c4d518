import { DAMAGE_ZONES, VEHICLE_TYPES } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import { DRAWING, markersOf, SHAPES } from './vehicle-shapes.ts';

describe.each(VEHICLE_TYPES)('[L-P04] the drawing of a %s', (type) => {
  it('has a zone for each part, within the drawing, without overlaps', () => {
    const { zones } = SHAPES[type];
    const boxes = DAMAGE_ZONES.map((zone) => ({ zone, ...zones[zone] }));
    for (const { zone, x, y, width, height } of boxes) {
      expect(width, zone).toBeGreaterThan(0);
      expect(height, zone).toBeGreaterThan(0);
      expect(x + width, zone).toBeLessThanOrEqual(DRAWING.width);
      expect(y + height, zone).toBeLessThanOrEqual(DRAWING.height);
    }
    for (const a of boxes) {
      for (const b of boxes.filter(({ zone }) => zone !== a.zone)) {
        const isApart =
          a.x + a.width <= b.x ||
          b.x + b.width <= a.x ||
          a.y + a.height <= b.y ||
          b.y + b.height <= a.y;
        expect(isApart, `${a.zone} and ${b.zone}`).toBe(true);
      }
    }
  });

  it('numbers damages in the order of their list, each at a separate position in its zone', () => {
    const damages = [
      { id: 9, part: 'left' },
      { id: 4, part: 'rear' },
      { id: 7, part: 'left' },
      { id: 8, part: 'left' },
    ] as const;
    const markers = markersOf(damages, type);
    expect(markers.map(({ id, number }) => [id, number])).toEqual([
      [9, 1],
      [4, 2],
      [7, 3],
      [8, 4],
    ]);
    const spots = markers.map(({ leftPercent, topPercent }) => `${leftPercent} ${topPercent}`);
    expect(new Set(spots).size).toBe(4);
    const { left } = SHAPES[type].zones;
    const heights = markers
      .filter(({ id }) => id !== 4)
      .map((m) => (m.topPercent * DRAWING.height) / 100);
    for (const y of heights) {
      expect(y).toBeGreaterThan(left.y);
      expect(y).toBeLessThan(left.y + left.height);
    }
  });
});
