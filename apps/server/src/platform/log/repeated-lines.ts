/** Identical lines within this time are one line and a count. */
const INTERVAL_MS = 60_000;
/** Limit of different lines that are counted; further ones are written immediately. */
const MAX_LINES = 1000;

interface Line {
  /** Count since the line was last written. */
  count: number;
  /** Writes the newest line with the count. */
  write: (count: number) => void;
}

/** The key of identical lines: level, message, error and fields. */
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
    // Circular objects and big integers are compared by field names only.
    return Object.keys(fields).join(' ');
  }
}

/**
 * Keeps an outage from filling the log: the first of identical lines is written at once, the others are
 * counted and written as one line a minute.
 */
export class RepeatedLines {
  readonly #lines = new Map<string, Line>();

  /**
   * Adds a line.
   *
   * @param write writes it; with a count if it represents several lines
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
