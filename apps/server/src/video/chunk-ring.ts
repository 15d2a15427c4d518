import { randomUUID } from 'node:crypto';
import type { LiveChunk } from '../platform/video-hub.ts';
import type { VideoFormat } from './bitstream/frame-reader.ts';
import type { RemuxedFrame } from './live-remux.ts';
import { sampleOf } from './mp4/fragment.ts';
import { plainMp4, type Sample } from './mp4/plain.ts';
import { GapClock } from './remux-clock.ts';

/** A chunk ends at the first key frame after this (device-protocols, section 9). */
const CHUNK_MS = 8000;
const MAX_CHUNKS = 6;
const MAX_RING_BYTES = 48 * 1024 * 1024;
/** If a camera sends no key frame for this long, the chunk is discarded. */
const MAX_OPEN = { bytes: 24 * 1024 * 1024, pictures: 4000 } as const;

interface OpenChunk {
  readonly format: VideoFormat;
  readonly startMs: number;
  readonly samples: { data: Buffer; bytes: number; durationMs: number; isKeyFrame: boolean }[];
  bytes: number;
  playedMs: number;
}

/** The complete chunks of one camera, oldest first, and the current one. */
export class ChunkRing {
  #chunks: LiveChunk[] = [];
  #gaps = new GapClock();
  #open: OpenChunk | null = null;

  get chunks(): readonly LiveChunk[] {
    return this.#chunks;
  }

  /** Appends the next frame. */
  push({ format, fragment }: RemuxedFrame): void {
    this.#closeFrame(this.#gaps.step(fragment.deviceTimeMs));
    if (fragment.isKeyFrame && this.#isDue(format)) this.#close(fragment.receivedAtMs);
    if (this.#open === null && fragment.isKeyFrame) {
      const startMs = fragment.receivedAtMs;
      this.#open = { format, startMs, samples: [], bytes: 0, playedMs: 0 };
    }
    const open = this.#open;
    if (open === null) return;
    const data = sampleOf(fragment.data);
    const { isKeyFrame } = fragment;
    open.samples.push({ data, bytes: data.length, durationMs: this.#gaps.typicalMs, isKeyFrame });
    open.bytes += data.length;
    if (open.bytes > MAX_OPEN.bytes || open.samples.length > MAX_OPEN.pictures) this.#open = null;
  }

  /** The duration of the last frame is known when the next one arrives. */
  #closeFrame(durationMs: number): void {
    const open = this.#open;
    const last = open?.samples.at(-1);
    if (open === null || last === undefined) return;
    last.durationMs = durationMs;
    open.playedMs += durationMs;
  }

  #isDue(format: VideoFormat): boolean {
    const open = this.#open;
    return open !== null && (open.playedMs >= CHUNK_MS || open.format !== format);
  }

  #close(endMs: number): void {
    const open = this.#open;
    this.#open = null;
    if (open === null) return;
    const samples: readonly (Sample & { data: Buffer })[] = open.samples;
    const data = plainMp4(open.format, samples);
    this.#chunks.push({ id: randomUUID(), startMs: open.startMs, endMs, data });
    let bytes = this.#chunks.reduce((sum, chunk) => sum + chunk.data.length, 0);
    while (
      this.#chunks.length > MAX_CHUNKS ||
      (bytes > MAX_RING_BYTES && this.#chunks.length > 1)
    ) {
      bytes -= this.#chunks.shift()?.data.length ?? 0;
    }
  }
}
