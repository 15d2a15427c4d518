import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DeviceMessage,
  decodeTeltonikaDatagram,
  encodeTeltonikaAnswer,
  encodeTeltonikaDatagram,
  teltonikaCodec,
} from '../src/index.ts';
import { packet } from '../src/teltonika/commands.ts';
import { faultsOf, recordsOf } from './streams.ts';
import {
  AT_MS,
  bodyOf,
  CODECS,
  type CodecName,
  type Element,
  read,
  recordBytes,
  recordOf,
  textBody,
} from './teltonika-frames.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const answerOf = (message: DeviceMessage | undefined) =>
  message?.kind === 'bad' ? Buffer.from(message.answer ?? []).toString('hex') : message?.kind;
const NAMES = Object.keys(CODECS) as CodecName[];

describe.each(NAMES)('Teltonika codec %s', (codec) => {
  const elements: Element[] = [
    { id: 239, width: 1, value: 1 },
    { id: 66, width: 2, value: 12_345 },
    { id: 16, width: 4, value: 987_654 },
    { id: 78, width: 8, value: 0x0102_0304_0506_0708n },
  ];

  it('reads head and values of each length', () => {
    const head = { angleDeg: 359, satellites: 7, speedKmh: 81, eventIoId: 239 };
    expect(recordOf(elements, { codec, head })).toMatchObject({
      timeMs: AT_MS,
      fixValid: true,
      latitudeDeg: 51.5,
      longitudeDeg: -0.125,
      altitudeM: 90,
      headingDeg: 359,
      speedKmh: 81,
      satellites: 7,
      ignition: true,
      externalVoltageV: 12.345,
      odometerM: 987_654,
      driverTag: '0807060504030201',
      attributes: { eventIoId: 239, ibutton: '0102030405060708' },
    });
  });

  it('acknowledges all records of a packet, and none of a wrong one', () => {
    const one = recordBytes(codec, elements);
    const [whole] = read(bodyOf(codec, [one, one, one]));
    if (whole?.kind !== 'records') throw new Error(whole?.kind);
    expect(Buffer.from(whole.stored ?? []).toString('hex')).toBe('00000003');
    const body = bodyOf(codec, [one, one]);
    const counts = Buffer.from(body);
    counts[counts.length - 1] = 3;
    const wrong = [body.subarray(0, body.length - 1), Buffer.concat([body, Buffer.of(2)]), counts];
    for (const bytes of wrong) expect(answerOf(read(bytes)[0])).toBe('00000000');
  });

  it('rejects a packet that ends at any byte, and keeps its frame', () => {
    const body = bodyOf(codec, [recordBytes(codec, elements)]);
    for (let end = 3; end < body.length; end += 1) {
      const [message] = read(body.subarray(0, end));
      expect([end, answerOf(message), message?.raw?.understood]).toEqual([end, '00000000', false]);
    }
  });

  it('decodes or rejects any changed packet, with valid records', () => {
    const body = bodyOf(codec, [recordBytes(codec, elements), recordBytes(codec, elements)]);
    const changes = fc.array(fc.tuple(fc.nat(body.length - 1), fc.nat(255)), { maxLength: 6 });
    fc.assert(
      fc.property(changes, fc.constantFrom(null, 'FMC650', 'TAT141'), (all, model) => {
        const bytes = Buffer.from(body);
        for (const [at, byte] of all) bytes[at] = byte;
        expect(recordsOf(read(bytes, model)).flatMap(faultsOf)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('reads any elements without losing one', () => {
    const element = fc.oneof(
      fc.record({
        id: fc.nat(codec === '8' ? 255 : 65_535),
        width: fc.constantFrom(1 as const, 2 as const, 4 as const),
        value: fc.nat(0xffff_ffff),
      }),
      fc.record({
        id: fc.nat(codec === '8' ? 255 : 65_535),
        width: fc.constant(8 as const),
        value: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      }),
    );
    fc.assert(
      fc.property(
        fc.array(element, { maxLength: 12 }),
        fc.constantFrom(null, 'FMB640'),
        (all, model) => {
          const record = recordOf(all, { codec, model });
          expect(faultsOf(record)).toEqual([]);
          const fields = ['ignition', 'odometerM', 'externalVoltageV', 'batteryVoltageV'] as const;
          const inFields = [...fields, 'batteryPercent' as const].filter(
            (name) => record[name] !== null,
          ).length;
          const { generationType, outOfRange, ...values } = record.attributes;
          // Two halves of a text may have become one.
          const joined = Object.keys(values).filter((name) =>
            /^(iccid|registration|driver\dCardNumber)$/.test(name),
          );
          const out = typeof outOfRange === 'string' ? outOfRange.split(',').length : 0;
          expect(Object.keys(values).length + joined.length + inFields + out).toBe(all.length);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('Teltonika records', () => {
  it('keep impossible values of the head as they are', () => {
    const place = recordOf([], { head: { latitudeDeg: 91, longitudeDeg: 200, angleDeg: 65_535 } });
    expect(place).toMatchObject({
      fixValid: false,
      latitudeDeg: null,
      longitudeDeg: null,
      headingDeg: null,
      attributes: { rawLatitudeDeg: 91, rawLongitudeDeg: 200, rawHeadingDeg: 65_535 },
    });
    const turned = recordOf([], { head: { angleDeg: 361 } });
    expect(turned).toMatchObject({ fixValid: true, headingDeg: null });
    expect(turned.attributes).toEqual({ rawHeadingDeg: 361 });
    expect(recordOf([], { head: { angleDeg: 360 } }).headingDeg).toBe(0);
    const fast = recordOf([{ id: 67, width: 2, value: 65_000 }], { head: { speedKmh: 65_535 } });
    expect(fast).toMatchObject({ speedKmh: null, batteryVoltageV: null });
    expect(fast.attributes.outOfRange).toBe('speedKmh=65535,batteryVoltageV=65');
  });

  it('keep both values of an element that comes twice', () => {
    const twice = recordOf([
      { id: 1, width: 1, value: 1 },
      { id: 1, width: 1, value: 0 },
      { id: 60_001, width: 1, value: 3 },
      { id: 60_001, width: 2, value: 4 },
    ]);
    expect(twice.attributes).toEqual({ digitalInput1: true, io1: 0, io60001: 3, io60001_2: 4 });
  });

  it('count as not decoded if a number has no known meaning, and keep the value', () => {
    const [known] = read(bodyOf('8E', [recordBytes('8E', [{ id: 239, width: 1, value: 1 }])]));
    expect(known?.raw?.understood).toBe(true);
    const unknown: Element[] = [
      { id: 239, width: 1, value: 1 },
      { id: 59_999, width: 8, value: 0x0a0bn },
      { id: 59_998, bytes: hex('00ff') },
    ];
    const [message] = read(bodyOf('8E', [recordBytes('8E', unknown)]));
    expect(message?.raw?.understood).toBe(false);
    expect(recordsOf(message === undefined ? [] : [message])[0]?.attributes).toEqual({
      io59999: '0000000000000a0b',
      io59998: '00ff',
    });
  });

  it('of datagrams say the same', () => {
    const at = { timeMs: AT_MS, latitudeDeg: 51.5, longitudeDeg: -0.125 };
    const io = [{ id: 59_999, width: 1 as const, value: 1 }];
    const bytes = encodeTeltonikaDatagram('353419036066061', 7, [{ ...at, io }], '8E');
    const decoded = decodeTeltonikaDatagram(bytes);
    expect(decoded).toMatchObject({ kind: 'records', understood: false });
    for (let end = 0; end < bytes.length; end += 1) {
      const cut = Buffer.from(bytes.subarray(0, end));
      if (end > 1) cut.writeUInt16BE(end - 2);
      expect(decodeTeltonikaDatagram(cut).kind).toBe('bad');
    }
  });
});

describe('Teltonika texts', () => {
  it('of codec 12 answer a command', () => {
    const session = teltonikaCodec.createSession();
    expect(session.push(encodeTeltonikaAnswer('DI1:1 DO1:0'))).toMatchObject([
      { kind: 'command-answer', text: 'DI1:1 DO1:0', accepted: true, raw: { understood: true } },
    ]);
  });

  it('that are no text are hexadecimal', () => {
    expect(read(textBody(0x0c, 6, hex('0103 ff')))).toMatchObject([
      { kind: 'command-answer', text: '0103ff' },
    ]);
  });

  it('of codec 12 with another type are kept raw', () => {
    expect(read(textBody(0x0c, 0x0d, hex('02598493ed')))).toMatchObject([
      { kind: 'notice', name: 'text-13', answer: null, raw: { understood: false, kind: '0c' } },
    ]);
  });

  it('of codec 14 name the device, and refuse a command for another', () => {
    const content = Buffer.concat([hex('0353419036066061'), Buffer.from('Ver:03.28')]);
    expect(read(textBody(0x0e, 6, content))).toMatchObject([
      { kind: 'command-answer', text: 'Ver:03.28', accepted: true },
    ]);
    expect(read(textBody(0x0e, 0x11, hex('0353419036066061')))).toMatchObject([
      { kind: 'command-answer', text: '', accepted: false },
    ]);
  });

  it.each<[string, number, string, string]>([
    ['13 with seconds', 0x0d, '69a76f80', ''],
    ['13 with milliseconds', 0x0d, '0000019cb62ba000', ''],
    ['15 with the IMEI', 0x0f, '69a76f80', '0353419036066061'],
  ])('of codec %s are records of the serial port', (_name, codec, time, imei) => {
    const content = Buffer.concat([hex(time), hex(imei), Buffer.from('Hello!\n')]);
    const [message] = read(textBody(codec, 0x0b, content));
    if (message?.kind !== 'records') throw new Error(message?.kind);
    expect(message.stored).toBeNull();
    const expected =
      time.length === 8 ? Number.parseInt(time, 16) * 1000 : Number.parseInt(time, 16);
    expect(message.records).toMatchObject([
      { timeMs: expected, fixValid: false, attributes: { serialData: 'Hello!\n' } },
    ]);
  });

  it.each([0x0c, 0x0d, 0x0e, 0x0f])('of codec %i are decoded or rejected at any end', (codec) => {
    const body = textBody(
      codec,
      6,
      Buffer.concat([hex('69a76f80'), hex('0353419036066061'), Buffer.from('x')]),
    );
    for (let end = 3; end < body.length; end += 1) {
      expect(read(body.subarray(0, end))).toMatchObject([{ kind: 'bad', reason: 'structure' }]);
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const messages = read(Buffer.concat([Buffer.of(codec), bytes]));
        expect(recordsOf(messages).flatMap(faultsOf)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('with different quantities at both ends are rejected', () => {
    const body = textBody(0x0c, 6, Buffer.from('getver'));
    body[body.length - 1] = 2;
    expect(read(body)).toMatchObject([{ kind: 'bad', reason: 'structure' }]);
  });

  it('of an unknown codec are not acknowledged, and kept', () => {
    const [message] = teltonikaCodec.createSession().push(packet(hex('55 01 00 01')));
    expect(message).toMatchObject({ kind: 'bad', raw: { understood: false, kind: '55' } });
    expect(answerOf(message)).toBe('00000000');
  });
});
