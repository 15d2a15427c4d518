import { crossOriginOf } from '../../../api/bases.ts';
import type { ChunkQueue } from './chunk-queue.ts';

/**
 * Plays the chunks of a queue in sequence in two video elements: while one plays, the other
 * preloads the next chunk, so that there is no flicker between them. With an empty queue it waits,
 * and continues when the next arrives (requirements F-16, F-17).
 */
export class ChunkPlayback {
  readonly #videos: readonly [HTMLVideoElement, HTMLVideoElement];
  readonly #queue: ChunkQueue;
  readonly #onShown: (video: HTMLVideoElement) => void;
  readonly #unwatch: () => void;
  #shown = 0;
  #isPlaying = false;
  #hasNext = false;

  /** @param onShown called when a chunk starts, with its element */
  constructor(
    videos: readonly [HTMLVideoElement, HTMLVideoElement],
    queue: ChunkQueue,
    onShown: (video: HTMLVideoElement) => void,
  ) {
    this.#videos = videos;
    this.#queue = queue;
    this.#onShown = onShown;
    for (const video of videos) {
      video.muted = true;
      video.playsInline = true;
      video.preload = 'auto';
      video.addEventListener('ended', this.#onEnd);
      video.addEventListener('error', this.#onEnd);
    }
    this.#unwatch = queue.watch(this.#fill);
    this.#fill();
  }

  close(): void {
    this.#unwatch();
    for (const video of this.#videos) {
      video.removeEventListener('ended', this.#onEnd);
      video.removeEventListener('error', this.#onEnd);
      video.removeAttribute('src');
      video.load();
    }
  }

  /** The current chunk has ended, or cannot be played. */
  readonly #onEnd = (event: Event) => {
    const isShown = event.currentTarget === this.#videos[this.#shown];
    if (!isShown) {
      // The preloaded chunk is broken, so it is skipped.
      this.#hasNext = false;
      this.#fill();
      return;
    }
    this.#isPlaying = false;
    this.#fill();
  };

  readonly #fill = () => {
    if (!this.#hasNext) {
      const chunk = this.#queue.take();
      const next = this.#videos[1 - this.#shown];
      if (chunk === undefined || next === undefined) return;
      this.#hasNext = true;
      next.crossOrigin = crossOriginOf(chunk.url) ?? null;
      next.src = chunk.url;
    }
    if (this.#isPlaying) return;
    this.#isPlaying = true;
    this.#hasNext = false;
    this.#shown = 1 - this.#shown;
    const video = this.#videos[this.#shown];
    if (video === undefined) return;
    this.#onShown(video);
    void video.play().catch(() => undefined);
    this.#fill();
  };
}
