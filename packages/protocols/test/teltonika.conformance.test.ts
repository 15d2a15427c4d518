import { describe, expect, it } from 'vitest';
import {
  type DeviceMessage,
  type DeviceRecord,
  decodeTeltonikaDatagram,
  encodeTeltonikaCommand,
  readAvlBody,
  teltonikaCodec,
} from '../src/index.ts';
import { bytesOf, hexOf, type Vector, vectors } from './vectors.ts';

/** The records of a frame, with the field names of the vectors. */
function recordsOf(bytes: Buffer, from: number, end: number) {
  return readAvlBody(bytes, from, end).map((record) => ({
    time: new Date(record.timeMs).toISOString(),
    priority: record.priority,
    longitude: record.longitudeDeg,
    latitude: record.latitudeDeg,
    altitude: record.altitudeM,
    angle: record.angleDeg,
    satellites: record.satellites,
    speedKmh: record.speedKmh,
    eventIoId: record.eventIoId,
    ...(record.generationType === null ? {} : { generationType: record.generationType }),
    io: Object.fromEntries(
      [...record.io.ids()].map((id) => [String(id), record.io.bytesOf(id)?.toString('hex')]),
    ),
  }));
}

const withoutTotal = (records: { ioTotal?: number }[]) =>
  records.map(({ ioTotal: _total, ...rest }) => rest);

function message(vector: Vector) {
  const messages = teltonikaCodec.createSession().push(bytesOf(vector.hex ?? ''));
  expect(messages.length).toBeGreaterThan(0);
  // biome-ignore lint/style/noNonNullAssertion: asserted just above
  return messages[0]!;
}

/** Codec 7 is stored like every other packet; its positions match the reference. */
function checkOldPacket({ expect: stated, reference }: Vector, first: DeviceMessage) {
  if (first.kind !== 'records') throw new Error(first.kind);
  expect(hexOf(first.stored)).toBe(stated.count.toString(16).padStart(8, '0'));
  expect(first.records).toHaveLength(reference?.positions?.length ?? 0);
  reference?.positions?.forEach((place, index) => {
    const record = first.records[index];
    expect(new Date(record?.timeMs ?? 0).toISOString()).toBe(
      new Date(place.time ?? place.deviceTime).toISOString(),
    );
    if (place.outdated || place.latitude === 0) return;
    expect(record?.latitudeDeg).toBeCloseTo(place.latitude, 5);
    expect(record?.longitudeDeg).toBeCloseTo(place.longitude, 5);
    expect(record?.satellites).toBe(place.attributes.sat);
  });
}

function checkFrame(vector: Vector) {
  const { expect: stated, variant } = vector;
  if (vector.direction === 'server-to-device') {
    const text = Buffer.from(stated.messages?.[0]?.payload ?? '', 'hex').toString('latin1');
    expect(hexOf(encodeTeltonikaCommand(stated.command ?? text))).toBe(vector.hex);
    return;
  }
  if (vector.transport === 'udp') {
    const bytes = bytesOf(vector.hex ?? '');
    const decoded = decodeTeltonikaDatagram(bytes);
    if (decoded.kind === 'bad') throw new Error(decoded.reason);
    expect(decoded.deviceId).toBe(stated.imei);
    expect(hexOf(decoded.stored)).toBe(stated.ack);
    const from = 8 + stated.imei.length;
    expect(recordsOf(bytes, from, bytes.length)).toEqual(withoutTotal(stated.records));
    return;
  }
  if (stated.error === 'length') {
    // The frame announces more bytes than it has: the session waits for the rest.
    const session = teltonikaCodec.createSession();
    const messages = session.push(bytesOf(vector.hex ?? ''));
    expect(messages.every(({ kind }) => kind === 'bad')).toBe(true);
    return;
  }
  const first = message(vector);
  if (variant === 'login') {
    expect(first).toMatchObject({ kind: 'login', deviceId: stated.imei });
  } else if (stated.error !== undefined) {
    expect(first).toMatchObject({
      kind: 'bad',
      reason: stated.error === 'crc' ? 'checksum' : stated.error,
    });
  } else if (stated.records !== undefined) {
    if (first.kind !== 'records') throw new Error(first.kind);
    expect(hexOf(first.stored)).toBe(stated.ack);
    const bytes = bytesOf(vector.hex ?? '');
    expect(recordsOf(bytes, 8, bytes.length - 4)).toEqual(withoutTotal(stated.records));
  } else if (variant === 'codec13') {
    // Bytes of the serial port with the device's time, which this frame states in milliseconds.
    if (first.kind !== 'records') throw new Error(first.kind);
    const payload = bytesOf(stated.messages[0].payload);
    const serialData = first.records[0]?.attributes.serialData;
    expect(payload.toString('latin1').endsWith(String(serialData))).toBe(true);
    expect(first.stored).toBeNull();
  } else if (stated.messages !== undefined) {
    const [answer] = stated.messages;
    const text = answer.text ?? answer.payload;
    expect(first).toMatchObject({ kind: 'command-answer', text, accepted: true });
  } else {
    checkOldPacket(vector, first);
  }
}

/** Every packet of the stream is answered once, however the stream is split. */
function checkStream({ chunks = [], expect: stated }: Vector) {
  const session = teltonikaCodec.createSession();
  const messages = chunks.flatMap((chunk) => session.push(bytesOf(chunk)));
  const answers = messages.map((one) => {
    if (one.kind === 'login') return hexOf(one.accepted);
    return one.kind === 'records' ? hexOf(one.stored) : one.kind;
  });
  expect(answers).toEqual(stated.answers);
  expect(session.bufferedBytes).toBe(0);
}

const frames = vectors('teltonika');

/** Values of the public test of a frame, in our names and units. */
const ASSERTED: Readonly<Record<string, (value: number) => readonly [name: string, unknown]>> = {
  tag1Battery: (millivolts) => ['tag1BatteryV', millivolts / 1000],
  eyeTemp1: (celsius) => ['eyeTemperature1C', celsius],
};

/** What another decoder gives, by its names: field of the record or attribute, and our value. */
const REFERENCE: Readonly<Record<string, (record: DeviceRecord) => unknown>> = {
  sat: ({ satellites }) => satellites,
  ignition: ({ ignition }) => ignition,
  motion: ({ attributes }) => attributes.motion,
  power: ({ externalVoltageV }) => externalVoltageV,
  battery: ({ batteryVoltageV }) => batteryVoltageV,
  odometer: ({ odometerM }) => odometerM,
  pdop: ({ attributes }) => attributes.pdop,
  hdop: ({ attributes }) => attributes.hdop,
  rssi: ({ attributes }) => attributes.mobileSignal,
  operator: ({ attributes }) => attributes.operatorCode,
  vin: ({ attributes }) => attributes.vin,
};

describe.skipIf(frames === null)('Teltonika values of real devices', () => {
  const decoded = (frames ?? []).filter(
    ({ direction, transport, hex, reference }) =>
      direction === 'device-to-server' &&
      transport === 'tcp' &&
      hex !== undefined &&
      reference?.positions !== undefined,
  );

  it.each(decoded.map((vector) => [vector.id, vector.variant, vector] as const))(
    '%s (%s) agree with another decoder and with the public test',
    (_id, _variant, { hex = '', reference, asserted }) => {
      const [first] = teltonikaCodec.createSession().push(bytesOf(hex));
      if (first?.kind !== 'records') return;
      for (const [index, record] of first.records.entries()) {
        const stated = reference?.positions?.[index]?.attributes ?? {};
        for (const [name, ourValue] of Object.entries(REFERENCE)) {
          if (name in stated) expect([name, ourValue(record)]).toEqual([name, stated[name]]);
        }
      }
      for (const { attribute, value } of asserted?.values ?? []) {
        const [name, expected] = ASSERTED[attribute]?.(Number(value)) ?? [attribute, value];
        expect(first.records[0]?.attributes[name]).toBe(expected);
      }
    },
  );
});

describe.skipIf(frames === null)('Teltonika frames of real devices', () => {
  it.each((frames ?? []).map((vector) => [vector.id, vector.variant, vector] as const))(
    '%s (%s) decodes to what it states',
    (_id, variant, vector) => {
      if (variant === 'stream') checkStream(vector);
      else checkFrame(vector);
    },
  );
});
