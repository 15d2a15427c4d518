/** Generated streams of the binary protocols from Ruptela to Digital Matter. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  digitalMatterCodec,
  encodeDigitalMatter,
  encodeDigitalMatterCommit,
  encodeDigitalMatterHello,
  encodeDigitalMatterRecords,
} from '../src/digitalmatter/index.ts';
import {
  eelinkCodec,
  encodeEelink,
  encodeEelinkDatagram,
  encodeEelinkLogin,
  encodeEelinkPosition,
} from '../src/eelink/index.ts';
import {
  encodeGalileosky,
  encodeGalileoskyLogin,
  encodeGalileoskyRecords,
  galileoskyCodec,
} from '../src/galileosky/index.ts';
import type { StreamCodec } from '../src/index.ts';
import { FLEX_FIELDS } from '../src/navtelecom/fields.ts';
import {
  ENCODED_FIELDS,
  encodeFlex,
  encodeNavtelecomFields,
  encodeNavtelecomLogin,
  encodeNavtelecomRecords,
  encodeNtcb,
  navtelecomCodec,
} from '../src/navtelecom/index.ts';
import { encodeRuptela, encodeRuptelaRecords, ruptelaCodec } from '../src/ruptela/index.ts';
import {
  encodeTopfly,
  encodeTopflyLogin,
  encodeTopflyPosition,
  topflyCodec,
} from '../src/topfly/index.ts';
import { expectBounded, expectSameUpToDamage, RUNS, type StreamLimits } from './stream-rules.ts';
import { cuts, feed, moment, mutated, noise, recordsOf } from './streams.ts';

vi.setConfig({ testTimeout: 900_000 });
const IMEI = '353419036066061';
const LIMITS: StreamLimits = {
  answerBytesPerMessage: 128,
  heldBytes: (streamBytes) => Math.min(streamBytes, 128 * 1024),
};

const joined = (frames: fc.Arbitrary<Buffer>, first: Buffer = Buffer.alloc(0)) =>
  fc.array(frames, { maxLength: 12 }).map((all) => Buffer.concat([first, ...all]));
const contents = fc.uint8Array({ maxLength: 120 }).map((bytes) => Buffer.from(bytes));
/** Random bytes in which the marks of these protocols are frequent. */
const MARKS =
  '6767 454c 2525 2727 0255 404e5443 7e41 7e45 7e58 7f 0101 0800 07 00200003 01003f01001c';
const trackerNoise = fc
  .array(
    fc.oneof(
      noise,
      fc.constantFrom(...MARKS.split(' ')).map((hex) => Buffer.from(hex, 'hex')),
      fc.uint8Array({ maxLength: 20, max: 3 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => Buffer.concat(parts));
const several = fc.array(moment, { minLength: 1, maxLength: 5 });

interface Protocol {
  readonly name: string;
  readonly codec: StreamCodec;
  /** Streams of complete frames. */
  readonly streams: fc.Arbitrary<Buffer>;
  /** Frames with a right checksum and any content. */
  readonly sealed: fc.Arbitrary<Buffer>;
}

const PROTOCOLS: readonly Protocol[] = [
  {
    name: 'ruptela',
    codec: ruptelaCodec,
    streams: joined(
      fc.tuple(several, fc.boolean(), fc.nat(255)).map(([all, isExtended, id]) =>
        encodeRuptelaRecords(
          IMEI,
          all.map((one) => ({
            ...one,
            elements: [
              [id, 2, 77],
              [5, 1, 1],
              [114, 4, 9],
            ],
          })),
          isExtended,
        ),
      ),
    ),
    sealed: fc
      .tuple(fc.constantFrom(1, 0x44, 2, 7, 9, 15, 16, 17, 37, 200), contents)
      .map(([command, payload]) => encodeRuptela(IMEI, command, payload)),
  },
  {
    name: 'galileosky',
    codec: galileoskyCodec,
    streams: joined(several.map(encodeGalileoskyRecords), encodeGalileoskyLogin(IMEI)),
    sealed: fc
      .tuple(
        fc.constantFrom(1, 1, 7, 8),
        fc.constantFrom(0x03, 0x04, 0x10, 0x20, 0x30, 0x44, 0xc1, 0xe1, 0xea, 0xfe),
        contents,
      )
      .map(([header, tag, rest]) =>
        encodeGalileosky(Buffer.concat([Buffer.from([tag]), rest]), header),
      ),
  },
  {
    name: 'navtelecom',
    codec: navtelecomCodec,
    streams: joined(
      several.map(encodeNavtelecomRecords),
      Buffer.concat([encodeNavtelecomLogin(IMEI), encodeNavtelecomFields(ENCODED_FIELDS)]),
    ),
    sealed: fc.oneof(
      fc
        .tuple(
          fc.constantFrom('*>S:1', '*>FLEX', '*>A', '*>T', '*@C', '*>A\u0001\u0006', ''),
          contents,
        )
        .map(([head, rest]) => encodeNtcb(1, 0, Buffer.concat([Buffer.from(head), rest]))),
      fc
        .tuple(fc.constantFrom('A', 'T', 'C', 'E', 'X'), contents)
        .map(([type, rest]) => encodeFlex(type, rest)),
      fc
        .tuple(
          fc.uniqueArray(fc.nat(254), { maxLength: 20 }),
          fc.uint8Array({ minLength: 600, maxLength: 600 }),
        )
        .map(([fields, bytes]) => {
          const size = fields.reduce((sum, field) => sum + (FLEX_FIELDS[field]?.bytes ?? 0), 0);
          const record = encodeFlex('C', bytes.subarray(0, size));
          return Buffer.concat([encodeNavtelecomFields(fields, 255), record]);
        }),
    ),
  },
  {
    name: 'eelink',
    codec: eelinkCodec,
    streams: joined(
      fc.oneof(
        fc.tuple(moment, fc.nat(0xffff)).map(([at, n]) => encodeEelinkPosition(at, n)),
        fc
          .tuple(moment, fc.nat(0xffff))
          .map(([at, n]) => encodeEelinkDatagram(IMEI, encodeEelinkPosition(at, n))),
      ),
      encodeEelinkLogin(IMEI, 1),
    ),
    sealed: fc
      .tuple(fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 0x12, 0x14, 0x15, 0x17, 0x80, 0x81), contents)
      .map(([type, body]) => encodeEelink(type, 1, body)),
  },
  {
    name: 'topfly',
    codec: topflyCodec,
    streams: joined(
      fc
        .tuple(moment, fc.nat(30), fc.nat(0xffff))
        .map(([at, alarm, n]) => encodeTopflyPosition(IMEI, { ...at, alarm }, n)),
      encodeTopflyLogin(IMEI, 1),
    ),
    sealed: fc
      .tuple(
        fc.constantFrom(0x2323, 0x2525, 0x2626, 0x2727),
        fc.constantFrom(1, 2, 3, 4, 5, 6, 0x10, 0x11, 0x13, 0x14, 0x81, 0x99),
        contents,
      )
      .map(([mark, type, body]) => encodeTopfly(mark, type, 1, IMEI, body)),
  },
  {
    name: 'digitalmatter',
    codec: digitalMatterCodec,
    streams: joined(
      fc.oneof(several.map(encodeDigitalMatterRecords), fc.constant(encodeDigitalMatterCommit())),
      encodeDigitalMatterHello(IMEI),
    ),
    sealed: fc.oneof(
      fc
        .tuple(fc.constantFrom(0, 4, 5, 0x10, 0x14, 0x22, 0x99), contents)
        .map(([type, body]) => encodeDigitalMatter(type, body)),
      fc
        .uint8Array({ minLength: 64, maxLength: 64 })
        .map((body) => encodeDigitalMatter(0x10, body)),
      fc
        .tuple(moment, contents)
        .map(([at, further]) => encodeDigitalMatterRecords([{ ...at, further }])),
    ),
  },
];

describe.each(PROTOCOLS)('$name', ({ codec, streams, sealed }) => {
  it('accepts any bytes, split anywhere, without throwing or amplifying', () => {
    expectBounded(codec, trackerNoise, LIMITS);
  });

  it('accepts damaged frames, split anywhere, without throwing or amplifying', () => {
    expectBounded(codec, mutated(streams), LIMITS);
  });

  it('decodes a stream the same however it is split, and buffers nothing after it', () => {
    fc.assert(
      fc.property(streams, cuts, (bytes, places) => {
        const session = codec.createSession();
        const whole = session.push(bytes);
        expect(whole.every(({ kind }) => kind !== 'bad')).toBe(true);
        expect(session.bufferedBytes).toBe(0);
        expect(feed(codec, bytes, places).messages).toEqual(feed(codec, bytes).messages);
      }),
      { numRuns: RUNS },
    );
  });

  it('decodes a damaged stream the same up to the damage, however it is split', () => {
    expectSameUpToDamage(codec, streams);
  });

  it('decodes the next frames after bytes that are none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 8, max: 0 }), streams, (junk, bytes) => {
        const wanted = recordsOf(feed(codec, bytes).messages);
        const found = recordsOf(feed(codec, Buffer.concat([junk, bytes])).messages);
        expect(found).toEqual(wanted);
      }),
      { numRuns: RUNS },
    );
  });

  it('decodes right checksums with any content without throwing; the records are valid', () => {
    const several = fc.array(sealed, { minLength: 1, maxLength: 10 });
    expectBounded(
      codec,
      several.map((all) => Buffer.concat(all)),
      LIMITS,
    );
  });
});
