/** Collects items and passes them on together. */
export interface Batch<Item> {
  readonly add: (item: Item) => void;
  /** Passes on the collected items now. */
  readonly flush: () => void;
  /** Discards the collected items. */
  readonly discard: () => void;
}

/** A batch that calls `onFlush` with at least one item, at most once per `intervalMs`. */
export function createBatch<Item>(
  intervalMs: number,
  onFlush: (items: readonly Item[]) => void,
): Batch<Item> {
  let items: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const take = () => {
    clearTimeout(timer);
    timer = undefined;
    const taken = items;
    items = [];
    return taken;
  };
  const flush = () => {
    const taken = take();
    if (taken.length > 0) onFlush(taken);
  };
  return {
    add: (item) => {
      items.push(item);
      timer ??= setTimeout(flush, intervalMs);
    },
    flush,
    discard: () => void take(),
  };
}
