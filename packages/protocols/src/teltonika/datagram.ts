import type { BadFrameReason, CodecOptions, DatagramCodec } from '../codec.ts';
import type { DeviceRecord } from '../record.ts';
import { StructureError } from './avl.ts';
import { isRecordCodec, readRecords } from './body.ts';
import { digitsOf } from './identity.ts';

/** The content of a UDP datagram of a Teltonika device. */
export type TeltonikaDatagram =
  | {
      readonly kind: 'records';
      readonly deviceId: string;
      readonly records: readonly DeviceRecord[];
      /** The reply to send once the records are stored. */
      readonly stored: Uint8Array;
      /** False if a value has no known meaning; it stays in the record as `io` and its number. */
      readonly understood: boolean;
    }
  | { readonly kind: 'bad'; readonly reason: BadFrameReason };

const HEADER_BYTES = 8;

/** Decodes a whole datagram; never throws. */
export function decodeTeltonikaDatagram(
  datagram: Uint8Array,
  options: Pick<CodecOptions, 'model'> = {},
): TeltonikaDatagram {
  const bytes = Buffer.from(datagram.buffer, datagram.byteOffset, datagram.byteLength);
  if (bytes.length < HEADER_BYTES || bytes.readUInt16BE(0) !== bytes.length - 2) {
    return { kind: 'bad', reason: 'length' };
  }
  const idLength = bytes.readUInt16BE(6);
  const bodyAt = HEADER_BYTES + idLength;
  if (idLength < 1 || idLength > 32 || bodyAt + 3 > bytes.length) {
    return { kind: 'bad', reason: 'structure' };
  }
  const deviceId = digitsOf(bytes, HEADER_BYTES, bodyAt);
  if (deviceId === null || !isRecordCodec(bytes[bodyAt] as number))
    return { kind: 'bad', reason: 'structure' };
  try {
    const model = options.model?.(deviceId) ?? null;
    const { records, isKnown } = readRecords(bytes, bodyAt, bytes.length, model);
    const stored = Buffer.alloc(7);
    stored.writeUInt16BE(5, 0);
    bytes.copy(stored, 2, 2, 4);
    stored[4] = 1;
    stored[5] = bytes[5] as number;
    stored[6] = records.length;
    return { kind: 'records', deviceId, records, stored, understood: isKnown };
  } catch (error) {
    if (error instanceof StructureError || error instanceof RangeError) {
      return { kind: 'bad', reason: 'structure' };
    }
    throw error;
  }
}

/** Datagrams of Teltonika devices, as the gateway reads them. */
export const teltonikaDatagrams: DatagramCodec = {
  decode: (datagram, options) => {
    const decoded = decodeTeltonikaDatagram(datagram, options);
    if (decoded.kind === 'bad') return [{ ...decoded, answer: null }];
    const { deviceId, records, stored, understood } = decoded;
    const raw = { bytes: datagram, kind: 'datagram', understood, offsetMin: 0 };
    return [
      { kind: 'login', deviceId, accepted: null, refused: null },
      { kind: 'records', records, stored, failed: null, raw },
    ];
  },
};
