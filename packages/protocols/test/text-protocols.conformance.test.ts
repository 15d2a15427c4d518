import { describe, expect, it } from 'vitest';
import type { DeviceRecord, StreamCodec } from '../src/index.ts';
import { meitrackCodec } from '../src/meitrack/index.ts';
import { queclinkCodec } from '../src/queclink/index.ts';
import { suntechCodec } from '../src/suntech/index.ts';
import { tk103Codec } from '../src/tk103/index.ts';
import { encodeWialonLine, wialonCodec } from '../src/wialon/index.ts';
import { xexunCodec } from '../src/xexun/index.ts';
import { hexOf, splitAtEachByte, type Vector, vectors } from './vectors.ts';

/*
 * Frames of the text protocols. Their expected records are what another decoder gives: useful, not
 * binding. `differs` names the values that our decoder leaves out or reads otherwise, and why.
 */

// biome-ignore lint/suspicious/noExplicitAny: attributes differ by protocol
type Stated = any;

interface Frame extends Vector {
  readonly text?: string;
  readonly terminator?: string;
  readonly terminatorHex?: string;
  readonly deviceId?: string;
  readonly checksum?: 'ok' | 'bad';
  readonly framing?: 'doubtful';
  readonly doubtful?: readonly string[];
  readonly needs?: 'session';
}

interface Protocol {
  readonly name: string;
  readonly codec: Omit<StreamCodec, 'name'>;
  /** A login, for messages that do not name their device. */
  readonly login?: string;
  /** Whether a value of the other decoder is not ours. */
  readonly differs?: (value: string, stated: Stated, frame: Frame) => boolean;
  /** The device, if it is not that of the other decoder. */
  readonly deviceId?: (frame: Frame) => string | undefined;
  /** The answer, if it is not that of the other decoder. */
  readonly answer?: (frame: Frame) => string | undefined;
  /** Ids of frames that have no complete frame, or another meaning, with the reason. */
  readonly apart?: Readonly<Record<string, string>>;
}

const MAX_CELL_V = 4.6;

const PROTOCOLS: readonly Protocol[] = [
  {
    name: 'meitrack',
    codec: meitrackCodec,
    // Without a model, the step of AD4 and AD5 is known only if AD4 is the voltage of one cell. The
    // other decoder leaves the dilution of the parameter form in tenths.
    differs: (value, { attributes }, { variant }) =>
      (value === 'hdop' && variant === 'cce') ||
      ((value === 'battery' || value === 'power') &&
        (attributes.battery > MAX_CELL_V || attributes.power > 1000)),
  },
  {
    name: 'suntech',
    codec: suntechCodec,
    differs: (value, { attributes }, { variant }) => {
      // The other decoder leaves out the time of a trip report.
      if (variant === 'st300hte') return value === 'time' || value === 'driverUniqueId';
      // It reads a field of zeros as a tag, and the fields of an event with a shift.
      if (value === 'driverUniqueId') return /^[0.]+$/.test(attributes.driverUniqueId);
      return value === 'battery' && attributes.battery > 100;
    },
  },
  {
    name: 'wialon',
    codec: wialonCodec,
    login: '#L#353419036066061;NA\r\n',
    differs: (value) => value === 'motion',
    // The description answers SD with ASD; the other decoder with AD.
    answer: ({ variant }) =>
      variant === 'sd' ? encodeWialonLine('ASD', '1').toString('hex') : undefined,
  },
  {
    name: 'queclink',
    codec: queclinkCodec,
    deviceId: ({ variant, deviceId }) => {
      // The binary form has the digits of the IMEI; the other decoder reads them as one number.
      if (variant.startsWith('binary') && deviceId !== undefined) return '865084030003675';
      return deviceId === '1' ? '862370030005908' : deviceId;
    },
    differs: (value, stated, { id, variant }) => {
      // GL100: speeds are km/h, and 1 is a fix (its description); the other decoder has knots and 0.
      if (variant.startsWith('gl100')) return value === 'speedKmh' || value === 'valid';
      // The other decoder does not read all positions of CAN messages, and no validity in them.
      if (variant.endsWith('gtcan')) {
        return value === 'valid' || (stated.outdated === true && ['time', 'place'].includes(value));
      }
      // 1 is off: this message follows that of ignition off.
      if (variant === 'resp-gtigl') return value === 'ignition';
      // The time of sending.
      if (value === 'time') return stated.outdated === true && stated.time === null;
      // Units of the binary form are millivolts; the others are not in every message of a model.
      if (value === 'power') return variant.startsWith('binary') || variant === 'resp-gtinf';
      if (value === 'battery' || value === 'odometer') return variant === 'resp-gtinf';
      // It reads a reserved field as zero; two models have the percentage in another place.
      if (value === 'hdop') return stated.outdated === true;
      const isModel = variant === 'resp-gtlbs' || id === 'queclink-a1a788dc';
      return value === 'batteryLevel' && (stated.attributes.batteryLevel === 0 || isModel);
    },
  },
  {
    name: 'tk103',
    codec: tk103Codec,
    // The other decoder keeps the bracket of an eleven-digit number.
    deviceId: ({ deviceId }) => deviceId?.replace('(', ''),
    // It reads the state behind cells as a distance.
    differs: (value, _stated, { variant }) => variant === 'bz00' && value === 'odometer',
    apart: {
      'tk103-300aae16': 'its month is 18',
      'tk103-eadd45c7': 'battery pack, without a public description: kept as raw',
    },
  },
  {
    name: 'xexun',
    codec: xexunCodec,
    // The voltage is that of the battery. The third generation has no public description.
    differs: (value, _stated, { variant }) =>
      (value === 'power' && variant === 'gprmc-full') ||
      (value === 'batteryLevel' && variant === 'xexun3-06'),
    apart: { 'xexun-2b29ace6': 'it has no time' },
  },
];

const bytesOfFrame = ({ text, terminator, hex, chunks, terminatorHex }: Frame): Buffer =>
  text === undefined
    ? Buffer.from((hex ?? chunks?.join('') ?? '') + (terminatorHex ?? ''), 'hex')
    : Buffer.from(text + (terminator ?? ''), 'utf8');

/** Values with a field of their own in the record. */
const FIELDS: Readonly<Record<string, (record: DeviceRecord) => unknown>> = {
  sat: ({ satellites }) => satellites,
  odometer: ({ odometerM }) => odometerM,
  power: ({ externalVoltageV }) => externalVoltageV,
  battery: ({ batteryVoltageV }) => batteryVoltageV,
  batteryLevel: ({ batteryPercent }) => batteryPercent,
  ignition: ({ ignition }) => ignition,
  driverUniqueId: ({ driverTag }) => driverTag,
  hdop: ({ attributes }) => attributes.hdop,
};

function checkRecord(record: DeviceRecord, stated: Stated, frame: Frame, protocol: Protocol) {
  const isOurs = (value: string) => protocol.differs?.(value, stated, frame) !== true;
  if (isOurs('time')) {
    const time = stated.time === null ? null : Math.floor(Date.parse(stated.time) / 1000);
    const ours = record.timeMs === null ? null : Math.floor(record.timeMs / 1000);
    expect(ours).toBe(time);
  }
  if (stated.outdated === true) {
    if (isOurs('place')) expect(record.fixValid).toBe(false);
  } else if (stated.lat !== 0 || stated.lon !== 0) {
    expect(record.latitudeDeg).toBeCloseTo(stated.lat, 5);
    expect(record.longitudeDeg).toBeCloseTo(stated.lon, 5);
    if (isOurs('valid')) expect(record.fixValid).toBe(stated.valid);
    // The other decoder has zero for a value that the frame does not contain.
    for (const [value, number] of [
      ['speedKmh', record.speedKmh],
      ['course', record.headingDeg],
      ['altitude', record.altitudeM],
    ] as const) {
      if (isOurs(value)) expect(number ?? 0, value).toBeCloseTo(stated[value], 2);
    }
  }
  for (const [name, read] of Object.entries(FIELDS)) {
    const value = stated.attributes?.[name];
    if (value === undefined || !isOurs(name)) continue;
    if (typeof value === 'number') expect(read(record), name).toBeCloseTo(value, 2);
    else expect(read(record), name).toBe(value);
  }
}

function checkFrame(frame: Frame, protocol: Protocol) {
  const session = (protocol.codec as StreamCodec).createSession();
  if (frame.needs === 'session') session.push(Buffer.from(protocol.login ?? ''));
  const messages = session.push(bytesOfFrame(frame));
  if (frame.checksum === 'bad') {
    expect(messages.every(({ kind }) => kind === 'bad')).toBe(true);
    return;
  }
  if (frame.framing === 'doubtful' || protocol.apart?.[frame.id] !== undefined) return;
  expect(messages.filter(({ kind }) => kind === 'bad')).toEqual([]);
  expect(session.bufferedBytes).toBe(0);
  const logins = messages.flatMap((one) => (one.kind === 'login' ? [one.deviceId] : []));
  const deviceId = protocol.deviceId?.(frame) ?? frame.deviceId;
  if (deviceId !== undefined) expect(logins).toEqual([deviceId]);
  const records = messages.flatMap((one) => (one.kind === 'records' ? one.records : []));
  // The other decoder stores the answer to a command as a record without a place.
  const stated = ((frame.expect.records ?? []) as Stated[]).filter(
    ({ attributes }) => attributes?.result === undefined,
  );
  expect(records).toHaveLength(stated.length);
  if (frame.doubtful === undefined) {
    for (const [index, record] of records.entries()) {
      checkRecord(record, stated[index], frame, protocol);
    }
  }
  if (frame.expect.ack === undefined || frame.expect.ackVaries === true) return;
  const answers = messages.flatMap((one) => {
    if (one.kind === 'login') return [one.accepted];
    if (one.kind === 'records') return [one.stored];
    return [one.answer];
  });
  const due = protocol.answer?.(frame) ?? frame.expect.ack;
  expect(answers.filter((answer) => answer !== null).map(hexOf)).toEqual([due].flat());
}

describe.each(PROTOCOLS)('$name frames of real devices', (protocol) => {
  const frames = vectors(protocol.name) as Frame[] | null;
  const named = (frames ?? [])
    .filter(({ variant }) => variant !== 'framing')
    .map((frame) => [frame.id, frame.variant, frame] as const);

  it.skipIf(frames === null).each(named)('%s (%s) decodes to what it states', (_id, _v, frame) => {
    checkFrame(frame, protocol);
  });

  it.skipIf(frames === null)('decode the same however they are split', () => {
    for (const [, , frame] of named) {
      const hex = bytesOfFrame(frame).toString('hex');
      for (const [cut, whole] of splitAtEachByte(protocol.codec as StreamCodec, hex)) {
        expect(cut, frame.id).toEqual(whole);
      }
    }
  });
});
