import type { EncodedPosition } from '../encoded-position.ts';
import { SERVICE, TYPE } from './frame.ts';

/** A message of a device, with its number. */
export function encodeCalamp(
  deviceId: string,
  type: number,
  sequence: number,
  body: Uint8Array,
  service: number = SERVICE.acknowledged,
): Buffer {
  const id = Buffer.from(deviceId.length % 2 === 0 ? deviceId : `${deviceId}f`, 'hex');
  const head = Buffer.from([service, type, sequence >> 8, sequence & 0xff]);
  const options = Buffer.from([0x83, id.length]);
  return Buffer.concat([options, id, Buffer.from([1, 1]), head, body]);
}

/** A position with its state. */
export interface CalampInput extends EncodedPosition {
  readonly fixStatus?: number;
  readonly altitudeM?: number;
  readonly event?: number;
  readonly accumulators?: readonly number[];
}

/** An event message. */
export function encodeCalampEvent(deviceId: string, input: CalampInput, sequence: number): Buffer {
  const { accumulators = [] } = input;
  const body = Buffer.alloc(40 + accumulators.length * 4);
  const seconds = Math.floor(input.timeMs / 1000);
  body.writeUInt32BE(seconds, 0);
  body.writeUInt32BE(seconds, 4);
  body.writeInt32BE(Math.round(input.latitudeDeg * 1e7), 8);
  body.writeInt32BE(Math.round(input.longitudeDeg * 1e7), 12);
  body.writeInt32BE(Math.round((input.altitudeM ?? 0) * 100), 16);
  body.writeUInt32BE(Math.round(input.speedKmh / 0.036), 20);
  body.writeInt16BE(Math.round(input.headingDeg), 24);
  body[26] = 9;
  body[27] = input.fixStatus ?? 0;
  body.writeInt16BE(-71, 30);
  body[33] = 8;
  body[34] = input.ignition ? 1 : 0;
  body[37] = input.event ?? 0;
  body[38] = accumulators.length;
  for (const [n, value] of accumulators.entries()) body.writeUInt32BE(value, 40 + n * 4);
  return encodeCalamp(deviceId, TYPE.event, sequence, body);
}
