import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CalampInput,
  calampCodec,
  encodeCalamp,
  encodeCalampAck,
  encodeCalampEvent,
} from '../src/calamp/index.ts';
import { REPORT } from './reports.ts';
import { answerBytes, faultsOf, moment, mutated, recordsOf } from './streams.ts';
import { bytesOf, hexOf } from './vectors.ts';

const IMEI = '353419036066061';
const NOW = Date.UTC(2026, 2, 4, 10, 20, 30);
const AT: CalampInput = {
  ...REPORT,
  speedKmh: 36,
  altitudeM: -3,
};
const RUNS = Number(process.env.FUZZ_RUNS ?? 200);

const read = (bytes: Uint8Array) => calampCodec.createSession().push(bytes);
const event = (input: Partial<CalampInput>) => {
  const [record] = recordsOf(read(encodeCalampEvent(IMEI, { ...AT, ...input }, 7)));
  if (record === undefined) throw new Error('no record');
  return record;
};
/** Times, 51.5 N, 0.125 W, 41.2 m, 36 km/h, 90 degrees, 9 satellites, radio, inputs 5; by hand. */
const POSITION = '69a8076e69a8076d1eb246c0ffeced3000001018000003e8005a09000199ffb90f080500';

describe('CalAmp datagrams', () => {
  it('an event written by hand', () => {
    const bytes = bytesOf(`8308${IMEI}f0101010200${'2a'}${POSITION}0a0b0200000003e8000007d0`);
    const [login, message, ...others] = read(bytes);
    expect(login).toMatchObject({ kind: 'login', deviceId: IMEI, accepted: null });
    expect(others).toEqual([]);
    if (message?.kind !== 'records') throw new Error(message?.kind);
    expect(hexOf(message.stored)).toBe('0201002a020000000000');
    expect(message.records).toMatchObject([
      {
        timeMs: NOW,
        fixValid: true,
        latitudeDeg: 51.5,
        longitudeDeg: -0.125,
        altitudeM: 41.2,
        speedKmh: 36,
        headingDeg: 90,
        satellites: 9,
        ignition: true,
        attributes: {
          operatorCode: 409,
          hdop: 0.8,
          mobileSignal: -71,
          inputs: 5,
          event: 11,
          accumulator0: 1000,
          accumulator1: 2000,
          fixTime: '2026-03-04T10:20:29.000Z',
        },
      },
    ]);
    expect(message.raw?.understood).toBe(true);
  });

  it('a message that needs no acknowledgement gets none', () => {
    const [, message] = read(encodeCalamp(IMEI, 2, 7, bytesOf(`${POSITION}00000000`), 0));
    expect(message).toMatchObject({ kind: 'records', stored: null });
  });

  it('has no fix if it is the last known one or invalid', () => {
    expect(event({ fixStatus: 0x04 })).toMatchObject({ fixValid: false, headingDeg: null });
    expect(event({ fixStatus: 0x08 }).fixValid).toBe(false);
    expect(event({ fixStatus: 0x20 }).fixValid).toBe(true);
    const none = event({ latitudeDeg: 0, longitudeDeg: 0 });
    expect(none).toMatchObject({ fixValid: false, latitudeDeg: null, speedKmh: null });
  });

  it('a locate message and a mini event', () => {
    const [, locate] = read(encodeCalamp(IMEI, 8, 7, bytesOf(`${POSITION}0000`)));
    expect(recordsOf(locate ? [locate] : [])).toMatchObject([{ latitudeDeg: 51.5 }]);
    const mini = '69a8076e1eb246c0ffeced30005a28090f0533' + '01' + '00000300';
    const [, message] = read(encodeCalamp(IMEI, 10, 7, bytesOf(mini)));
    expect(recordsOf(message ? [message] : [])).toMatchObject([
      {
        timeMs: NOW,
        fixValid: true,
        speedKmh: 40,
        headingDeg: 90,
        satellites: 9,
        attributes: { event: 51, accumulator0: 768 },
      },
    ]);
  });

  it('data of a serial port are kept as text', () => {
    const body = bytesOf(`${POSITION}0102${'0005'}${Buffer.from('hello').toString('hex')}`);
    const [, message] = read(encodeCalamp(IMEI, 4, 7, body));
    expect(recordsOf(message ? [message] : [])).toMatchObject([
      { attributes: { serialData: 'hello', messageRoute: 1, messageId: 2 } },
    ]);
  });

  it('an id report names the IMEI as well', () => {
    const body = bytesOf(`${'00'.repeat(16)}4532104183ffffff${IMEI}f${'00'.repeat(20)}`);
    const [login, notice] = read(encodeCalamp('4532104183', 3, 1, body));
    expect(login).toMatchObject({ deviceId: '4532104183', alsoKnownAs: [IMEI] });
    expect(notice).toMatchObject({ kind: 'notice', answer: encodeCalampAck(1, 3) });
  });

  it('keeps what follows the accumulators, other types, and what is too short', () => {
    const [, longer] = read(encodeCalamp(IMEI, 2, 7, bytesOf(`${POSITION}00000000aabb`)));
    expect(longer).toMatchObject({ raw: { understood: false } });
    expect(recordsOf(longer ? [longer] : [])[0]?.attributes.content).toBe('aabb');
    for (const type of [5, 2]) {
      const [, other] = read(encodeCalamp(IMEI, type, 7, bytesOf('0102')));
      expect(other).toMatchObject({ kind: 'notice', raw: { understood: false } });
    }
  });

  it('refuses bytes that are no message', () => {
    for (const hex of ['83', '8308353419', '01', '09020001', `8305aabbccddee0101${'01020001'}`])
      expect(read(bytesOf(hex))).toEqual([{ kind: 'bad', reason: 'structure', answer: null }]);
    expect(read(Buffer.alloc(5000))[0]).toMatchObject({ kind: 'bad', reason: 'length' });
    expect(calampCodec.createSession().encodeText('x')).toBeNull();
  });

  it('accepts any bytes, and damaged or truncated datagrams', () => {
    const events = fc
      .tuple(moment, fc.nat(0xffff))
      .map(([at, n]) => encodeCalampEvent(IMEI, at, n));
    const any = fc.oneof(
      fc.uint8Array({ maxLength: 100 }),
      mutated(events),
      fc.tuple(events, fc.nat(80)).map(([bytes, end]) => bytes.subarray(0, end)),
      fc
        .tuple(fc.constantFrom(2, 3, 4, 8, 10), fc.uint8Array({ maxLength: 90 }))
        .map(([type, body]) => encodeCalamp(IMEI, type, 1, body)),
    );
    fc.assert(
      fc.property(any, (bytes) => {
        const messages = read(bytes);
        expect(messages.length).toBeLessThanOrEqual(2);
        expect(answerBytes(messages)).toBeLessThanOrEqual(10);
        expect(recordsOf(messages).flatMap(faultsOf)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});
