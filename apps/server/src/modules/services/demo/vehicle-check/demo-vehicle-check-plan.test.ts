import { describe, expect, it } from 'vitest';
import { reportsOf } from './demo-vehicle-check-plan.ts';

const NOW = Date.parse('2026-06-05T12:00:00Z');
const vehicle = { id: 1, type: 'VAN', depotId: 1, driver: 'Ann Miles' } as const;

describe('reports of a demo vehicle', () => {
  it('are reproducible, end now, and are of every type across a fleet', () => {
    expect(reportsOf(vehicle, 4, NOW)).toEqual(reportsOf(vehicle, 4, NOW));
    const all = Array.from({ length: 60 }, (_, number) => reportsOf(vehicle, number, NOW)).flat();
    expect(all.every(({ doneMs }) => doneMs <= NOW)).toBe(true);
    const kinds = new Set(all.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['AUD', 'GTC', 'HND', 'STD']);
    const damaged = all.filter(({ damage }) => damage !== null);
    expect(damaged.some(({ fixedMs }) => fixedMs === null)).toBe(true);
    expect(damaged.some(({ fixedMs }) => fixedMs !== null)).toBe(true);
    const nil = all.filter(({ items }) => items.every(({ result }) => result !== 'defect'));
    expect(nil.length / all.length).toBeGreaterThan(0.8);
    expect(nil.length / all.length).toBeLessThan(1);
  });
});
