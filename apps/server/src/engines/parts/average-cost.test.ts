import { describe, expect, it } from 'vitest';
import { movedStock, type PartStock, type StockChange } from './index.ts';

const EMPTY: PartStock = { quantity: 0, averageCost: 0 };
const moved = (stock: PartStock, quantity: number, unitCost: number | null = null) =>
  movedStock(stock, { quantity, unitCost });

describe('the moving average', () => {
  it.each<[PartStock, StockChange, PartStock, number]>([
    [EMPTY, { quantity: 10, unitCost: 5 }, { quantity: 10, averageCost: 5 }, 5],
    [
      { quantity: 10, averageCost: 5 },
      { quantity: 10, unitCost: 7 },
      { quantity: 20, averageCost: 6 },
      7,
    ],
    [
      { quantity: 20, averageCost: 6 },
      { quantity: -5, unitCost: null },
      { quantity: 15, averageCost: 6 },
      6,
    ],
    // The cost of what leaves is the average, whatever is asked.
    [
      { quantity: 4, averageCost: 6 },
      { quantity: -4, unitCost: 99 },
      { quantity: 0, averageCost: 6 },
      6,
    ],
    // Without a cost, what comes in does not move the average, also of an empty stock.
    [
      { quantity: 0, averageCost: 6 },
      { quantity: 2, unitCost: null },
      { quantity: 2, averageCost: 6 },
      6,
    ],
    [
      { quantity: 3, averageCost: 0.0049 },
      { quantity: 1, unitCost: 0.0051 },
      { quantity: 4, averageCost: 0.005 },
      0.0051,
    ],
    // Free of charge lowers it.
    [
      { quantity: 1, averageCost: 8 },
      { quantity: 1, unitCost: 0 },
      { quantity: 2, averageCost: 4 },
      0,
    ],
    [
      { quantity: 0.1, averageCost: 2 },
      { quantity: 0.2, unitCost: 2 },
      { quantity: 0.3, averageCost: 2 },
      2,
    ],
  ])('of %j after %j is %j', (stock, change, after, unitCost) => {
    expect(movedStock(stock, change)).toEqual({ stock: after, unitCost });
  });

  it('gives nothing that is not there', () => {
    expect(moved({ quantity: 2, averageCost: 1 }, -2.001)).toBeNull();
    expect(moved(EMPTY, -0.001)).toBeNull();
    // 0.3 - 0.1 - 0.2 is not zero in binary.
    const after = moved({ quantity: 0.3, averageCost: 1 }, -0.1);
    expect(after && moved(after.stock, -0.2)?.stock.quantity).toBe(0);
  });

  it('keeps the value over a thousand movements, up to the rounding of the average', () => {
    let stock = EMPTY;
    let value = 0;
    for (let n = 1; n <= 1000; n += 1) {
      const change =
        n % 3 === 0
          ? { quantity: -((n % 7) + 1), unitCost: null }
          : { quantity: (n % 11) + 1, unitCost: 1 + (n % 97) / 10 };
      const next = movedStock(stock, change);
      if (next === null) continue;
      value += change.quantity * next.unitCost;
      stock = next.stock;
    }
    expect(stock.quantity).toBeGreaterThan(100);
    expect(Math.abs(stock.quantity * stock.averageCost - value)).toBeLessThan(1);
  });
});
