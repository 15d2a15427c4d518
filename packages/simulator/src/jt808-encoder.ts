import { EVENT } from '@roadworthy/domain';
import {
  encodeJt808Answer,
  encodeJt808Authenticate,
  encodeJt808Batch,
  encodeJt808Heartbeat,
  encodeJt808Place,
  encodeJt808Register,
  type Jt808Message,
  jt808Address,
  readJt808Message,
  unescapeJt808,
} from '@roadworthy/protocols';
import { CameraDevice, type CameraDeviceOptions } from './camera/camera-device.ts';
import type { DeviceEncoder, Exchange, Interruption, Line } from './device-encoder.ts';
import type { Sample } from './drive.ts';
import { engineValues } from './energy.ts';
import type { SimulatedVehicle } from './fleet.ts';

const MARK = 0x7e;
const GENERAL_ANSWER = 0x8001;
const REGISTER_ANSWER = 0x8100;
/** Texts, parameters and control: answered with 0001. */
const ANSWERED = new Set([0x8300, 0x8103, 0x8105]);

/** Maximum warnings in one message, whose body is limited to 1,023 bytes. */
const MAX_WARNINGS = 3;
/** One sample in this many, above walking pace, has a warning. */
const WARN_ONE_OF = 90;
/** Forward collision, lane departure, headway, pedestrian, road sign; repeated by frequency. */
const ADAS_TYPES = [3, 3, 3, 2, 2, 6, 6, 1, 4];
/** A photograph and a video from each of two cameras; only the newest warnings have them. */
const WARNING_FILES = 4;
const FRESH_MS = 60_000;
const NOTHING = Buffer.alloc(0);
/** Harsh driving in the manufacturers' item 70, by event code. */
const HARSH_TYPES: Readonly<Record<number, number>> = {
  [EVENT.harshAcceleration]: 1,
  [EVENT.harshBraking]: 2,
  [EVENT.harshCornering]: 3,
};

/** Forward collision, lane departure, headway and pedestrian, by event code. */
const ADAS_OF_EVENT: Readonly<Record<number, number>> = {
  [EVENT.forwardCollision]: 1,
  [EVENT.laneDeparture]: 2,
  [EVENT.followingTooClose]: 3,
  [EVENT.pedestrian]: 4,
};

/** Settings of a vehicle's cameras, except their connection. */
export type CameraParts = Pick<
  CameraDeviceOptions,
  'channels' | 'motion' | 'encoder' | 'faults'
> & {
  /** Whether it sends occasional driver assistance warnings; default true. */
  readonly warnsByItself?: boolean;
};

/** The driver assistance warning of a lorry's camera; deterministic for a given moment. */
function adasTypeOf({ timeMs, speedKmh }: Sample): number | undefined {
  const dice = Math.imul(Math.floor(timeMs / 1000), 0x9e37_79b1) >>> 8;
  if (speedKmh < 10 || dice % WARN_ONE_OF !== 0) return undefined;
  return ADAS_TYPES[Math.floor(dice / WARN_ONE_OF) % ADAS_TYPES.length];
}

interface Frame {
  readonly from: number;
  readonly to: number;
  readonly message: Jt808Message;
}

/** Splits received bytes into complete messages, each delimited by start and end flags. */
function framesOf(received: Buffer): Frame[] {
  const frames: Frame[] = [];
  for (let from = received.indexOf(MARK); from >= 0; ) {
    const end = received.indexOf(MARK, from + 1);
    if (end < 0) break;
    const plain = unescapeJt808(received.subarray(from + 1, end));
    const message = plain === null ? 'structure' : readJt808Message(plain);
    if (typeof message !== 'string') frames.push({ from, to: end + 1, message });
    from = received.indexOf(MARK, end + 1);
  }
  return frames;
}

/** Whether a platform message answers our message with this serial. */
function answers({ id, body }: Jt808Message, serial: number): boolean {
  const isAnswer = id === GENERAL_ANSWER || id === REGISTER_ANSWER;
  return isAnswer && body.length >= 2 && body.readUInt16BE(0) === serial;
}

/** The encoder of a JT/T 808 terminal, with cameras if settings are given. */
export function jt808(vehicle: SimulatedVehicle, parts?: CameraParts): DeviceEncoder {
  const address = jt808Address(vehicle.number);
  let serial = 0;
  /** Serial of the message awaiting an answer. */
  let awaited = -1;
  const nextSerial = (count: number) => {
    const first = (serial + 1) & 0xffff;
    serial = (serial + count) & 0xffff;
    return first;
  };
  const exchange = (encode: (serial: number) => Buffer): Exchange => {
    const own = nextSerial(1);
    awaited = own;
    return {
      bytes: encode(own),
      isAnswered: (received) => framesOf(received).some(({ message }) => answers(message, own)),
    };
  };
  const camera =
    parts === undefined
      ? null
      : new CameraDevice({
          ...parts,
          number: vehicle.number,
          address,
          nextSerial,
          locationAt: (timeMs) => encodeJt808Place(parts.motion.sampleAt(timeMs), timeMs),
        });

  const react = (message: Jt808Message, line: Line): Buffer => {
    if (ANSWERED.has(message.id)) return encodeJt808Answer(address, message, 0, nextSerial(1));
    camera?.take(message, line.send, line.host);
    return NOTHING;
  };
  /** Handles and removes all messages except the awaited answer. */
  const interruption = (received: Buffer, line: Line): Interruption | null => {
    const frame = framesOf(received).find(({ message }) => !answers(message, awaited));
    if (frame === undefined) return null;
    const rest = Buffer.concat([received.subarray(0, frame.from), received.subarray(frame.to)]);
    return { reply: react(frame.message, line), rest };
  };
  const report = (samples: readonly Sample[]): Exchange => {
    let warnings = 0;
    const inputs = samples.map((told) => {
      const sample = { ...told, fuelL: engineValues(vehicle, told).fuelL };
      const harshType = HARSH_TYPES[sample.eventCode ?? 0];
      const isQuiet = harshType !== undefined || parts?.warnsByItself === false;
      const adasType =
        ADAS_OF_EVENT[sample.eventCode ?? 0] ?? (isQuiet ? undefined : adasTypeOf(sample));
      const isWarning = harshType !== undefined || adasType !== undefined;
      if (!isWarning || warnings === MAX_WARNINGS) return sample;
      warnings += 1;
      const isFresh = camera !== null && Date.now() - sample.timeMs < FRESH_MS;
      return { ...sample, harshType, adasType, adasFiles: isFresh ? WARNING_FILES : 0 };
    });
    return exchange((own) => encodeJt808Batch(address, inputs, own));
  };
  return {
    batch: 20,
    // A generator, because each message is built when it is sent: only the newest awaits an answer.
    *opening() {
      yield exchange((own) => encodeJt808Register(address, own));
      yield exchange((own) => encodeJt808Authenticate(address, vehicle.number, own));
    },
    report,
    interruption,
    behindAnswer: (received) => received.subarray(framesOf(received).at(-1)?.to ?? 0),
    ...(camera === null
      ? {}
      : {
          heartbeat: () => exchange((own) => encodeJt808Heartbeat(address, own)),
          close: () => camera.close(),
        }),
  };
}
