import { EVENT } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import type { DeviceMessage, DeviceRecord } from '../src/index.ts';
import { queclinkCodec } from '../src/queclink/index.ts';

const IMEI = '135790246811220';
const messages = (text: string | Buffer): DeviceMessage[] =>
  queclinkCodec.createSession().push(Buffer.from(text as string, 'latin1'));

function records(text: string): readonly DeviceRecord[] {
  const found = messages(text).find(({ kind }) => kind === 'records');
  if (found?.kind !== 'records') throw new Error(found?.kind);
  return found.records;
}
const record = (text: string) => records(text)[0] as DeviceRecord;

const PLACE = '1,63.5,271,104.2,-9.139000,38.716000,20260304182030,0268,0006,1a2b,d4e5';
const END = '20260304182031,11F0$';
const report = (type: string, before: string, after = '00,') =>
  `+RESP:${type},060100,${IMEI},,${before},${PLACE},${after},${END}`;

describe('A Queclink report', () => {
  it('gives a record with units, and names its device', () => {
    const text = report('GTFRI', '13340,10,1', '00,123.4,00207:30:36,12,,80,220502,,,');
    expect(messages(text)[0]).toMatchObject({ kind: 'login', deviceId: IMEI, accepted: null });
    expect(record(text)).toEqual({
      timeMs: Date.UTC(2026, 2, 4, 18, 20, 30),
      fixValid: true,
      latitudeDeg: 38.716,
      longitudeDeg: -9.139,
      altitudeM: 104.2,
      speedKmh: 63.5,
      headingDeg: 271,
      satellites: null,
      ignition: true,
      odometerM: 123_400,
      externalVoltageV: 13.34,
      batteryVoltageV: null,
      batteryPercent: 80,
      temperatureC: null,
      driverTag: null,
      events: [],
      attributes: {
        report: 'GTFRI',
        reportData: '13340,10,1',
        hdop: 1,
        cells: '268,6,6699,54501',
        engineWorkMin: 12_450.6,
        deviceState: '22',
        inputs: 5,
        outputs: 2,
        digitalInput1: 0,
        digitalInput2: 1,
        digitalOutput1: 0,
        digitalOutput2: 1,
        analogInput1Mv: 12,
      },
    });
  });

  it('with several positions gives several records; the status is that of the last', () => {
    const second = PLACE.replace('182030', '182130').replace('63.5', '50.0');
    const text = `+RESP:GTFRI,060100,${IMEI},,,10,2,${PLACE},00,${second},00,7.5,,,,80,110000,,,,${END}`;
    expect(records(text)).toMatchObject([
      { speedKmh: 63.5, ignition: null, odometerM: null, batteryPercent: null },
      { speedKmh: 50, ignition: false, odometerM: 7500, batteryPercent: 80 },
    ]);
    expect(records(text)[1]?.timeMs).toBe(Date.UTC(2026, 2, 4, 18, 21, 30));
  });

  it('reads 1-wire sensors, the driver, and satellites behind a mask', () => {
    const sensors = '00,7.5,,,,80,210000,2,1,28FF2776A2150308,1,FFAD,0';
    const eri = report('GTERI', '00000002,13340,10,1', sensors);
    expect(record(eri)).toMatchObject({ temperatureC: -5.1875, externalVoltageV: 13.34 });
    const tag = record(report('GTIDA', ',01C68011010000C7,1,1', '00,34.9,,,,'));
    expect(tag).toMatchObject({ driverTag: '01C68011010000C7', odometerM: 34_900 });
    expect(record(report('GTIGF', '145', '01,12,,0.0'))).toMatchObject({
      satellites: 12,
      ignition: false,
    });
  });

  it('names events', () => {
    const codes = (text: string) => record(text).events.map(({ code }) => code);
    expect(codes(report('GTSOS', ',00,1'))).toEqual([EVENT.panicButton]);
    expect(codes(report('GTHBM', ',10,1'))).toEqual([EVENT.harshBraking]);
    expect(codes(report('GTHBM', ',11,1'))).toEqual([EVENT.harshAcceleration]);
    expect(codes(report('GTGEO', ',01,1'))).toEqual([EVENT.geofenceEntered]);
    expect(codes(report('GTFRI', ',10,1'))).toEqual([]);
  });

  it('reads ignition from the message: IGL has 0 for on', () => {
    expect(record(report('GTIGN', '0')).ignition).toBe(true);
    expect(record(report('GTIGL', ',00,1')).ignition).toBe(true);
    expect(record(report('GTIGL', ',01,1')).ignition).toBe(false);
  });

  it('marks stored reports, and has the time of sending without a position', () => {
    expect(record(report('GTFRI', ',10,1').replace('RESP', 'BUFF')).attributes.resent).toBe(true);
    const info = `+RESP:GTINF,060100,${IMEI},,21,89883070000007211665,22,0,11,12913,12917,4.16,0,1,,,,${END}`;
    expect(record(info)).toMatchObject({
      timeMs: Date.UTC(2026, 2, 4, 18, 20, 31),
      fixValid: false,
      latitudeDeg: null,
      ignition: true,
      batteryVoltageV: 4.16,
      externalVoltageV: 12.913,
      attributes: { iccid: '89883070000007211665', mobileSignal: 22 },
    });
  });

  it('reads the CAN bus: only bits of the mask have a field', () => {
    const all = 'WF0AXXGCDACY12345,2,H2843820,373.80,1440,44,75,L/H1.5,P35.00,1810,12,59.49';
    expect(record(report('GTCAN', `00,1,C0000FFF,${all}`))).toMatchObject({
      ignition: true,
      attributes: {
        vin: 'WF0AXXGCDACY12345',
        vehicleMileageM: 284_382_000,
        engineSpeedRpm: 1440,
        fuelRateLh: 1.5,
        fuelLevelPercent: 35,
        remainingRangeKm: 181,
        engineHours: 59.49,
      },
    });
    const noRange = record(report('GTCAN', `00,1,C0000DFF,${all.replace(',1810', '')}`));
    expect(noRange.attributes).toMatchObject({ acceleratorPedalPercent: 12, engineHours: 59.49 });
    expect(noRange.attributes.remainingRangeKm).toBeUndefined();
  });

  it('of the first devices: km/h, and 1 for a fix', () => {
    const old = `+RESP:GTTRI,${IMEI},1,0,99,1,4.3,92,70.0,2,121.354335,31.222073,20090101000000,0460,0000,18d8,6141,00,11F0,0102120204\0`;
    expect(record(old)).toMatchObject({ fixValid: true, speedKmh: 4.3, altitudeM: 70 });
    expect(record(old.replace(',99,1,', ',99,0,')).fixValid).toBe(false);
  });
});

describe('Other Queclink messages', () => {
  it('a heartbeat is answered with its number', () => {
    expect(messages(`+ACK:GTHBD,060100,${IMEI},,20260304182030,11F0$`)[1]).toMatchObject({
      kind: 'notice',
      answer: Buffer.from('+SACK:GTHBD,060100,11F0$'),
    });
  });

  it('the answer to a command', () => {
    expect(messages(`+ACK:GTFRI,060100,${IMEI},,FFFF,20260304182030,11F0$`)[1]).toMatchObject({
      kind: 'command-answer',
      text: 'GTFRI,,FFFF,20260304182030,11F0',
    });
  });

  it('binary reports name the same device as text, with millivolts as volts', () => {
    const start = '2b52535007 00fc1fbf 0048 45 0102 0209';
    const id = '0d39021244 0b1600';
    const status = '64 341c 22 09 10 01';
    const place = '01 003f05 010f 0068 ff748d18 024ec2e0';
    const rest = '07ea03041214 1e 010c 0006 1a2b d4e5 00 0d0a';
    const hex = `${start}${id}${status}${place}${rest}`.replaceAll(' ', '');
    const bytes = Buffer.from(hex, 'hex');
    bytes.writeUInt16BE(bytes.length, 9);
    const [login, stored] = queclinkCodec.createSession().push(bytes);
    expect(login).toMatchObject({ kind: 'login', deviceId: '135702186811220' });
    expect(stored).toMatchObject({
      kind: 'records',
      records: [
        {
          timeMs: Date.UTC(2026, 2, 4, 18, 20, 30),
          fixValid: true,
          latitudeDeg: 38.716128,
          longitudeDeg: -9.13892,
          speedKmh: 63.5,
          headingDeg: 271,
          externalVoltageV: 13.34,
          batteryPercent: 100,
          attributes: { cells: '268,6,6699,54501' },
        },
      ],
    });
  });

  it('a text that lost its end is dropped, and the next one is read', () => {
    const text = report('GTFRI', ',10,1');
    const kinds = messages(`${text.slice(0, 50)}${text}`).map(({ kind }) => kind);
    expect(kinds).toEqual(['bad', 'login', 'records']);
    expect(messages(`xx+zz\r\n${text}\r\n`).map(({ kind }) => kind)).toEqual(['login', 'records']);
  });

  it('a message without a time is kept as it is', () => {
    expect(messages(`+RESP:GTXXX,060100,${IMEI},,1,2,3$`)[1]).toMatchObject({
      kind: 'notice',
      name: 'GTXXX',
      raw: { understood: false },
    });
  });
});
