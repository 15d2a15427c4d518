import type { EncodedPosition } from '../encoded-position.ts';
import { encodeGalileosky } from './frame.ts';
import { TAG } from './tags.ts';

/** A position with further tags: number and value. */
export interface GalileoskyInput extends Omit<EncodedPosition, 'ignition'> {
  readonly recordNumber?: number;
  /** High four bits: source of the position (0: satellites); low four bits: satellites. */
  readonly mark?: number;
  readonly altitudeM?: number;
  readonly odometerM?: number;
  /** Tag and value of further tags, as bytes, in ascending order from 0x35. */
  readonly further?: Uint8Array;
}

function tag(number: number, bytes: number, value: number, write: 'UInt' | 'Int' = 'UInt'): Buffer {
  const out = Buffer.alloc(1 + bytes);
  out[0] = number;
  if (write === 'Int') out.writeIntLE(value, 1, bytes);
  else out.writeUIntLE(value, 1, bytes);
  return out;
}

/** The first packet of a connection: hardware, firmware, IMEI, number of the device. */
export function encodeGalileoskyLogin(imei: string, deviceNumber = 50): Buffer {
  return encodeGalileosky(
    Buffer.concat([
      tag(0x01, 1, 17),
      tag(0x02, 1, 222),
      Buffer.from([TAG.imei]),
      Buffer.from(imei, 'latin1'),
      tag(TAG.deviceNumber, 2, deviceNumber),
    ]),
  );
}

function encodeRecord(input: GalileoskyInput): Buffer {
  const place = Buffer.alloc(10);
  place[0] = TAG.coordinates;
  place[1] = input.mark ?? 9;
  place.writeInt32LE(Math.round(input.latitudeDeg * 1e6), 2);
  place.writeInt32LE(Math.round(input.longitudeDeg * 1e6), 6);
  const speed = Buffer.alloc(5);
  speed[0] = TAG.speed;
  speed.writeUInt16LE(Math.round(input.speedKmh * 10), 1);
  speed.writeUInt16LE(Math.round(input.headingDeg * 10), 3);
  return Buffer.concat([
    tag(0x10, 2, input.recordNumber ?? 1),
    tag(TAG.time, 4, Math.floor(input.timeMs / 1000)),
    place,
    speed,
    tag(TAG.altitude, 2, input.altitudeM ?? 0, 'Int'),
    input.further ?? Buffer.alloc(0),
    ...(input.odometerM === undefined ? [] : [tag(TAG.odometer, 4, input.odometerM)]),
  ]);
}

/** A packet with records. */
export function encodeGalileoskyRecords(inputs: readonly GalileoskyInput[]): Buffer {
  return encodeGalileosky(Buffer.concat(inputs.map(encodeRecord)));
}
