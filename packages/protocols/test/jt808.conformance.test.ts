import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  encodeJt808,
  type Jt808Message,
  jt808Codec,
  readJt808Items,
  readJt808Location,
  readJt808Message,
  unescapeJt808,
} from '../src/index.ts';
import { bytesOf, hexOf, type Vector, vectors } from './vectors.ts';

/** The frames use the standard's time zone: GMT+8. */
const OFFSET_MIN = 480;

function messageOf(hex: string): Jt808Message | string {
  const plain = unescapeJt808(bytesOf(hex).subarray(1, -1));
  return plain === null ? 'structure' : readJt808Message(plain);
}

function checkLocation(body: Buffer, stated: Vector['expect']) {
  const record = readJt808Location(body, OFFSET_MIN);
  expect(new Date(record?.timeMs ?? 0).toISOString()).toBe(stated.time);
  expect(record?.ignition).toBe(stated.ignition);
  expect(record?.altitudeM).toBe(stated.altitude);
  expect(record?.speedKmh).toBeCloseTo(stated.speedKmh, 6);
  if (record?.latitudeDeg != null) {
    expect(record.latitudeDeg).toBeCloseTo(stated.latitude, 6);
    expect(record.longitudeDeg).toBeCloseTo(stated.longitude, 6);
    expect(record.fixValid).toBe(stated.valid);
    if (stated.valid) expect(record.headingDeg).toBe(stated.direction % 360);
  } else expect(record?.fixValid).toBe(false);
  if (stated.items !== undefined) {
    const items = readJt808Items(body).map(([id, value]) => [
      id.toString(16).padStart(2, '0'),
      value.toString('hex'),
    ]);
    expect(items).toEqual(stated.items);
  }
  if (stated.decoded?.odometerM !== undefined)
    expect(record?.odometerM).toBe(stated.decoded.odometerM);
  if (stated.decoded?.satellites !== undefined)
    expect(record?.satellites).toBe(stated.decoded.satellites);
}

function checkHeader(message: Jt808Message, stated: Vector['expect']) {
  expect(message.id.toString(16).padStart(4, '0')).toBe(stated.messageId);
  expect(message.is2019).toBe(stated.version === 2019);
  expect(message.phone.toString('hex')).toBe(stated.terminalPhoneBcd);
  expect(message.serial).toBe(stated.serial);
  expect(message.body.toString('hex')).toBe(stated.body);
  if (stated.packet !== undefined) {
    expect(message.packet).toEqual({ total: stated.packet.total, number: stated.packet.index });
  }
}

function checkFrame(vector: Vector) {
  const { hex = '', expect: stated, direction, variant } = vector;
  if (variant === 'text' || variant.startsWith('nonstandard')) {
    const messages = jt808Codec.createSession().push(bytesOf(hex));
    expect(messages.some(({ kind }) => kind === 'records')).toBe(false);
    return;
  }
  const message = messageOf(hex);
  if (stated.error !== undefined) {
    expect(message).toBe(stated.error);
    expect(jt808Codec.createSession().push(bytesOf(hex))[0]).toMatchObject({
      kind: 'bad',
      reason: stated.error,
    });
    return;
  }
  if (typeof message === 'string') throw new Error(message);
  checkHeader(message, stated);
  // Some devices do not escape marks within a frame; our encoder does.
  const isEscaped = !hex.slice(2, -2).match(/^(?:..)*?7e/);
  if (message.packet === null && isEscaped && (stated.protocolVersion ?? 1) === 1) {
    expect(hexOf(encodeJt808(message.id, message, message.serial, message.body))).toBe(hex);
  }
  if (direction === 'server-to-device') return;
  const answers = jt808Codec.createSession().push(bytesOf(hex));
  expect(answers.some(({ kind }) => kind === 'bad')).toBe(false);
  const last = answers.at(-1);
  if (['0102', '0002', '0200', '0704'].includes(stated.messageId)) {
    const answer =
      last?.kind === 'records' ? last.stored : last?.kind === 'notice' ? last.answer : null;
    expect(hexOf(answer)).toBe(stated.generalAckSerial0);
  }
  if (stated.location !== undefined) {
    const body = stated.messageId === '0201' ? message.body.subarray(2) : message.body;
    checkLocation(body, stated.location);
  }
  if (stated.batch !== undefined) {
    if (last?.kind !== 'records') throw new Error(String(last?.kind));
    expect(last.records).toHaveLength(stated.batch.locations.length);
    last.records.forEach((record, index) => {
      expect(new Date(record.timeMs ?? 0).toISOString()).toBe(stated.batch.locations[index].time);
    });
  }
}

/** Media data in sub-packets is returned and answered once, when complete. */
function checkSequence({ frames = [], expect: stated }: Vector) {
  const session = jt808Codec.createSession();
  const messages = frames.flatMap((frame) => session.push(bytesOf(frame)));
  const media = messages.filter((one) => one.kind === 'camera');
  expect(media).toHaveLength(1);
  const [one] = media;
  if (one?.kind !== 'camera' || one.cameraMessage.kind !== 'media')
    throw new Error(String(one?.kind));
  const { mediaId, type, format, cause, channel, data } = one.cameraMessage;
  const { id, event, location, ...rest } = stated.media;
  expect({ id: mediaId, type, format, event: cause, channel }).toEqual({ id, event, ...rest });
  expect(data).toHaveLength(stated.dataLength);
  expect(data.toString('hex').startsWith(stated.startsWith)).toBe(true);
  expect(createHash('sha256').update(data).digest('hex')).toBe(stated.dataSha256);
  checkLocation(one.cameraMessage.location, location);
  expect(new Date(one.place?.timeMs ?? 0).toISOString()).toBe(location.time);
  const reply = messageOf(hexOf(one.answer) ?? '');
  if (typeof reply === 'string') throw new Error(reply);
  expect(reply.id.toString(16)).toBe(stated.answerMessageId);
  expect(reply.body.toString('hex')).toBe(stated.answerBodyWhenComplete);
}

/**
 * The device's messages in a session are decoded; binary file blocks between them do not interfere.
 */
function checkSession({ steps = [] }: Vector) {
  const session = jt808Codec.createSession();
  for (const step of steps) {
    if (step.from === 'device' && typeof step.hex === 'string') session.push(bytesOf(step.hex));
  }
}

/** The decoder returns exactly the stated frames, in order, however the stream is split. */
function checkStream({ chunks = [], expect: stated }: Vector) {
  const one = jt808Codec.createSession();
  const cut = chunks.flatMap((chunk) => one.push(bytesOf(chunk)));
  const two = jt808Codec.createSession();
  const whole = stated.frames.flatMap((frame: string) => two.push(bytesOf(frame)));
  expect(cut).toEqual(whole);
  expect(cut.some(({ kind }) => kind === 'bad')).toBe(false);
}

const frames = vectors('jt808');

describe.skipIf(frames === null)('JT/T 808 frames of real devices', () => {
  it.each((frames ?? []).map((vector) => [vector.id, vector.variant, vector] as const))(
    '%s (%s) decodes to what it states',
    (_id, variant, vector) => {
      if (variant === 'stream') checkStream(vector);
      else if (vector.frames !== undefined) checkSequence(vector);
      else if (vector.steps !== undefined) checkSession(vector);
      else checkFrame(vector);
    },
  );
});
