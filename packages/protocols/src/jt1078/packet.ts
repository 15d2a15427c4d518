/** `01cd` in ASCII, the start of every media packet (device-protocols, section 8). */
const START_MARK = Buffer.from('30316364', 'hex');
/** RTP version 2 with one source: the byte after every start mark. */
const VERSION = 0x81;
const HEAD_BYTES = 8;
/** Channel and type, after the SIM. */
const KIND_BYTES = 2;
const TIME_BYTES = 8;
const INTERVAL_BYTES = 4;
const LENGTH_BYTES = 2;

/** Maximum body length of the length field. */
const MAX_BODY_BYTES = 0xffff;
/** Maximum packet length: video with a ten-byte SIM. */
export const MAX_PACKET_BYTES =
  HEAD_BYTES + 10 + KIND_BYTES + TIME_BYTES + INTERVAL_BYTES + LENGTH_BYTES + MAX_BODY_BYTES;
/** Maximum body length in the standard, which many devices exceed. */
export const STANDARD_BODY_BYTES = 950;

/** Content of a packet: the upper four bits of its type byte. */
export const DATA_TYPE = { iFrame: 0, pFrame: 1, bFrame: 2, sound: 3, transparent: 4 } as const;
/** Position of a packet in its frame: the lower four bits of its type byte. */
export const FRAGMENT = { whole: 0, first: 1, last: 2, middle: 3 } as const;

/** Bytes of the SIM: six by JT/T 1078-2016, ten by T/GDRTA and 2019-style terminals. */
export type SimBytes = 6 | 10;

/** One media packet. Times are ms in the device's own count, which may not be a clock. */
export interface Jt1078Packet {
  readonly sequence: number;
  /** The M bit, which devices set inconsistently. */
  readonly isMarked: boolean;
  readonly payloadType: number;
  readonly sim: Buffer;
  readonly channel: number;
  readonly dataType: number;
  readonly fragment: number;
  /** Null for transparent data. */
  readonly timestampMs: number | null;
  /** Video only; devices write arbitrary values. */
  readonly lastIFrameIntervalMs: number | null;
  readonly lastFrameIntervalMs: number | null;
  readonly body: Buffer;
}

/** The result of reading a stream at a position, with one SIM length. */
export type Jt1078Look =
  | { readonly kind: 'packet'; readonly packet: Jt1078Packet; readonly bytes: number }
  | { readonly kind: 'wait' }
  | { readonly kind: 'bad' };

const WAIT: Jt1078Look = { kind: 'wait' };
const BAD: Jt1078Look = { kind: 'bad' };

/** Whether the available bytes match the start mark. */
export function startsWithMark(bytes: Buffer, at = 0): boolean {
  const there = Math.min(START_MARK.length, bytes.length - at);
  return there <= 0 || bytes.compare(START_MARK, 0, there, at, at + there) === 0;
}

/**
 * The next position where a packet may begin: the start mark followed by the version, or an
 * incomplete match at the end of the bytes.
 */
export function findMark(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(START_MARK[0] as number, from); at >= 0; ) {
    const version = bytes[at + START_MARK.length];
    if (startsWithMark(bytes, at) && (version === undefined || version === VERSION)) return at;
    at = bytes.indexOf(START_MARK[0] as number, at + 1);
  }
  return bytes.length;
}

/** Decodes the packet at the front of the bytes, with this SIM length. */
export function lookAtPacket(bytes: Buffer, simBytes: SimBytes): Jt1078Look {
  if (!startsWithMark(bytes)) return BAD;
  const kindAt = HEAD_BYTES + simBytes;
  let at = kindAt + KIND_BYTES;
  if (bytes.length < at) return WAIT;
  const type = bytes[kindAt + 1] as number;
  const dataType = type >> 4;
  const fragment = type & 0x0f;
  if (dataType > DATA_TYPE.transparent || fragment > FRAGMENT.middle) return BAD;
  const hasTime = dataType !== DATA_TYPE.transparent;
  const isVideo = dataType <= DATA_TYPE.bFrame;
  const timeAt = at;
  at += (hasTime ? TIME_BYTES : 0) + (isVideo ? INTERVAL_BYTES : 0);
  if (bytes.length < at + LENGTH_BYTES) return WAIT;
  const bodyAt = at + LENGTH_BYTES;
  const end = bodyAt + bytes.readUInt16BE(at);
  if (bytes.length < end) return WAIT;
  const intervalsAt = timeAt + TIME_BYTES;
  const packet: Jt1078Packet = {
    sequence: bytes.readUInt16BE(6),
    isMarked: ((bytes[5] as number) & 0x80) !== 0,
    payloadType: (bytes[5] as number) & 0x7f,
    sim: bytes.subarray(HEAD_BYTES, kindAt),
    channel: bytes[kindAt] as number,
    dataType,
    fragment,
    timestampMs: hasTime ? Number(bytes.readBigUInt64BE(timeAt)) : null,
    lastIFrameIntervalMs: isVideo ? bytes.readUInt16BE(intervalsAt) : null,
    lastFrameIntervalMs: isVideo ? bytes.readUInt16BE(intervalsAt + 2) : null,
    body: bytes.subarray(bodyAt, end),
  };
  return { kind: 'packet', packet, bytes: end };
}

/** Encodes a packet. The length of the SIM (six or ten bytes) determines the header format. */
export function encodeJt1078Packet(packet: Jt1078Packet): Buffer {
  const { sim, body, timestampMs, lastIFrameIntervalMs, lastFrameIntervalMs } = packet;
  const hasTime = packet.dataType !== DATA_TYPE.transparent;
  const isVideo = packet.dataType <= DATA_TYPE.bFrame;
  const kindAt = HEAD_BYTES + sim.length;
  const timeAt = kindAt + KIND_BYTES;
  const lengthAt = timeAt + (hasTime ? TIME_BYTES : 0) + (isVideo ? INTERVAL_BYTES : 0);
  const bytes = Buffer.alloc(lengthAt + LENGTH_BYTES + body.length);
  bytes.set(START_MARK, 0);
  bytes[4] = VERSION;
  bytes[5] = (packet.isMarked ? 0x80 : 0) | packet.payloadType;
  bytes.writeUInt16BE(packet.sequence & 0xffff, 6);
  bytes.set(sim, HEAD_BYTES);
  bytes[kindAt] = packet.channel;
  bytes[kindAt + 1] = (packet.dataType << 4) | packet.fragment;
  if (hasTime) bytes.writeBigUInt64BE(BigInt(Math.round(timestampMs ?? 0)), timeAt);
  if (isVideo) {
    const interval = (ms: number | null) => Math.max(0, Math.min(0xffff, Math.round(ms ?? 0)));
    bytes.writeUInt16BE(interval(lastIFrameIntervalMs), timeAt + TIME_BYTES);
    bytes.writeUInt16BE(interval(lastFrameIntervalMs), timeAt + TIME_BYTES + 2);
  }
  bytes.writeUInt16BE(body.length, lengthAt);
  bytes.set(body, lengthAt + LENGTH_BYTES);
  return bytes;
}
