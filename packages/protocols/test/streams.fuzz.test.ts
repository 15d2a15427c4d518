import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { encodeGt06Frame } from '../src/gt06/frame.ts';
import {
  encodeGps103Heartbeat,
  encodeGps103Login,
  encodeGps103Position,
  encodeGt06Alarm,
  encodeGt06Heartbeat,
  encodeGt06Login,
  encodeGt06Position,
  encodeH02Position,
  encodeJt808,
  encodeJt808Authenticate,
  encodeJt808Batch,
  encodeJt808Heartbeat,
  encodeJt808Location,
  encodeJt808Register,
  encodeTeltonikaLogin,
  encodeTeltonikaPacket,
  gps103Codec,
  gt06Codec,
  h02Codec,
  jt808Address,
  jt808Codec,
  MAX_BAD_IN_PUSH,
  type StreamCodec,
  teltonikaCodec,
} from '../src/index.ts';
import { packet } from '../src/teltonika/commands.ts';
import { expectBounded, expectSameUpToDamage, RUNS, type StreamLimits } from './stream-rules.ts';
import { cuts, feed, moment, mutated, noise } from './streams.ts';

vi.setConfig({ testTimeout: 900_000 });
const IMEI = '353419036066061';
const ADDRESS = jt808Address('13912345678');

const joined = (frames: fc.Arbitrary<Buffer>, first: Buffer) =>
  fc.array(frames, { maxLength: 12 }).map((all) => Buffer.concat([first, ...all]));
const serial = fc.nat(0xffff);

const teltonikaFrames = fc
  .tuple(
    fc.array(fc.tuple(moment, fc.array(fc.tuple(fc.nat(255), fc.nat(255)), { maxLength: 8 })), {
      minLength: 1,
      maxLength: 6,
    }),
    fc.constantFrom(8 as const, '8E' as const, 16 as const),
  )
  .map(([records, codec]) =>
    encodeTeltonikaPacket(
      records.map(([at, io]) => ({
        ...at,
        angleDeg: at.headingDeg,
        io: io.map(([id, value]) => ({ id, width: 1, value })),
      })),
      codec,
    ),
  );
const gt06Frames = fc.oneof(
  fc.tuple(moment, serial).map(([at, n]) => encodeGt06Position(at, n)),
  fc.tuple(moment, fc.nat(255), serial).map(([at, alarm, n]) => encodeGt06Alarm(at, alarm, n)),
  fc.tuple(fc.boolean(), serial).map(([on, n]) => encodeGt06Heartbeat(on, n)),
);
const jt808Frames = fc.oneof(
  fc.tuple(moment, serial).map(([at, n]) => encodeJt808Location(ADDRESS, at, n)),
  fc
    .tuple(fc.array(moment, { minLength: 1, maxLength: 5 }), serial)
    .map(([all, n]) => encodeJt808Batch(ADDRESS, all, n)),
  serial.map((n) => encodeJt808Heartbeat(ADDRESS, n)),
  serial.map((n) => encodeJt808Authenticate(ADDRESS, 'a code', n)),
);

const h02Frames = fc
  .tuple(moment, fc.option(fc.nat(31)))
  .map(([at, bit]) => encodeH02Position(IMEI, at, bit));
const gps103Frames = fc.oneof(
  fc
    .tuple(moment, fc.constantFrom('tracker', 'help me', 'acc on', 'T:+1.5'))
    .map(([at, keyword]) => encodeGps103Position(IMEI, at, keyword)),
  fc.constant(encodeGps103Heartbeat(IMEI)),
);
const FIRST = {
  timeMs: Date.UTC(2026, 0, 1),
  latitudeDeg: 0,
  longitudeDeg: 0,
  speedKmh: 0,
  headingDeg: 0,
  ignition: true,
  odometerM: 0,
};

const PROTOCOLS: readonly [string, StreamCodec, fc.Arbitrary<Buffer>][] = [
  ['Teltonika', teltonikaCodec, joined(teltonikaFrames, encodeTeltonikaLogin(IMEI))],
  ['GT06', gt06Codec, joined(gt06Frames, encodeGt06Login(IMEI, 1))],
  ['JT/T 808', jt808Codec, joined(jt808Frames, encodeJt808Register(ADDRESS, 1))],
  ['H02', h02Codec, joined(h02Frames, encodeH02Position(IMEI, FIRST))],
  ['GPS103', gps103Codec, joined(gps103Frames, encodeGps103Login(IMEI))],
];

/** Parts of incomplete JT/T 808 messages. */
const REASSEMBLY_BYTES = 1024 * 1024;
const LIMITS: StreamLimits = {
  answerBytesPerMessage: 64,
  heldBytes: (streamBytes) => streamBytes + REASSEMBLY_BYTES,
};

describe.each(PROTOCOLS)('%s', (_name, codec, streams) => {
  it('accepts any bytes, split anywhere, without throwing or amplifying', () => {
    expectBounded(codec, noise, LIMITS);
  });

  it('accepts damaged frames, split anywhere, without throwing or amplifying', () => {
    expectBounded(codec, mutated(streams), LIMITS);
  });

  it('decodes a stream the same however it is split', () => {
    fc.assert(
      fc.property(streams, cuts, (bytes, places) => {
        const whole = feed(codec, bytes).messages;
        expect(whole.every(({ kind }) => kind !== 'bad')).toBe(true);
        expect(feed(codec, bytes, places).messages).toEqual(whole);
      }),
      { numRuns: RUNS },
    );
  });

  it('decodes a damaged stream the same up to the damage, however it is split', () => {
    expectSameUpToDamage(codec, streams);
  });

  it('buffers nothing after complete frames', () => {
    fc.assert(
      fc.property(streams, (bytes) => {
        const session = codec.createSession();
        session.push(bytes);
        expect(session.bufferedBytes).toBe(0);
      }),
      { numRuns: RUNS },
    );
  });
});

const contents = fc.uint8Array({ maxLength: 120 }).map((bytes) => Buffer.from(bytes));
/** Fields of a text, with those that occur in reports and names of object members among them. */
const fields = fc
  .array(
    fc.oneof(
      fc.constantFrom('', '0', '1', 'A', 'V', 'N', 'S', 'E', 'W', 'F', 'L', 'toString', 'valueOf'),
      fc.constantFrom('102030', '040326', '5130.0000', '00007.5000', 'FFFFFBFF', '260304102030'),
      fc.string({ maxLength: 24 }).map((text) => text.replace(/[,;*#\r\n]/g, '')),
      fc.stringMatching(/^[0-9]{1,400}$/),
    ),
    { maxLength: 24 },
  )
  .map((all) => all.join(','));
const h02Types = fc.constantFrom('V1', 'V4', 'V19', 'VP1', 'NBR', 'V3', 'LINK', 'HTBT', 'valueOf');
const binaryReports = fc
  .uint8Array({ minLength: 26, maxLength: 40 })
  .map((rest) => Buffer.concat([Buffer.from('249170412345102030040326', 'hex'), rest]));

const SEALED: readonly [string, StreamCodec, fc.Arbitrary<Buffer>][] = [
  [
    'Teltonika',
    teltonikaCodec,
    fc
      .tuple(fc.constantFrom(0x08, 0x8e, 0x10, 0x0c, 0x0d, 0x0e, 0x07, 0x55), contents)
      .map(([codec, rest]) => packet(Buffer.concat([Buffer.from([codec, 1]), rest]))),
  ],
  [
    'GT06',
    gt06Codec,
    fc
      .tuple(fc.nat(255), contents, serial)
      .map(([number, content, n]) => encodeGt06Frame(number, content, n)),
  ],
  [
    'GT06 with a position',
    gt06Codec,
    fc
      .tuple(fc.nat(255), moment, fc.constantFrom(0, 3, 4, 7, 8, 15), contents, serial)
      .map(([number, at, lead, rest, n]) => {
        const gps = encodeGt06Position(at, 1).subarray(4, 22);
        const head =
          lead === 15 ? Buffer.from(`010${IMEI}1a0101000000`, 'hex') : Buffer.alloc(lead);
        return encodeGt06Frame(number, Buffer.concat([head, gps, rest]), n);
      }),
  ],
  [
    'JT/T 808',
    jt808Codec,
    fc
      .tuple(
        fc.oneof(
          fc.constantFrom(0x001, 0x200, 0x201, 0x704, 0x800, 0x801, 0x805, 0x1205, 0x6006),
          serial,
        ),
        contents,
        serial,
      )
      .map(([id, body, n]) => encodeJt808(id, ADDRESS, n, body)),
  ],
  [
    'H02',
    h02Codec,
    fc.tuple(h02Types, fields).map(([type, rest]) => Buffer.from(`*HQ,${IMEI},${type},${rest}#`)),
  ],
  ['H02 binary', h02Codec, binaryReports],
  ['GPS103', gps103Codec, fields.map((rest) => Buffer.from(`imei:${IMEI},${rest};`))],
  ['GPS103 OBD', gps103Codec, fields.map((rest) => Buffer.from(`imei:${IMEI},OBD,${rest};`))],
];

describe.each(SEALED)('%s frames with right check sums and any content', (_name, codec, frames) => {
  it('are decoded without throwing, and their records are valid', () => {
    const several = fc.array(frames, { minLength: 1, maxLength: 10 });
    expectBounded(
      codec,
      several.map((all) => Buffer.concat(all)),
      LIMITS,
    );
  });
});

describe('bytes crafted to cause repeated searches for frames', () => {
  it('GT06: a start mark every eight bytes, each with an end mark at its announced length', () => {
    const bytes = Buffer.alloc(64 * 1024);
    bytes.fill(Buffer.from('79791ffa00000d0a', 'hex'));
    const { messages } = feed(gt06Codec, bytes);
    expect(messages.length).toBe(MAX_BAD_IN_PUSH);
  });

  it('JT/T 808: a mark every fourteen bytes', () => {
    const bytes = Buffer.alloc(64 * 1024, Buffer.from(`7e${'01'.repeat(13)}`, 'hex'));
    const { messages } = feed(jt808Codec, bytes);
    expect(messages.length).toBe(MAX_BAD_IN_PUSH);
  });

  it('a frame received byte by byte is decoded once complete', () => {
    for (const [, codec, first] of [
      ['teltonika', teltonikaCodec, encodeTeltonikaLogin(IMEI)],
      ['gt06', gt06Codec, encodeGt06Login(IMEI, 1)],
      ['jt808', jt808Codec, encodeJt808Register(ADDRESS, 1)],
    ] as const) {
      const { messages } = feed(codec, first, [...first.keys()]);
      expect(messages[0]?.kind).toBe('login');
    }
  });
});
