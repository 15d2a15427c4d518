import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Picture } from './picture.ts';
import { type CodedPicture, preparedClip } from './prepared-clip.ts';

/** Frames between two key frames: two seconds. */
export const KEY_FRAME_EVERY = 25;
export const PICTURES_A_SECOND = 12.5;

/** Encodes frames as H.264, one output per input and in the same order. */
export interface VideoEncoder {
  /**
   * Encodes the next frame, captured at this time; its output is emitted at once or soon after.
   *
   * @param draw called if the encoder needs the frame
   */
  push(draw: () => Picture, timeMs: number): void;
  /** Frames not yet encoded. */
  readonly waiting: number;
  close(): void;
}

/** `best` is ffmpeg if it is on the PATH, else the prepared clip. */
export type EncoderChoice = 'ffmpeg' | 'clip' | 'best';

type OnCoded = (coded: CodedPicture, timeMs: number) => void;

/** Whether a program is on the PATH. */
function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

let isFfmpegThere: boolean | null = null;

/** Whether ffmpeg is usable; false once it has failed. */
export function hasFfmpeg(): boolean {
  isFfmpegThere ??= isOnPath('ffmpeg');
  return isFfmpegThere;
}

/** Repeats the prepared clip: it moves, but shows neither the clock nor the vehicle. */
function clipPlayer(widthPx: number, onCoded: OnCoded): VideoEncoder {
  const clip = preparedClip(widthPx > 640 ? 'main' : 'sub');
  let count = 0;
  return {
    push: (_draw, timeMs) => {
      const coded = clip[count % clip.length];
      count += 1;
      if (coded !== undefined) onCoded(coded, timeMs);
    },
    waiting: 0,
    close: () => undefined,
  };
}

/** Maximum bits per second, typical of a camera on a mobile network. */
const LARGE = { maxRateKbit: 2000, quality: 26 };
const SMALL = { maxRateKbit: 500, quality: 27 };

function ffmpegArguments(widthPx: number, heightPx: number): string[] {
  const { maxRateKbit, quality } = widthPx > 640 ? LARGE : SMALL;
  const every = String(KEY_FRAME_EVERY);
  return [
    ...['-hide_banner', '-loglevel', 'error', '-threads', '1'],
    ...['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${widthPx}x${heightPx}`],
    ...['-framerate', String(PICTURES_A_SECOND), '-probesize', '32', '-i', 'pipe:0'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-profile:v', 'main'],
    ...['-x264-params', 'sliced-threads=0:scenecut=0', '-threads', '1'],
    ...['-g', every, '-keyint_min', every, '-crf', String(quality)],
    ...['-maxrate', `${maxRateKbit}k`, '-bufsize', `${maxRateKbit}k`],
    // FLV prefixes each frame with its length, so that none has to wait for the next one's start
    // code.
    ...['-flush_packets', '1', '-f', 'flv', 'pipe:1'],
  ];
}

/** Starts ffmpeg; if it fails, the prepared clip continues with the next frame. */
function ffmpegEncoder(widthPx: number, heightPx: number, onCoded: OnCoded): VideoEncoder {
  const child = spawn('ffmpeg', ffmpegArguments(widthPx, heightPx), {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const reader = new FlvReader();
  const moments: number[] = [];
  let instead: VideoEncoder | null = null;
  let isClosed = false;
  const takeOver = () => {
    if (isClosed || instead !== null) return;
    isFfmpegThere = false;
    moments.length = 0;
    instead = clipPlayer(widthPx, onCoded);
  };
  child.on('error', takeOver);
  child.on('exit', takeOver);
  child.stdin.on('error', () => undefined);
  child.stdout.on('data', (chunk: Buffer) => {
    for (const coded of reader.push(chunk)) {
      const timeMs = moments.shift();
      if (timeMs !== undefined && !isClosed) onCoded(coded, timeMs);
    }
  });
  return {
    push: (draw, timeMs) => {
      if (instead !== null) return instead.push(draw, timeMs);
      moments.push(timeMs);
      child.stdin.write(Buffer.from(draw().bytes));
    },
    get waiting() {
      return moments.length;
    },
    close: () => {
      isClosed = true;
      child.kill('SIGKILL');
    },
  };
}

const START_CODE = Buffer.from([0, 0, 0, 1]);
const FLV_HEAD = 13;
const TAG_HEAD = 11;
const TAG_TAIL = 4;
const VIDEO_TAG = 9;
const VIDEO_HEAD = 5;

/** Converts the frames of an FLV stream to Annex B. */
class FlvReader {
  #rest: Buffer = Buffer.alloc(0);
  #hasHead = false;
  #parameterSets: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): CodedPicture[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    if (!this.#hasHead) {
      if (this.#rest.length < FLV_HEAD) return [];
      this.#rest = this.#rest.subarray(FLV_HEAD);
      this.#hasHead = true;
    }
    const pictures: CodedPicture[] = [];
    while (this.#rest.length >= TAG_HEAD) {
      const end = TAG_HEAD + this.#rest.readUIntBE(1, 3) + TAG_TAIL;
      if (this.#rest.length < end) break;
      const coded = this.#tag(this.#rest.subarray(0, end - TAG_TAIL));
      if (coded !== null) pictures.push(coded);
      this.#rest = this.#rest.subarray(end);
    }
    return pictures;
  }

  #tag(tag: Buffer): CodedPicture | null {
    if (tag[0] !== VIDEO_TAG || tag.length < TAG_HEAD + VIDEO_HEAD) return null;
    const isKeyFrame = (tag[TAG_HEAD] as number) >> 4 === 1;
    const content = tag.subarray(TAG_HEAD + VIDEO_HEAD);
    const kind = tag[TAG_HEAD + 1];
    if (kind === 0) this.#parameterSets = parameterSetsOf(content);
    if (kind !== 1) return null;
    const units = annexB(content, 4);
    return { isKeyFrame, data: isKeyFrame ? Buffer.concat([this.#parameterSets, units]) : units };
  }
}

/** Converts length-prefixed NAL units to Annex B. */
function annexB(content: Buffer, lengthBytes: 2 | 4): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at + lengthBytes <= content.length; ) {
    const end = at + lengthBytes + content.readUIntBE(at, lengthBytes);
    parts.push(START_CODE, content.subarray(at + lengthBytes, end));
    at = end;
  }
  return Buffer.concat(parts);
}

/** The one SPS and the one PPS of an `avcC` record. */
function parameterSetsOf(record: Buffer): Buffer {
  const spsEnd = 8 + record.readUInt16BE(6);
  const sps = record.subarray(6, spsEnd);
  const pps = record.subarray(spsEnd + 1);
  const ppsEnd = 2 + pps.readUInt16BE(0);
  return Buffer.concat([annexB(sps, 2), annexB(pps.subarray(0, ppsEnd), 2)]);
}

/** Creates an encoder for frames of this size. */
export function createVideoEncoder(
  choice: EncoderChoice,
  widthPx: number,
  heightPx: number,
  onCoded: OnCoded,
): VideoEncoder {
  if (choice === 'clip' || !hasFfmpeg()) return clipPlayer(widthPx, onCoded);
  return ffmpegEncoder(widthPx, heightPx, onCoded);
}
