import { describe, expect, it } from 'vitest';
import {
  AttachmentReader,
  type DeviceMessage,
  encodeJt808CameraMessage,
  encodeJt808Command,
  type Jt808CameraMessage,
  type Jt808Command,
  type Jt808Message,
  jt808Codec,
  readJt808Command,
  readJt808Message,
  unescapeJt808,
} from '../src/index.ts';
import { bytesOf, type Vector, vectors } from './vectors.ts';

/** The frames use the standard's time zone: GMT+8. */
const OFFSET_MIN = 480;

function messageOf(hex: string): Jt808Message {
  const plain = unescapeJt808(bytesOf(hex).subarray(1, -1));
  const message = plain === null ? 'structure' : readJt808Message(plain);
  if (typeof message === 'string') throw new Error(message);
  return message;
}

/** Field names in the vectors that differ from the names used here. */
const ORDER_NAMES: Readonly<Record<string, string>> = {
  dataType: 'data',
  streamType: 'stream',
  closeType: 'closes',
  mediaType: 'media',
  storage: 'store',
  startBcdGmt8: 'fromMs',
  endBcdGmt8: 'toMs',
  positionBcdGmt8: 'positionMs',
  alarmFlags: 'alarmBits',
  conditions: 'networks',
  replySerial: 'serial',
  control: 'command',
  interval: 'intervalS',
  save: 'keeps',
  file: 'name',
};

/** Twelve digits YYMMDDhhmmss of GMT+8. */
function momentOf(digits: string): number | null {
  const [yy, mo, dd, hh, mi, ss] = (digits.match(/../g) ?? []).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return Date.UTC(2000 + yy, mo - 1, dd, hh, mi, ss) - OFFSET_MIN * 60_000;
}

function checkOrder(order: Jt808Command, command: Readonly<Record<string, unknown>>) {
  const read = order as unknown as Readonly<Record<string, unknown>>;
  for (const [name, value] of Object.entries(command)) {
    const seen = read[ORDER_NAMES[name] ?? name];
    if (name.endsWith('Gmt8')) expect(seen, name).toBe(momentOf(String(value)));
    else if (order.kind === 'mediaAnswer' && name === 'missing') {
      expect(order.missing.map(({ number }) => number)).toEqual(value);
    } else expect(seen, name).toEqual(value);
  }
}

function checkFromServer({ hex = '', expect: stated }: Vector) {
  const message = messageOf(hex);
  const order = readJt808Command(message, OFFSET_MIN);
  if (order === null) throw new Error('not read');
  checkOrder(order, stated.command ?? {});
  const { id, body } = encodeJt808Command(order, OFFSET_MIN);
  expect(id.toString(16).padStart(4, '0')).toBe(stated.messageId);
  expect(body.toString('hex')).toBe(stated.body);
}

function cameraMessageOf(messages: readonly DeviceMessage[]): Jt808CameraMessage {
  const last = messages.at(-1);
  if (last?.kind !== 'camera') throw new Error(String(last?.kind));
  return last.cameraMessage;
}

function checkCameraMessage(cameraMessage: Jt808CameraMessage, stated: Vector['expect']) {
  if (
    stated.media !== undefined &&
    (cameraMessage.kind === 'media' || cameraMessage.kind === 'mediaEvent')
  ) {
    const { id, type, format, event, channel } = stated.media;
    expect(cameraMessage).toMatchObject({ mediaId: id, type, format, cause: event, channel });
    if (cameraMessage.kind === 'media')
      expect(cameraMessage.data).toHaveLength(stated.media.dataLength);
  }
  if (stated.resources !== undefined && cameraMessage.kind === 'recordings') {
    expect(cameraMessage.serial).toBe(stated.resources.replyTo);
    expect(cameraMessage.total).toBe(stated.resources.total);
    const items = cameraMessage.items.map((item) => ({
      channel: item.channel,
      start: new Date(item.fromMs ?? 0).toISOString(),
      end: new Date(item.toMs ?? 0).toISOString(),
      alarm: item.alarmBits,
      mediaType: item.media,
      stream: item.stream,
      storage: item.store,
      size: item.sizeBytes,
    }));
    expect(items).toEqual(stated.resources.items);
  }
}

function checkFromDevice({ hex = '', expect: stated }: Vector) {
  const cameraMessage = cameraMessageOf(jt808Codec.createSession().push(bytesOf(hex)));
  checkCameraMessage(cameraMessage, stated);
  const { id, body } = encodeJt808CameraMessage(cameraMessage, OFFSET_MIN);
  expect(id.toString(16).padStart(4, '0')).toBe(stated.messageId);
  expect(body.toString('hex')).toBe(stated.body);
}

function checkAttachment({ hex = '', expect: stated }: Vector) {
  const reader = new AttachmentReader();
  const [login, message] = reader.push(bytesOf(hex));
  expect(login?.kind).toBe('login');
  if (stated.file !== undefined) {
    if (message?.kind !== 'begun' && message?.kind !== 'ended') throw new Error(message?.kind);
    const { name, type, sizeBytes } = message.file;
    expect({ name, type, size: sizeBytes }).toEqual(stated.file);
    if (message.kind === 'begun') {
      expect(message.answer.toString('hex')).toBe(stated.generalAckSerial0);
    }
  }
  if (stated.attachments !== undefined) {
    if (message?.kind !== 'announced') throw new Error(message?.kind);
    const { terminalId, label, alarmNumber, kindOfUpload, files } = message.announcement;
    expect({
      terminalId,
      label,
      alarmNumber,
      type: kindOfUpload,
      files: files.map(({ name, sizeBytes }) => ({ name, size: sizeBytes })),
    }).toEqual(stated.attachments);
    expect(message.answer.toString('hex')).toBe(stated.generalAckSerial0);
  }
}

/**
 * The command for an alarm's files and the device's confirmation, from a session of a real
 * terminal.
 */
function checkSession({ steps = [] }: Vector) {
  const session = jt808Codec.createSession({ authenticationCode: () => '' });
  const cameraMessages: Jt808CameraMessage[] = [];
  for (const { from, hex, messageId } of steps) {
    if (from === 'server' && messageId === '9208') {
      const message = messageOf(String(hex));
      const order = readJt808Command(message, OFFSET_MIN);
      expect(order).toMatchObject({
        kind: 'evidence',
        host: '127.0.0.1',
        tcpPort: 17017,
        label: '69643030303033241128095913000500',
        alarmNumber: 'me_65',
      });
      expect(encodeJt808Command(order as Jt808Command, OFFSET_MIN).body).toEqual(message.body);
    }
    if (from !== 'device') continue;
    for (const message of session.push(bytesOf(String(hex)))) {
      expect(message.kind).not.toBe('bad');
      if (message.kind === 'camera') cameraMessages.push(message.cameraMessage);
    }
  }
  expect(cameraMessages).toEqual([{ kind: 'result', serial: 12, commandId: 0x9208, result: 0 }]);
}

const FROM_SERVER = /^(8800|8801|9003|9101|9102|9105|9201|9202|9205|9206|9207|9212)(-2019)?$/;
const FROM_DEVICE = /^(0800|0801|0805|1003|1205|1206)(-2019)?$/;
const ATTACHMENTS = /^(1210|1211|1212)(-2019)?$/;

const all = vectors('jt808');
const named = (pattern: RegExp) =>
  (all ?? [])
    .filter(({ variant }) => pattern.test(variant))
    .map((vector) => [vector.id, vector.variant, vector] as const);

describe.skipIf(all === null)('JT/T 808 messages of cameras', () => {
  it.each(named(FROM_SERVER))('%s (%s) is decoded and encoded', (_id, _variant, vector) =>
    checkFromServer(vector),
  );

  it.each(named(FROM_DEVICE))('%s (%s) is decoded and encoded', (_id, _variant, vector) =>
    checkFromDevice(vector),
  );

  // One announcement from a test suite has a label format that no standard defines, and its session
  // gives no further data.
  it.each(named(ATTACHMENTS).filter(([id]) => id !== 'jt808-140f1901'))(
    '%s (%s) is read on the connection of an alarm',
    (_id, _variant, vector) => checkAttachment(vector),
  );

  it.each(named(/^session-alarm-attachment$/))('%s (%s) is decoded', (_id, _variant, vector) =>
    checkSession(vector),
  );
});
