import type { CameraFrame } from './frames.ts';
import { RtpClock, type RtpPacket } from './rtp.ts';
import type { MediaOffer } from './session-description.ts';

const ADTS_HEAD_BYTES = 7;
const SAMPLES_PER_AAC_FRAME = 1024;
const AU_HEAD_BITS = 16;

/** The ADTS header of a raw AAC frame, from the AudioSpecificConfig. */
function adtsHead(config: Buffer, frameBytes: number): Buffer {
  const word = config.length >= 2 ? config.readUInt16BE(0) : 0x1210;
  const objectType = word >> 11;
  const rateIndex = (word >> 7) & 0x0f;
  const channels = (word >> 3) & 0x0f;
  const length = frameBytes + ADTS_HEAD_BYTES;
  return Buffer.from([
    0xff,
    0xf1,
    ((Math.max(1, Math.min(4, objectType)) - 1) << 6) | (rateIndex << 2) | (channels >> 2),
    ((channels & 3) << 6) | (length >> 11),
    (length >> 3) & 0xff,
    ((length & 7) << 5) | 0x1f,
    0xfc,
  ]);
}

/** The raw frames of a packet of RFC 3640 with sizes of 13 bits. */
function accessUnits(payload: Buffer): Buffer[] {
  if (payload.length < 2) return [];
  const count = Math.floor(payload.readUInt16BE(0) / AU_HEAD_BITS);
  let at = 2 + count * 2;
  const units: Buffer[] = [];
  for (let n = 0; n < count && at <= payload.length; n += 1) {
    const size = payload.readUInt16BE(2 + n * 2) >> 3;
    if (at + size > payload.length) break;
    units.push(payload.subarray(at, at + size));
    at += size;
  }
  return units;
}

/** Converts RTP packets of audio to the frames that the hub accepts. */
export class RtpAudio {
  readonly #clock: RtpClock;

  constructor(private readonly offer: MediaOffer) {
    this.#clock = new RtpClock(offer.clockRateHz);
  }

  add({ payload, timestamp }: RtpPacket): CameraFrame[] {
    const timestampMs = this.#clock.toMs(timestamp);
    const { coding, audioConfig, clockRateHz } = this.offer;
    const frame = (body: Buffer, index: number): CameraFrame => ({
      kind: 'sound',
      coding,
      isKeyFrame: false,
      timestampMs: timestampMs + Math.round((index * SAMPLES_PER_AAC_FRAME * 1000) / clockRateHz),
      body,
    });
    if (coding !== 'aac' || audioConfig === null) return [frame(Buffer.from(payload), 0)];
    return accessUnits(payload).map((unit, index) =>
      frame(Buffer.concat([adtsHead(audioConfig, unit.length), unit]), index),
    );
  }
}
