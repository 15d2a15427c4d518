import type { PositionRow } from './position-row.ts';

/**
 * Separates rows that are certainly new, because they are newer than all known records of their
 * vehicle, from rows that may be known already.
 */
export function newerRows(
  rows: readonly PositionRow[],
  states: { timeOf(vehicleId: number): number },
): { newer: PositionRow[]; others: PositionRow[] } {
  const newer: PositionRow[] = [];
  const others: PositionRow[] = [];
  const newest = new Map<number, number>();
  for (const row of rows) {
    const known = newest.get(row.vehicleId) ?? states.timeOf(row.vehicleId);
    if (row.timeMs > known) {
      newest.set(row.vehicleId, row.timeMs);
      newer.push(row);
    } else others.push(row);
  }
  return { newer, others };
}
