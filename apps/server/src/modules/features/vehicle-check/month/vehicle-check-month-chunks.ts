/** So many reports are laid out at once: what of a long PDF stands in memory. */
const AT_ONCE = 6;

/** Reports that are laid out together; all are of one day. */
export interface Chunk<T> {
  readonly day: string;
  /** The first one of its day, which a bookmark leads to. */
  readonly isFirst: boolean;
  readonly rows: readonly T[];
}

/** Parts reports, in their order, into pieces of one day and of a few reports each. */
export function chunksOf<T>(
  rows: readonly T[],
  dayOf: (row: T) => string,
  atOnce = AT_ONCE,
): Chunk<T>[] {
  const chunks: { day: string; isFirst: boolean; rows: T[] }[] = [];
  for (const row of rows) {
    const day = dayOf(row);
    const last = chunks.at(-1);
    if (last !== undefined && last.day === day && last.rows.length < atOnce) last.rows.push(row);
    else chunks.push({ day, isFirst: last?.day !== day, rows: [row] });
  }
  return chunks;
}
