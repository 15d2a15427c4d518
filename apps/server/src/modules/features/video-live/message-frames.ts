import type { LiveFragment, LiveInit, LiveSound } from '../../../platform/video-hub.ts';

/** Kinds of binary messages (docs/live-video.md). */
const KIND = { init: 1, fragment: 2, pcm: 3, aac: 4 } as const;
const HEAD_BYTES = 24;
const KEY_FRAME = 1;

interface Head {
  readonly kind: number;
  readonly camera: number;
  readonly flags: number;
  readonly sequence: number;
  readonly deviceTimeMs: number;
}

/** Builds a message: head and payload. */
function message(head: Head, sentMs: number, ...payload: readonly Buffer[]): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES);
  bytes.writeUInt8(head.kind, 0);
  bytes.writeUInt8(head.camera, 1);
  bytes.writeUInt16BE(head.flags, 2);
  bytes.writeUInt32BE(head.sequence >>> 0, 4);
  bytes.writeDoubleBE(head.deviceTimeMs, 8);
  bytes.writeDoubleBE(sentMs, 16);
  return Buffer.concat([bytes, ...payload]);
}

/** Initialisation for a player: length and text of the codec, then `ftyp` and `moov`. */
export function initMessage(camera: number, init: LiveInit, sentMs: number): Buffer {
  const codec = Buffer.from(init.codec, 'ascii');
  const head = { kind: KIND.init, camera, flags: 0, sequence: 0, deviceTimeMs: 0 };
  return message(head, sentMs, Buffer.from([codec.length]), codec, init.data);
}

/** Messages with video frames: all viewers of a camera share the same bytes. */
const made = new WeakMap<LiveFragment, Buffer>();

/** One frame: `moof` and `mdat`. Its send time is that of the first recipient. */
export function fragmentMessage(camera: number, fragment: LiveFragment, sentMs: number): Buffer {
  const known = made.get(fragment);
  if (known?.[1] === camera) return known;
  const { isKeyFrame, sequence, deviceTimeMs, data } = fragment;
  const flags = isKeyFrame ? KEY_FRAME : 0;
  const head = { kind: KIND.fragment, camera, flags, sequence, deviceTimeMs };
  const bytes = message(head, sentMs, data);
  made.set(fragment, bytes);
  return bytes;
}

/** A chunk of audio: its sample rate, then the samples or the AAC frame. */
export function soundMessage(
  camera: number,
  sound: LiveSound,
  sequence: number,
  sentMs: number,
): Buffer {
  const rate = Buffer.alloc(4);
  rate.writeUInt32BE(sound.sampleRateHz, 0);
  const { deviceTimeMs } = sound;
  const head = { kind: KIND[sound.codec], camera, flags: 0, sequence, deviceTimeMs };
  return message(head, sentMs, rate, sound.data);
}
