import type { LiveFragment, LiveInit } from '../platform/video-hub.ts';
import { type CodedFrame, FrameReader, type VideoFormat } from './bitstream/frame-reader.ts';
import { fragment } from './mp4/fragment.ts';
import { fragmentedHead } from './mp4/movie.ts';
import { LiveTimeline } from './remux-clock.ts';

/** Maximum frames kept since the newest key frame, for new viewers. */
const MAX_KEPT = { pictures: 600, bytes: 6 * 1024 * 1024 } as const;

export interface StampedFrame extends CodedFrame {
  /** The camera's clock, ms. */
  readonly timestampMs: number;
}

/** The result of a frame. */
export interface RemuxedFrame {
  readonly format: VideoFormat;
  readonly init: LiveInit;
  readonly fragment: LiveFragment;
}

/**
 * Remuxes the frames of one camera to fragments of an MP4, one per frame, without re-encoding. It
 * keeps the frames since the newest key frame, so that a new viewer sees video at once.
 */
export class LiveRemux {
  readonly #reader = new FrameReader();
  readonly #timeline = new LiveTimeline();
  #format: VideoFormat | null = null;
  #init: LiveInit | null = null;
  #sequence = 0;
  #kept: LiveFragment[] = [];
  #keptBytes = 0;

  /** The newest init segment; null before the first key frame. */
  get init(): LiveInit | null {
    return this.#init;
  }

  /** The frames since the newest key frame, which is the first; empty if there are too many. */
  get sinceKeyFrame(): readonly LiveFragment[] {
    return this.#kept;
  }

  /** The stream is interrupted: it resumes at a key frame, and earlier frames are dropped. */
  breakOff(): void {
    this.#reader.breakOff();
    this.#kept = [];
  }

  /** @returns null for a frame without slices, and before the first key frame */
  push(frame: StampedFrame, receivedAtMs: number): RemuxedFrame | null {
    const picture = this.#reader.read(frame);
    if (picture === null) return null;
    if (this.#init === null || picture.format !== this.#format) this.#begin(picture.format);
    this.#sequence += 1;
    const place = this.#timeline.next(frame.timestampMs);
    const made: LiveFragment = {
      isKeyFrame: picture.isKeyFrame,
      sequence: this.#sequence,
      deviceTimeMs: frame.timestampMs,
      receivedAtMs,
      durationMs: place.durationMs,
      data: fragment(picture, { sequence: this.#sequence, ...place }),
    };
    this.#keep(made);
    return { format: picture.format, init: this.#init as LiveInit, fragment: made };
  }

  #begin(format: VideoFormat): void {
    this.#format = format;
    this.#init = {
      codec: format.codec,
      widthPx: format.widthPx,
      heightPx: format.heightPx,
      data: fragmentedHead(format),
    };
  }

  #keep(made: LiveFragment): void {
    if (made.isKeyFrame) {
      this.#kept = [made];
      this.#keptBytes = made.data.length;
      return;
    }
    if (this.#kept.length === 0) return;
    this.#keptBytes += made.data.length;
    if (this.#kept.length >= MAX_KEPT.pictures || this.#keptBytes > MAX_KEPT.bytes) this.#kept = [];
    else this.#kept.push(made);
  }
}
