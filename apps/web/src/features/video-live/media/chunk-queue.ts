/** A chunk is 8 to 10 s; with more than this many queued, the video is no longer live. */
const MOST_WAITING = 4;

/** A finished piece of video. */
export interface Chunk {
  readonly url: string;
  /** End time, ms since 1970 UTC. */
  readonly endMs: number;
}

/**
 * The pending chunks of a camera, oldest first (requirement F-16). Each is returned once, even if
 * several responses list it.
 */
export class ChunkQueue {
  #waiting: Chunk[] = [];
  #newestMs = Number.NEGATIVE_INFINITY;
  readonly #watchers = new Set<() => void>();

  /** Adds the new chunks of a response; if there are too many, the newest stay. */
  add(chunks: readonly Chunk[]): void {
    const fresh = chunks
      .filter(({ endMs }) => endMs > this.#newestMs)
      .sort((a, b) => a.endMs - b.endMs);
    if (fresh.length === 0) return;
    // Earlier recordings are not live, so only the last chunk of the first response counts.
    const isFirst = this.#newestMs === Number.NEGATIVE_INFINITY;
    this.#waiting = [...this.#waiting, ...(isFirst ? fresh.slice(-1) : fresh)].slice(-MOST_WAITING);
    this.#newestMs = fresh.at(-1)?.endMs ?? this.#newestMs;
    for (const watcher of this.#watchers) watcher();
  }

  /** Removes and returns the next chunk; undefined if there is none (requirement F-17). */
  take(): Chunk | undefined {
    return this.#waiting.shift();
  }

  /** Calls a listener when chunks arrive; returns the function to unsubscribe. */
  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };
}
