/** The position of an item in a sorted list, with its actions. */
export interface Ordered {
  /** Counts from 1. */
  readonly place: number;
  readonly count: number;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** The list with an item moved up or down; unchanged if it is already first or last. */
export function moved<T>(list: readonly T[], index: number, by: -1 | 1): readonly T[] {
  const [here, there] = [list[index], list[index + by]];
  if (here === undefined || there === undefined) return list;
  return list.map((one, n) => (n === index ? there : n === index + by ? here : one));
}

/** The position of an item in a list, with functions that change the list. */
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
