import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type DeviceMessage, MAX_BAD_IN_PUSH, type StreamCodec } from '../src/index.ts';
import { encodeMeitrackFrame, encodeMeitrackReport, meitrackCodec } from '../src/meitrack/index.ts';
import { encodeQueclinkReport, queclinkCodec } from '../src/queclink/index.ts';
import { encodeSuntechReport, suntechCodec } from '../src/suntech/index.ts';
import { encodeTk103Position, tk103Codec } from '../src/tk103/index.ts';
import {
  encodeWialonChecked,
  encodeWialonData,
  encodeWialonLine,
  wialonCodec,
} from '../src/wialon/index.ts';
import {
  encodeXexunBinary,
  encodeXexunChecked,
  encodeXexunMarked,
  encodeXexunText,
  xexunCodec,
} from '../src/xexun/index.ts';
import { expectBounded, expectSameUpToDamage, RUNS, type StreamLimits } from './stream-rules.ts';
import { cuts, feed, moment, mutated, noise, recordsOf } from './streams.ts';

vi.setConfig({ testTimeout: 900_000 });

type Moment = Parameters<typeof encodeMeitrackReport>[1];

interface Protocol {
  readonly name: string;
  readonly codec: Omit<StreamCodec, 'name'>;
  /** The message with a position. */
  readonly position: (at: Moment) => Buffer;
  /** Complete frames of one device, if there are others than that message. */
  readonly frames?: fc.Arbitrary<Buffer>;
  /** Frames with sound framing and checksum, and any content. */
  readonly sealed: fc.Arbitrary<Buffer>;
  /** A start of a frame, repeated to cause searches. */
  readonly start: string;
}

const contents = fc.uint8Array({ maxLength: 120 }).map((bytes) => Buffer.from(bytes));
/** Fields as a device might send them, in any sequence. */
const fields = (separator: string) =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom('', '0', 'A', 'V', 'N', 'E', 'NA', '1e9', '-1', 'ffffffff', 'a\u0000b'),
        fc.constantFrom('230101', '010123', '235959', '20230101', '23:59:59', '2934.0133'),
        fc.integer().map(String),
        fc.double().map(String),
        fc.string({ maxLength: 12 }),
      ),
      { maxLength: 40 },
    )
    .map((all) => all.join(separator));

const IMEI = '353419036066061';
const XEXUN_ID = Buffer.from(`${IMEI}0`, 'hex');
const queclinkBinary = (name: string, rest: Buffer) => {
  const length = (rest.length + 26).toString(16).padStart(4, '0');
  const head = Buffer.from(`0100fc1fbf${length}45010101085632540300034305`, 'hex');
  return Buffer.concat([Buffer.from(name), head, rest, Buffer.from('\r\n')]);
};

const PROTOCOLS: readonly Protocol[] = [
  {
    name: 'Meitrack',
    codec: meitrackCodec,
    position: (at) => encodeMeitrackReport(IMEI, at),
    sealed: fc.oneof(
      fc
        .tuple(fc.constantFrom('CCC', 'CCE', 'AAA', 'D00', 'A10'), contents)
        .map(([command, body]) => encodeMeitrackFrame('$$', 'b', IMEI, command, body)),
      fields(',').map((body) => encodeMeitrackFrame('$$', 'b', IMEI, 'AAA', Buffer.from(body))),
    ),
    start: '$$A20,',
  },
  {
    name: 'Suntech',
    codec: suntechCodec,
    position: (at) => encodeSuntechReport('205174410', at),
    sealed: fc.oneof(
      fc
        .tuple(
          fc.constantFrom('ST300STT', 'ST600ALT', 'ST300UEX', 'UEX', 'STT', 'BLE', 'ST910;Alert'),
          fields(';'),
        )
        .map(([header, rest]) => Buffer.from(`${header};205174410;${rest}\r`)),
      contents.map((rest) => {
        const head = Buffer.from(`81${(rest.length + 8).toString(16).padStart(4, '0')}`, 'hex');
        return Buffer.concat([head, Buffer.from('05200013383fffff', 'hex'), rest]);
      }),
    ),
    start: 'ST300STT;205174410;',
  },
  {
    name: 'Wialon IPS',
    codec: wialonCodec,
    position: encodeWialonData,
    sealed: fc.oneof(
      fc
        .tuple(fc.constantFrom('L', 'D', 'SD', 'B', 'P', 'M', 'AM', 'I'), fields(';'))
        .map(([type, body]) => encodeWialonLine(type, body)),
      fields(';').map((body) => encodeWialonChecked('L', `2.0;353419036066061;${body}`)),
      fc
        .tuple(fc.constantFrom('D', 'SD', 'B', 'M'), fields(';'))
        .map(([type, body]) => encodeWialonChecked(type, body)),
    ),
    start: '#D#120319;112003;',
  },
  {
    name: 'Queclink',
    codec: queclinkCodec,
    position: (at) => encodeQueclinkReport(IMEI, at),
    sealed: fc.oneof(
      fc
        .tuple(
          fc.constantFrom('+RESP:GTFRI', '+BUFF:GTERI', '+ACK:GTHBD', '+RESP:GTINF', '+RESP:GTCAN'),
          fc.constantFrom(`060100,${IMEI},`, `${IMEI},`, ''),
          fields(','),
        )
        .map(([head, identity, rest]) => Buffer.from(`${head},${identity}${rest}$`)),
      fc
        .tuple(fc.constantFrom('+RSP', '+EVT', '+BSP'), contents)
        .map(([name, rest]) => queclinkBinary(name, rest)),
    ),
    start: '+RESP:GTFRI,',
  },
  {
    name: 'TK103',
    codec: tk103Codec,
    position: (at) => encodeTk103Position('012345678901', at),
    sealed: fc
      .tuple(
        fc.constantFrom(
          'BR00',
          'BP05',
          'BP00',
          'BO01',
          'BQ81',
          'ZC03',
          'ZC20',
          'DW30',
          'DW50',
          'BZ00',
        ),
        fc.oneof(
          fields(','),
          fields(''),
          moment.map((at) => encodeTk103Position('012345678901', at).toString().slice(17, -1)),
        ),
      )
      .map(([command, body]) => Buffer.from(`(012345678901,${command},${body})`)),
    start: '(012345678901BR00',
  },
  {
    name: 'Xexun',
    codec: xexunCodec,
    position: (at) => encodeXexunText(IMEI, at),
    frames: fc.oneof(
      moment.map((at) => encodeXexunText(IMEI, at)),
      moment.map((at) =>
        Buffer.concat([
          Buffer.from('1503,+351,'),
          encodeXexunText(IMEI, at),
          Buffer.from('06,54.3,F:4.1V,0,157,1,268,6,1A2B,D4E5\r\n'),
        ]),
      ),
      fc.tuple(moment, fc.nat(0xffff)).map(([at, n]) => encodeXexunBinary(IMEI, at, n)),
    ),
    sealed: fc.oneof(
      contents.map((payload) =>
        encodeXexunMarked({ type: 0x14, index: 1, identity: XEXUN_ID, payload }),
      ),
      contents.map((payload) =>
        encodeXexunChecked({
          head: Buffer.from('0320', 'hex'),
          type: 6,
          identity: Buffer.from(`0${IMEI}`, 'hex'),
          payload,
        }),
      ),
      fields(',').map((rest) => Buffer.from(`GPRMC,${rest},imei:${IMEI},`)),
    ),
    start: 'GPRMC,093341.000,A,',
  },
];

describe.each(PROTOCOLS)('$name', (protocol) => {
  const codec = protocol.codec as StreamCodec;
  const frames = protocol.frames ?? moment.map(protocol.position);
  const streams = fc.array(frames, { minLength: 1, maxLength: 8 }).map((all) => Buffer.concat(all));
  const limits: StreamLimits = {
    answerBytesPerMessage: 64,
    heldBytes: () => codec.maxFrameBytes * 2,
  };
  /** A database text cannot contain NUL. */
  const expectNoNul = (messages: readonly DeviceMessage[]) => {
    const texts = JSON.stringify(messages, (key, value) => (key === 'raw' ? undefined : value));
    expect(texts).not.toContain('\\u0000');
  };

  const noisy = fc
    .array(fc.oneof(noise, fc.constant(Buffer.from(protocol.start))), { maxLength: 4 })
    .map((all) => Buffer.concat(all));
  const sealed = fc.array(protocol.sealed, { maxLength: 8 }).map((all) => Buffer.concat(all));

  it.each([
    ['any bytes', noisy],
    ['damaged frames', mutated(streams)],
    ['sound frames with any content', sealed],
  ])('accepts %s, split anywhere, without throwing or amplifying', (_what, bytes) => {
    expectBounded(codec, bytes, limits, expectNoNul);
  });

  it('accepts a stream that ends at any byte', () => {
    fc.assert(
      fc.property(streams, fc.nat(100_000), (bytes, end) => {
        const cut = bytes.subarray(0, end % (bytes.length + 1));
        const whole = feed(codec, bytes).messages;
        const { messages } = feed(codec, cut);
        expect(messages).toEqual(whole.slice(0, messages.length));
      }),
      { numRuns: RUNS },
    );
  });

  it('decodes each frame of a stream, however it is split', () => {
    fc.assert(
      fc.property(fc.array(frames, { minLength: 1, maxLength: 8 }), cuts, (all, places) => {
        const bytes = Buffer.concat(all);
        const whole = feed(codec, bytes).messages;
        expect(whole.every(({ kind }) => kind !== 'bad')).toBe(true);
        expect(recordsOf(whole)).toHaveLength(all.length);
        expect(feed(codec, bytes, places).messages).toEqual(whole);
        const session = codec.createSession();
        session.push(bytes);
        expect(session.bufferedBytes).toBe(0);
      }),
      { numRuns: RUNS },
    );
  });

  it('gives the position that was encoded', () => {
    fc.assert(
      fc.property(moment, (at) => {
        fc.pre(Math.abs(at.latitudeDeg) > 0.001);
        const [record] = recordsOf(feed(codec, protocol.position(at)).messages);
        expect(record).toMatchObject({ timeMs: at.timeMs, fixValid: true });
        expect(record?.latitudeDeg).toBeCloseTo(at.latitudeDeg, 4);
        expect(record?.longitudeDeg).toBeCloseTo(at.longitudeDeg, 4);
        expect(record?.speedKmh).toBeCloseTo(at.speedKmh, 1);
        expect(record?.headingDeg).toBeCloseTo(at.headingDeg, 1);
      }),
      { numRuns: RUNS },
    );
  });

  it('decodes a damaged stream the same up to the damage, however it is split', () => {
    expectSameUpToDamage(codec, streams);
  });

  it('finds the next frame after other bytes', () => {
    fc.assert(
      fc.property(frames, frames, (first, second) => {
        const bytes = Buffer.concat([first, Buffer.from('~~~ \u0001\r\n'), second]);
        expect(recordsOf(feed(codec, bytes).messages)).toHaveLength(2);
      }),
      { numRuns: RUNS },
    );
  });

  it('drops the rest of a read full of frame starts', () => {
    const bytes = Buffer.alloc(64 * 1024, protocol.start);
    const { messages, heldMost } = feed(codec, bytes);
    expect(messages.length).toBeLessThanOrEqual(MAX_BAD_IN_PUSH);
    expect(heldMost).toBeLessThanOrEqual(codec.maxFrameBytes);
  });
});
