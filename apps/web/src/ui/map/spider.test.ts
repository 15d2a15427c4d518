import { describe, expect, it } from 'vitest';
import { SPIDER_MAX, spiderCentre, spiderPlaces } from './spider.ts';

const counts = Array.from({ length: SPIDER_MAX }, (_, n) => n + 1);

describe('a spider', () => {
  it.each(counts)('has %i places that do not overlap, the first at the top', (count) => {
    const places = spiderPlaces(count);
    expect(places).toHaveLength(count);
    expect(places[0]?.x).toBe(0);
    expect(places[0]?.y).toBeLessThan(0);
    for (const [index, a] of places.entries()) {
      for (const b of places.slice(index + 1)) {
        expect(Math.abs(a.x - b.x) >= 92 || Math.abs(a.y - b.y) >= 60).toBe(true);
      }
    }
  });

  it.each(counts)('of %i vehicles fits a phone of 390 px, in each corner of the map', (count) => {
    const map = { widthPx: 390, heightPx: 440 };
    const places = spiderPlaces(count);
    for (const wanted of [
      { x: 0, y: 0 },
      { x: 390, y: 440 },
      { x: 195, y: 220 },
    ]) {
      const centre = spiderCentre(wanted, places, map);
      for (const { x, y } of places) {
        expect(Math.abs(centre.x + x - 195)).toBeLessThanOrEqual(195 - 46);
        expect(Math.abs(centre.y + y - 220)).toBeLessThanOrEqual(220 - 30);
      }
    }
  });

  it('stays at its cluster where there is room', () => {
    const centre = spiderCentre({ x: 700, y: 400 }, spiderPlaces(3), {
      widthPx: 1400,
      heightPx: 800,
    });
    expect(centre).toEqual({ x: 700, y: 400 });
  });
});
