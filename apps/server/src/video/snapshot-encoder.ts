import { spawn } from 'node:child_process';
import type { LiveStill } from '../platform/video-hub.ts';
import type { VideoFormat } from './bitstream/frame-reader.ts';
import { frameMp4 } from './mp4/plain.ts';

/** Concurrent ffmpeg processes: each uses about 60 MB (device-protocols, section 9). */
const POOL = 2;
const LIMIT_MS = 3000;
const MAX_JPEG_BYTES = 8 * 1024 * 1024;
/** Maximum waiting images; further ones are returned as MP4 at once. */
const MAX_WAITING = 16;
const START_CODE = Buffer.from([0, 0, 1]);

/** A key frame to convert to an image. */
export interface KeyFrame {
  readonly format: VideoFormat;
  /** Slices, each preceded by its length. */
  readonly sample: Buffer;
}

/** A sample's slices as Annex B, preceded by its parameter sets. */
function plainStream({ format, sample }: KeyFrame): Buffer {
  const parts: Buffer[] = format.parameterSets.flatMap((set) => [START_CODE, set]);
  for (let at = 0; at + 4 <= sample.length; ) {
    const end = at + 4 + sample.readUInt32BE(at);
    parts.push(START_CODE, sample.subarray(at + 4, end));
    at = end;
  }
  return Buffer.concat(parts);
}

/**
 * Converts key frames to JPEG with the ffmpeg of the PATH, few at a time and each with a time
 * limit. If ffmpeg is missing or fails, the result is an MP4 of one frame.
 */
export class SnapshotEncoder {
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #isMissing = false;

  /** @param command differs from `ffmpeg` in tests */
  constructor(
    private readonly command = 'ffmpeg',
    private readonly limitMs = LIMIT_MS,
  ) {}

  async make(frame: KeyFrame): Promise<Pick<LiveStill, 'mediaType' | 'data'>> {
    const data = this.#isMissing ? null : await this.#jpeg(frame);
    if (data !== null) return { mediaType: 'image/jpeg', data };
    return { mediaType: 'video/mp4', data: frameMp4(frame.format, frame.sample) };
  }

  async #jpeg(frame: KeyFrame): Promise<Buffer | null> {
    if (this.#running >= POOL) {
      if (this.#waiting.length >= MAX_WAITING) return null;
      await new Promise<void>((done) => this.#waiting.push(done));
    }
    this.#running += 1;
    try {
      return await this.#run(frame);
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  #run(frame: KeyFrame): Promise<Buffer | null> {
    const input = frame.format.coding === 'h264' ? 'h264' : 'hevc';
    const words = `-loglevel quiet -threads 1 -f ${input} -i pipe:0 -frames:v 1 -q:v 4 -f mjpeg pipe:1`;
    return new Promise((resolve) => {
      const child = spawn(this.command, words.split(' '), { stdio: ['pipe', 'pipe', 'ignore'] });
      const parts: Buffer[] = [];
      let bytes = 0;
      const timer = setTimeout(() => child.kill('SIGKILL'), this.limitMs);
      child.stdout.on('data', (part: Buffer) => {
        parts.push(part);
        bytes += part.length;
        if (bytes > MAX_JPEG_BYTES) child.kill('SIGKILL');
      });
      child.once('error', (error: NodeJS.ErrnoException) => {
        this.#isMissing ||= error.code === 'ENOENT';
        clearTimeout(timer);
        resolve(null);
      });
      child.once('close', (code) => {
        clearTimeout(timer);
        resolve(code === 0 && bytes > 0 ? Buffer.concat(parts, bytes) : null);
      });
      // It may end before it has read everything; its exit code reports that.
      child.stdin.on('error', () => undefined);
      child.stdin.end(plainStream(frame));
    });
  }
}
