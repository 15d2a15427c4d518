/** The stock of a part against one of its minimums, and what is ordered already. */
export interface Shortage {
  readonly stock: number;
  /** Null for none. */
  readonly minimum: number | null;
  /** Of open orders, not received yet. */
  readonly onOrder: number;
}

/**
 * The quantity to order of a part: nothing while no stock with what is on order is under its minimum, else the
 * reorder quantity, or more of it if that does not reach the minimum.
 *
 * @param reorderQuantity null to order exactly what is missing
 * @returns zero for nothing, at most three decimals
 */
export function proposedQuantity(
  shortages: readonly Shortage[],
  reorderQuantity: number | null,
): number {
  const missing = Math.max(
    0,
    ...shortages.map(({ stock, minimum, onOrder }) => (minimum ?? 0) - stock - onOrder),
  );
  if (missing < 0.0005) return 0;
  if (reorderQuantity === null) return Math.round(missing * 1000) / 1000;
  const lots = Math.ceil(missing / reorderQuantity - 1e-9);
  return Math.round(lots * reorderQuantity * 1000) / 1000;
}
