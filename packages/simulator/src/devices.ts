import {
  encodeGt06Alarm,
  encodeGt06CommandAnswer,
  encodeGt06Login,
  encodeGt06Position,
  encodeJt808Answer,
  encodeJt808Authenticate,
  encodeJt808Batch,
  encodeJt808Register,
  encodePhoneQuery,
  encodeTeltonikaAnswer,
  encodeTeltonikaLogin,
  encodeTeltonikaPacket,
  jt808Address,
  readJt808Message,
  unescapeJt808,
} from '@roadworthy/protocols';
import type { SimulatedVehicle } from './fleet.ts';
import type { Sample } from './planner.ts';
import { toAvl } from './to-avl.ts';

/** An exchange on a socket: what to send, and whether bytes received so far are its whole answer. */
export interface Exchange {
  readonly bytes: Buffer;
  readonly isAnswered: (received: Buffer) => boolean;
}

/** How a kind of device speaks; a connection begins with `opening` and goes on with `report`. */
export interface DeviceSpeech {
  /** Samples in one report at the most. */
  readonly batch: number;
  opening(): Exchange[];
  report(samples: readonly Sample[]): Exchange;
  /**
   * A text of the platform at the front of what was received: what the device says to it, and what is
   * left. Null where there is none.
   */
  readonly interruption?: (received: Buffer) => Interruption | null;
}

/** What a device says to a text that came in between. */
export interface Interruption {
  readonly reply: Buffer;
  readonly rest: Buffer;
}

/** Alarm bytes of GT06 for harsh driving and speeding. */
const GT06_ALARMS: Readonly<Record<number, number>> = { 40: 0x29, 41: 0x30, 42: 0x2a, 43: 0x06 };
/** Length of a GT06 answer and of a JT/T 808 frame of 2013 with five body bytes. */
const GT06_ANSWER_BYTES = 10;
const JT808_MARK = 0x7e;
const JT808_TEXT = 0x8300;
const GT06_COMMAND = 0x80;

function teltonika(vehicle: SimulatedVehicle): DeviceSpeech {
  return {
    batch: 25,
    opening: () => [
      { bytes: encodeTeltonikaLogin(vehicle.number), isAnswered: (received) => received[0] === 1 },
    ],
    report: (samples) => ({
      bytes: encodeTeltonikaPacket(
        samples.map((sample) => toAvl(vehicle, sample)),
        vehicle.codec,
      ),
      isAnswered: (received) => received.length >= 4 && received.readUInt32BE(0) === samples.length,
    }),
    interruption: (received) => {
      // A packet begins with four zeros, which no acknowledgement of records is.
      if (received.length < 8 || received.readUInt32BE(0) !== 0) return null;
      const end = 12 + received.readUInt32BE(4);
      if (received.length < end) return null;
      return { reply: encodeTeltonikaAnswer('OK'), rest: received.subarray(end) };
    },
  };
}

function gt06(vehicle: SimulatedVehicle): DeviceSpeech {
  let serial = 0;
  const next = () => {
    serial = (serial + 1) & 0xffff;
    return serial;
  };
  return {
    batch: 10,
    opening: () => [
      {
        bytes: encodeGt06Login(vehicle.number, next()),
        isAnswered: (received) => received.length >= GT06_ANSWER_BYTES,
      },
    ],
    report: (samples) => ({
      bytes: Buffer.concat(
        samples.map((sample) => {
          const alarm = GT06_ALARMS[sample.eventCode ?? 0];
          return alarm === undefined
            ? encodeGt06Position(sample, next())
            : encodeGt06Alarm(sample, alarm, next());
        }),
      ),
      isAnswered: (received) => received.length >= GT06_ANSWER_BYTES * samples.length,
    }),
    interruption: (received) => {
      if (received.length < 5 || received[3] !== GT06_COMMAND) return null;
      const end = (received[2] as number) + 5;
      if (received.length < end) return null;
      return { reply: encodeGt06CommandAnswer('OK', next()), rest: received.subarray(end) };
    },
  };
}

/** Warnings in one message at the most: each takes room of a message's 1,023 bytes. */
const MAX_WARNINGS = 3;
/** One sample of so many above walking pace brings a warning. */
const WARN_ONE_OF = 90;
/** Forward collision, lane departure, headway, pedestrian, road sign: the frequent ones more often. */
const ADAS_TYPES = [3, 3, 3, 2, 2, 6, 6, 1, 4];

/** The driver assistance warning of a lorry's camera, the same for the same moment. */
function adasTypeOf({ timeMs, speedKmh }: Sample): number | undefined {
  const dice = Math.imul(Math.floor(timeMs / 1000), 0x9e37_79b1) >>> 8;
  if (speedKmh < 10 || dice % WARN_ONE_OF !== 0) return undefined;
  return ADAS_TYPES[Math.floor(dice / WARN_ONE_OF) % ADAS_TYPES.length];
}

/** Whole frames in what was received; frames begin and end with a mark. */
function jt808Frames(received: Buffer): number {
  return Math.floor(received.filter((byte) => byte === JT808_MARK).length / 2);
}

function jt808(vehicle: SimulatedVehicle): DeviceSpeech {
  const address = jt808Address(vehicle.number);
  let serial = 0;
  const next = () => {
    serial = (serial + 1) & 0xffff;
    return serial;
  };
  const one = (bytes: Buffer): Exchange => ({
    bytes,
    isAnswered: (received) => jt808Frames(received) >= 1,
  });
  return {
    batch: 20,
    opening: () => [
      one(encodeJt808Register(address, next())),
      one(encodeJt808Authenticate(address, vehicle.number, next())),
    ],
    report: (samples) => {
      let warnings = 0;
      const inputs = samples.map((sample) => {
        const adasType = adasTypeOf(sample);
        if (adasType === undefined || warnings === MAX_WARNINGS) return sample;
        warnings += 1;
        return { ...sample, adasType };
      });
      return one(encodeJt808Batch(address, inputs, next()));
    },
    interruption: (received) => {
      if (received.length < 15 || received.readUInt16BE(1) !== JT808_TEXT) return null;
      const end = received.indexOf(JT808_MARK, 1) + 1;
      const plain = end > 0 ? unescapeJt808(received.subarray(1, end - 1)) : null;
      const message = plain === null ? null : readJt808Message(plain);
      if (message === null || typeof message === 'string') return null;
      return {
        reply: encodeJt808Answer(address, message, 0, next()),
        rest: received.subarray(end),
      };
    },
  };
}

/** A phone asks with one HTTP request a sample, on a connection that stays open. */
function phone(vehicle: SimulatedVehicle, host: string): DeviceSpeech {
  return {
    batch: 10,
    opening: () => [],
    report: (samples) => ({
      bytes: Buffer.from(
        samples
          .map((sample) => {
            const path = encodePhoneQuery(vehicle.number, { ...sample, batteryPercent: 80 });
            return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
          })
          .join(''),
      ),
      isAnswered: (received) =>
        received.toString('latin1').split('HTTP/1.1 200').length - 1 >= samples.length,
    }),
  };
}

/** How the device of a vehicle speaks. */
export function speechOf(vehicle: SimulatedVehicle, host: string): DeviceSpeech {
  switch (vehicle.protocol) {
    case 'teltonika':
      return teltonika(vehicle);
    case 'gt06':
      return gt06(vehicle);
    case 'jt808':
      return jt808(vehicle);
    case 'osmand':
      return phone(vehicle, host);
  }
}
