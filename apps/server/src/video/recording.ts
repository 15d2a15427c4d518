import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { Jt1078Frame } from '@roadworthy/protocols';
import { isStoreFull } from '../platform/files/index.ts';
import type { RecordedFile, RecordSession } from '../platform/video-hub.ts';
import { FrameReader, type FrameSlices, type VideoFormat } from './bitstream/frame-reader.ts';
import type { MediaLink, MediaSink } from './jt1078/upstreams.ts';
import { writeSample } from './mp4/fragment.ts';
import { headOfPlain, type Sample } from './mp4/plain.ts';
import { GapClock } from './remux-clock.ts';

const MAX_BYTES = 1024 * 1024 * 1024;
/** An hour at 25 frames per second. */
const MAX_PICTURES = 90_000;
const PROGRESS_EVERY_MS = 1000;
const TICK_MS = 250;

type Ending = RecordedFile['ended'];

interface WritableSample extends Sample {
  durationMs: number;
}

/**
 * Records a playback to a plain MP4 with its header first. The frames are written as they arrive
 * and copied behind their header at the end, so that a long recording needs little memory.
 */
export class Recording implements MediaSink {
  readonly #reader = new FrameReader();
  readonly #gaps = new GapClock();
  readonly #samples: WritableSample[] = [];
  readonly #partPath: string;
  readonly #part: WriteStream;
  readonly #timer: NodeJS.Timeout;
  readonly #done: Promise<Ending>;
  #finish: (ending: Ending) => void = () => undefined;
  #link: MediaLink | null = null;
  #format: VideoFormat | null = null;
  #bytes = 0;
  #recordedMs = 0;
  #startDeviceTimeMs = 0;
  #heardAtMs = Date.now();
  #toldAtMs = 0;
  #isOver = false;
  #failure: Error | null = null;

  constructor(private readonly session: RecordSession) {
    this.#partPath = `${session.path}.pictures`;
    this.#part = createWriteStream(this.#partPath, { flags: 'wx', mode: 0o600 });
    this.#part.on('drain', () => this.#link?.hold(false));
    this.#done = new Promise((resolve) => {
      this.#finish = resolve;
    });
    this.#part.on('error', (error) => {
      this.#failure = error;
      this.#end('closed');
    });
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    session.signal?.addEventListener('abort', () => this.#end('aborted'), { once: true });
    if (session.signal?.aborted === true) this.#end('aborted');
  }

  connected(link: MediaLink): void {
    this.#link = link;
    this.#reader.breakOff();
    this.#heardAtMs = Date.now();
  }

  ended(link: MediaLink): void {
    if (this.#link === link) this.#end('closed');
  }

  frame(frame: Jt1078Frame, receivedAtMs: number): void {
    if (this.#isOver) return;
    this.#heardAtMs = receivedAtMs;
    const { coding, isKeyFrame, timestampMs, body } = frame;
    if (frame.kind !== 'video' || timestampMs === null) return;
    if (coding !== 'h264' && coding !== 'h265') return;
    const picture = this.#reader.read({ coding, isKeyFrame, body });
    if (picture === null) return;
    if (this.#format !== null && picture.format !== this.#format) {
      this.#end('changed');
      return;
    }
    this.#add(picture, timestampMs);
  }

  #end(ending: Ending): void {
    this.#isOver = true;
    this.#finish(ending);
  }

  /**
   * Waits for the end and writes the file.
   *
   * @throws if the disk fails, and the reason of a signal that aborts for lack of space; no file is
   *   left then
   */
  async result(): Promise<RecordedFile> {
    const ended = await this.#done;
    clearInterval(this.#timer);
    try {
      await new Promise<void>((done) => this.#part.end(() => done()));
      if (this.#failure !== null) throw this.#failure;
      this.#throwIfDiskFull();
      return await this.#write(ended);
    } finally {
      this.#part.destroy();
      await rm(this.#partPath, { force: true });
    }
  }

  #throwIfDiskFull(): void {
    const reason: unknown = this.session.signal?.reason;
    if (isStoreFull(reason)) throw reason;
  }

  #add(picture: FrameSlices, timestampMs: number): void {
    const gapMs = this.#gaps.step(timestampMs);
    const last = this.#samples.at(-1);
    if (last === undefined) this.#startDeviceTimeMs = timestampMs;
    else {
      last.durationMs = gapMs;
      this.#recordedMs += gapMs;
    }
    if (this.#recordedMs >= this.session.durationMs) {
      this.#end('complete');
      return;
    }
    if (this.#bytes > MAX_BYTES || this.#samples.length >= MAX_PICTURES) {
      this.#end('too-large');
      return;
    }
    this.#format = picture.format;
    const data = Buffer.allocUnsafe(picture.sampleBytes);
    writeSample(picture, data, 0);
    this.#bytes += data.length;
    const { isKeyFrame } = picture;
    const durationMs = this.#gaps.typicalMs;
    this.#samples.push({ bytes: data.length, durationMs, isKeyFrame });
    if (!this.#part.write(data)) this.#link?.hold(true);
  }

  #tick(): void {
    const nowMs = Date.now();
    if (nowMs - this.#heardAtMs > this.session.silenceMs) {
      this.#end('silence');
      return;
    }
    if (this.#samples.length === 0 || nowMs - this.#toldAtMs < PROGRESS_EVERY_MS) return;
    this.#toldAtMs = nowMs;
    this.session.onProgress?.(this.#recordedMs);
  }

  async #write(ended: Ending): Promise<RecordedFile> {
    const format = this.#format;
    const facts = {
      codec: format?.codec ?? '',
      widthPx: format?.widthPx ?? 0,
      heightPx: format?.heightPx ?? 0,
      durationMs: this.#samples.reduce((sum, { durationMs }) => sum + durationMs, 0),
      startDeviceTimeMs: this.#startDeviceTimeMs,
      ended,
    };
    if (format === null || this.#samples.length === 0)
      return { ...facts, path: null, sizeBytes: 0 };
    const head = headOfPlain(format, this.#samples);
    const file = await open(this.session.path, 'wx');
    try {
      await file.write(head);
      for await (const part of createReadStream(this.#partPath)) {
        this.#throwIfDiskFull();
        await file.write(part);
      }
      await file.sync();
    } catch (error) {
      await rm(this.session.path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    return { ...facts, path: this.session.path, sizeBytes: head.length + this.#bytes };
  }
}
