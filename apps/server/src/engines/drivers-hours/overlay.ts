interface Timed {
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * Lays corrections over records: a record loses the time that a correction covers, and is cut into the
 * parts that remain. Both in sequence of time; the result too.
 */
export function overlay<A extends Timed>(
  records: readonly A[],
  corrections: readonly A[],
): readonly A[] {
  const kept = records.flatMap((record) => {
    const parts: A[] = [];
    let fromMs = record.startMs;
    for (const { startMs, endMs } of corrections) {
      if (endMs <= fromMs || startMs >= record.endMs) continue;
      if (startMs > fromMs) parts.push({ ...record, startMs: fromMs, endMs: startMs });
      fromMs = Math.max(fromMs, endMs);
    }
    if (fromMs < record.endMs) parts.push({ ...record, startMs: fromMs });
    return parts;
  });
  return [...kept, ...corrections].sort((one, other) => one.startMs - other.startMs);
}
