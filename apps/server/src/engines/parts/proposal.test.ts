import { expect, it } from 'vitest';
import { proposedQuantity, type Shortage } from './index.ts';

const of = (stock: number, minimum: number | null, onOrder = 0): Shortage => ({
  stock,
  minimum,
  onOrder,
});

it.each<[string, readonly Shortage[], number | null, number]>([
  ['nothing at its minimum', [of(5, 5)], 10, 0],
  ['nothing without a minimum', [of(0, null)], 10, 0],
  ['nothing while enough is on order', [of(1, 5, 4)], 10, 0],
  ['the reorder quantity under the minimum', [of(4, 5)], 10, 10],
  ['two lots where one does not reach it', [of(0, 15)], 10, 20],
  ['one lot where it reaches it exactly', [of(0, 10)], 10, 10],
  ['what is missing without a reorder quantity', [of(0.5, 2)], null, 1.5],
  ['for the largest of two shortages', [of(4, 5), of(10, 30)], null, 20],
  ['decimals without the noise of binary numbers', [of(0, 0.3)], 0.1, 0.3],
])('proposes %s', (_, shortages, lot, quantity) => {
  expect(proposedQuantity(shortages, lot)).toBe(quantity);
});
