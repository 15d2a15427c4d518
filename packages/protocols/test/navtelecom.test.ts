import { describe, expect, it } from 'vitest';
import {
  ENCODED_FIELDS,
  encodeFlex,
  encodeNavtelecomFields,
  encodeNavtelecomLogin,
  encodeNavtelecomRecord,
  encodeNavtelecomRecords,
  encodeNtcb,
  type NavtelecomInput,
  navtelecomCodec,
} from '../src/navtelecom/index.ts';
import { recordsOf } from './streams.ts';
import { bytesOf, hexOf } from './vectors.ts';

const IMEI = '353419036066061';
const AT: NavtelecomInput = {
  timeMs: Date.UTC(2026, 2, 4, 10, 20, 30),
  latitudeDeg: 51.5,
  longitudeDeg: -0.125,
  speedKmh: 40.5,
  headingDeg: 90,
  altitudeM: 41.2,
  odometerM: 12_500,
};

function agreed(fields: readonly number[] = ENCODED_FIELDS) {
  const session = navtelecomCodec.createSession();
  session.push(encodeNavtelecomLogin(IMEI));
  session.push(encodeNavtelecomFields(fields, 255));
  return session;
}

describe('Navtelecom NTCB', () => {
  it('a login written by hand is answered to the sender', () => {
    const body = Buffer.from('*>S:353419036066061');
    // Receiver 1, sender 7, 19 bytes, sums of body and head.
    const packet = bytesOf(`404e544301000000070000001300464a${body.toString('hex')}`);
    const [login, ...others] = navtelecomCodec.createSession().push(packet);
    if (login?.kind !== 'login') throw new Error(login?.kind);
    expect(login.deviceId).toBe(IMEI);
    expect(hexOf(login.accepted)?.slice(0, 28)).toBe('404e544307000000010000000300');
    expect(Buffer.from(login.accepted ?? []).toString('latin1', 16)).toBe('*<S');
    expect(others).toEqual([]);
  });

  it('agrees on the fields with the versions of the device', () => {
    const [agreement] = navtelecomCodec
      .createSession()
      .push(encodeNavtelecomFields(ENCODED_FIELDS));
    if (agreement?.kind !== 'notice') throw new Error(agreement?.kind);
    expect(hexOf(agreement.answer)?.slice(32)).toBe('2a3c464c4558b00a0a');
  });

  it('refuses more fields than it knows', () => {
    const body = Buffer.from('*>FLEXx    ');
    expect(agreed().push(encodeNtcb(1, 0, body))[0]).toMatchObject({ kind: 'bad' });
  });

  it('passes on answers, ignores empty packets and bytes that keep the connection open', () => {
    const session = agreed();
    const [answer] = session.push(encodeNtcb(1, 7, Buffer.from('*@CNCT OK')));
    expect(answer).toMatchObject({ kind: 'command-answer', text: '*@CNCT OK' });
    expect(session.push(bytesOf('7f7f'))).toEqual([]);
    const [empty] = session.push(encodeNtcb(1, 7, Buffer.alloc(0)));
    expect(empty).toMatchObject({ kind: 'notice', answer: null, raw: { understood: true } });
    expect(session.encodeText('*!1Y')).toEqual(encodeNtcb(7, 1, Buffer.from('*!1Y')));
    expect(navtelecomCodec.createSession().encodeText('*!1Y')).toBeNull();
  });

  it('refuses telemetry that is too short or of an unknown format', () => {
    for (const hex of ['06', '0900', `25${'00'.repeat(40)}`]) {
      const body = Buffer.concat([Buffer.from('*>T'), bytesOf(hex)]);
      expect(agreed().push(encodeNtcb(1, 7, body))[0]).toMatchObject({ reason: 'structure' });
    }
  });

  it('reads telemetry of format 6', () => {
    const nav = Buffer.alloc(38);
    nav[0] = (11 << 2) | 3;
    Buffer.from([10, 20, 30, 4, 2, 26]).copy(nav, 1);
    nav.writeInt32LE(51.5 * 600_000, 7);
    nav.writeInt32LE(-0.125 * 600_000, 11);
    nav.writeInt32LE(412, 15);
    nav.writeFloatLE(40.5, 19);
    nav.writeUInt16LE(90, 23);
    nav.writeFloatLE(12.5, 25);
    const body = Buffer.concat([
      Buffer.from('*>T'),
      bytesOf('06090000000b170a141e04021a0129110201c4300410'),
      Buffer.alloc(6 + 8 + 28),
      bytesOf('02808080ffffffffffff'),
      nav.subarray(0, 37),
    ]);
    const [message] = agreed().push(encodeNtcb(1, 7, body));
    expect(recordsOf(message ? [message] : [])).toMatchObject([
      {
        timeMs: AT.timeMs,
        fixValid: true,
        latitudeDeg: 51.5,
        longitudeDeg: -0.125,
        altitudeM: 41.2,
        speedKmh: 40.5,
        satellites: 11,
        odometerM: 12_500,
        externalVoltageV: 12.484,
        temperatureC: 2,
        attributes: { armed: true, inputs: 1, outputs: 2, mobileSignal: 17 },
      },
    ]);
    if (message?.kind !== 'records') throw new Error(message?.kind);
    expect(hexOf(message.stored)?.slice(32)).toBe('2a3c5409000000');
  });
});

describe('Navtelecom FLEX', () => {
  it('is decoded by the agreed fields, and acknowledged by the number of records', () => {
    const later = { ...AT, timeMs: AT.timeMs + 1000, recordNumber: 2 };
    const [message, ...others] = agreed().push(encodeNavtelecomRecords([AT, later]));
    expect(others).toEqual([]);
    expect(recordsOf(message ? [message] : [])).toMatchObject([
      {
        timeMs: AT.timeMs,
        fixValid: true,
        latitudeDeg: 51.5,
        longitudeDeg: -0.125,
        altitudeM: 41.2,
        speedKmh: 40.5,
        headingDeg: 90,
        satellites: 9,
        odometerM: 12_500,
        externalVoltageV: 12.5,
        attributes: { recordNumber: 1 },
      },
      { timeMs: AT.timeMs + 1000, attributes: { recordNumber: 2 } },
    ]);
    if (message?.kind !== 'records') throw new Error(message?.kind);
    expect(message.stored).toEqual(encodeFlex('A', [2]));
  });

  it('acknowledges an event by its number, and the current state by its kind', () => {
    const record = encodeNavtelecomRecord(AT);
    const event = encodeFlex('T', Buffer.concat([bytesOf('28000000'), record]));
    const messages = agreed().push(Buffer.concat([event, encodeFlex('C', record)]));
    const answers = messages.map((one) => (one.kind === 'records' ? one.stored : null));
    // The checksum of an event's answer is that of a published exchange.
    expect(answers.map(hexOf)).toEqual(['7e542800000075', hexOf(encodeFlex('C', []))]);
  });

  it('has the time of the event without a fix', () => {
    const [message] = agreed().push(encodeNavtelecomRecords([{ ...AT, isFix: false }]));
    expect(recordsOf(message ? [message] : [])).toMatchObject([
      { fixValid: false, timeMs: AT.timeMs + 1000, headingDeg: null, altitudeM: null },
    ]);
  });

  it('cannot be read before the agreement', () => {
    const [message] = navtelecomCodec.createSession().push(encodeNavtelecomRecords([AT]));
    expect(message).toEqual({ kind: 'bad', reason: 'structure', answer: null });
  });

  it('reports a damaged message, and decodes the next one', () => {
    const whole = encodeNavtelecomRecords([AT]);
    const damaged = Buffer.from(whole);
    damaged[12] = (damaged[12] as number) ^ 1;
    const messages = agreed().push(Buffer.concat([damaged, whole]));
    expect(messages[0]).toEqual({ kind: 'bad', reason: 'checksum', answer: null });
    expect(recordsOf(messages)).toHaveLength(1);
  });

  it('has values of vehicle and sensors, without those that are not available', () => {
    // Fuel sensors 1 to 3, temperature 2, fuel level, speed by CAN.
    const [message] = agreed([37, 38, 39, 45, 52, 68]).push(
      encodeFlex('C', bytesOf('c409fdff0100ec1980ff')),
    );
    const [one] = recordsOf(message ? [message] : []);
    expect(one).toMatchObject({ temperatureC: -20, latitudeDeg: null });
    expect(one?.attributes).toEqual({
      fuelSensor1Level: 2500,
      fuelSensor3Level: 1,
      temperature2C: -20,
      fuelLevelPercent: 25,
    });
  });

  it('has supply, battery, alarm, inputs and running time', () => {
    // Alarm and armed, both halves of the inputs, supply, battery, seconds of running.
    const [message] = agreed([3, 18, 19, 28, 29, 36]).push(
      encodeFlex('C', bytesOf('03c430041005010f000000')),
    );
    expect(message?.raw?.understood).toBe(true);
    expect(recordsOf(message ? [message] : [])).toMatchObject([
      {
        externalVoltageV: 12.484,
        batteryVoltageV: 4.1,
        attributes: { armed: true, alarm: true, inputs: 0x105, engineRunTimeS: 15 },
      },
    ]);
    const [calm] = recordsOf(agreed([3]).push(encodeFlex('C', [0])));
    expect(calm?.attributes).toEqual({ armed: false });
  });

  it('has a distance of zero, and none that is negative or no number', () => {
    const distance = (hex: string) =>
      recordsOf(agreed([14]).push(encodeFlex('C', bytesOf(hex))))[0]?.odometerM;
    const wrong = ['000080bf', '0000c07f', 'ffff7f7f'];
    expect(distance('00000000')).toBe(0);
    expect(wrong.map(distance)).toEqual([null, null, null]);
  });

  it('keeps fields without a known meaning by their number', () => {
    const [message] = agreed([71, 72]).push(encodeFlex('C', bytesOf(`05${'00'.repeat(15)}01`)));
    const [one] = recordsOf(message ? [message] : []);
    expect(one?.attributes).toEqual({ field72: 5, field73: `${'00'.repeat(15)}01` });
  });

  it('reads additional packets with their own length', () => {
    const data = Buffer.alloc(40);
    data[0] = 0x0a;
    data[1] = 37;
    data.writeUInt32LE(5, 2);
    data.writeUInt32LE(AT.timeMs / 1000, 8);
    data[12] = (9 << 2) | 3;
    data.writeUInt32LE(AT.timeMs / 1000, 13);
    data.writeUInt16LE(5893, 6);
    data.writeInt32LE(412, 25);
    data.writeFloatLE(40.5, 29);
    data.writeInt32LE(51.5 * 600_000, 17);
    data.writeInt32LE(-0.125 * 600_000, 21);
    const sized = Buffer.concat([bytesOf('2800'), data]);
    const [array] = agreed().push(encodeFlex('E', Buffer.concat([Buffer.from([1]), sized])));
    expect(recordsOf(array ? [array] : [])).toMatchObject([
      {
        timeMs: AT.timeMs,
        latitudeDeg: 51.5,
        altitudeM: 41.2,
        speedKmh: 40.5,
        attributes: { recordNumber: 5, eventCode: 5893 },
      },
    ]);
    const single = Buffer.concat([bytesOf('2800'), bytesOf('07000000'), data]);
    const [one] = agreed().push(encodeFlex('X', single));
    if (one?.kind !== 'records') throw new Error(one?.kind);
    expect(one.stored).toEqual(encodeFlex('X', bytesOf('07000000')));
    const [other] = agreed().push(encodeFlex('X', bytesOf('01000700000009')));
    expect(other).toMatchObject({ kind: 'notice', raw: { understood: false } });
  });
});
