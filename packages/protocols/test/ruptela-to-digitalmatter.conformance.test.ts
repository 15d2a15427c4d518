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

/** The value of a record, by the name that the expected result uses. */
const COMMON: Readonly<Record<string, Read>> = {
  sat: (record) => record.satellites,
  hdop: (record) => record.attributes.hdop,
  ignition: (record) => record.ignition,
  power: (record) => record.externalVoltageV,
  battery: (record) => record.batteryVoltageV,
  batteryLevel: (record) => record.batteryPercent,
};

const ALARM_NAMES: Readonly<Record<number, string>> = {
  40: 'hardAcceleration',
  41: 'hardBraking',
  49: 'vibration',
  50: 'sos',
  58: 'powerCut',
  60: 'lowBattery',
  61: 'removing',
};

interface Protocol {
  readonly name: string;
  readonly codec: StreamCodec;
  /** A login for frames that do not name their device. */
  readonly login?: Uint8Array;
  /** Decodes the body of a request. */
  readonly request?: (body: unknown) => {
    readonly deviceId?: string;
    readonly records?: readonly DeviceRecord[];
  };
  /** A push is a whole message. */
  readonly isDatagram?: boolean;
  /** Without a fix, the time is that of the event and not that of the last place. */
  readonly hasEventTime?: boolean;
  /** The due answers for an expected one. */
  readonly answer?: (hex: string, vector: TrackerVector) => string | readonly string[];
  /** A place that is expected as valid although the device says that it is an old one. */
  readonly isLastKnown?: (record: DeviceRecord) => boolean;
  /** Names in addition to the common ones; null: the value is deliberately not the same. */
  readonly values: Readonly<Record<string, Read | null>>;
}

const PROTOCOLS: readonly Protocol[] = [
  {
    name: 'ruptela',
    codec: ruptelaCodec,
    values: {
      odometer: (record) => record.odometerM ?? record.attributes.tachographOdometerM,
      deviceTemp: (record) => record.attributes.deviceTemperatureC,
      operator: (record) => record.attributes.operatorCode,
      // An expected value of zeros means no driver.
      driverUniqueId: (record) => record.driverTag ?? '\0'.repeat(16),
      rpm: null,
      fuelUsed: (record) => record.attributes.fuelUsedL,
      event: (record) => record.attributes.eventIoId ?? 0,
      io114: (record) => Number(record.attributes.vehicleMileageM) / 5,
      io27: (record) => record.attributes.mobileSignal,
      in4: (record) => record.attributes.digitalInput4,
      obdSpeed: (record) => record.attributes.obdSpeedKmh,
      fuelConsumption: (record) => record.attributes.engineFuelRateLh,
      dtcs: (record) => record.attributes.faultCodes,
    },
  },
  {
    name: 'galileosky',
    codec: galileoskyCodec,
    login: encodeGalileoskyLogin(IMEI),
    values: {
      index: (record) => record.attributes.recordNumber,
      deviceId: (record) => record.attributes.deviceNumber,
      versionHw: (record) => record.attributes.hardware,
      versionFw: (record) => record.attributes.firmware,
      odometer: (record) => record.odometerM,
      deviceTemp: (record) => record.attributes.deviceTemperatureC,
      output: (record) => record.attributes.outputs,
      input: (record) => record.attributes.inputs,
      driverUniqueId: (record) => record.driverTag ?? '0',
      adc2: (record) => record.attributes.input2,
      rs2321: (record) => record.attributes.serialPort1,
      fuel1: (record) => record.attributes.fuelSensor2Level,
      fuelTotal: (record) => record.attributes.fuelUsedL,
      can8BitR15: (record) => record.attributes.can8BitR15,
      can32BitR14: (record) => record.attributes.can32BitR14,
      can16BitR14: (record) => record.attributes.can16BitR14,
      userData3: (record) => record.attributes.userData3,
      userDataArray: (record) => record.attributes.userDataArray,
    },
  },
  {
    name: 'navtelecom',
    codec: navtelecomCodec,
    login: encodeNavtelecomLogin(IMEI),
    hasEventTime: true,
    values: {
      index: (record) => record.attributes.recordNumber,
      event: (record) => record.attributes.eventCode,
      status: (record) => record.attributes.status,
      rssi: (record) => record.attributes.mobileSignal,
      input: (record) => record.attributes.inputs,
      output: (record) => record.attributes.outputs,
      odometer: (record) => Math.abs(Number(record.odometerM)),
      satVisible: (record) => record.attributes.satellitesVisible,
      pdop: (record) => record.attributes.pdop,
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
    values: {
      status: (record) => record.attributes.status,
      armed: (record) => record.attributes.armed,
      blocked: (record) => record.attributes.blocked,
      motion: (record) => record.attributes.movement,
      charge: (record) => record.attributes.charging,
      odometer: (record) => record.odometerM,
      rssi: (record) => record.attributes.mobileSignal,
      steps: (record) => record.attributes.steps,
      event: (record) => record.attributes.event,
      // Zeros of all sensors mean that there are none.
      temp1: (record) =>
        record.attributes.humidityPercent === undefined ? 0 : record.temperatureC,
      temp2: (record) => record.attributes.temperature2C ?? 0,
      tag1Battery: (record) => record.attributes.tag1BatteryV,
      tag7Temp: (record) => record.attributes.tag7TemperatureC,
      alarm: (record) => ALARM_NAMES[record.events[0]?.code ?? 0],
    },
  },
  {
    name: 'topfly',
    codec: topflyCodec,
    // A second answer repeats the first one without its IMEI.
    answer: (hex) => (hex.length < 30 ? [] : hex),
    values: {
      rssi: (record) => record.attributes.mobileSignal,
      odometer: (record) => record.odometerM,
      adc1: (record) => record.attributes.analogInput1V,
      adc2: (record) => record.attributes.analogInput2V,
      alarmCode: (record) => record.attributes.alarm ?? 0,
      alarm: (record) => ALARM_NAMES[record.events[0]?.code ?? 0],
      deviceTemp: (record) => record.attributes.deviceTemperatureC,
      // ff, no BCD number, is expected as 16.5.
      lightSensor: (record) => record.attributes.illuminance ?? 16.5,
      solarPanel: (record) => record.attributes.solarPanelV,
      input: (record) => record.attributes.inputs,
      driverUniqueId: (record) => record.driverTag,
      operator: (record) => record.attributes.operator,
      iccid: (record) => record.attributes.iccid,
      tag1Temp: (record) => record.attributes.tag1TemperatureC,
      tag1Battery: (record) => record.attributes.tag1BatteryV,
      tag1Door: (record) => record.attributes.tag1Door,
      tag1Rssi: (record) => record.attributes.tag1Signal,
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
    values: {
      carrier: (record) => record.attributes.operatorCode,
      rssi: (record) => record.attributes.mobileSignal,
      modem: (record) => record.attributes.modemState,
      hdop: (record) => Number(record.attributes.hdop) * 10,
      input: (record) => record.attributes.inputs,
      status: (record) => record.attributes.status,
      event: (record) => record.attributes.event,
      acc0: (record) => record.attributes.accumulator0,
      acc4: (record) => record.attributes.accumulator4,
    },
  },
  {
    name: 'digitalmatter',
    codec: digitalMatterCodec,
    login: encodeDigitalMatterHello(IMEI),
    hasEventTime: true,
    request: decodeDigitalMatter,
    values: {
      index: (record) => record.attributes.recordNumber,
      event: (record) => record.attributes.event,
      input: (record) => record.attributes.inputs,
      output: (record) => record.attributes.outputs,
      status: (record) => record.attributes.status,
      pdop: (record) => record.attributes.pdop,
      rssi: (record) => record.attributes.mobileSignal,
      solarPower: (record) => record.attributes.solarPanelV,
      // 127 means that there is no sensor.
      deviceTemp: (record) => record.attributes.deviceTemperatureC ?? 127,
      io6: (record) => record.attributes.analogue6,
      adc1: (record) => record.attributes.analogInput1 ?? Number(record.batteryVoltageV) * 1000,
      adc4: (record) => record.attributes.analogInput4 ?? record.attributes.mobileSignal,
      counter23: (record) => record.attributes.counter23,
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
  { values, hasEventTime, isLastKnown }: Protocol,
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
  for (const [name, wanted] of Object.entries(stated.attributes)) {
    const read = values[name] === undefined ? COMMON[name] : values[name];
    if (read) expectClose(name, read(record), wanted);
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
      expect(decoded?.deviceId).toBe(deviceId);
      expect(decoded?.records).toHaveLength(stated.records.length);
      for (const [index, record] of (decoded?.records ?? []).entries())
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
