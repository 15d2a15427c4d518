/** Encoding of a frame's content; `other` for payload types without a known name. */
export type Jt1078Coding =
  | 'h264'
  | 'h265'
  | 'avs'
  | 'g711a'
  | 'g711u'
  | 'g726'
  | 'aac'
  | 'adpcm'
  | 'mp3'
  | 'transparent'
  | 'other';

/** Payload types by JT/T 1078 (device-protocols, section 8). */
export const PAYLOAD_TYPE = {
  g711a: 6,
  g711u: 7,
  g726: 8,
  aac: 19,
  mp3: 25,
  adpcm: 26,
  transparent: 91,
  h264: 98,
  h265: 99,
  avs: 100,
} as const;

const CODINGS = new Map<number, Jt1078Coding>(
  Object.entries(PAYLOAD_TYPE).map(([coding, type]) => [type, coding as Jt1078Coding]),
);

/** The encoding of a payload type. */
export const codingOf = (payloadType: number): Jt1078Coding => CODINGS.get(payloadType) ?? 'other';

const HISILICON_HEAD_BYTES = 4;

/**
 * Removes the header `00 01 nn 00` that HiSilicon chips add before G.711, G.726 and ADPCM (nn is
 * the number of 16-bit words after it); other bytes are returned unchanged.
 */
export function withoutHisiliconHead(body: Buffer): Buffer {
  if (body.length <= HISILICON_HEAD_BYTES) return body;
  const words = (body.length - HISILICON_HEAD_BYTES) / 2;
  const isHead = body[0] === 0 && body[1] === 1 && body[2] === words && body[3] === 0;
  return isHead ? body.subarray(HISILICON_HEAD_BYTES) : body;
}
