import { describe, expect, it } from 'vitest';
import {
  type CodecOptions,
  encodeGps103Heartbeat,
  encodeGps103Login,
  encodeGps103Position,
  gps103Codec,
  MAX_BAD_IN_PUSH,
} from '../src/index.ts';
import { REPORT } from './reports.ts';
import { recordsOf } from './streams.ts';
import { answersOf } from './text-vectors.ts';

const IMEI = '353419036066061';
const AT = REPORT;
const read = (text: string | Buffer, options: CodecOptions = {}) =>
  gps103Codec.createSession(options).push(Buffer.from(text));
const only = (text: string | Buffer, options: CodecOptions = {}) =>
  recordsOf(read(text, options))[0];
const report = (local: string, utc: string, keyword = 'tracker', more = '') =>
  `imei:${IMEI},${keyword},${local},,F,${utc},A,5130.0000,N,00007.5000,W,21.60,90,${more};`;

describe('GPS103', () => {
  it('decodes what a device encodes', () => {
    const record = only(encodeGps103Position(IMEI, AT));
    expect(record).toMatchObject({
      timeMs: AT.timeMs,
      fixValid: true,
      latitudeDeg: 51.5,
      longitudeDeg: -0.125,
      headingDeg: 90,
      ignition: true,
    });
    expect(record?.speedKmh).toBeCloseTo(40, 1);
  });

  it('answers login and heartbeat, which has no end', () => {
    const messages = read(Buffer.concat([encodeGps103Login(IMEI), encodeGps103Heartbeat(IMEI)]));
    expect(answersOf(messages)).toEqual(['LOAD', 'ON']);
    expect(messages.map(({ kind }) => kind)).toEqual(['login', 'notice']);
  });

  it('logs a device in whose connection begins with a heartbeat', () => {
    expect(read(encodeGps103Heartbeat(IMEI))[0]).toMatchObject({ kind: 'login', deviceId: IMEI });
  });

  it.each([
    ['2603041120', '102030.000', '2026-03-04T10:20:30.000Z'],
    ['2603050120', '222030.000', '2026-03-04T22:20:30.000Z'],
    ['2603031820', '032030.000', '2026-03-04T03:20:30.000Z'],
    ['260304102030', '102030', '2026-03-04T10:20:30.000Z'],
    ['26/03/04 11:20', '102030.000', '2026-03-04T10:20:30.000Z'],
    // Twelve hours ahead is a zone, twelve behind is the day before.
    ['2603042220', '102030.000', '2026-03-04T10:20:30.000Z'],
    ['2512312359', '045959.000', '2026-01-01T04:59:59.000Z'],
  ])('local time %s and UTC %s are %s', (local, utc, time) => {
    expect(new Date(only(report(local, utc))?.timeMs ?? 0).toISOString()).toBe(time);
  });

  it('has no time if only the local time is sent and its zone is not configured', () => {
    const text = `imei:${IMEI},tracker,260304112030,,L,,,0FB6,,CB5D,,,;`;
    expect(only(text)?.timeMs).toBeNull();
    expect(only(text, { clockOffsetMin: () => 60 })?.timeMs).toBe(AT.timeMs);
    expect(only(text)?.attributes.cells).toBe('0,0,4022,52061');
  });

  it.each([
    ['help me', 50],
    ['low battery', 60],
    ['stockade', 57],
    ['move', 48],
    ['speed', 43],
    ['door alarm', 63],
    ['ac alarm', 58],
    ['accident alarm', 45],
    ['sensor alarm', 49],
    ['bonnet alarm', 61],
    ['T:+28.0', 67],
    ['oil 41.5', 69],
  ])('%s is the event %i', (keyword, code) => {
    const record = only(report('2603041020', '102030.000', keyword));
    expect(record?.events).toEqual([{ code, kind: 'pulse' }]);
  });

  it('reads ignition from its field, otherwise from the keyword', () => {
    const ignition = (keyword: string, more = '') =>
      only(report('2603041020', '102030.000', keyword, more))?.ignition;
    expect(ignition('acc on')).toBe(true);
    expect(ignition('acc off')).toBe(false);
    expect(ignition('tracker', ',0,1')).toBe(false);
    expect(ignition('tracker')).toBeNull();
  });

  it('reads door, fuel and temperature', () => {
    const more = '65.4,1,1,10.5%,20.0%,-3';
    expect(only(report('2603041020', '102030.000', 'tracker', more))).toMatchObject({
      altitudeM: 65.4,
      temperatureC: -3,
      attributes: { door: true, fuel1Percent: 10.5, fuel2Percent: 20 },
    });
  });

  it('reads odometer, voltage and trouble codes of the diagnostic port', () => {
    const text = `imei:${IMEI},OBD,260304102030,13555,,7.5,45,30,24.71%,85,13.73%,1230,14.13,U1108,P0420,,;`;
    expect(only(text)).toMatchObject({
      timeMs: AT.timeMs,
      odometerM: 13_555_000,
      externalVoltageV: 14.13,
      attributes: { troubleCodes: 'U1108,P0420', engineRpm: 1230, coolantTemperatureC: 85 },
    });
  });

  it('ends an emergency call once it is stored', () => {
    const message = read(report('2603041020', '102030.000', 'help me'))[1];
    const stored = message?.kind === 'records' ? message.stored : null;
    expect(Buffer.from(stored ?? '').toString()).toBe(`**,imei:${IMEI},E;`);
  });

  it('takes the names of object members as values without a meaning', () => {
    const record = only(report('2603041020', '102030.000', 'toString', ',valueOf,valueOf'));
    expect(record).toMatchObject({ ignition: null, events: [] });
    expect(record?.attributes).toEqual({ event: 'toString' });
  });

  it('keeps a message that it does not know', () => {
    const message = read(`imei:${IMEI},vr00ffd8ff,;`)[1];
    expect(message).toMatchObject({ kind: 'notice', raw: { understood: false } });
  });

  it('drops bytes that are no messages, and continues', () => {
    expect(read('x;'.repeat(5000))).toHaveLength(MAX_BAD_IN_PUSH);
    const messages = read(Buffer.concat([Buffer.from('nothing;'), encodeGps103Position(IMEI, AT)]));
    expect(recordsOf(messages)).toHaveLength(1);
    expect(read('x'.repeat(3000))).toEqual([{ kind: 'bad', reason: 'length', answer: null }]);
  });
});
