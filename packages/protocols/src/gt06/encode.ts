import type { EncodedPosition } from '../encoded-position.ts';
import { encodeGt06Frame } from './frame.ts';

/** A login of a device whose clock runs on UTC. */
export function encodeGt06Login(imei: string, serial: number): Buffer {
  const content = Buffer.concat([Buffer.from(`0${imei}`, 'hex'), Buffer.from([0x10, 0x0b, 0, 0])]);
  return encodeGt06Frame(0x01, content, serial);
}

/** The fields of a GT06 position. */
export interface Gt06Input extends EncodedPosition {
  readonly odometerM: number;
}

function gpsBlock(input: Gt06Input): Buffer {
  const time = new Date(input.timeMs);
  const block = Buffer.alloc(18);
  block.set([
    time.getUTCFullYear() - 2000,
    time.getUTCMonth() + 1,
    time.getUTCDate(),
    time.getUTCHours(),
    time.getUTCMinutes(),
    time.getUTCSeconds(),
    0xcc,
  ]);
  block.writeUInt32BE(Math.round(Math.abs(input.latitudeDeg) * 1_800_000), 7);
  block.writeUInt32BE(Math.round(Math.abs(input.longitudeDeg) * 1_800_000), 11);
  block[15] = Math.min(255, Math.round(input.speedKmh));
  const north = input.latitudeDeg >= 0 ? 0x0400 : 0;
  const west = input.longitudeDeg < 0 ? 0x0800 : 0;
  block.writeUInt16BE(0x1000 | north | west | (Math.round(input.headingDeg) % 360), 16);
  return block;
}

/** A position of the newer format (22), with ignition and mileage. */
export function encodeGt06Position(input: Gt06Input, serial: number): Buffer {
  const rest = Buffer.alloc(15);
  rest.writeUInt16BE(234, 0); // MCC of the United Kingdom
  rest[8] = input.ignition ? 1 : 0;
  rest.writeUInt32BE(Math.round(input.odometerM), 11);
  return encodeGt06Frame(0x22, Buffer.concat([gpsBlock(input), rest]), serial);
}

/** An alarm (26) with its alarm byte. */
export function encodeGt06Alarm(input: Gt06Input, alarm: number, serial: number): Buffer {
  const rest = Buffer.alloc(14);
  rest[0] = 9;
  rest[9] = input.ignition ? 0x46 : 0x44;
  rest[10] = 5;
  rest[11] = 4;
  rest[12] = alarm;
  rest[13] = 2;
  return encodeGt06Frame(0x26, Buffer.concat([gpsBlock(input), rest]), serial);
}

/** A heartbeat (13). */
export function encodeGt06Heartbeat(ignition: boolean, serial: number): Buffer {
  return encodeGt06Frame(0x13, Buffer.from([ignition ? 0x46 : 0x44, 5, 4, 0, 2]), serial);
}

/** A device's answer to a command (15). */
export function encodeGt06CommandAnswer(text: string, serial: number): Buffer {
  const payload = Buffer.from(text, 'latin1');
  const head = Buffer.from([4 + payload.length, 0, 0, 0, 0]);
  return encodeGt06Frame(0x15, Buffer.concat([head, payload, Buffer.from([0, 2])]), serial);
}

/** A command to the device (80), for example `RELAY,1#`. */
export function encodeGt06Command(text: string, serial: number): Buffer {
  const payload = Buffer.from(text, 'latin1');
  const head = Buffer.from([4 + payload.length, 0, 0, 0, 0]);
  return encodeGt06Frame(0x80, Buffer.concat([head, payload]), serial);
}
