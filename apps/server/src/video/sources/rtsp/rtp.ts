/** The used fields of an RTP packet (RFC 3550). */
export interface RtpPacket {
  readonly payloadType: number;
  readonly isMarked: boolean;
  readonly sequence: number;
  /** In the stream's clock, 32 bits. */
  readonly timestamp: number;
  readonly payload: Buffer;
}

/** Parses an RTP packet; null if it is invalid. */
export function readRtp(data: Buffer): RtpPacket | null {
  if (data.length < 12) return null;
  const first = data[0] as number;
  if (first >> 6 !== 2) return null;
  let start = 12 + (first & 0x0f) * 4;
  if ((first & 0x10) !== 0) {
    if (data.length < start + 4) return null;
    start += 4 + data.readUInt16BE(start + 2) * 4;
  }
  const padding = (first & 0x20) === 0 ? 0 : (data[data.length - 1] as number);
  const end = data.length - padding;
  if (end < start) return null;
  return {
    payloadType: (data[1] as number) & 0x7f,
    isMarked: ((data[1] as number) & 0x80) !== 0,
    sequence: data.readUInt16BE(2),
    timestamp: data.readUInt32BE(4),
    payload: data.subarray(start, end),
  };
}

/** Converts a wrapping 32-bit clock to ms since the first packet. */
export class RtpClock {
  #last: number | null = null;
  #ticks = 0;

  constructor(private readonly rateHz: number) {}

  /** ms since the first timestamp. */
  toMs(timestamp: number): number {
    if (this.#last !== null) this.#ticks += (timestamp - this.#last) | 0;
    this.#last = timestamp;
    return Math.round((this.#ticks * 1000) / this.rateHz);
  }
}
