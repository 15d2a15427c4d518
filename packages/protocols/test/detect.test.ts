import { describe, expect, it } from 'vitest';
import {
  encodeGps103Heartbeat,
  encodeGps103Login,
  encodeGps103Position,
  encodeGt06Login,
  encodeH02Position,
  encodeJt808Register,
  encodeTeltonikaLogin,
  jt808Address,
  MAX_START_BYTES,
  protocolOfStart,
} from '../src/index.ts';
import { REPORT } from './reports.ts';
import { textVectors, wireBytes } from './text-vectors.ts';

const IMEI = '353419036066061';
const AT = {
  ...REPORT,
  timeMs: Date.UTC(2026, 2, 4),
  odometerM: 1,
};
const STREAMS: readonly (readonly [string, Buffer])[] = [
  ['teltonika', encodeTeltonikaLogin(IMEI)],
  ['gt06', encodeGt06Login(IMEI, 1)],
  ['gt06', Buffer.from('79790005', 'hex')],
  ['jt808', encodeJt808Register(jt808Address('13912345678'), 1)],
  ['h02', encodeH02Position(IMEI, AT)],
  ['h02', Buffer.from('2441091144271222470112', 'hex')],
  ['gps103', encodeGps103Login(IMEI)],
  ['gps103', encodeGps103Heartbeat(IMEI)],
  ['gps103', encodeGps103Position(IMEI, AT)],
];

describe('the protocol of a stream', () => {
  it.each(STREAMS)('%s is known by its first bytes, and never as another', (protocol, bytes) => {
    const answers = Array.from(bytes, (_byte, n) => protocolOfStart(bytes.subarray(0, n)));
    expect(answers.every((answer) => answer === 'more' || answer === protocol)).toBe(true);
    expect(protocolOfStart(bytes)).toBe(protocol);
  });

  it.each([
    ['a web browser', 'GET / HTTP/1.1\r\n'],
    ['TLS', '\x16\x03\x01\x02\x00'],
    ['short digits', '12345678,'],
  ])('of %s is unknown', (_name, text) => {
    expect(protocolOfStart(Buffer.from(text, 'latin1'))).toBe('unknown');
  });

  it('needs few bytes', () => {
    expect(protocolOfStart(Buffer.alloc(0))).toBe('more');
    expect(protocolOfStart(Buffer.alloc(MAX_START_BYTES, 0x20))).toBe('unknown');
  });

  it.each(['h02', 'gps103'])('%s is known of every frame of its devices', (protocol) => {
    // One frame was published without its first byte.
    const frames = (textVectors(protocol) ?? []).filter(({ id }) => id !== 'h02-f8dc944f2');
    for (const vector of frames) expect(protocolOfStart(wireBytes(vector))).toBe(protocol);
  });
});
