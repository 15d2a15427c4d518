/** Where one of a list stands that has an order, and what can be done with it there. */
export interface Ordered {
  /** From 1. */
  readonly place: number;
  readonly count: number;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** A list with one moved a place up or down; the same where it cannot go further. */
export function moved<T>(list: readonly T[], index: number, by: -1 | 1): readonly T[] {
  const [here, there] = [list[index], list[index + by]];
  if (here === undefined || there === undefined) return list;
  return list.map((one, n) => (n === index ? there : n === index + by ? here : one));
}

/** Where one stands in a list, which it may change. */
export function orderedAt<T>(
  list: readonly T[],
  index: number,
  change: (list: readonly T[]) => void,
): Ordered {
  return {
    place: index + 1,
    count: list.length,
    onMove: (by) => change(moved(list, index, by)),
    onRemove: () => change(list.filter((_, n) => n !== index)),
  };
}
