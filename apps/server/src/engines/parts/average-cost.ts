/** The stock of a part in a store. Costs are net, of one unit. */
export interface PartStock {
  readonly quantity: number;
  readonly averageCost: number;
}

/** A change of a stock. */
export interface StockChange {
  /** In the unit of the part, negative for what leaves the store; never zero. */
  readonly quantity: number;
  /** Cost of one unit that comes in; null for the average. What leaves has the average cost. */
  readonly unitCost: number | null;
}

const QUANTITY_STEPS = 1_000;
const COST_STEPS = 10_000;
const rounded = (value: number, steps: number) => Math.round(value * steps + 1e-6) / steps;

/**
 * The stock after a change, valued at the moving average (IAS 2, paragraph 27): what comes in changes the
 * average by its own cost, what leaves takes the average with it. An empty stock keeps its last average for
 * what comes in without a cost.
 *
 * @returns the stock, rounded to three decimals and its average to four, and the cost of one moved unit; null
 *   if there is less than what leaves
 */
export function movedStock(
  stock: PartStock,
  { quantity, unitCost }: StockChange,
): { readonly stock: PartStock; readonly unitCost: number } | null {
  const left = rounded(stock.quantity + quantity, QUANTITY_STEPS);
  if (left < 0) return null;
  if (quantity < 0 || unitCost === null) {
    return {
      stock: { quantity: left, averageCost: stock.averageCost },
      unitCost: stock.averageCost,
    };
  }
  const value = stock.quantity * stock.averageCost + quantity * unitCost;
  return { stock: { quantity: left, averageCost: rounded(value / left, COST_STEPS) }, unitCost };
}
