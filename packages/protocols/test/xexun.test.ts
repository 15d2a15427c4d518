import { EVENT } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import type { DeviceMessage, DeviceRecord } from '../src/index.ts';
import { encodeXexunChecked, encodeXexunMarked, xexunCodec } from '../src/xexun/index.ts';

const IMEI = '353419036066061';
const SENTENCE = 'GPRMC,182030.000,A,3842.9600,N,00908.3400,W,10.00,271.00,040326,,,A*68,F';
const SHORT = `${SENTENCE},,imei:${IMEI},`;
const LONG = `260304182030,+351912345678,${SENTENCE},help me!, imei:${IMEI},06,54.3,F:4.10V/ADC1=0.76V,1,157,38486,268,06,1A2B,D4E5,3.70km\r\n`;

const messages = (bytes: string | Buffer): DeviceMessage[] =>
  xexunCodec.createSession().push(Buffer.from(bytes as string, 'latin1'));

function recordsOf(all: readonly DeviceMessage[]): readonly DeviceRecord[] {
  return all.flatMap((one) => (one.kind === 'records' ? one.records : []));
}
const record = (bytes: string | Buffer) => recordsOf(messages(bytes))[0] as DeviceRecord;

describe('A Xexun text', () => {
  it('gives a record in UTC and km/h, and names its device', () => {
    expect(messages(SHORT)[0]).toMatchObject({ kind: 'login', deviceId: IMEI, accepted: null });
    const one = record(SHORT);
    expect(one).toMatchObject({
      timeMs: Date.UTC(2026, 2, 4, 18, 20, 30),
      fixValid: true,
      speedKmh: 18.52,
      headingDeg: 271,
      altitudeM: null,
      satellites: null,
      attributes: { gnssSignal: 'F' },
    });
    expect(one.latitudeDeg).toBeCloseTo(38.716, 6);
    expect(one.longitudeDeg).toBeCloseTo(-9.139, 6);
  });

  it('in the long form has more values behind the identity', () => {
    expect(record(LONG)).toMatchObject({
      speedKmh: 18.52,
      altitudeM: 54.3,
      satellites: 6,
      batteryVoltageV: 4.1,
      externalVoltageV: null,
      events: [{ code: EVENT.panicButton, kind: 'pulse' }],
      attributes: {
        gnssSignal: 'F',
        message: 'help me!',
        serial: '260304182030',
        number: '+351912345678',
        charging: true,
        cells: '268,6,6699,54501',
        inputs: 'ADC1=0.76V',
        extra: '3.70km',
      },
    });
    expect(record(LONG.replace('help me!', 'ACC Off')).ignition).toBe(false);
  });

  it('without a sentence or a time names its device and is kept as it is', () => {
    for (const text of [
      `,+351912345678,,L,, imei:${IMEI},,,F:4.28V,1,52,11565,268,06,000E,1FC5\r\n`,
      SHORT.replace('182030.000', '.000'),
      SHORT.replace('040326', '300226'),
    ]) {
      expect(messages(text)).toMatchObject([
        { kind: 'login', deviceId: IMEI },
        { kind: 'notice', raw: { understood: false } },
      ]);
    }
  });

  it('that lost its end is dropped, and the next one is read', () => {
    const kinds = messages(`xyz${SHORT.slice(0, 40)}${SHORT}\r\n${LONG}`).map(({ kind }) => kind);
    expect(kinds).toEqual(['bad', 'login', 'records', 'records']);
  });
});

describe('Xexun binary messages', () => {
  const identity = Buffer.from(`${IMEI}0`, 'hex');
  const marked = (hex: string, index = 7) =>
    encodeXexunMarked({
      type: 0x14,
      index,
      identity,
      payload: Buffer.from(hex.replaceAll(' ', ''), 'hex'),
    });
  // index, time, signal, battery with charging, mask, mask of the place
  const head = '05 69a877ee 1b 8055 02';
  const gnss = '09 c46315c3 45702f5c';

  it('of the second generation have records, and are acknowledged once stored', () => {
    const bytes = marked(`01 0013 ${head} 01 ${gnss}`);
    const one = record(bytes);
    expect(one).toMatchObject({
      timeMs: Date.UTC(2026, 2, 4, 18, 20, 30),
      fixValid: true,
      satellites: 9,
      batteryPercent: 85,
      attributes: { index: 5, mobileSignal: 27, charging: true },
    });
    expect(one.latitudeDeg).toBeCloseTo(38.716, 5);
    expect(one.longitudeDeg).toBeCloseTo(-9.139, 5);
    const [, stored] = messages(bytes);
    if (stored?.kind !== 'records') throw new Error(stored?.kind);
    // One's complement of the sum of the only byte.
    const expected = `faaf00140007${IMEI}00001fffe01faaf`;
    expect(Buffer.from(stored.stored ?? []).toString('hex')).toBe(expected);
  });

  it('have alarms, access points and cells, and what is not known as it is', () => {
    const points = '01 021b3c4d5e6f c6';
    const cells = '01 010c 0006 00001a2b 0000d4e5 ca';
    const body = `05 69a877ee 1b 0055 83 00000002 06 ${points} ${cells} beef`.replaceAll(' ', '');
    const length = (body.length / 2).toString(16).padStart(4, '0');
    expect(record(marked(`01 ${length} ${body}`))).toMatchObject({
      fixValid: false,
      latitudeDeg: null,
      events: [{ code: EVENT.tampering, kind: 'pulse' }],
      attributes: {
        charging: false,
        accessPoints: '02:1b:3c:4d:5e:6f,-58',
        cells: '268,6,6699,54501,-54',
        extra: 'beef',
      },
    });
  });

  it('are escaped: marks in the content do not end them', () => {
    const bytes = marked(`01 0013 05 faaffbbf 1b 0055 02 01 ${gnss}`, 0xfaaf);
    expect(bytes.indexOf(Buffer.from('faaf', 'hex'), 2)).toBe(bytes.length - 2);
    expect(record(bytes).timeMs).toBe(0xfaaffbbf * 1000);
  });

  it('with a wrong checksum are dropped', () => {
    const bytes = marked(`01 0013 ${head} 01 ${gnss}`);
    const damaged = Buffer.from(bytes);
    damaged[24] = 0x6a;
    const reasons = messages(Buffer.concat([damaged, bytes])).map((one) =>
      one.kind === 'bad' ? one.reason : one.kind,
    );
    expect(reasons).toEqual(['checksum', 'login', 'records']);
  });

  it.each([1, 15])('with %i bytes of a header are dropped', (count) => {
    const bytes = marked(`01 0013 ${head} 01 ${gnss}`);
    const [cut] = messages(Buffer.concat([bytes.subarray(0, 2 + count), bytes]));
    expect(cut).toMatchObject({ kind: 'bad', reason: 'length' });
  });

  it('of the third generation have a position, and are acknowledged', () => {
    const payload = Buffer.alloc(30);
    payload.writeUInt32BE(Date.UTC(2026, 2, 4, 18, 20, 30) / 1000, 2);
    payload.writeDoubleBE(38.716, 6);
    payload.writeDoubleBE(-9.139, 14);
    payload.writeFloatBE(104.2, 22);
    payload[27] = 9;
    const frame = {
      head: Buffer.from('0320', 'hex'),
      type: 6,
      identity: Buffer.from(`0${IMEI}`, 'hex'),
    };
    const all = messages(encodeXexunChecked({ ...frame, payload }));
    expect(all[0]).toMatchObject({ kind: 'login', deviceId: IMEI });
    expect(recordsOf(all)[0]).toMatchObject({
      timeMs: Date.UTC(2026, 2, 4, 18, 20, 30),
      fixValid: true,
      latitudeDeg: 38.716,
      longitudeDeg: -9.139,
      altitudeM: 104.2,
      satellites: 9,
      attributes: { extra: '0000' },
    });
    expect(all[1]).toMatchObject({
      stored: encodeXexunChecked({ ...frame, payload: Buffer.alloc(1) }),
    });
  });
});
