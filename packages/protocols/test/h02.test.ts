import { describe, expect, it } from 'vitest';
import {
  type CodecOptions,
  encodeH02Position,
  h02Codec,
  h02Datagrams,
  MAX_BAD_IN_PUSH,
} from '../src/index.ts';
import { REPORT } from './reports.ts';
import { recordsOf } from './streams.ts';
import { answersOf } from './text-vectors.ts';

const ID = '9170412345';
const AT = {
  ...REPORT,
  odometerM: 12_345,
};
const read = (text: string | Buffer, options: CodecOptions = {}) =>
  h02Codec.createSession(options).push(Buffer.from(text));
const only = (text: string | Buffer, options: CodecOptions = {}) =>
  recordsOf(read(text, options))[0];
/** A binary report: identity, time, date, latitude, battery, longitude, speed, status. */
const binary = (battery = '06') =>
  Buffer.from(`24${ID}10203004032651300000${battery}0000750006000090fffffbffff0001`, 'hex');

describe('H02', () => {
  it('decodes what a device encodes', () => {
    const record = only(encodeH02Position(ID, AT));
    expect(record).toMatchObject({
      timeMs: AT.timeMs,
      fixValid: true,
      latitudeDeg: 51.5,
      longitudeDeg: -0.125,
      headingDeg: 90,
      ignition: true,
      odometerM: 12_345,
      events: [],
    });
    expect(record?.speedKmh).toBeCloseTo(40, 1);
  });

  it('rounds minutes to whole degrees', () => {
    const record = only(encodeH02Position(ID, { ...AT, latitudeDeg: 51.999_999_99 }));
    expect(record?.latitudeDeg).toBe(52);
  });

  it('names its device once in a connection, and again when it changes', () => {
    const frames = [ID, ID, '1234567890'].map((id) => encodeH02Position(id, AT));
    const messages = read(Buffer.concat(frames));
    expect(messages.map(({ kind }) => kind)).toEqual([
      'login',
      'records',
      'records',
      'login',
      'records',
    ]);
  });

  it('confirms a report with the time of the server', () => {
    const [, message] = read(encodeH02Position(ID, AT), {
      nowMs: () => Date.UTC(2026, 0, 2, 3, 4, 5),
    });
    const stored = message?.kind === 'records' ? message.stored : null;
    expect(Buffer.from(stored ?? '').toString()).toBe(`*HQ,${ID},V4,V1,20260102030405#`);
  });

  it.each([
    [0, 49],
    [1, 50],
    [2, 43],
    [8, 63],
    [18, 50],
    [19, 58],
  ])('reads bit %i of the status as a state', (bit, code) => {
    const record = only(encodeH02Position(ID, AT, bit));
    expect(record?.events).toEqual([{ code, kind: 'state', active: true }]);
    expect(record?.ignition).toBe(true);
  });

  it('only names bits that makers use differently', () => {
    const record = only(encodeH02Position(ID, AT, 4));
    expect(record?.events).toEqual([]);
    expect(record?.attributes.statusNames).toBe('areaEntered');
  });

  it('reads a clock that is ahead of UTC', () => {
    const options = { clockOffsetMin: () => 60 };
    expect(only(encodeH02Position(ID, AT), options)?.timeMs).toBe(AT.timeMs - 3_600_000);
    expect(only(binary(), options)?.timeMs).toBe(AT.timeMs - 3_600_000);
    const link = `*HQ,${ID},LINK,102030,15,7,84,0,0,040326,FFFFFBFF#`;
    expect(only(link, options)?.timeMs).toBe(AT.timeMs - 3_600_000);
  });

  it('reads the binary form', () => {
    expect(only(binary())).toMatchObject({
      timeMs: AT.timeMs,
      fixValid: true,
      latitudeDeg: 51.5,
      longitudeDeg: -0.125,
      speedKmh: 0,
      headingDeg: 90,
      ignition: false,
      batteryPercent: 100,
    });
  });

  it.each([
    ['01', 0],
    ['03', 20],
    ['04', 60],
    ['46', 70],
    ['00', null],
    ['f3', null],
  ])('reads the charge %s of the binary form', (code, percent) => {
    expect(only(binary(code))?.batteryPercent).toBe(percent);
  });

  it('reads further frames behind an extension without a mark', () => {
    const extension = Buffer.from('06000000000000ea0a12340056', 'hex');
    const bytes = Buffer.concat([binary(), extension, binary(), encodeH02Position(ID, AT)]);
    const messages = read(bytes);
    expect(messages.map(({ kind }) => kind)).toEqual([
      'login',
      'records',
      'notice',
      'records',
      'records',
    ]);
  });

  it('takes a report with only a date as the current one on that day', () => {
    const text = '*hq,356327080425330,VP1,A,2702.7215,S,15251.9309,E,0.62,0.0000,050917#';
    const nowMs = () => Date.UTC(2017, 8, 5, 9);
    expect(only(text, { nowMs })?.timeMs).toBeNull();
    expect(only(text)?.timeMs).toBe(Date.UTC(2017, 8, 5));
  });

  it('reads the charge of a heartbeat', () => {
    expect(only(`*HQ,${ID},HTBT,87#`)).toMatchObject({ batteryPercent: 87, timeMs: null });
  });

  it.each([
    [`*HQ,${ID},V0,8944501311217563382F#`, `*HQ,${ID},V0#`],
    [`*HQ,${ID},HTBT#`, `*HQ,${ID},HTBT#`],
    [`*TH,${ID},HTBT,87#`, `*TH,${ID},HTBT#`],
  ])('answers the login or heartbeat %s with its beginning', (text, answer) => {
    expect(answersOf(read(text))).toEqual([answer]);
    expect(read(text)[1]?.raw?.understood).toBe(true);
  });

  it('reads cells in place of a position', () => {
    const text = `*hq,${ID},VP1,V,470,002,92,3565,30Y93,19433,12#`;
    expect(only(text)?.attributes.cells).toBe('470,2,92,3565,-30;470,2,93,19433,-12');
  });

  it('keeps a message of an unknown type', () => {
    const message = read(`*HQ,${ID},XYZ,1,2,3#`)[1];
    expect(message).toMatchObject({ kind: 'notice', raw: { kind: 'XYZ', understood: false } });
  });

  it('takes the names of object members as unknown types', () => {
    for (const type of ['toString', 'valueOf']) {
      expect(read(`*HQ,${ID},${type},1#`)[1]).toMatchObject({ kind: 'notice', name: type });
    }
  });

  it('continues behind a frame with a bad structure', () => {
    const good = encodeH02Position(ID, AT);
    const messages = read(Buffer.concat([Buffer.from('*,,,#$99'), good, good]));
    expect(messages[0]).toMatchObject({ kind: 'bad' });
    expect(recordsOf(messages).length).toBeGreaterThan(0);
  });

  it('drops bytes that are crafted to be searched', () => {
    const messages = read('*#'.repeat(5000));
    expect(messages).toHaveLength(MAX_BAD_IN_PUSH);
  });

  it('reads a whole datagram, and no part of one', () => {
    const frame = encodeH02Position(ID, AT);
    expect(h02Datagrams.decode(frame).map(({ kind }) => kind)).toEqual(['login', 'records']);
    expect(h02Datagrams.decode(frame.subarray(0, 20))).toEqual([
      { kind: 'bad', reason: 'length', answer: null },
    ]);
  });
});
