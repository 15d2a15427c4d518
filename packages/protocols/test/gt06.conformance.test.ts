import { describe, expect, it } from 'vitest';
import {
  type DeviceRecord,
  encodeGt06Command,
  gt06Codec,
  lookAtGt06Frame,
  readLogin,
  readPosition,
} from '../src/index.ts';
import { bytesOf, hexOf, splitAtEachByte, type Vector, vectors } from './vectors.ts';

/** Access points whose frame has no length of its own: a record with a time and without a place. */
function checkAccessPoints({ hex = '', reference }: Vector) {
  const [place] = reference?.positions ?? [];
  const [message, ...others] = gt06Codec.createSession().push(bytesOf(hex));
  if (message?.kind !== 'records') throw new Error(message?.kind);
  const [record] = message.records;
  expect(record).toMatchObject({ timeMs: Date.parse(place.deviceTime), latitudeDeg: null });
  expect(record?.attributes.accessPoints ?? record?.attributes.cells).toBeDefined();
  expect(hexOf(message.stored)).toBe(`787800${hex.slice(6, 20)}0d0a`);
  expect(others).toEqual([]);
}

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
      // The same field is the supply of a vehicle or the battery of a portable device.
      const { externalVoltageV = null, batteryVoltageV = null } = message.records[0] ?? {};
      expect(externalVoltageV ?? batteryVoltageV).toBeCloseTo(stated.status.voltage, 6);
    }
  }
}

/** Event codes of the alarm names that the public test of a frame uses. */
const ALARM_CODES: Readonly<Record<string, number>> = {
  sos: 50,
  hardAcceleration: 40,
  hardBraking: 41,
  hardCornering: 42,
  overspeed: 43,
  accident: 45,
  vibration: 49,
  geofenceEnter: 56,
  geofenceExit: 57,
  powerCut: 58,
  lowBattery: 60,
  tampering: 61,
  removing: 61,
};

/** The value of a record, by the name that the frame's original public test uses. */
function named(record: DeviceRecord, name: string): unknown {
  switch (name) {
    case 'ignition':
      return record.ignition;
    case 'power':
      return record.externalVoltageV ?? record.batteryVoltageV;
    case 'battery':
      return record.batteryVoltageV;
    case 'batteryLevel':
      return record.batteryPercent;
    case 'temp1':
      return record.temperatureC;
    case 'altitude':
      return record.altitudeM;
    case 'driverUniqueId':
      return record.driverTag;
    case 'humidity':
      return record.attributes.humidityPercent;
    case 'serial':
    case 'result':
      return record.attributes.serialData;
    case 'event':
    case 'eventFiles':
      return record.attributes[name];
    default:
      return undefined;
  }
}

/** Checks asserted values; some depend on the model of the device. */
function checkAsserted({ hex = '', asserted }: Vector) {
  const model = asserted?.values?.find((one) => one.model !== undefined)?.model ?? null;
  const [message] = gt06Codec.createSession({ model: () => model }).push(bytesOf(hex));
  if (message?.kind !== 'records') return;
  const record = message.records[0];
  if (record === undefined) throw new Error('no record');
  for (const { attribute, value } of asserted?.values ?? []) {
    if (attribute === 'alarm') {
      expect(record.events.map(({ code }) => code)).toContain(ALARM_CODES[String(value)]);
    } else {
      const decoded = named(record, attribute);
      if (decoded !== undefined) expect([attribute, decoded]).toEqual([attribute, value]);
    }
  }
}

/** Checks position and time against the reference, if that has a fresh position for the frame. */
function checkPlace({ hex = '', reference, expect: stated }: Vector) {
  const [place] = reference?.positions ?? [];
  if (place === undefined || place.outdated || stated.error !== undefined) return;
  const messages = gt06Codec.createSession().push(bytesOf(hex));
  const message = messages.at(-1);
  if (message?.kind !== 'records') throw new Error(`${message?.kind}`);
  const [record] = message.records;
  if (place.latitude !== 0 || place.longitude !== 0) {
    expect(record?.latitudeDeg).toBeCloseTo(place.latitude, 5);
    expect(record?.longitudeDeg).toBeCloseTo(place.longitude, 5);
    expect(new Date(record?.timeMs ?? 0).toISOString()).toBe(new Date(place.time).toISOString());
    expect(record?.fixValid).toBe(place.valid);
    expect(record?.speedKmh).toBeCloseTo(place.speedKmh, 0);
  }
  expect(record?.odometerM ?? 0).toBeLessThan(1e10);
}

/** The decoder returns exactly the stated frames, in order, however the stream is split. */
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
      else if (variant === 'nonstandard-wifi') checkAccessPoints(vector);
      else checkFrame(vector);
    },
  );

  it.each(
    (frames ?? [])
      .filter(({ hex, direction }) => hex !== undefined && direction === 'device-to-server')
      .map((vector) => [vector.id, vector.variant, vector] as const),
  )('%s (%s) keeps its place, its asserted values and its frame', (_id, variant, vector) => {
    if (variant.startsWith('nonstandard') || vector.expect.error !== undefined) return;
    checkPlace(vector);
    checkAsserted(vector);
    const [message] = gt06Codec.createSession().push(bytesOf(vector.hex ?? ''));
    expect(hexOf(message?.raw?.bytes ?? null)).toBe(vector.hex);
  });

  it.each(
    (frames ?? [])
      .filter(({ hex, direction, expect: stated }) => {
        return hex !== undefined && direction === 'device-to-server' && stated.error === undefined;
      })
      .map((vector) => [vector.id, vector.variant, vector.hex ?? ''] as const),
  )('%s (%s) gives the same in two reads, cut at each byte', (_id, _variant, hex) => {
    for (const [cut, whole] of splitAtEachByte(gt06Codec, hex)) expect(cut).toEqual(whole);
  });
});
