/** Reports laid out at once; limits the memory of a long PDF. */
const AT_ONCE = 6;

/** Reports that are laid out together, all of one day. */
export interface Chunk<T> {
  readonly day: string;
  /** Whether it is the first of its day, the target of a bookmark. */
  readonly isFirst: boolean;
  readonly rows: readonly T[];
}

/** Splits sorted reports into chunks of one day and a few reports each. */
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
