import {
  encodeJt808,
  encodeJt808Command,
  jt808Address,
  readJt808Message,
  unescapeJt808,
} from '@roadworthy/protocols';
import { expect, it } from 'vitest';
import type { Sample } from './drive.ts';
import { cameraVehicle } from './fleet.ts';
import { jt808 } from './jt808-encoder.ts';

const NUMBER = '13900000005';
const ADDRESS = jt808Address(NUMBER);
const VEHICLE = cameraVehicle(NUMBER);
const SAMPLE: Sample = {
  timeMs: Date.UTC(2026, 10, 21, 9, 0),
  latitudeDeg: 52.2,
  longitudeDeg: -1.1,
  speedKmh: 0,
  headingDeg: 0,
  ignition: true,
  odometerM: 1000,
  eventCode: null,
};

/** The platform's answer (8001) to a message with this serial. */
function answerTo(frame: Buffer): Buffer {
  const plain = unescapeJt808(frame.subarray(1, -1));
  const message = plain === null ? 'structure' : readJt808Message(plain);
  if (typeof message === 'string') throw new Error(message);
  const body = Buffer.alloc(5);
  body.writeUInt16BE(message.serial, 0);
  body.writeUInt16BE(message.id, 2);
  return encodeJt808(0x8001, ADDRESS, 1, body);
}

const { id, body } = encodeJt808Command({ kind: 'capabilities' }, 480);
const ORDER = encodeJt808(id, ADDRESS, 9, body);

function encoder() {
  const sent: Buffer[] = [];
  const device = jt808(VEHICLE, {
    channels: 4,
    encoder: 'clip',
    faults: () => ({}),
    motion: {
      at: () => ({ speedKmh: 0, distanceM: 0, headingDeg: 0 }),
      sampleAt: () => null,
    },
  });
  const line = { host: '127.0.0.1', send: (bytes: Buffer) => sent.push(bytes) };
  return { device, line, sent };
}

it('executes a command received with the answer to a report, in either order', () => {
  for (const order of ['before', 'behind'] as const) {
    const { device, line, sent } = encoder();
    const report = device.report([SAMPLE]);
    const answer = answerTo(report.bytes);
    const received = Buffer.concat(order === 'before' ? [ORDER, answer] : [answer, ORDER]);
    const interruption = device.interruption?.(received, line);
    expect(sent).toHaveLength(1);
    expect(interruption?.rest).toEqual(answer);
    expect(report.isAnswered(answer)).toBe(true);
  }
});

it('keeps an incomplete command until the rest arrives', () => {
  const { device, line, sent } = encoder();
  const report = device.report([SAMPLE]);
  const begun = ORDER.subarray(0, 7);
  const received = Buffer.concat([answerTo(report.bytes), begun]);
  expect(device.interruption?.(received, line)).toBeNull();
  expect(report.isAnswered(received)).toBe(true);
  const rest = device.behindAnswer?.(received) ?? Buffer.alloc(0);
  expect(rest).toEqual(begun);
  device.interruption?.(Buffer.concat([rest, ORDER.subarray(7)]), line);
  expect(sent).toHaveLength(1);
});

it('does not accept an answer to another message as the answer to a report', () => {
  const { device, line } = encoder();
  const heartbeat = device.heartbeat?.().bytes ?? Buffer.alloc(0);
  const report = device.report([SAMPLE]);
  const stray = answerTo(heartbeat);
  expect(report.isAnswered(stray)).toBe(false);
  expect(device.interruption?.(stray, line)?.rest).toHaveLength(0);
});
