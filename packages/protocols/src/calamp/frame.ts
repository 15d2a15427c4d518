/** Longest datagram of a device. */
export const MAX_BYTES = 2 * 1024;
/** Service: whether an acknowledgement is due. */
export const SERVICE = { unacknowledged: 0, acknowledged: 1, response: 2 } as const;
export const TYPE = {
  ack: 1,
  event: 2,
  id: 3,
  userData: 4,
  locate: 8,
  miniEvent: 10,
} as const;

const HAS_OPTIONS = 0x80;
const HAS_ID = 0x01;
/** Bits of options that follow the id, each with a length byte. */
const OTHER_OPTIONS = [0x02, 0x04, 0x08, 0x10, 0x20, 0x40];
const HEAD_BYTES = 4;

/** A message; the protocol has no checksum. */
export interface CalampMessage {
  /** The device's number; null without the option. */
  readonly deviceId: string | null;
  readonly service: number;
  readonly type: number;
  readonly sequence: number;
  readonly body: Buffer;
}

/** Reads the head of a datagram; null if it is none. */
export function readDatagram(bytes: Buffer): CalampMessage | null {
  let at = 0;
  let deviceId: string | null = null;
  const options = bytes[0] ?? 0;
  if ((options & HAS_OPTIONS) !== 0) {
    at = 1;
    if ((options & HAS_ID) !== 0) {
      const end = at + 1 + (bytes[at] ?? 0);
      // Digits, filled up with f.
      const digits = bytes.toString('hex', at + 1, end).replace(/f+$/, '');
      if (end > bytes.length || !/^\d+$/.test(digits)) return null;
      deviceId = digits;
      at = end;
    }
    for (const option of OTHER_OPTIONS)
      if ((options & option) !== 0) at += 1 + (bytes[at] ?? bytes.length);
  }
  const service = bytes[at];
  const type = bytes[at + 1];
  if (service === undefined || type === undefined || at + HEAD_BYTES > bytes.length) return null;
  if (service > SERVICE.response) return null;
  const body = bytes.subarray(at + HEAD_BYTES);
  return { deviceId, service, type, sequence: bytes.readUInt16BE(at + 2), body };
}

/** The acknowledgement of a message: its number and type, success, spare bytes. */
export function encodeCalampAck(sequence: number, type: number): Buffer {
  const bytes = Buffer.alloc(10);
  bytes[0] = SERVICE.response;
  bytes[1] = TYPE.ack;
  bytes.writeUInt16BE(sequence, 2);
  bytes[4] = type;
  return bytes;
}
