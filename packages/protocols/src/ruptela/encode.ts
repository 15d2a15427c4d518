import type { EncodedPosition } from '../encoded-position.ts';
import { sealed } from './frame.ts';
import { EXTENDED_RECORDS, RECORDS } from './records.ts';

/** A position with its IO elements: id and value, in the groups of 1, 2, 4 and 8 bytes. */
export interface RuptelaInput extends Omit<EncodedPosition, 'ignition'> {
  readonly satellites?: number;
  readonly altitudeM?: number;
  readonly eventIoId?: number;
  readonly elements?: readonly (readonly [id: number, bytes: 1 | 2 | 4 | 8, value: number])[];
  /** Number of this part of a record and number of its last part. */
  readonly part?: readonly [part: number, last: number];
}

/** A packet of a device. */
export function encodeRuptela(imei: string, command: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(9);
  head.writeBigUInt64BE(BigInt(imei), 0);
  head[8] = command;
  return sealed(Buffer.concat([head, payload]));
}

function encodeRecord(input: RuptelaInput, isExtended: boolean): Buffer {
  const { elements = [], part = [0, 0] } = input;
  const head = Buffer.alloc(isExtended ? 25 : 23);
  const gps = isExtended ? 7 : 6;
  head.writeUInt32BE(Math.floor(input.timeMs / 1000), 0);
  if (isExtended) head[5] = part[0] | (part[1] << 4);
  head.writeInt32BE(Math.round(input.longitudeDeg * 1e7), gps);
  head.writeInt32BE(Math.round(input.latitudeDeg * 1e7), gps + 4);
  head.writeInt16BE(Math.round((input.altitudeM ?? 0) * 10), gps + 8);
  head.writeUInt16BE(Math.round(input.headingDeg * 100), gps + 10);
  head[gps + 12] = input.satellites ?? 9;
  head.writeUInt16BE(Math.round(input.speedKmh), gps + 13);
  head[gps + 15] = 10;
  if (isExtended) head.writeUInt16BE(input.eventIoId ?? 0, gps + 16);
  else head[gps + 16] = input.eventIoId ?? 0;
  const parts: Buffer[] = [head];
  for (const size of [1, 2, 4, 8]) {
    const group = elements.filter(([, bytes]) => bytes === size);
    parts.push(Buffer.from([group.length]));
    for (const [id, , value] of group) {
      const one = Buffer.alloc((isExtended ? 2 : 1) + size);
      one.writeUIntBE(id, 0, isExtended ? 2 : 1);
      const from = one.length - Math.min(size, 6);
      one.writeUIntBE(value, from, one.length - from);
      parts.push(one);
    }
  }
  return Buffer.concat(parts);
}

/** A packet with records. */
export function encodeRuptelaRecords(
  imei: string,
  inputs: readonly RuptelaInput[],
  isExtended = false,
): Buffer {
  const records = inputs.map((input) => encodeRecord(input, isExtended));
  const payload = Buffer.concat([Buffer.from([0, inputs.length]), ...records]);
  return encodeRuptela(imei, isExtended ? EXTENDED_RECORDS : RECORDS, payload);
}
