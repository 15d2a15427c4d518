import { describe, expect, it } from 'vitest';
import {
  encodeRuptela,
  encodeRuptelaCommand,
  encodeRuptelaRecords,
  type RuptelaInput,
  ruptelaCodec,
} from '../src/ruptela/index.ts';
import { recordsOf } from './streams.ts';
import { bytesOf, hexOf } from './vectors.ts';

const IMEI = '353419036066061';
const AT: RuptelaInput = {
  timeMs: Date.UTC(2026, 2, 4, 10, 20, 30),
  latitudeDeg: 51.5,
  longitudeDeg: -0.125,
  speedKmh: 40,
  headingDeg: 90.5,
};

const read = (bytes: Uint8Array) => ruptelaCodec.createSession().push(bytes);
const recordOf = (input: Partial<RuptelaInput>, isExtended = true) => {
  const [record] = recordsOf(read(encodeRuptelaRecords(IMEI, [{ ...AT, ...input }], isExtended)));
  if (record === undefined) throw new Error('no record');
  return record;
};

describe('Ruptela packets', () => {
  it('a packet written by hand: length, IMEI, command, counts, record, CRC-16/KERMIT', () => {
    // 2026-03-04 10:20:30 UTC, 51.5 N 0.125 W, 41.2 m, 90.50 degrees, 9 satellites, 40 km/h, HDOP 1.1
    const record =
      '69a8076e' +
      '00' +
      '00' +
      'ffeced30' +
      '1eb246c0' +
      '019c' +
      '235a' +
      '09' +
      '0028' +
      '0b' +
      '09';
    const elements = '01' + '0501' + '01' + '1d3098' + '01' + '41000f4240' + '00';
    const messages = read(bytesOf(`00300001416ec81a010d010001${record}${elements}5e75`));
    expect(messages.map(({ kind }) => kind)).toEqual(['login', 'records']);
    expect(messages[0]).toMatchObject({ deviceId: IMEI, accepted: null });
    const [one] = recordsOf(messages);
    expect(one).toMatchObject({
      timeMs: Date.UTC(2026, 2, 4, 10, 20, 30),
      fixValid: true,
      latitudeDeg: 51.5,
      longitudeDeg: -0.125,
      altitudeM: 41.2,
      headingDeg: 90.5,
      satellites: 9,
      speedKmh: 40,
      externalVoltageV: 12.44,
      odometerM: 1_000_000,
      attributes: { hdop: 1.1, eventIoId: 9, digitalInput4: 1 },
    });
    expect(messages[1]).toMatchObject({ stored: bytesOf('0002640113bc') });
    expect(messages[1]).toMatchObject({ failed: bytesOf('000264000235') });
  });

  it('an identification packet is a login that can be accepted or refused', () => {
    const [login, ...others] = read(encodeRuptela(IMEI, 0x0f, Buffer.from('FM-Eco4')));
    if (login?.kind !== 'login') throw new Error(login?.kind);
    expect(hexOf(login.accepted)).toBe('00027301cb25');
    expect(hexOf(login.refused)?.slice(0, 8)).toBe('00027300');
    expect(others).toEqual([]);
  });

  it('a heartbeat is answered, and another device on the connection logs in', () => {
    const session = ruptelaCodec.createSession();
    session.push(encodeRuptela(IMEI, 0x10, Buffer.alloc(0)));
    const [beat, ...others] = session.push(encodeRuptela(IMEI, 0x10, Buffer.alloc(0)));
    expect(beat).toMatchObject({ kind: 'notice', name: '10' });
    expect(hexOf(beat?.kind === 'notice' ? beat.answer : null)?.slice(0, 8)).toBe('00027401');
    expect(others).toEqual([]);
    const [login] = session.push(encodeRuptela('353419036066079', 0x10, Buffer.alloc(0)));
    expect(login).toMatchObject({ kind: 'login', deviceId: '353419036066079' });
  });

  it('keeps an unknown command and does not answer it', () => {
    const [, unknown] = read(encodeRuptela(IMEI, 0x63, Buffer.from([1])));
    expect(unknown).toMatchObject({ kind: 'notice', answer: null, raw: { understood: false } });
  });

  it('a text command is encoded after the login, and its answer is passed on', () => {
    const session = ruptelaCodec.createSession();
    expect(session.encodeText('getver')).toBeNull();
    const [, answer] = session.push(encodeRuptela(IMEI, 0x07, Buffer.from(' version 1\r\n')));
    expect(answer).toMatchObject({ kind: 'command-answer', text: 'version 1', accepted: true });
    expect(session.encodeText('getver')).toEqual(encodeRuptelaCommand('getver'));
    expect(hexOf(encodeRuptelaCommand('é'))?.slice(0, 8)).toBe('00026c65');
  });

  it('reports a damaged packet, and decodes the next one', () => {
    const packet = encodeRuptelaRecords(IMEI, [AT]);
    const damaged = Buffer.from(packet);
    damaged[40] = (damaged[40] as number) ^ 1;
    const messages = read(Buffer.concat([damaged, packet]));
    expect(messages[0]).toEqual({ kind: 'bad', reason: 'checksum', answer: null });
    expect(recordsOf(messages)).toHaveLength(1);
  });

  it('reports bytes that start no packet', () => {
    const messages = read(
      Buffer.concat([Buffer.from('no packet'), encodeRuptelaRecords(IMEI, [AT])]),
    );
    expect(messages[0]).toEqual({ kind: 'bad', reason: 'structure', answer: null });
    expect(recordsOf(messages)).toHaveLength(1);
    expect(messages.at(-1)?.raw).toMatchObject({ kind: '01', understood: true, offsetMin: 0 });
  });

  it('a trouble code has time, place and source', () => {
    const codes = '0069a8076effeced301eb246c0025030303130';
    const [, message] = read(encodeRuptela(IMEI, 0x09, bytesOf(`01${codes}`)));
    expect(recordsOf(message ? [message] : [])).toMatchObject([
      {
        timeMs: AT.timeMs,
        fixValid: true,
        latitudeDeg: 51.5,
        longitudeDeg: -0.125,
        attributes: { faultCodes: 'P0010', archive: true },
      },
    ]);
    const [, odd] = read(encodeRuptela(IMEI, 0x09, bytesOf('0100')));
    expect(odd).toMatchObject({ kind: 'notice', raw: { understood: false } });
  });

  it('refuses a packet whose records do not fill it', () => {
    const [, short] = read(encodeRuptela(IMEI, 0x01, Buffer.from([0, 1, 2, 3])));
    expect(short).toMatchObject({ kind: 'bad', reason: 'structure' });
    expect(hexOf(short?.kind === 'bad' ? short.answer : null)?.slice(0, 8)).toBe('00026400');
    const [, long] = read(encodeRuptela(IMEI, 0x01, Buffer.from([0, 0, 9])));
    expect(long).toMatchObject({ kind: 'bad', reason: 'structure' });
  });
});

describe('Ruptela records', () => {
  it('joins the parts of an extended record', () => {
    const parts = [0, 1, 2].map((part) => ({
      ...AT,
      part: [part, 2] as const,
      elements: [[500 + part, 1, part]] as const,
    }));
    const [one, ...others] = recordsOf(read(encodeRuptelaRecords(IMEI, parts, true)));
    expect(one?.attributes).toMatchObject({ io500: 0, io501: 1, io502: 2 });
    expect(others).toEqual([]);
  });

  it('does not join parts of different moments', () => {
    const later = { ...AT, timeMs: AT.timeMs + 1000, part: [1, 1] as const };
    const both = [{ ...AT, part: [0, 1] as const }, later];
    expect(recordsOf(read(encodeRuptelaRecords(IMEI, both, true)))).toHaveLength(2);
  });

  it('has no place without a fix, and no heading without satellites', () => {
    expect(recordOf({ latitudeDeg: 0, longitudeDeg: 0 }).latitudeDeg).toBeNull();
    const unsure = recordOf({ satellites: 0 });
    expect(unsure).toMatchObject({ fixValid: false, headingDeg: null, altitudeM: null });
  });

  it('has altitudes below the sea', () => {
    expect(recordOf({ altitudeM: -4.2 }).altitudeM).toBe(-4.2);
    expect(recordOf({ altitudeM: 3200 }).altitudeM).toBe(3200);
  });

  it('drops values that mean "not available" and speeds that no vehicle has', () => {
    const one = recordOf({ speedKmh: 65_535, elements: [[207, 1, 255]] });
    expect(one.speedKmh).toBeNull();
    expect(one.attributes).toMatchObject({ outOfRange: 'speedKmh=65535', io207: 255 });
    expect(one.attributes.fuelLevelPercent).toBeUndefined();
    expect(recordOf({ elements: [[207, 1, 125]] }).attributes.fuelLevelPercent).toBe(50);
  });

  it('has text in several elements: the vehicle and the card of the driver', () => {
    // The encoder writes six bytes of eight, so each part has two zeros in front.
    const text = (part: string) => Buffer.from(part).readUIntBE(0, 6);
    const vin = ['WDB963', '403101', '23456\0'].map((part, n) => [104 + n, 8, text(part)] as const);
    const card = ['123456', '789012'].map((part, n) => [126 + n, 8, text(part)] as const);
    const one = recordOf({ elements: [...vin, ...card] });
    expect(one).toMatchObject({ driverTag: '123456789012' });
    expect(one.attributes.vin).toBe('WDB96340310123456');
    expect(recordOf({ elements: card.map(([id]) => [id, 8, 0] as const) }).driverTag).toBeNull();
    expect(recordOf({ elements: [[104, 8, 0]] }).attributes.vin).toBeUndefined();
  });

  it('has a percentage up to its limit, and signals from 0', () => {
    expect(recordOf({ elements: [[207, 1, 250]] }).attributes.fuelLevelPercent).toBe(100);
    expect(recordOf({ elements: [[27, 1, 0]] }).attributes.mobileSignal).toBe(0);
  });

  it('has temperatures below zero, of the first sensor with a value', () => {
    const elements = [
      [78, 2, 0x8000],
      [79, 2, 0xffce],
    ] as const;
    expect(recordOf({ elements })).toMatchObject({ temperatureC: -5 });
  });

  it('has states, and events of the element that caused the record', () => {
    const states = [
      [409, 1, 1],
      [410, 1, 1],
      [134, 1, 1],
    ] as const;
    const one = recordOf({ elements: states, eventIoId: 134 });
    expect(one.ignition).toBe(true);
    expect(one.events).toEqual([
      { code: 48, kind: 'state', active: true },
      { code: 41, kind: 'pulse' },
    ]);
    expect(recordOf({ elements: states }).events).toHaveLength(1);
  });
});
