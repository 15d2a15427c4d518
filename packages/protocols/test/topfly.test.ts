import { describe, expect, it } from 'vitest';
import {
  encodeTopfly,
  encodeTopflyLogin,
  encodeTopflyPosition,
  type TopflyInput,
  topflyCodec,
} from '../src/topfly/index.ts';
import { REPORT } from './reports.ts';
import { recordsOf } from './streams.ts';
import { bytesOf, hexOf } from './vectors.ts';

const IMEI = '353419036066061';
const NOW = Date.UTC(2026, 2, 4, 10, 20, 30);
const AT: TopflyInput = {
  ...REPORT,
  speedKmh: 40.5,
  altitudeM: -3,
  odometerM: 12_345,
};

function loggedIn(model: string | null = null) {
  const session = topflyCodec.createSession({ model: () => model });
  session.push(encodeTopflyLogin(IMEI, 1));
  return session;
}
const read = (mark: number, type: number, hex: string) =>
  loggedIn().push(encodeTopfly(mark, type, 7, IMEI, bytesOf(hex)));
const recordOf = (...message: Parameters<typeof read>) => {
  const [record] = recordsOf(read(...message));
  if (record === undefined) throw new Error('no record');
  return record;
};

/** 2026-03-04 10:20:30, -3 m, 0.125 W, 51.5 N, 40.5 km/h, 90 degrees; written by hand. */
const LOCATION = '260304102030' + '000040c0' + '000000be' + '00004e42' + '0405' + '005a';
/** Intervals, signal 20, status, flags, inputs (ignition, input 4). */
const head = (status: string) => `003c0e101e03e80014${status}0000050700004800`;

describe('TopFly messages', () => {
  it('a login written by hand is answered with its head', () => {
    const packet = bytesOf(`25250100150003${`0${IMEI}`}111111250350`);
    const [login, ...others] = topflyCodec.createSession().push(packet);
    if (login?.kind !== 'login') throw new Error(login?.kind);
    expect(login.deviceId).toBe(IMEI);
    expect(hexOf(login.accepted)).toBe(`252501000f00030${IMEI}`);
    expect(others).toEqual([]);
  });

  it('devices of the first generation expect the serial number 1', () => {
    const [beat] = loggedIn().push(encodeTopfly(0x2323, 0x03, 99, IMEI));
    expect(hexOf(beat?.kind === 'notice' ? beat.answer : null)).toBe(`232303000f00010${IMEI}`);
  });

  it('an alarm is answered with its number', () => {
    const [message] = loggedIn().push(encodeTopflyPosition(IMEI, { ...AT, alarm: 3 }, 7));
    if (message?.kind !== 'records') throw new Error(message?.kind);
    expect(hexOf(message.stored)).toBe(`252504001000070${IMEI}03`);
    expect(message.records[0]?.events).toEqual([{ code: 50, kind: 'pulse' }]);
  });

  it('another device on the connection logs in', () => {
    const other = '353419036066079';
    const [login] = loggedIn().push(encodeTopfly(0x2525, 0x03, 9, other));
    expect(login).toMatchObject({ kind: 'login', deviceId: other, accepted: null });
  });

  it('keeps and answers what it does not know, and what is too short', () => {
    expect(read(0x2525, 0x55, '01')[0]).toMatchObject({ raw: { understood: false } });
    const [short] = read(0x2525, 0x02, '0102');
    expect(short).toMatchObject({ kind: 'notice', raw: { understood: false } });
  });

  it('finds the next message after an impossible length or IMEI', () => {
    const next = encodeTopflyPosition(IMEI, AT, 7);
    for (const junk of ['252502000500010353419036066061', '25250200440001ff53419036066061']) {
      const messages = loggedIn().push(Buffer.concat([bytesOf(junk), next]));
      expect(messages[0]?.kind).toBe('bad');
      expect(recordsOf(messages)).toHaveLength(1);
    }
  });

  it('passes on the answer to a command in UTF-16', () => {
    const [answer] = read(0x2525, 0x81, `01${Buffer.from('OK', 'utf16le').toString('hex')}`);
    expect(answer).toMatchObject({ kind: 'command-answer', text: 'OK' });
    expect(hexOf(loggedIn().encodeText('RESET#'))).toBe(
      `25258100160001${`0${IMEI}`}01${Buffer.from('RESET#').toString('hex')}`,
    );
    expect(topflyCodec.createSession().encodeText('RESET#')).toBeNull();
  });
});

describe('TopFly positions', () => {
  it('of vehicle devices have inputs, odometer, battery and supply', () => {
    const one = recordOf(0x2525, 0x02, `${head('49')}ffff00d500000000303985${LOCATION}1250`);
    expect(one).toMatchObject({
      timeMs: NOW,
      fixValid: true,
      latitudeDeg: 51.5,
      longitudeDeg: -0.125,
      altitudeM: -3,
      speedKmh: 40.5,
      headingDeg: 90,
      satellites: 9,
      ignition: true,
      odometerM: 12_345,
      batteryPercent: 85,
      externalVoltageV: 12.5,
    });
    expect(one.attributes).toMatchObject({ analogInput2V: 2.13, digitalInput4: true });
    expect(one.attributes.analogInput1V).toBeUndefined();
  });

  it('have the voltage of the battery in newer messages and for one model', () => {
    const tail = `${LOCATION}03911250`;
    const long = `${head('49')}0000${'ffff'.repeat(5)}00000000303900${tail}`;
    const newer = recordOf(0x2525, 0x13, long);
    expect(newer).toMatchObject({
      batteryVoltageV: 3.91,
      externalVoltageV: 12.5,
      batteryPercent: 100,
    });
    const old = encodeTopfly(
      0x2525,
      0x02,
      7,
      IMEI,
      bytesOf(`${head('49')}ffffffff00000000303900${tail}`),
    );
    expect(recordsOf(loggedIn('TLW2-2BL').push(old))[0]).toMatchObject({ batteryVoltageV: 3.91 });
  });

  it('have cells instead of a place without a fix', () => {
    const cells = `260304102030ea000a0034127856${'00'.repeat(8)}`;
    const one = recordOf(0x2525, 0x02, `${head('09')}ffffffff00000000303985${cells}1250`);
    expect(one).toMatchObject({ timeMs: NOW, fixValid: false, latitudeDeg: null, speedKmh: null });
    expect(one.attributes.cells).toBe('234,10,4660,22136');
  });

  it('of OBD devices end with values of the vehicle', () => {
    const obd = `0405${'000009e2'}${'ffffffff'}0320${'ffff7bff32ff09'}`;
    const body = `${head('49')}00000000303985${LOCATION}1250${obd}`;
    const one = recordOf(0x2626, 0x02, body);
    expect(one.speedKmh).toBe(40.5);
    expect(one.attributes).toMatchObject({
      fuelUsedL: 2.53,
      engineSpeedRpm: 800,
      coolantTemperatureC: 83,
      engineLoadPercent: 50,
      fuelLevelPercent: 9,
    });
    expect(one.attributes.fuelRate).toBeUndefined();
    expect(one.attributes.throttlePercent).toBeUndefined();
  });

  it('of asset devices have sensors', () => {
    const tail = '0000008000' + '85' + 'f6' + '17' + '41' + '05' + '00003039' + '0144';
    const one = recordOf(0x2727, 0x02, `4900${LOCATION}${tail}${'00'.repeat(10)}`);
    expect(one).toMatchObject({ batteryPercent: 85, batteryVoltageV: 4.1, odometerM: 12_345 });
    expect(one.speedKmh).toBe(40.5);
    const short = read(0x2727, 0x02, `4900${LOCATION}${tail.slice(2)}`);
    expect(short[0]).toMatchObject({ kind: 'notice', raw: { understood: false } });
    expect(one).toMatchObject({ ignition: true, attributes: { deviceTemperatureC: -10 } });
    expect(one.attributes).toMatchObject({ solarPanelV: 0.5, illuminance: 1.7, mobileSignal: 20 });
  });
});

describe('TopFly reports', () => {
  it('of driving style have the event at the last point', () => {
    const point = (time: string, rest: string) => `${time}${'000040c0000000be00004e42'}${rest}`;
    const body = `02${point('260304102030', '0405ffff0360')}${point('260304102035', '00000384ffff')}`;
    const records = recordsOf(read(0x2626, 0x05, body));
    expect(records).toMatchObject([
      { speedKmh: 40.5, headingDeg: null, events: [], attributes: { engineSpeedRpm: 864 } },
      { speedKmh: 0, headingDeg: 90, events: [{ code: 41, kind: 'pulse' }] },
    ]);
    const sensed = `02${'260304102030'}00${'0102030405'}${'000040c0000000be00004e42'}040503840360`;
    expect(recordOf(0x2626, 0x06, sensed)).toMatchObject({
      fixValid: true,
      headingDeg: 90,
      events: [{ code: 42 }],
    });
  });

  it('of Bluetooth sensors have their values, and are kept if a kind is unknown', () => {
    const climate = `0004${'0102030405064b'}64${'81f4'}1770${'0010'}48`;
    const one = recordOf(0x2727, 0x10, `26030410203001${climate}`);
    expect(one).toMatchObject({ ignition: true, temperatureC: -5 });
    expect(one.attributes).toMatchObject({
      tag1Id: '010203040506',
      tag1BatteryV: 2.75,
      tag1HumidityPercent: 60,
      tag1Signal: -56,
    });
    const [unknown] = read(0x2727, 0x10, '260304102030010099010203');
    expect(unknown).toMatchObject({ kind: 'records', raw: { understood: false } });
  });

  it('of tyres, buttons and relays have their values', () => {
    const tyre = `0001${'010203040506'}c8${'64'}4b01`;
    const button = `0002${'0a0b0c0d0e0f'}3000${'00'.repeat(17)}`;
    const relay = `0006${'0102030405074b'}0148`;
    const door = `0005${'0102030405084b'}640a73${'01'}48`;
    const [message] = read(0x2525, 0x10, `26030410203000${tyre}${button}${relay}${door}`);
    expect(message?.raw).toMatchObject({ kind: '252510', understood: true, offsetMin: 0 });
    const [one] = recordsOf(message ? [message] : []);
    expect(one?.events).toEqual([{ code: 50, kind: 'pulse' }]);
    expect(one?.attributes).toMatchObject({
      tag1BatteryV: 3.22,
      tag1PressureKpa: 305.4,
      tag1TemperatureC: 20,
      tag2BatteryV: 3,
      tag3Output: true,
      tag4Door: true,
      tag4TemperatureC: 26.75,
    });
  });

  it('of the network have texts after their length', () => {
    const text = (value: string, encoding: BufferEncoding = 'latin1') => {
      const bytes = Buffer.from(value, encoding);
      return `${bytes.length.toString(16).padStart(2, '0')}${bytes.toString('hex')}`;
    };
    const texts = [text('Net', 'utf16le'), text('LTE'), text('B4'), text(''), text('8944')];
    expect(recordOf(0x2727, 0x05, `260304102030${texts.join('')}`).attributes).toEqual({
      operator: 'Net',
      networkType: 'LTE',
      networkBand: 'B4',
      iccid: '8944',
    });
    expect(read(0x2525, 0x11, `260304102030${'05'}41`)[0]).toMatchObject({ kind: 'notice' });
  });

  it('of a driver tag have the driver', () => {
    const driver = `0003${'0a0b0c0d0e0f'}3001${'00'.repeat(17)}`;
    expect(recordOf(0x2525, 0x10, `26030410203000${driver}`)).toMatchObject({
      driverTag: '0a0b0c0d0e0f',
      events: [{ code: 60 }],
      attributes: { tag1BatteryV: 3 },
    });
  });
});
