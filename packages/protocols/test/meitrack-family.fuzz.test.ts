import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { MAX_BAD_IN_PUSH, type StreamCodec } from '../src/index.ts';
import { encodeMeitrackFrame, meitrackCodec } from '../src/meitrack/index.ts';
import { queclinkCodec } from '../src/queclink/index.ts';
import { suntechCodec } from '../src/suntech/index.ts';
import { tk103Codec } from '../src/tk103/index.ts';
import { encodeWialonChecked, encodeWialonLine, wialonCodec } from '../src/wialon/index.ts';
import { encodeXexunChecked, encodeXexunMarked, xexunCodec } from '../src/xexun/index.ts';
import {
  answerBytes,
  cuts,
  faultsOf,
  feed,
  moment,
  mutated,
  noise,
  recordsOf,
  untilBad,
} from './streams.ts';

/** `npm run test:long` sets a far higher number. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 200);
vi.setConfig({ testTimeout: 900_000 });

type Moment = typeof moment extends fc.Arbitrary<infer T> ? T : never;

interface Protocol {
  readonly name: string;
  readonly codec: Omit<StreamCodec, 'name'>;
  /** Complete frames of one device. */
  readonly frames: fc.Arbitrary<Buffer>;
  /** Frames with sound framing and checksum, and any content. */
  readonly sealed: fc.Arbitrary<Buffer>;
  /** A start of a frame, repeated to cause searches. */
  readonly start: string;
}

/** Parts of a time in UTC: year, month, day, hour, minute, second, two digits each. */
const digits = ({ timeMs }: Moment) =>
  new Date(timeMs).toISOString().replace(/\D/g, '').slice(2, 14);
const contents = fc.uint8Array({ maxLength: 120 }).map((bytes) => Buffer.from(bytes));
/** Fields as a device might send them, in any sequence. */
const fields = (separator: string) =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom('', '0', 'A', 'V', 'N', 'E', 'NA', '1e9', '-1', 'ffffffff', '99999999999'),
        fc.constantFrom('230101', '010123', '235959', '20230101', '23:59:59', '2934.0133'),
        fc.integer().map(String),
        fc.double().map(String),
        fc.string({ maxLength: 12 }),
      ),
      { maxLength: 40 },
    )
    .map((all) => all.join(separator));

const IMEI = '353419036066061';
const meitrackText = (at: Moment) =>
  encodeMeitrackFrame(
    '$$',
    'A',
    IMEI,
    'AAA',
    Buffer.from(
      `35,${at.latitudeDeg.toFixed(6)},${at.longitudeDeg.toFixed(6)},${digits(at)},A,9,20,` +
        `${at.speedKmh},${at.headingDeg},0.9,12,${at.odometerM},100,234|10|34DC|48A6,` +
        '0200,0003|0000|0000|01A6|0571,00000001,,3,0000,010A92',
    ),
  );

const signed = (degrees: number) => `${degrees < 0 ? '-' : '+'}${Math.abs(degrees).toFixed(6)}`;
const suntechReport = (at: Moment) => {
  const [date, time] = new Date(at.timeMs).toISOString().slice(0, 19).split('T');
  return Buffer.from(
    `ST300STT;205174410;14;712;${date?.replaceAll('-', '')};${time};4f310;` +
      `${signed(at.latitudeDeg)};${signed(at.longitudeDeg)};${at.speedKmh}.000;` +
      `${at.headingDeg}.00;9;1;${at.odometerM};12.50;100000;1;0337;000207;4.1;1\r`,
  );
};

/** Degrees and minutes as `ddmm.mmmm`, with the letter of the hemisphere behind `between`. */
function minutes(degrees: number, letters: 'NS' | 'EW', between: string, width: 2 | 3): string {
  const size = Math.abs(degrees);
  const whole = Math.floor(size);
  const rest = Math.min((size - whole) * 60, 59.9999)
    .toFixed(4)
    .padStart(7, '0');
  const letter = letters[degrees < 0 ? 1 : 0] as string;
  return `${String(whole).padStart(width, '0')}${rest}${between}${letter}`;
}
/** Day, month and year, then hour, minute and second. */
function dayFirst(at: Moment): [date: string, time: string] {
  const all = digits(at);
  return [`${all.slice(4, 6)}${all.slice(2, 4)}${all.slice(0, 2)}`, all.slice(6)];
}
function wialonBody(at: Moment): string {
  const lat = minutes(at.latitudeDeg, 'NS', ';', 2);
  const lon = minutes(at.longitudeDeg, 'EW', ';', 3);
  return (
    `${dayFirst(at).join(';')};${lat};${lon};${at.speedKmh};${at.headingDeg};12;9;0.9;` +
    `1;0;14.77,0.02;AB45DF01;odo:1:${at.odometerM},name:3:x`
  );
}

const stamp = (at: Moment) => `20${digits(at)}`;
const queclinkReport = (at: Moment) =>
  Buffer.from(
    `+RESP:GTFRI,060100,${IMEI},,12194,10,1,1,${at.speedKmh}.0,${at.headingDeg},12.5,` +
      `${at.longitudeDeg.toFixed(6)},${at.latitudeDeg.toFixed(6)},${stamp(at)},0234,0010,18d8,` +
      `6141,00,${Math.floor(at.odometerM / 1000)}.0,12345:12:34,,,80,210100,,,,${stamp(at)},11F0$`,
  );
const hexLength = (name: string, rest: Buffer) => {
  const head = Buffer.alloc(11);
  head.write(name, 'latin1');
  head.writeUInt32BE(0x00fc1fbf, 5);
  head.writeUInt16BE(rest.length + 26, 9);
  const id = Buffer.from('45010101085632540300034305', 'hex');
  return Buffer.concat([head, id, rest, Buffer.from('0d0a', 'hex')]);
};

function tk103Report(at: Moment): Buffer {
  const lat = minutes(at.latitudeDeg, 'NS', '', 2);
  const lon = minutes(at.longitudeDeg, 'EW', '', 3);
  const speed = `${String(at.speedKmh).padStart(3, '0')}.0`;
  const course = `${String(at.headingDeg).padStart(3, '0')}.00`;
  const distance = at.odometerM.toString(16).toUpperCase().padStart(8, '0');
  const [date, time] = [digits(at).slice(0, 6), digits(at).slice(6)];
  return Buffer.from(
    `(012345678901BR00${date}A${lat}${lon}${speed}${time}${course}01000000L${distance})`,
  );
}

function xexunReport(at: Moment): string {
  const lat = minutes(at.latitudeDeg, 'NS', ',', 2);
  const lon = minutes(at.longitudeDeg, 'EW', ',', 3);
  const [date, time] = dayFirst(at);
  return `GPRMC,${time}.000,A,${lat},${lon},${at.speedKmh}.00,${at.headingDeg}.00,${date},,,A*68,F,,imei:${IMEI},`;
}
const XEXUN_ID = Buffer.from(`${IMEI}0`, 'hex');
function xexunBinary(at: Moment): Buffer {
  const payload = Buffer.alloc(22);
  payload.writeUInt8(1, 0);
  payload.writeUInt16BE(19, 1);
  payload.writeUInt32BE(at.timeMs / 1000, 4);
  payload.writeUInt16BE(80, 9);
  payload.set([2, 1, 9], 11);
  payload.writeFloatBE(Math.trunc(at.longitudeDeg) * 100, 14);
  payload.writeFloatBE(Math.trunc(at.latitudeDeg) * 100, 18);
  return encodeXexunMarked({ type: 0x14, index: at.headingDeg, identity: XEXUN_ID, payload });
}

const PROTOCOLS: readonly Protocol[] = [
  {
    name: 'Meitrack',
    codec: meitrackCodec,
    frames: moment.map(meitrackText),
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
    frames: moment.map(suntechReport),
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
    frames: moment.map((at) => encodeWialonLine('D', wialonBody(at))),
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
    frames: moment.map(queclinkReport),
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
        .map(([name, rest]) => hexLength(name, rest)),
    ),
    start: '+RESP:GTFRI,',
  },
  {
    name: 'TK103',
    codec: tk103Codec,
    frames: moment.map(tk103Report),
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
          moment.map((at) => tk103Report(at).toString().slice(17, -1)),
        ),
      )
      .map(([command, body]) => Buffer.from(`(012345678901,${command},${body})`)),
    start: '(012345678901BR00',
  },
  {
    name: 'Xexun',
    codec: xexunCodec,
    frames: fc.oneof(
      moment.map((at) => Buffer.from(xexunReport(at))),
      moment.map((at) =>
        Buffer.from(`1503,+351,${xexunReport(at)}06,54.3,F:4.1V,0,157,1,234,10,1,2\r\n`),
      ),
      moment.map(xexunBinary),
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
  const streams = fc
    .array(protocol.frames, { minLength: 1, maxLength: 8 })
    .map((all) => Buffer.concat(all));
  const check = (bytes: Buffer, places: readonly number[]) => {
    const { messages, heldMost } = feed(codec, bytes, places);
    expect(messages.length).toBeLessThanOrEqual(bytes.length);
    expect(answerBytes(messages)).toBeLessThanOrEqual(messages.length * 64);
    expect(heldMost).toBeLessThanOrEqual(codec.maxFrameBytes * 2);
    expect(recordsOf(messages).flatMap(faultsOf)).toEqual([]);
  };

  it('accepts any bytes, split anywhere, without throwing or amplifying', () => {
    const bytes = fc
      .array(fc.oneof(noise, fc.constant(Buffer.from(protocol.start))), { maxLength: 4 })
      .map((all) => Buffer.concat(all));
    fc.assert(fc.property(bytes, cuts, check), { numRuns: RUNS });
  });

  it('accepts damaged frames, split anywhere, without throwing or amplifying', () => {
    fc.assert(fc.property(mutated(streams), cuts, check), { numRuns: RUNS });
  });

  it('accepts sound frames with any content', () => {
    const bytes = fc.array(protocol.sealed, { maxLength: 8 }).map((all) => Buffer.concat(all));
    fc.assert(fc.property(bytes, cuts, check), { numRuns: RUNS });
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
      fc.property(
        fc.array(protocol.frames, { minLength: 1, maxLength: 8 }),
        cuts,
        (all, places) => {
          const bytes = Buffer.concat(all);
          const whole = feed(codec, bytes).messages;
          expect(whole.every(({ kind }) => kind !== 'bad')).toBe(true);
          expect(recordsOf(whole)).toHaveLength(all.length);
          expect(feed(codec, bytes, places).messages).toEqual(whole);
          const session = codec.createSession();
          session.push(bytes);
          expect(session.bufferedBytes).toBe(0);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('decodes a damaged stream the same up to the damage, however it is split', () => {
    fc.assert(
      fc.property(mutated(streams), cuts, (bytes, places) => {
        const whole = untilBad(feed(codec, bytes).messages);
        const cut = untilBad(feed(codec, bytes, places).messages);
        const both = Math.min(whole.length, cut.length);
        expect(cut.slice(0, both)).toEqual(whole.slice(0, both));
      }),
      { numRuns: RUNS },
    );
  });

  it('finds the next frame after other bytes', () => {
    fc.assert(
      fc.property(protocol.frames, protocol.frames, (first, second) => {
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
