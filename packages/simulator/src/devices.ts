import { EVENT } from '@roadworthy/domain';
import {
  encodeFlespiMessage,
  encodeGt06Alarm,
  encodeGt06CommandAnswer,
  encodeGt06Login,
  encodeGt06Position,
  encodePhoneQuery,
  encodeTeltonikaAnswer,
  encodeTeltonikaLogin,
  encodeTeltonikaPacket,
} from '@roadworthy/protocols';
import { gt06Reply, teltonikaReply } from './command-replies.ts';
import type { DeviceEncoder } from './device-encoder.ts';
import type { SimulatedProtocol, SimulatedVehicle } from './fleet.ts';
import { type CameraParts, jt808 } from './jt808-encoder.ts';
import { gps103, h02 } from './text-encoders.ts';
import { toAvl } from './to-avl.ts';

/** Alarm bytes of GT06 for harsh driving and speeding. */
const GT06_ALARMS: Readonly<Record<number, number>> = {
  [EVENT.harshAcceleration]: 0x29,
  [EVENT.harshBraking]: 0x30,
  [EVENT.harshCornering]: 0x2a,
  [EVENT.overSpeed]: 0x06,
};
/** Length of a GT06 answer. */
const GT06_ANSWER_BYTES = 10;
const GT06_COMMAND = 0x80;

function teltonika(vehicle: SimulatedVehicle): DeviceEncoder {
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
      // A packet begins with four zeros; an acknowledgement of records never does.
      if (received.length < 8 || received.readUInt32BE(0) !== 0) return null;
      const end = 12 + received.readUInt32BE(4);
      if (received.length < end) return null;
      // Codec, count, type, length of the text; the text ends with the second count.
      const text = received.toString('latin1', 15, end - 5);
      return { reply: encodeTeltonikaAnswer(teltonikaReply(text)), rest: received.subarray(end) };
    },
  };
}

function gt06(vehicle: SimulatedVehicle): DeviceEncoder {
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
      const text = received.toString('latin1', 9, end - 6);
      return {
        reply: encodeGt06CommandAnswer(gt06Reply(text), next()),
        rest: received.subarray(end),
      };
    },
  };
}

/** A phone sends one HTTP request per sample on a persistent connection. */
function phone(vehicle: SimulatedVehicle, host: string): DeviceEncoder {
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

/** A platform that forwards a device to a data input: one message with all samples. */
function dataInput(vehicle: SimulatedVehicle, host: string): DeviceEncoder {
  return {
    batch: 50,
    opening: () => [],
    report: (samples) => {
      const body = JSON.stringify(
        samples.map((sample) => encodeFlespiMessage(vehicle.number, sample)),
      );
      const head = [
        `POST ${vehicle.inputPath ?? '/'} HTTP/1.1`,
        `Host: ${host}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
      ];
      return {
        bytes: Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`),
        isAnswered: (received) => received.toString('latin1').startsWith('HTTP/1.1 200'),
      };
    },
  };
}

const ENCODERS: Readonly<
  Record<
    SimulatedProtocol,
    (vehicle: SimulatedVehicle, host: string, camera?: CameraParts) => DeviceEncoder
  >
> = {
  teltonika,
  gt06,
  jt808: (vehicle, _host, camera) => jt808(vehicle, camera),
  h02,
  gps103,
  osmand: phone,
  json: dataInput,
};

/**
 * The encoder for the device of a vehicle.
 *
 * @param camera settings of a vehicle's cameras, if it has any
 */
export function encoderOf(
  vehicle: SimulatedVehicle,
  host: string,
  camera?: CameraParts,
): DeviceEncoder {
  return ENCODERS[vehicle.protocol](vehicle, host, camera);
}
