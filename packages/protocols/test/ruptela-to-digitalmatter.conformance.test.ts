/** Frames of real devices of the binary protocols from Ruptela to Digital Matter. */
import { describe, expect, it } from 'vitest';
import { calampCodec } from '../src/calamp/index.ts';
import {
  decodeDigitalMatter,
  digitalMatterCodec,
  encodeDigitalMatterHello,
} from '../src/digitalmatter/index.ts';
import { eelinkCodec, encodeEelinkDatagram, encodeEelinkLogin } from '../src/eelink/index.ts';
import { encodeGalileoskyLogin, galileoskyCodec } from '../src/galileosky/index.ts';
import type { CodecSession, DeviceMessage, DeviceRecord, StreamCodec } from '../src/index.ts';
import { encodeNavtelecomLogin, navtelecomCodec } from '../src/navtelecom/index.ts';
import { ruptelaCodec } from '../src/ruptela/index.ts';
import { topflyCodec } from '../src/topfly/index.ts';
import { recordsOf } from './streams.ts';
import { bytesOf, hexOf, splitAtEachByte, type Vector, vectors } from './vectors.ts';

const IMEI = '353419036066061';

/** A line of these files has these fields too. */
type TrackerVector = Vector & {
  readonly needs?: 'session';
  readonly after?: readonly string[];
  readonly deviceId?: string;
  readonly checksum?: 'ok' | 'bad';
  readonly framing?: 'doubtful';
  readonly doubtful?: unknown;
  readonly settings?: { readonly modelOverride?: string };
};

interface Stated {
  readonly time: string | null;
  readonly lat?: number;
  readonly lon?: number;
  readonly speedKmh?: number;
  readonly course?: number;
  readonly altitude?: number;
  readonly valid?: boolean;
  readonly outdated?: boolean;
  readonly serverTime?: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
}

type Read = (record: DeviceRecord) => unknown;

const ALARM_NAMES: Readonly<Record<number, string>> = {
  40: 'hardAcceleration',
  41: 'hardBraking',
  49: 'vibration',
  50: 'sos',
  58: 'powerCut',
  60: 'lowBattery',
  61: 'removing',
};

/** The value of a record, by the name that the expected result uses. */
const COMMON: Readonly<Record<string, Read>> = {
  sat: (record) => record.satellites,
  hdop: (record) => record.attributes.hdop,
  ignition: (record) => record.ignition,
  power: (record) => record.externalVoltageV,
  battery: (record) => record.batteryVoltageV,
  batteryLevel: (record) => record.batteryPercent,
  odometer: (record) => record.odometerM,
  alarm: (record) => ALARM_NAMES[record.events[0]?.code ?? 0],
};

interface Protocol {
  readonly name: string;
  readonly codec: StreamCodec;
  /** A login for frames that do not name their device. */
  readonly login?: Uint8Array;
  /** Decodes the body of a request. */
  readonly request?: typeof decodeDigitalMatter;
  /** A push is a whole message. */
  readonly isDatagram?: boolean;
  /** Without a fix, the time is that of the event and not that of the last place. */
  readonly hasEventTime?: boolean;
  /** The due answers for an expected one. */
  readonly answer?: (hex: string, vector: TrackerVector) => string | readonly string[];
  /** A place that is expected as valid although the device says that it is an old one. */
  readonly isLastKnown?: (record: DeviceRecord) => boolean;
  /** Expected names with those of attributes, as `one=other`. */
  readonly attributes: string;
  /** Names in addition to the common ones. */
  readonly values: Readonly<Record<string, Read>>;
}

const PROTOCOLS: readonly Protocol[] = [
  {
    name: 'ruptela',
    codec: ruptelaCodec,
    attributes: `
      deviceTemp=deviceTemperatureC operator=operatorCode fuelUsed=fuelUsedL
      rpm=engineSpeedRpm
      io27=mobileSignal in4=digitalInput4 obdSpeed=obdSpeedKmh
      fuelConsumption=engineFuelRateLh dtcs=faultCodes
    `,
    values: {
      // An expected value of zeros means no driver.
      driverUniqueId: (record) => record.driverTag ?? '\0'.repeat(16),
      event: (record) => record.attributes.eventIoId ?? 0,
      io114: (record) => Number(record.attributes.vehicleMileageM) / 5,
    },
  },
  {
    name: 'galileosky',
    codec: galileoskyCodec,
    login: encodeGalileoskyLogin(IMEI),
    attributes: `
      index=recordNumber deviceId=deviceNumber versionHw=hardware versionFw=firmware
      deviceTemp=deviceTemperatureC output=outputs input=inputs adc2=input2
      rs2321=serialPort1 fuel1=fuelSensor2Level fuelTotal=fuelUsedL can8BitR15=can8BitR15
      can32BitR14=can32BitR14 can16BitR14=can16BitR14 userData3=userData3
      userDataArray=userDataArray
    `,
    values: {
      driverUniqueId: (record) => record.driverTag ?? '0',
    },
  },
  {
    name: 'navtelecom',
    codec: navtelecomCodec,
    login: encodeNavtelecomLogin(IMEI),
    hasEventTime: true,
    attributes: `
      index=recordNumber event=eventCode status=status rssi=mobileSignal input=inputs
      output=outputs satVisible=satellitesVisible pdop=pdop
    `,
    values: {
      temp1: (record) => record.temperatureC ?? -128,
      hours: (record) => Number(record.attributes.engineRunTimeS) * 1000,
      // 255 means that the vehicle sent none.
      obdSpeed: (record) => record.attributes.canSpeedKmh ?? 255,
      // Absent in the formats that have it elsewhere.
      sat: (record) => record.satellites ?? 0,
    },
  },
  {
    name: 'eelink',
    codec: eelinkCodec,
    login: encodeEelinkLogin(IMEI, 1),
    // The expected answers of datagrams lack their wrapper.
    answer: (hex, { transport, hex: sent = '' }) =>
      transport === 'udp'
        ? (hexOf(encodeEelinkDatagram(sent.slice(13, 28), bytesOf(hex))) ?? '')
        : hex,
    attributes: `
      status=status armed=armed blocked=blocked motion=movement charge=charging
      rssi=mobileSignal steps=steps event=event tag1Battery=tag1BatteryV
      tag7Temp=tag7TemperatureC
    `,
    values: {
      // Zeros of all sensors mean that there are none.
      temp1: (record) =>
        record.attributes.humidityPercent === undefined ? 0 : record.temperatureC,
      temp2: (record) => record.attributes.temperature2C ?? 0,
    },
  },
  {
    name: 'topfly',
    codec: topflyCodec,
    // A second answer repeats the first one without its IMEI.
    answer: (hex) => (hex.length < 30 ? [] : hex),
    attributes: `
      rssi=mobileSignal adc1=analogInput1V adc2=analogInput2V
      deviceTemp=deviceTemperatureC solarPanel=solarPanelV input=inputs operator=operator
      iccid=iccid tag1Temp=tag1TemperatureC tag1Battery=tag1BatteryV tag1Door=tag1Door
      tag1Rssi=tag1Signal
    `,
    values: {
      alarmCode: (record) => record.attributes.alarm ?? 0,
      // ff, no BCD number, is expected as 16.5.
      lightSensor: (record) => record.attributes.illuminance ?? 16.5,
      driverUniqueId: (record) => record.driverTag,
      // The expected value of a device without it: 65535.
      rpm: (record) => record.attributes.engineSpeedRpm ?? 65_535,
    },
  },
  {
    name: 'calamp',
    codec: calampCodec,
    isDatagram: true,
    isLastKnown: ({ timeMs, attributes }) =>
      (timeMs ?? 0) - Date.parse(String(attributes.fixTime)) > 60_000,
    attributes: `
      carrier=operatorCode rssi=mobileSignal modem=modemState input=inputs status=status
      event=event acc0=accumulator0 acc4=accumulator4
    `,
    values: {
      hdop: (record) => Number(record.attributes.hdop) * 10,
    },
  },
  {
    name: 'digitalmatter',
    codec: digitalMatterCodec,
    login: encodeDigitalMatterHello(IMEI),
    hasEventTime: true,
    request: decodeDigitalMatter,
    attributes: `
      index=recordNumber event=event input=inputs output=outputs status=status pdop=pdop
      rssi=mobileSignal solarPower=solarPanelV io6=analogue6 counter23=counter23
    `,
    values: {
      // 127 means that there is no sensor.
      deviceTemp: (record) => record.attributes.deviceTemperatureC ?? 127,
      adc1: (record) => record.attributes.analogInput1 ?? Number(record.batteryVoltageV) * 1000,
      adc4: (record) => record.attributes.analogInput4 ?? record.attributes.mobileSignal,
    },
  },
];

function expectClose(name: string, value: unknown, stated: unknown, step = 1e-3) {
  if (typeof stated === 'number' && typeof value === 'number') {
    expect(Math.abs(value - stated), `${name}: ${value}, stated ${stated}`).toBeLessThan(step);
  } else expect([name, value]).toEqual([name, stated]);
}

function checkRecord(
  record: DeviceRecord,
  stated: Stated,
  { attributes, values, hasEventTime, isLastKnown }: Protocol,
) {
  if (!stated.outdated && stated.lat !== undefined && (stated.lat !== 0 || stated.lon !== 0)) {
    if (!stated.serverTime && stated.time !== null && (stated.valid || !hasEventTime))
      expect(new Date(record.timeMs ?? 0).toISOString()).toBe(stated.time);
    expectClose('lat', record.latitudeDeg, stated.lat, 2e-6);
    expectClose('lon', record.longitudeDeg, stated.lon, 2e-6);
    if (record.speedKmh !== null) expectClose('speed', record.speedKmh, stated.speedKmh, 0.11);
    if (record.fixValid) {
      if (record.headingDeg !== null)
        expectClose('course', record.headingDeg % 360, (stated.course ?? 0) % 360, 0.11);
      if (record.altitudeM !== null)
        expectClose('altitude', record.altitudeM, stated.altitude, 0.1);
    }
    expect(record.fixValid).toBe(stated.valid === true && !isLastKnown?.(record));
  }
  const attributeNames = new Map(
    attributes.split(/\s+/).map((pair) => pair.split('=') as [string, string]),
  );
  for (const [name, wanted] of Object.entries(stated.attributes)) {
    const attribute = attributeNames.get(name);
    const read = values[name] ?? COMMON[name];
    if (attribute !== undefined) expectClose(name, record.attributes[attribute], wanted);
    else if (read) expectClose(name, read(record), wanted);
  }
}

function start({ codec, login }: Protocol, vector: TrackerVector): CodecSession {
  const session = codec.createSession({
    nowMs: () => 0,
    model: () => vector.settings?.modelOverride ?? null,
  });
  if (vector.needs === 'session' && login !== undefined) session.push(login);
  for (const hex of vector.after ?? []) session.push(bytesOf(hex));
  return session;
}

const answersOf = (messages: readonly DeviceMessage[]): string[] =>
  messages.flatMap((message) => {
    const answer =
      message.kind === 'login'
        ? message.accepted
        : message.kind === 'records'
          ? message.stored
          : message.answer;
    return answer === null ? [] : [hexOf(answer) ?? ''];
  });

function checkVector(protocol: Protocol, vector: TrackerVector) {
  const { hex = '', expect: stated } = vector;
  const messages = start(protocol, vector).push(bytesOf(hex));
  const isRejected = messages.some(({ kind }) => kind === 'bad');
  if (isRejected && (vector.checksum === 'bad' || vector.framing === 'doubtful')) return;
  expect(messages.filter(({ kind }) => kind === 'bad')).toEqual([]);
  if (vector.deviceId !== undefined)
    expect(messages[0]).toMatchObject({ kind: 'login', deviceId: vector.deviceId });
  const expected: Stated[] = stated.records ?? [];
  const records = recordsOf(messages);
  if (vector.doubtful !== undefined) return;
  const placed = expected.filter(({ outdated }) => !outdated);
  // A message without a place can be a notice here.
  expect(records.length).toBeGreaterThanOrEqual(placed.length);
  if (records.length === expected.length)
    for (const [index, record] of records.entries())
      checkRecord(record, expected[index] as Stated, protocol);
  else expect(placed).toEqual([]);
  if (stated.ack !== undefined && !stated.ackVaries)
    expect(answersOf(messages)).toEqual(
      [stated.ack].flat().flatMap((hex) => protocol.answer?.(hex, vector) ?? hex),
    );
}

function describeFrames(protocol: Protocol, all: readonly TrackerVector[] | null): void {
  const frames = (all ?? []).filter(({ direction }) => direction === 'device-to-server');

  it.each(
    frames.filter(({ hex }) => hex !== undefined).map((one) => [one.id, one.variant, one] as const),
  )('%s (%s) decodes to what it states', (_id, _variant, vector) => {
    checkVector(protocol, vector);
  });

  it.each(
    frames
      .filter(({ hex, framing, needs, after }) => hex && !framing && !needs && !after)
      .filter(() => !protocol.isDatagram)
      .map((one) => [one.id, one] as const),
  )('%s decodes to the same however it is split', (_id, { hex = '' }) => {
    for (const [split, whole] of splitAtEachByte(protocol.codec, hex)) expect(split).toEqual(whole);
  });

  it.each(frames.filter(({ json }) => json !== undefined).map((one) => [one.id, one] as const))(
    'the request %s decodes to what it states',
    (_id, { json, deviceId, expect: stated }) => {
      const decoded = protocol.request?.(json);
      if (decoded?.kind !== 'records') throw new Error(decoded?.reason);
      expect(decoded.deviceId).toBe(deviceId);
      expect(decoded.records).toHaveLength(stated.records.length);
      for (const [index, record] of decoded.records.entries())
        checkRecord(record, stated.records[index], protocol);
    },
  );

  it.each(
    frames
      // One byte that keeps the connection open is no message.
      .filter(({ chunks }) => chunks !== undefined && chunks.join('') !== '7f')
      .map((one) => [one.id, one] as const),
  )('%s is cut into the stated frames', (_id, { chunks = [], expect: stated }) => {
    const session = start(protocol, { needs: 'session' } as TrackerVector);
    const messages = chunks.flatMap((chunk) => session.push(bytesOf(chunk)));
    const raw = messages.flatMap((message) => (message.raw ? [hexOf(message.raw.bytes)] : []));
    expect(raw).toEqual(stated.frames);
  });
}

for (const protocol of PROTOCOLS) {
  const all = vectors(protocol.name) as TrackerVector[] | null;
  describe.skipIf(all === null)(`${protocol.name} frames of real devices`, () =>
    describeFrames(protocol, all),
  );
}
