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
import { bytesOf, hexOf, splitAtEachByte, type Vector, vectors } from './vectors.ts';

/** The frames use the standard's time zone: GMT+8. */
const OFFSET_MIN = 480;

/** Some devices do not escape marks within a frame; our encoder does. */
const isMarkInside = (hex: string): boolean => /^(?:..)*?7e/.test(hex.slice(2, -2));

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

/** Locations of locks and trackers with a serial of one byte (55xx). */
function checkJointech({ hex = '', reference }: Vector) {
  const [place] = reference?.positions ?? [];
  const message = jt808Codec.createSession().push(bytesOf(hex)).at(-1);
  if (message?.kind !== 'records') throw new Error(message?.kind);
  const [record] = message.records;
  expect(record?.timeMs).toBe(Date.parse(place.time));
  expect(record?.latitudeDeg).toBeCloseTo(place.latitude, 6);
  expect(record?.longitudeDeg).toBeCloseTo(place.longitude, 6);
  expect(record?.speedKmh).toBeCloseTo(place.speedKmh, 3);
  expect(record).toMatchObject({
    fixValid: place.valid,
    odometerM: place.attributes.odometer,
    batteryPercent: place.attributes.batteryLevel ?? null,
  });
}

/** The reference's values, as far as every decoder reads them in the same way. */
function checkReference({ hex = '', reference, asserted }: Vector) {
  const model = asserted?.values?.find((one) => one.model !== undefined)?.model ?? null;
  const messages = jt808Codec.createSession({ model: () => model }).push(bytesOf(hex));
  const records = messages.flatMap((one) => (one.kind === 'records' ? one.records : []));
  for (const [index, { outdated, attributes }] of (reference?.positions ?? []).entries()) {
    const record = records[index];
    if (record === undefined || outdated) continue;
    const { ignition, sat, iccid, rpm, temp1 } = attributes;
    if (ignition !== undefined) expect(record.ignition).toBe(ignition);
    if (sat !== undefined) expect(record.satellites).toBe(sat);
    if (iccid !== undefined) expect(record.attributes.iccid).toBe(iccid);
    if (rpm !== undefined) expect(record.attributes.engineSpeedRpm).toBe(rpm);
    if (temp1 !== undefined) expect(record.temperatureC).toBeCloseTo(temp1, 1);
  }
}

function checkFrame(vector: Vector) {
  const { hex = '', expect: stated, direction, variant } = vector;
  if (variant.startsWith('nonstandard-55')) return checkJointech(vector);
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
  if (message.packet === null && !isMarkInside(hex) && (stated.protocolVersion ?? 1) === 1) {
    expect(hexOf(encodeJt808(message.id, message, message.serial, message.body))).toBe(hex);
  }
  if (direction === 'server-to-device') return;
  checkReference(vector);
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

  it.each(
    (frames ?? [])
      .filter(({ hex, direction, expect: stated }) => {
        // A device that does not escape marks within a frame needs each frame in one read.
        const isEscaped = hex !== undefined && !isMarkInside(hex);
        return isEscaped && direction === 'device-to-server' && stated.error === undefined;
      })
      .map((vector) => [vector.id, vector.variant, vector.hex ?? ''] as const),
  )('%s (%s) gives the same in two reads, cut at each byte', (_id, _variant, hex) => {
    for (const [cut, whole] of splitAtEachByte(jt808Codec, hex)) expect(cut).toEqual(whole);
  });
});
