import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DigitalMatterInput,
  decodeDigitalMatter,
  digitalMatterCodec,
  encodeDigitalMatter,
  encodeDigitalMatterCommit,
  encodeDigitalMatterHello,
  encodeDigitalMatterRecords,
} from '../src/digitalmatter/index.ts';
import { REPORT } from './reports.ts';
import { faultsOf, recordsOf } from './streams.ts';
import { bytesOf, hexOf } from './vectors.ts';

const IMEI = '353419036066061';
const NOW = Date.UTC(2026, 2, 4, 10, 20, 30);
const AT: DigitalMatterInput = {
  ...REPORT,
  speedKmh: 36,
  altitudeM: -3,
};

function loggedIn() {
  const session = digitalMatterCodec.createSession({ nowMs: () => NOW });
  session.push(encodeDigitalMatterHello(IMEI));
  return session;
}
const read = (type: number, hex: string) =>
  loggedIn().push(encodeDigitalMatter(type, bytesOf(hex)));
const recordOf = (input: Partial<DigitalMatterInput>) => {
  const [record] = recordsOf(loggedIn().push(encodeDigitalMatterRecords([{ ...AT, ...input }])));
  if (record === undefined) throw new Error('no record');
  return record;
};

describe('Digital Matter messages', () => {
  it('a hello is answered by its length', () => {
    const long = bytesOf(
      `0255003300${'1b000000'}${Buffer.from(IMEI).toString('hex')}${'00'.repeat(32)}`,
    );
    const [login, ...others] = digitalMatterCodec.createSession().push(long);
    if (login?.kind !== 'login') throw new Error(login?.kind);
    expect(login.deviceId).toBe(IMEI);
    expect(hexOf(login.accepted)).toBe('02550105000000000000');
    expect(others).toEqual([]);
    const other = bytesOf(`0255001300${'1b000000'}${Buffer.from(IMEI).toString('hex')}`);
    const [second] = digitalMatterCodec.createSession({ nowMs: () => NOW }).push(other);
    if (second?.kind !== 'login') throw new Error(second?.kind);
    // Seconds since 2013, then 1 for a refusal.
    expect(hexOf(second.accepted)).toBe('02550108006ee0c51800000000');
    expect(hexOf(second.refused)).toBe('02550108006ee0c51801000000');
  });

  it('a hello without an IMEI is refused', () => {
    const [bad] = digitalMatterCodec.createSession().push(encodeDigitalMatter(0, Buffer.alloc(51)));
    expect(bad).toMatchObject({ kind: 'bad', reason: 'structure' });
  });

  it('the answer to a commit depends on the storing of all records since the last one', () => {
    const session = loggedIn();
    const first = session.push(encodeDigitalMatterRecords([AT]));
    expect(first).toMatchObject([{ kind: 'records', stored: null, failed: null }]);
    session.push(encodeDigitalMatterRecords([{ ...AT, timeMs: NOW + 1000 }]));
    const [commit] = session.push(encodeDigitalMatterCommit());
    if (commit?.kind !== 'records') throw new Error(commit?.kind);
    expect(commit.records.map(({ timeMs }) => timeMs)).toEqual([NOW, NOW + 1000]);
    expect(hexOf(commit.stored)).toBe('025506010001');
    expect(hexOf(commit.failed)).toBe('025506010000');
    const [next] = session.push(encodeDigitalMatterCommit());
    expect(next).toMatchObject({ kind: 'notice', answer: bytesOf('025506010001') });
  });

  it('a commit fails if the session could not keep all records', () => {
    const session = loggedIn();
    const many = encodeDigitalMatterRecords(Array.from({ length: 300 }, () => AT));
    for (let n = 0; n < 21; n += 1) session.push(many);
    const [commit] = session.push(encodeDigitalMatterCommit());
    expect(commit).toMatchObject({ kind: 'notice', answer: bytesOf('025506010000') });
    expect(session.push(encodeDigitalMatterCommit())).toMatchObject([
      { kind: 'notice', answer: bytesOf('025506010001') },
    ]);
  });

  it('answers requests, keeps unknown messages and has no commands', () => {
    expect(hexOf((read(0x22, '')[0] as { answer: Uint8Array }).answer)).toBe('0255230000');
    expect(hexOf((read(0x14, '')[0] as { answer: Uint8Array }).answer)).toBe(
      `0255150c00${'00'.repeat(12)}`,
    );
    expect(read(0x30, '01')[0]).toMatchObject({ answer: null, raw: { understood: false } });
    expect(loggedIn().encodeText('x')).toBeNull();
  });

  it('keeps records whose lengths do not fit', () => {
    for (const body of ['0500', `0b00${'00'.repeat(9)}00`, `0d00${'00'.repeat(9)}0205`])
      expect(read(0x04, body)[0]).toMatchObject({ kind: 'notice', raw: { understood: false } });
    expect(read(0x10, '00'.repeat(63))[0]).toMatchObject({ raw: { understood: false } });
  });

  it('finds the next message after an impossible length', () => {
    const next = encodeDigitalMatterRecords([AT]);
    const messages = loggedIn().push(Buffer.concat([bytesOf('025504ffff'), next]));
    expect(messages[0]).toMatchObject({ kind: 'bad', reason: 'length' });
    expect(recordsOf(messages)).toHaveLength(1);
  });
});

describe('Digital Matter records', () => {
  it('written by hand have place, states, analogues and driver', () => {
    const place = `0015${'6ce0c518'}c046b21e30edecfffdffe803052d0c0703`;
    const states = '0208' + '01000000' + '0200' + '4300';
    const analogues = '060f' + '010410' + '02dc04' + '0318fc' + '041400' + '05e803';
    const fields = `${place}${states}${analogues}0306${'01'}aabbccddee`;
    const length = (11 + fields.length / 2).toString(16).padStart(2, '0');
    const [message] = read(0x04, `${length}00${'2a000000'}${'6ee0c518'}0c${fields}`);
    expect(recordsOf(message ? [message] : [])).toMatchObject([
      {
        timeMs: NOW - 2000,
        fixValid: true,
        latitudeDeg: 51.5,
        longitudeDeg: -0.125,
        altitudeM: -3,
        speedKmh: 36,
        headingDeg: 90,
        ignition: true,
        batteryVoltageV: 4.1,
        externalVoltageV: 12.44,
        driverTag: 'aabbccddee',
        events: [
          { code: 41, kind: 'pulse' },
          { code: 60, kind: 'state', active: false },
          { code: 61, kind: 'state', active: true },
        ],
        attributes: {
          recordNumber: 42,
          inputs: 1,
          outputs: 2,
          status: 0x43,
          event: 12,
          pdop: 1.2,
          deviceTemperatureC: -10,
          mobileSignal: 20,
          solarPanelV: 1,
          inTrip: true,
        },
      },
    ]);
  });

  it('have no fix if the device says so', () => {
    expect(recordOf({ isFix: false })).toMatchObject({ fixValid: false, headingDeg: null });
    expect(recordOf({ latitudeDeg: 0, longitudeDeg: 0 }).latitudeDeg).toBeNull();
  });

  it('keep distances as sent, and other fields as bytes, also long ones', () => {
    const further = bytesOf(
      `1b08${'10270000'}${'3c000000'}19020102${'20ff0201'}${'ab'.repeat(258)}`,
    );
    expect(recordOf({ further }).attributes).toMatchObject({
      deviceDistance: 10_000,
      runningS: 60,
      field25: '0102',
      field32: 'ab'.repeat(258),
    });
  });

  it('of fixed length have a packed time', () => {
    const record = Buffer.alloc(64);
    record.writeUInt32LE(7, 1);
    record.writeUInt32LE(
      (26 | (3 << 6) | (4 << 10) | (10 << 15) | (20 << 20) | (30 << 26)) >>> 0,
      5,
    );
    record.writeInt32LE(-1_250_000, 9);
    record.writeInt32LE(515_000_000, 13);
    record.writeUInt16LE(1000, 17);
    record[19] = 45;
    record[26] = 1;
    record[43] = 127;
    record.writeUInt16LE(300, 22);
    record.writeUInt16LE(229, 58);
    const [one] = recordsOf(loggedIn().push(encodeDigitalMatter(0x10, record)));
    expect(one).toMatchObject({ timeMs: NOW, latitudeDeg: 51.5, speedKmh: 36, headingDeg: 90 });
    expect(one?.attributes).toMatchObject({ accuracyM: 300, pdop: 2.29 });
    expect(one?.attributes.deviceTemperatureC).toBeUndefined();
  });
});

describe('Digital Matter JSON connector', () => {
  const place = {
    FType: 0,
    GpsUTC: '2026-03-04 10:20:30',
    Lat: 51.5,
    Long: -0.125,
    Alt: 41,
    Spd: 1000,
    Head: 90,
    PosAcc: 7,
    GpsStat: 3,
  };
  const fields = [
    place,
    { FType: 2, DIn: 1, DOut: 0, DevStat: 1 },
    { FType: 6, AnalogueData: { 1: 4100 } },
  ];
  const record = { SeqNo: 5, Reason: 13, DateUTC: '2026-03-04 10:20:31', Fields: fields };

  it('has records with numbered fields', () => {
    expect(decodeDigitalMatter({ IMEI, Records: [record] })).toMatchObject({
      kind: 'records',
      deviceId: IMEI,
      records: [
        {
          timeMs: NOW,
          fixValid: true,
          latitudeDeg: 51.5,
          speedKmh: 36,
          ignition: true,
          batteryVoltageV: 4.1,
          events: [{ code: 40 }, { code: 60, active: true }, { code: 61, active: false }],
        },
      ],
    });
  });

  it('has one record with names, in either zone', () => {
    const one = { date: '2026-03-04T11:20:30+01:00', device: { imei: IMEI }, sqn: 3, reason: 1 };
    const counters = [
      { id: 0, val: 3600 },
      { id: 1, val: 8700 },
    ];
    expect(decodeDigitalMatter({ ...one, lat: 51.5, lng: -0.125, counters })).toMatchObject({
      records: [{ timeMs: NOW, fixValid: true, batteryVoltageV: 3.6, batteryPercent: 87 }],
    });
    expect(decodeDigitalMatter(one)).toMatchObject({
      records: [{ fixValid: false, latitudeDeg: null, ignition: null }],
    });
  });

  it('refuses a body without device, records or time', () => {
    for (const body of [
      null,
      [],
      'x',
      {},
      { IMEI },
      { IMEI, Records: [{}] },
      { device: { imei: IMEI } },
    ])
      expect(decodeDigitalMatter(body)).toMatchObject({ kind: 'bad' });
  });

  it('accepts any JSON', () => {
    const any = fc.oneof(
      fc.jsonValue(),
      fc.jsonValue().map((value) => ({ IMEI, Records: value })),
      fc.jsonValue().map((value) => ({ IMEI, Records: [{ ...record, Fields: [value, place] }] })),
      fc
        .jsonValue()
        .map((value) => ({ ...record, device: { imei: IMEI }, date: value, lat: value })),
    );
    fc.assert(
      fc.property(any, (body) => {
        const decoded = decodeDigitalMatter(body);
        if (decoded.kind === 'records') expect(decoded.records.flatMap(faultsOf)).toEqual([]);
      }),
    );
  });
});
