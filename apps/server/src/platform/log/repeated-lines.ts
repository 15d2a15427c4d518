/** Equal lines within this time are one line and a count. */
const INTERVAL_MS = 60_000;
/** Different lines that are counted at once; further ones are written as they come. */
const MAX_LINES = 1000;

interface Line {
  /** Since the line was last written. */
  count: number;
  /** Writes the newest of them with the count. */
  write: (count: number) => void;
}

/** What makes two lines equal: severity, sentence, error and fields. */
export function lineKey(level: number, fields: unknown, text: unknown): string {
  if (typeof fields !== 'object' || fields === null) return `${level} ${String(fields)}`;
  if (fields instanceof Error) return `${level} ${String(text)} ${fields.message}`;
  const { err, ...others } = fields as Record<string, unknown>;
  const error = err instanceof Error ? err.message : '';
  return `${level} ${String(text)} ${error} ${plainText(others)}`;
}

function plainText(fields: Record<string, unknown>): string {
  try {
    return JSON.stringify(fields);
  } catch {
    // Circular objects and big integers are told apart by their names alone.
    return Object.keys(fields).join(' ');
  }
}

/**
 * Keeps an outage from filling the log: the first of equal lines is written at once, those that follow are
 * counted and written as one line a minute.
 */
export class RepeatedLines {
  readonly #lines = new Map<string, Line>();

  /**
   * Takes a line.
   *
   * @param write writes it; with a count for how many equal lines it stands
   */
  take(key: string, write: (count: number) => void): void {
    const known = this.#lines.get(key);
    if (known !== undefined) {
      known.count += 1;
      known.write = write;
      return;
    }
    if (this.#lines.size < MAX_LINES) {
      this.#lines.set(key, { count: 0, write });
      this.#lookLater(key);
    }
    write(1);
  }

  #lookLater(key: string): void {
    setTimeout(() => {
      const line = this.#lines.get(key);
      if (line === undefined) return;
      if (line.count === 0) {
        this.#lines.delete(key);
        return;
      }
      line.write(line.count);
      line.count = 0;
      this.#lookLater(key);
    }, INTERVAL_MS).unref();
  }
}
