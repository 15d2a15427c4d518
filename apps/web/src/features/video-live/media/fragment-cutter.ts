import { InternalError } from '@roadworthy/domain';
import type { LiveFrame } from './live-frames.ts';

const BOX_HEAD_BYTES = 8;
/** Maximum size of a box in a live stream; a larger length means corrupt data. */
const MOST_BYTES = 16_000_000;
/** ISO/IEC 14496-12, 8.8.3.1: the sample is not a key frame. */
const NOT_A_KEY_FRAME = 0x1_0000;

interface Box {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

function boxAt(bytes: Uint8Array<ArrayBuffer>, at: number): Box | null {
  if (bytes.byteLength < at + BOX_HEAD_BYTES) return null;
  const length = new DataView(bytes.buffer, bytes.byteOffset + at).getUint32(0);
  if (length < BOX_HEAD_BYTES || length > MOST_BYTES) throw new InternalError('video.not_mp4');
  if (bytes.byteLength < at + length) return null;
  const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
  return { type, bytes: bytes.subarray(at, at + length) };
}

/** The first box of a type inside another; null if there is none. */
function inside(box: Box | null, type: string): Box | null {
  if (box === null) return null;
  for (let at = BOX_HEAD_BYTES; ; ) {
    const found = boxAt(box.bytes, at);
    if (found === null || found.type === type) return found;
    at += found.bytes.byteLength;
  }
}

/**
 * RFC 6381 codec of the H.264 in a `moov`; for anything else the most common H.265, which few
 * browsers play.
 */
export function codecOf(moov: Uint8Array<ArrayBuffer>): string {
  for (let at = 4; at + 8 <= moov.byteLength; at += 1) {
    const isAvc =
      moov[at] === 0x61 && moov[at + 1] === 0x76 && moov[at + 2] === 0x63 && moov[at + 3] === 0x43;
    if (!isAvc) continue;
    const profile = [...moov.subarray(at + 5, at + 8)];
    return `avc1.${profile.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  }
  return 'hvc1.1.6.L120.B0';
}

/** Whether a `moof` starts with a key frame, by the flags of its first sample. */
export function isKeyFragment(moof: Uint8Array<ArrayBuffer>): boolean {
  const traf = inside({ type: 'moof', bytes: moof }, 'traf');
  const [trun, tfhd] = [inside(traf, 'trun'), inside(traf, 'tfhd')];
  if (trun === null || tfhd === null) return false;
  const word = ({ bytes }: Box, at: number) =>
    bytes.byteLength < at + 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(at);
  const has = word(trun, 8);
  // After flags and count: data offset, flags of the first sample; then duration, size, flags of
  // each.
  const offsetBytes = 16 + (has & 0x1 ? 4 : 0);
  if (has & 0x4) return (word(trun, offsetBytes) & NOT_A_KEY_FRAME) === 0;
  if (has & 0x400) {
    const at = offsetBytes + (has & 0x100 ? 4 : 0) + (has & 0x200 ? 4 : 0);
    return (word(trun, at) & NOT_A_KEY_FRAME) === 0;
  }
  const defaults = word(tfhd, 8);
  if ((defaults & 0x20) === 0) return false;
  const at =
    16 +
    (defaults & 0x1 ? 8 : 0) +
    (defaults & 0x2 ? 4 : 0) +
    (defaults & 0x8 ? 4 : 0) +
    (defaults & 0x10 ? 4 : 0);
  return (word(tfhd, at) & NOT_A_KEY_FRAME) === 0;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

/** Splits a fragmented MP4 stream into its init segment and fragments as it arrives. */
export class FragmentCutter {
  readonly #camera: number;
  #rest: Uint8Array<ArrayBuffer> = new Uint8Array();
  #held: Box[] = [];
  #sequence = 0;

  constructor(camera: number) {
    this.#camera = camera;
  }

  /**
   * Adds bytes.
   *
   * @returns the complete parts
   * @throws Error if the bytes are not an MP4
   */
  push(bytes: Uint8Array): LiveFrame[] {
    this.#rest = joined([this.#rest, bytes]);
    const frames: LiveFrame[] = [];
    let at = 0;
    for (let box = boxAt(this.#rest, 0); box !== null; box = boxAt(this.#rest, at)) {
      at += box.bytes.byteLength;
      if (box.type === 'ftyp' || box.type === 'moof') this.#held = [box];
      else if (box.type === 'moov' || box.type === 'mdat') frames.push(this.#frame(box));
    }
    this.#rest = this.#rest.slice(at);
    return frames;
  }

  #frame(last: Box): LiveFrame {
    const [first] = this.#held;
    this.#held = [];
    this.#sequence += 1;
    const head = {
      camera: this.#camera,
      sequence: this.#sequence,
      deviceTimeMs: 0,
      sentMs: Date.now(),
      data: joined([first?.bytes ?? new Uint8Array(), last.bytes]),
    };
    if (last.type === 'moov') {
      return { kind: 'init', ...head, isKeyFrame: false, codec: codecOf(last.bytes) };
    }
    const isKeyFrame = first?.type === 'moof' && isKeyFragment(first.bytes);
    return { kind: 'fragment', ...head, isKeyFrame };
  }
}
