import { describe, expect, it } from 'vitest';
import {
  type EelinkInput,
  eelinkCodec,
  encodeEelink,
  encodeEelinkDatagram,
  encodeEelinkLogin,
  encodeEelinkPosition,
} from '../src/eelink/index.ts';
import { REPORT } from './reports.ts';
import { recordsOf } from './streams.ts';
import { bytesOf, hexOf } from './vectors.ts';

const IMEI = '353419036066061';
const NOW = Date.UTC(2026, 2, 4, 10, 20, 30);
const AT: EelinkInput = {
  ...REPORT,
  altitudeM: -3,
  odometerM: 12_345,
};

function loggedIn() {
  const session = eelinkCodec.createSession({ nowMs: () => NOW });
  session.push(encodeEelinkLogin(IMEI, 1));
  return session;
}
const read = (type: number, hex: string) => loggedIn().push(encodeEelink(type, 7, bytesOf(hex)));
const recordOf = (type: number, hex: string) => {
  const [record] = recordsOf(read(type, hex));
  if (record === undefined) throw new Error('no record');
  return record;
};
/** Time, place (51.5 N, 0.125 W), speed 40, course 90, cell, flag; written by hand. */
const OLD = '69a8076e05867d60fffc911828005a00ea000a1234005678';
/** Time, mask with place and one cell, altitude, speed, course, satellites, cell. */
const NEW = '69a8076e0305867d60fffc9118fffd0028005a0900ea000a123400005678c1';

describe('Eelink packets', () => {
  it('a login written by hand is answered with the time of the server', () => {
    const packet = bytesOf(`676701000c00010${IMEI}0020`);
    const [login, ...others] = eelinkCodec.createSession({ nowMs: () => NOW }).push(packet);
    if (login?.kind !== 'login') throw new Error(login?.kind);
    expect(login.deviceId).toBe(IMEI);
    expect(hexOf(login.accepted)).toBe('6767010009000169a8076e000100');
    expect(others).toEqual([]);
  });

  it('a datagram names its device, and its answer has the same wrapper', () => {
    const session = eelinkCodec.createSession({ nowMs: () => NOW });
    const messages = session.push(encodeEelinkDatagram(IMEI, encodeEelinkPosition(AT, 5)));
    expect(messages[0]).toMatchObject({ kind: 'login', deviceId: IMEI, accepted: null });
    const [, records] = messages;
    const stored = records?.kind === 'records' ? records.stored : null;
    expect(stored).toEqual(encodeEelinkDatagram(IMEI, bytesOf('67671200020005')));
  });

  it('a datagram with a wrong checksum is refused', () => {
    const bytes = encodeEelinkDatagram(IMEI, encodeEelinkPosition(AT, 5));
    bytes[30] = (bytes[30] as number) ^ 1;
    const [first] = eelinkCodec.createSession().push(bytes);
    expect(first).toEqual({ kind: 'bad', reason: 'checksum', answer: null });
  });

  it('finds the next packet after a length that is none', () => {
    const messages = loggedIn().push(
      Buffer.concat([bytesOf('676712fff0'), encodeEelinkPosition(AT, 5)]),
    );
    expect(messages[0]).toMatchObject({ kind: 'bad', reason: 'length' });
    expect(recordsOf(messages)).toHaveLength(1);
  });

  it('keeps a packet of unknown type, and answers it', () => {
    const [message] = read(0x1e, '0102');
    expect(message).toMatchObject({ kind: 'notice', name: '1e', raw: { understood: false } });
    expect(hexOf(message?.kind === 'notice' ? message.answer : null)).toBe('67671e00020007');
  });

  it('passes on an answer to a command, with the position in it', () => {
    const text =
      'Lat:N31.83955,Lon:W82.61344,Course:10.00,Speed:5.50km/h,DateTime:2017-12-02 11:29:43';
    const [answer, records] = read(0x80, `0100000000${Buffer.from(text).toString('hex')}`);
    expect(answer).toMatchObject({ kind: 'command-answer', text });
    expect(recordsOf(records ? [records] : [])).toMatchObject([
      { timeMs: Date.UTC(2017, 11, 2, 11, 29, 43), longitudeDeg: -82.61344, speedKmh: 5.5 },
    ]);
    expect(hexOf(loggedIn().encodeText('WHERE#'))).toBe(
      `676780000d0001${'0100000000'}${Buffer.from('WHERE#').toString('hex')}`,
    );
    expect(eelinkCodec.createSession().encodeText('WHERE#')).toBeNull();
  });
});

describe('Eelink records of the first version', () => {
  it('have place, cell, status and battery; a position is not answered', () => {
    const [message] = read(0x02, `${OLD}01000e11170032${'00010002'}`);
    expect(message).toMatchObject({ kind: 'records', stored: null, raw: { understood: true } });
    expect(recordsOf(message ? [message] : [])).toMatchObject([
      {
        timeMs: NOW,
        fixValid: true,
        latitudeDeg: 51.5,
        longitudeDeg: -0.125,
        speedKmh: 40,
        headingDeg: 90,
        ignition: true,
        batteryVoltageV: 4.375,
        attributes: { cells: '234,10,4660,22136', armed: false, mobileSignal: 50 },
      },
    ]);
  });

  it('have an alarm with its event', () => {
    const one = recordOf(0x04, `${OLD}0002`);
    expect(one).toMatchObject({ fixValid: false, headingDeg: null, attributes: { alarm: 2 } });
    expect(one.events).toEqual([{ code: 50, kind: 'pulse' }]);
    expect(recordOf(0x04, `${OLD}0155`).events).toEqual([]);
  });

  it('have the ignition of a state', () => {
    expect(recordOf(0x05, `${OLD}010169a8076e`).ignition).toBe(true);
    expect(recordOf(0x05, `${OLD}010269a8076e0002`).ignition).toBe(false);
  });

  it('a heartbeat has a status and no time', () => {
    expect(recordOf(0x03, '006e')).toMatchObject({
      timeMs: null,
      ignition: true,
      attributes: { blocked: false, armed: false },
    });
  });

  it('vehicle data have numbers with values', () => {
    expect(recordOf(0x07, '69a8076e8a000004d28900000005').attributes).toEqual({
      obdDistanceKm: 1234,
      obd89: 5,
    });
  });
});

describe('Eelink records of the second version', () => {
  it('have place, cell, status, voltages and odometer', () => {
    const one = recordOf(0x12, `${NEW}0267103705820000000f4240`);
    expect(one).toMatchObject({
      timeMs: NOW,
      fixValid: true,
      latitudeDeg: 51.5,
      longitudeDeg: -0.125,
      altitudeM: -3,
      speedKmh: 40,
      headingDeg: 90,
      satellites: 9,
      ignition: true,
      batteryVoltageV: 4.151,
      odometerM: 1_000_000,
      attributes: { cells: '234,10,4660,22136,-63', analogInput1Mv: 1410, blocked: true },
    });
  });

  it('have sensors, without those whose values are all zero', () => {
    const counters = '0000000000000000';
    const head = `${NEW}0001${'1037'}00000000${'00000000'}${counters}`;
    expect(recordOf(0x12, `${head}${'00'.repeat(12)}01cc`)).toMatchObject({ temperatureC: 28.75 });
    const one = recordOf(0x12, `${head}fb00${'0190'}00000100${'00000000'}0000`);
    expect(one).toMatchObject({ temperatureC: -5, attributes: { humidityPercent: 40 } });
  });

  it('have access points, and neighbours of a 4G cell', () => {
    const one = recordOf(
      0x15,
      '69a8076e90010203040506b7040100ea000a123400000000567800000005000610010000',
    );
    expect(one.attributes).toMatchObject({
      accessPoints: '01:02:03:04:05:06,-73',
      cells: '234,10,4660,22136',
      neighbourCells: '5,6,16',
      event: 1,
    });
    expect(one.latitudeDeg).toBeNull();
  });

  it('have Bluetooth sensors, steps and no place at 0/0', () => {
    const none = NEW.replace('05867d60fffc9118', '0000000000000000');
    const counters = `${'00000000'}00050006`;
    const tags = `0200${'0102030405064b'}0000000be915100018${'0a0b0c0d0e0f4b'}0000000be9fb000001`;
    const body = `${none}0001${'1037'}00000000${'00000000'}${counters}${'00'.repeat(12)}0000${tags}`;
    const [message] = read(0x12, body);
    expect(message?.raw).toMatchObject({ understood: true, offsetMin: 0 });
    const [one] = recordsOf(message ? [message] : []);
    expect(one).toMatchObject({ fixValid: false, latitudeDeg: null, temperatureC: null });
    expect(one?.attributes).toMatchObject({
      steps: 5,
      walkingS: 6,
      tag1Id: '010203040506',
      tag1BatteryV: 3.049,
      tag1TemperatureC: 21.0625,
      tag2TemperatureC: -5,
      tag2Data: 1,
    });
  });

  it('are kept whole if the body ends too early, or has more than is understood', () => {
    expect(read(0x12, NEW.slice(0, 40))[0]).toMatchObject({ kind: 'notice' });
    expect(read(0x14, `${NEW}020001ffff`)[0]).toMatchObject({ raw: { understood: false } });
  });
});
