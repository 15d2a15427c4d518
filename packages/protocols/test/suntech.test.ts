import { EVENT } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import type { DeviceMessage, DeviceRecord } from '../src/index.ts';
import { suntechCodec } from '../src/suntech/index.ts';

const messages = (text: string): DeviceMessage[] =>
  suntechCodec.createSession().push(Buffer.from(text, 'latin1'));

function record(text: string): DeviceRecord {
  const found = messages(`${text}\r`).find(({ kind }) => kind === 'records');
  if (found?.kind !== 'records') throw new Error(found?.kind);
  return found.records[0] as DeviceRecord;
}

const PLACE = '+38.716000;-009.139000;063.500;271.20;9;1;123456;13.34';
const HEAD = 'ST300STT;205174410;14;712;20260304;18:20:30;4f310';
const STT = `${HEAD};${PLACE};110010;4;0337;000207;4.1;1`;

describe('A Suntech report of a family', () => {
  it('gives a record with units, and names its device', () => {
    expect(messages(`${STT}\r`)[0]).toMatchObject({ kind: 'login', deviceId: '205174410' });
    expect(record(STT)).toEqual({
      timeMs: Date.UTC(2026, 2, 4, 18, 20, 30),
      fixValid: true,
      latitudeDeg: 38.716,
      longitudeDeg: -9.139,
      altitudeM: null,
      speedKmh: 63.5,
      headingDeg: 271.2,
      satellites: 9,
      ignition: true,
      odometerM: 123_456,
      externalVoltageV: 13.34,
      batteryVoltageV: 4.1,
      batteryPercent: null,
      temperatureC: null,
      driverTag: null,
      events: [],
      attributes: {
        report: 'STT',
        firmware: '712',
        cell: '4f310',
        digitalInput1: 1,
        digitalInput2: 0,
        digitalInput3: 0,
        digitalOutput1: 1,
        digitalOutput2: 0,
        mode: 4,
        index: 337,
        engineWorkMin: 207,
      },
    });
  });

  it('reads the cell of ST600, and SA200 without a model', () => {
    const st600 = STT.replace('ST300', 'ST600').replace('4f310', '0000004f;268;6;1a2b;57');
    expect(record(st600).attributes.cells).toBe('268,6,6699,79,-57');
    const sa200 = record(`SA200STT;317652;042;20260304;18:20:30;4f310;${PLACE};000000;1;0231`);
    expect(sa200).toMatchObject({ ignition: false, batteryVoltageV: null, latitudeDeg: 38.716 });
  });

  it('finds tags and temperatures among the optional fields', () => {
    const one = record(`${STT};0.00;012E717F010000;1;2898E16006000058:-20.8;:`);
    expect(one).toMatchObject({ driverTag: '012E717F010000', temperatureC: -20.8 });
    expect(record(`${STT};00000000000000;0`).driverTag).toBeNull();
  });

  it('names alerts and emergencies, and marks stored reports', () => {
    const alert = `${HEAD.replace('STT', 'ALT')};${PLACE};100000;41;000207;4.1;0`;
    expect(record(alert)).toMatchObject({
      events: [{ code: EVENT.powerDisconnected, kind: 'pulse' }],
      attributes: { alarm: 41, resent: true },
    });
    const emergency = alert.replace('ALT', 'EMG').replace(';41;', ';1;');
    expect(record(emergency).events).toEqual([{ code: EVENT.panicButton, kind: 'pulse' }]);
  });

  it('has no fix without one, and no record without a time', () => {
    expect(record(STT.replace(';9;1;', ';0;0;'))).toMatchObject({ fixValid: false });
    const none = messages(`${STT.replace('20260304', '20260230')}\r`);
    expect(none[1]).toMatchObject({ kind: 'notice', raw: { understood: false } });
  });

  it('reads the data of a serial port by its length, with any byte in it', () => {
    const uex = (length: number, data: string) =>
      `${HEAD.replace('STT', 'UEX')};${PLACE};100010;${length};${data};3E;000135;4.1;1`;
    expect(record(uex(9, 'A;B\rC;D\r\n')).attributes).toMatchObject({ engineWorkMin: 135 });
    expect(record(uex(11, 'RFID:0A0B\r\n')).attributes.serialData).toBe('RFID:0A0B');
    expect(record(uex(3, '\u0001;\r')).attributes.serialData).toBe('013b0d');
    expect(record(uex(23, 'GTSL|6|1|0|9255143|2|\r\n')).driverTag).toBe('9255143');
  });
});

describe('Other Suntech messages', () => {
  it('the universal protocol, with the fields of its mask', () => {
    const cell = '0000004F;268;6;1A2B;20';
    const place = '+38.716000;-9.139000;63.50;271.20;9;1';
    const all = `STT;0520000295;3FFFFF;52;1.0.2;1;20260304;18:20:30;${cell};${place};00000101;00000010;1;2;0492`;
    expect(record(all)).toMatchObject({
      timeMs: Date.UTC(2026, 2, 4, 18, 20, 30),
      latitudeDeg: 38.716,
      speedKmh: 63.5,
      ignition: true,
      attributes: { cells: '268,6,6699,79', inputs: 5, outputs: 2, index: 492, reason: 2 },
    });
    // Without bits 6 to 10, there are no fields of the cell.
    const short = all.replace('3FFFFF', '3FF83F').replace(`${cell};`, '');
    expect(record(short)).toMatchObject({ latitudeDeg: 38.716, ignition: true });
  });

  it('the answer to a command, a keep-alive, and a refusal', () => {
    expect(messages('ST300CMD;Res;205174410;712;Disable1\r')).toMatchObject([
      { kind: 'login', deviceId: '205174410' },
      { kind: 'command-answer', text: '712;Disable1', accepted: true },
    ]);
    expect(messages('ST600ALV;205174410\r')[1]).toMatchObject({
      kind: 'notice',
      name: 'ALV',
      answer: null,
      raw: { understood: true },
    });
    expect(messages('-Error\r')).toMatchObject([{ kind: 'command-answer', accepted: false }]);
  });

  it('a line that lost its end is dropped, and the next report is read', () => {
    const kinds = messages(`${STT.slice(0, 60)}${STT}\r`).map(({ kind }) => kind);
    expect(kinds).toEqual(['bad', 'login', 'records']);
  });

  it('a text for the device ends with CR', () => {
    const session = suntechCodec.createSession();
    expect(session.encodeText('x')).toBeNull();
    session.push(Buffer.from(`${STT}\r`));
    expect(
      Buffer.from(session.encodeText('ST300CMD;205174410;02;StatusReq') ?? []).toString(),
    ).toBe('ST300CMD;205174410;02;StatusReq\r');
  });
});
