import { describe, expect, it } from 'vitest';
import {
  encodeGalileosky,
  encodeGalileoskyCommand,
  encodeGalileoskyLogin,
  encodeGalileoskyRecords,
  type GalileoskyInput,
  galileoskyCodec,
} from '../src/galileosky/index.ts';
import { recordsOf } from './streams.ts';
import { bytesOf, hexOf } from './vectors.ts';

const IMEI = '353419036066061';
const NOW = Date.UTC(2026, 5, 1);
const AT: GalileoskyInput = {
  timeMs: Date.UTC(2026, 2, 4, 10, 20, 30),
  latitudeDeg: 51.5,
  longitudeDeg: -0.125,
  speedKmh: 40.5,
  headingDeg: 90.5,
};

function loggedIn() {
  const session = galileoskyCodec.createSession({ nowMs: () => NOW });
  session.push(encodeGalileoskyLogin(IMEI));
  return session;
}
const read = (bytes: Uint8Array) => loggedIn().push(bytes);
const tags = (hex: string, header = 1) => read(encodeGalileosky(bytesOf(hex), header));
const recordOf = (input: Partial<GalileoskyInput>) => {
  const [record] = recordsOf(read(encodeGalileoskyRecords([{ ...AT, ...input }])));
  if (record === undefined) throw new Error('no record');
  return record;
};

describe('Galileosky packets', () => {
  it('the first packet is the login, acknowledged by its checksum', () => {
    // Hardware 17, firmware 222, IMEI, device number 50; written by hand.
    const packet = bytesOf(`011780011102de03${Buffer.from(IMEI).toString('hex')}0432006004`);
    const [login, ...others] = galileoskyCodec.createSession().push(packet);
    if (login?.kind !== 'login') throw new Error(login?.kind);
    expect(login.deviceId).toBe(IMEI);
    expect(hexOf(login.accepted)).toBe('026004');
    expect(others).toEqual([]);
  });

  it('a record written by hand: number, time, place, speed, altitude, voltages, key, odometer', () => {
    const record = [
      '101a02',
      '206e07a869',
      '3009e0d31103b817feff',
      '3395018903',
      '34fbff',
      '350b',
      '41c430',
      '420410',
      '90d2040000',
      'c1007d6419',
      'd440420f00',
    ].join('');
    const [message, ...others] = tags(record);
    expect(others).toEqual([]);
    expect(recordsOf(message ? [message] : [])).toMatchObject([
      {
        timeMs: AT.timeMs,
        fixValid: true,
        latitudeDeg: 51.5,
        longitudeDeg: -0.125,
        satellites: 9,
        speedKmh: 40.5,
        headingDeg: 90.5,
        altitudeM: -5,
        externalVoltageV: 12.484,
        batteryVoltageV: 4.1,
        driverTag: '1234',
        odometerM: 1_000_000,
        attributes: {
          recordNumber: 538,
          hdop: 1.1,
          fuelLevelPercent: 0,
          coolantTemperatureC: 85,
          engineSpeedRpm: 812.5,
        },
      },
    ]);
  });

  it('separates records by a repeated tag, and by a lower tag after a time', () => {
    const packet = encodeGalileoskyRecords([AT, { ...AT, timeMs: AT.timeMs + 1000 }]);
    expect(recordsOf(read(packet)).map(({ timeMs }) => timeMs)).toEqual([
      AT.timeMs,
      AT.timeMs + 1000,
    ]);
    expect(recordsOf(tags('206e07a869350b043200206f07a869'))).toHaveLength(2);
  });

  it('stores what precedes a tag of unknown length, and keeps the packet', () => {
    const [message] = tags('206e07a869350bfb0102');
    expect(recordsOf(message ? [message] : [])).toHaveLength(1);
    expect(message?.raw?.understood).toBe(false);
  });

  it('reports a damaged packet, and decodes the next one', () => {
    const packet = encodeGalileoskyRecords([AT]);
    const damaged = Buffer.from(packet);
    damaged[9] = (damaged[9] as number) ^ 1;
    const messages = read(Buffer.concat([damaged, packet]));
    expect(messages[0]).toEqual({ kind: 'bad', reason: 'checksum', answer: null });
    expect(recordsOf(messages)).toHaveLength(1);
  });

  it('acknowledges a part of a photo and keeps it', () => {
    const [photo] = tags('00ffd8ffe0', 7);
    expect(photo).toMatchObject({ kind: 'notice', name: 'photo', raw: { understood: false } });
    expect(hexOf(photo?.kind === 'notice' ? photo.answer : null)?.slice(0, 2)).toBe('07');
  });

  it('passes on the answer to a command', () => {
    const [answer] = tags(`e001000000e102${Buffer.from('OK').toString('hex')}`);
    expect(answer).toMatchObject({ kind: 'command-answer', text: 'OK', accepted: true });
  });

  it('encodes a command with IMEI, device number and command number', () => {
    expect(galileoskyCodec.createSession().encodeText('status')).toBeNull();
    const bytes = loggedIn().encodeText('status');
    expect(bytes).toEqual(encodeGalileoskyCommand(IMEI, 50, 1, 'status'));
    expect(hexOf(bytes)).toContain(`043200e001000000e106${Buffer.from('status').toString('hex')}`);
  });
});

describe('Galileosky records', () => {
  it('have no fix without satellites, and no place without coordinates', () => {
    expect(recordOf({ mark: 0x10 })).toMatchObject({ fixValid: false, headingDeg: null });
    expect(recordOf({ mark: 0x20 }).attributes.locatedByCells).toBe(true);
    expect(recordOf({ latitudeDeg: 0, longitudeDeg: 0 }).latitudeDeg).toBeNull();
  });

  it('do not invent engine values where the bus sent zeros', () => {
    expect(recordOf({ further: bytesOf('c100000000') }).attributes).not.toMatchObject({
      engineSpeedRpm: 0,
    });
  });

  it('have the first connected temperature sensor', () => {
    const one = recordOf({ further: bytesOf('7000807101ec') });
    expect(one.temperatureC).toBe(-20);
    expect(one.attributes).toMatchObject({ temperature1C: -20 });
    expect(one.attributes.temperature0C).toBeUndefined();
  });

  it('have fuel sensors with level and temperature', () => {
    const one = recordOf({ further: bytesOf('603412635802f6') });
    expect(one.attributes).toMatchObject({
      fuelSensor1Level: 0x1234,
      fuelSensor4Level: 600,
      fuelSensor4TemperatureC: -10,
    });
  });
});

describe('Galileosky compressed records', () => {
  /** Second of the year, validity, longitude and latitude in steps, then tags and values. */
  const compressed = (second: number, rest: string) => {
    const longitude = BigInt(Math.round(((25.25 + 180) / 360) * 2 ** 22));
    const latitude = BigInt(Math.round(((54.5 + 90) / 180) * 2 ** 21));
    const bits = (BigInt(second) << 54n) | (longitude << 31n) | (latitude << 10n);
    return bits.toString(16).padStart(20, '0') + rest;
  };

  it('have a place in steps, tags and values', () => {
    const day = 62 * 86_400;
    const records = recordsOf(tags(compressed(day, '024142c4300410'), 8));
    expect(records).toMatchObject([
      { timeMs: Date.UTC(2026, 2, 4), externalVoltageV: 12.484, batteryVoltageV: 4.1 },
    ]);
    expect(records[0]?.latitudeDeg).toBeCloseTo(54.5, 4);
    expect(records[0]?.longitudeDeg).toBeCloseTo(25.25, 4);
  });

  it('have an alarm and its absence, and no time without a clock', () => {
    const [alarmed] = recordsOf(tags(`${compressed(1, '00').slice(0, 16)}020000`, 8));
    expect(alarmed?.attributes.alarm).toBe(true);
    const packet = encodeGalileosky(bytesOf(compressed(1, '00')), 8);
    const session = galileoskyCodec.createSession();
    session.push(encodeGalileoskyLogin(IMEI));
    const [record] = recordsOf(session.push(packet));
    expect(record?.timeMs).toBeNull();
    expect(record?.attributes.alarm).toBeUndefined();
  });

  it('are kept if they end within a value', () => {
    const [message] = tags(compressed(1, '0141c4'), 8);
    expect(message?.raw?.understood).toBe(false);
    const [tagged] = tags('206e07a86941c4');
    expect(tagged?.raw?.understood).toBe(false);
    const [sound] = tags('206e07a86941c430');
    expect(sound?.raw?.understood).toBe(true);
  });

  it('are of the last year if the second is ahead of now', () => {
    const december = 340 * 86_400;
    const [record] = recordsOf(tags(compressed(december, '00'), 8));
    expect(new Date(record?.timeMs ?? 0).getUTCFullYear()).toBe(2025);
  });
});

describe('Galileosky by satellite', () => {
  const header = `01001c00000001${Buffer.from(IMEI).toString('hex')}000001000069a8076e`;
  const message = (elements: string) => {
    const content = bytesOf(header + elements);
    const head = Buffer.from([1, content.length >> 8, content.length & 0xff]);
    return galileoskyCodec.createSession().push(Buffer.concat([head, content]));
  };

  it('has the record of the device', () => {
    const messages = message(
      '03000b0033123401567800000008' + '02000f206e07a8693009e0d31103b817feff',
    );
    expect(messages[0]).toMatchObject({ kind: 'login', deviceId: IMEI, accepted: null });
    expect(recordsOf(messages)).toMatchObject([{ latitudeDeg: 51.5, timeMs: AT.timeMs }]);
  });

  it('has the place of the modem, which is no fix, if there is no record', () => {
    const [record] = recordsOf(message('03000b02337530003a9800000008'));
    expect(record).toMatchObject({ latitudeDeg: -51.5, longitudeDeg: 0.25, fixValid: false });
  });
});
