/** A chunk is 8 to 10 s; more of them waiting than this and the picture is no longer live. */
const MOST_WAITING = 4;

/** A finished piece of video. */
export interface Chunk {
  readonly url: string;
  /** When it ends, ms since 1970 UTC. */
  readonly endMs: number;
}

/**
 * The chunks of a camera that were not shown yet, oldest first (requirement F-16). Each is taken once,
 * however often an answer names it.
 */
export class ChunkQueue {
  #waiting: Chunk[] = [];
  #newestMs = Number.NEGATIVE_INFINITY;
  readonly #watchers = new Set<() => void>();

  /** Takes the chunks of an answer that are new; of too many the newest stay. */
  add(chunks: readonly Chunk[]): void {
    const fresh = chunks
      .filter(({ endMs }) => endMs > this.#newestMs)
      .sort((a, b) => a.endMs - b.endMs);
    if (fresh.length === 0) return;
    // What was recorded before somebody looked is not live: the first answer gives its last chunk.
    const isFirst = this.#newestMs === Number.NEGATIVE_INFINITY;
    this.#waiting = [...this.#waiting, ...(isFirst ? fresh.slice(-1) : fresh)].slice(-MOST_WAITING);
    this.#newestMs = fresh.at(-1)?.endMs ?? this.#newestMs;
    for (const watcher of this.#watchers) watcher();
  }

  /** The next chunk, taken out; undefined while there is none (requirement F-17). */
  take(): Chunk | undefined {
    return this.#waiting.shift();
  }

  /** Calls a watcher when chunks came; returns what ends that. */
  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };
}
