import { type FileHandle, open } from 'node:fs/promises';
import type { ErrorCode, ErrorMessage } from './error-texts.ts';

/** Size limit of clips and uploads: thirty times a two-minute clip of 4 Mbit/s. */
export const MAX_CLIP_BYTES = 2_000_000_000;

/** Properties of an MP4 file. */
export interface Mp4Facts {
  readonly durationMs: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** RFC 6381, for example `avc1.4d0014`. */
  readonly codec: string;
}

/** Why a file cannot be used as a video; a person reads the text of this code. */
export type VideoFault = Extract<ErrorCode, `video.file_${string}`>;

/** The file is not an MP4 with video. */
export class NotAVideo extends Error {
  override name = 'NotAVideo';

  constructor(readonly code: VideoFault) {
    super(code);
  }

  /** The message for a person. */
  get detail(): ErrorMessage {
    return { code: 'video.unusable_mp4', params: { reason: { code: this.code, params: {} } } };
  }
}

/** The `moov` box of a day's recording has some megabytes; more is invalid. */
const MAX_HEAD_BYTES = 32 * 1024 * 1024;
const MAX_DURATION_MS = 24 * 3_600_000;
/** An MP4 has a handful of boxes before `moov`; fragments follow it. */
const MAX_TOP_BOXES = 1000;

interface Box {
  readonly type: string;
  readonly body: Buffer;
}

/** The boxes within a box; stops at one that exceeds its parent. */
function* boxesIn(body: Buffer): Generator<Box> {
  let at = 0;
  while (at + 8 <= body.length) {
    const size = body.readUInt32BE(at);
    // Zero means until the end; a 64-bit size is invalid within `moov`.
    const end = size === 0 ? body.length : at + size;
    if (size === 1 || end > body.length || (size !== 0 && size < 8)) return;
    yield { type: body.toString('latin1', at + 4, at + 8), body: body.subarray(at + 8, end) };
    at = end;
  }
}

function child(body: Buffer, ...path: readonly string[]): Buffer | null {
  let found: Buffer | null = body;
  for (const type of path) {
    const inside: Buffer | null = found;
    if (inside === null) return null;
    found = null;
    for (const box of boxesIn(inside)) {
      if (box.type !== type) continue;
      found = box.body;
      break;
    }
  }
  return found;
}

/** Duration in ms of an `mvhd` or `mdhd`; 0 if absent. */
function lengthMs(head: Buffer | null): number {
  if (head === null || head.length < 32) return 0;
  const isLong = head[0] === 1;
  const scale = head.readUInt32BE(isLong ? 20 : 12);
  const length = isLong ? Number(head.readBigUInt64BE(24)) : head.readUInt32BE(16);
  return scale === 0 ? 0 : (length / scale) * 1000;
}

/** The duration of a fragmented file, from `mvex`. */
function fragmentedMs(moov: Buffer): number {
  const whole = child(moov, 'mvex', 'mehd');
  const head = child(moov, 'mvhd');
  if (whole === null || head === null || whole.length < 8 || head.length < 32) return 0;
  const scale = head.readUInt32BE(head[0] === 1 ? 20 : 12);
  const isLong = whole[0] === 1 && whole.length >= 12;
  const length = isLong ? Number(whole.readBigUInt64BE(4)) : whole.readUInt32BE(4);
  return scale === 0 ? 0 : (length / scale) * 1000;
}

const hex = (byte: number | undefined) => (byte ?? 0).toString(16).padStart(2, '0');

/** The codec string for players: profile and level for H.264, a plain name for others. */
function codecOf(type: string, entry: Buffer): string {
  // A visual sample entry has 78 bytes before its boxes.
  const avc = child(entry.subarray(78), 'avcC');
  if (avc !== null && avc.length >= 4) return `${type}.${hex(avc[1])}${hex(avc[2])}${hex(avc[3])}`;
  return type;
}

function pictureTrack(trak: Buffer): Mp4Facts | null {
  const handler = child(trak, 'mdia', 'hdlr');
  if (handler === null || handler.toString('latin1', 8, 12) !== 'vide') return null;
  const described = child(trak, 'mdia', 'minf', 'stbl', 'stsd');
  const [entry] = described === null ? [] : [...boxesIn(described.subarray(8))];
  if (entry === undefined || entry.body.length < 78) return null;
  return {
    durationMs: lengthMs(child(trak, 'mdia', 'mdhd')),
    widthPx: entry.body.readUInt16BE(24),
    heightPx: entry.body.readUInt16BE(26),
    codec: codecOf(entry.type, entry.body),
  };
}

/** Finds the `moov` box, wherever it is, and checks that no box is truncated. */
async function headOf(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat();
  const start = Buffer.alloc(16);
  let head: Buffer | null = null;
  let at = 0;
  for (let n = 0; n < MAX_TOP_BOXES && at < size; n += 1) {
    await file.read(start, 0, 16, at);
    const short = start.readUInt32BE(0);
    const length = short === 1 ? Number(start.readBigUInt64BE(8)) : short === 0 ? size - at : short;
    if (length < 8 || at + length > size) throw new NotAVideo('video.file_cut_off');
    if (head === null && start.toString('latin1', 4, 8) === 'moov') {
      if (short === 1 || length > MAX_HEAD_BYTES) throw new NotAVideo('video.file_head_too_large');
      head = Buffer.alloc(length - 8);
      await file.read(head, 0, head.length, at + 8);
    }
    at += length;
  }
  if (head === null) throw new NotAVideo('video.file_not_mp4');
  return head;
}

/**
 * Reads the `moov` box of an MP4, without its frames. No value in it can cause excessive work, because
 * files come from devices and people.
 *
 * @param path a file of this machine
 * @throws NotAVideo for anything but a complete MP4 with video and a known duration
 */
export async function probeMp4(path: string): Promise<Mp4Facts> {
  const file = await open(path, 'r');
  try {
    const moov = await headOf(file);
    for (const { type, body } of boxesIn(moov)) {
      const track = type === 'trak' ? pictureTrack(body) : null;
      if (track === null) continue;
      const durationMs = track.durationMs || lengthMs(child(moov, 'mvhd')) || fragmentedMs(moov);
      if (durationMs > 0 && durationMs <= MAX_DURATION_MS) return { ...track, durationMs };
      throw new NotAVideo('video.file_no_length');
    }
    throw new NotAVideo('video.file_no_frames');
  } finally {
    await file.close();
  }
}
