import { describe, expect, it } from 'vitest';
import {
  encodeGt06Command,
  gt06Codec,
  lookAtGt06Frame,
  readLogin,
  readPosition,
} from '../src/index.ts';
import { bytesOf, hexOf, type Vector, vectors } from './vectors.ts';

function checkFrame({ hex = '', expect: stated }: Vector) {
  if (stated.command !== undefined) {
    expect(hexOf(encodeGt06Command(stated.command.text, stated.serial))).toBe(hex);
    return;
  }
  const bytes = bytesOf(hex);
  const messages = gt06Codec.createSession().push(bytes);
  if (stated.error !== undefined) {
    const reason = stated.error === 'crc' ? 'checksum' : stated.error;
    expect(messages.every(({ kind }) => kind === 'bad')).toBe(true);
    if (reason === 'checksum')
      expect(messages[0]).toMatchObject({ kind: 'bad', reason, answer: null });
    return;
  }
  const look = lookAtGt06Frame(bytes, 0);
  if (look.kind !== 'frame') throw new Error(look.kind);
  expect(look.frame.protocolNumber.toString(16).padStart(2, '0')).toBe(stated.protocolNumber);
  expect(look.frame.serial).toBe(stated.serial);
  expect(look.frame.content.toString('hex')).toBe(stated.content);
  const [message] = messages;
  if (stated.login !== undefined) {
    const login = readLogin(look.frame.content);
    expect(login?.imei).toBe(stated.login.imei);
    if (stated.login.timezoneOffsetMinutes !== undefined) {
      expect(login?.timezoneOffsetMin).toBe(stated.login.timezoneOffsetMinutes);
    }
  }
  if (stated.ack !== undefined) {
    const answer =
      message?.kind === 'login'
        ? message.accepted
        : message?.kind === 'records'
          ? message.stored
          : null;
    expect(hexOf(answer)).toBe(stated.ack);
  }
  if (stated.position !== undefined) {
    const position = readPosition(look.frame.content);
    const { latitude, longitude, course, time, ...rest } = stated.position;
    expect(position).toMatchObject({
      satellites: rest.satellites,
      speedKmh: rest.speedKmh,
      courseDeg: course,
      valid: rest.valid,
    });
    expect(position?.latitudeDeg).toBeCloseTo(latitude, 6);
    expect(position?.longitudeDeg).toBeCloseTo(longitude, 6);
    expect(new Date(position?.timeMs ?? 0).toISOString()).toBe(time);
    if (rest.acc !== undefined && message?.kind === 'records') {
      expect(message.records[0]?.ignition).toBe(rest.acc === 1);
    }
  }
  if (stated.status !== undefined && message?.kind === 'records') {
    expect(message.records[0]?.ignition).toBe(stated.status.ignition);
    if (stated.status.voltage !== undefined) {
      expect(message.records[0]?.externalVoltageV).toBeCloseTo(stated.status.voltage, 6);
    }
  }
}

/** Exactly the stated frames come out, in order, however the stream is cut. */
function checkStream({ chunks = [], expect: stated }: Vector) {
  const session = gt06Codec.createSession();
  const messages = chunks.flatMap((chunk) => session.push(bytesOf(chunk)));
  const sound = messages.filter(({ kind }) => kind !== 'bad');
  expect(sound).toHaveLength(stated.frames.length);
  expect(session.bufferedBytes).toBe(0);
}

const frames = vectors('gt06');

describe.skipIf(frames === null)('GT06 frames of real devices', () => {
  it.each((frames ?? []).map((vector) => [vector.id, vector.variant, vector] as const))(
    '%s (%s) decodes to what it states',
    (_id, variant, vector) => {
      if (variant === 'stream') checkStream(vector);
      else checkFrame(vector);
    },
  );
});
