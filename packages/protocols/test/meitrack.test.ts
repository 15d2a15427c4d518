import { EVENT } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import type { CodecOptions, DeviceMessage, DeviceRecord } from '../src/index.ts';
import { encodeMeitrackFrame, meitrackCodec } from '../src/meitrack/index.ts';

const IMEI = '353419036066061';
const REPORT =
  '35,38.716000,-9.139000,260304182030,A,9,22,63,271,0.9,104,123456,7890,' +
  '268|6|1A2B|00C3D4E5,0201,0001|0002|0003|0199|0536';

const text = (body: string, command = 'AAA') =>
  encodeMeitrackFrame('$$', 'Q', IMEI, command, Buffer.from(body, 'latin1'));

function messages(frame: Uint8Array, options: CodecOptions = {}): DeviceMessage[] {
  return meitrackCodec.createSession(options).push(frame);
}

function record(frame: Uint8Array, options?: CodecOptions): DeviceRecord {
  const found = messages(frame, options).find(({ kind }) => kind === 'records');
  if (found?.kind !== 'records') throw new Error(found?.kind);
  return found.records[0] as DeviceRecord;
}

describe('A Meitrack text report', () => {
  it('has the checksum and length of the description', () => {
    // Length from the comma behind it to the end; sum of all bytes up to the asterisk.
    const frame = encodeMeitrackFrame('@@', 'Q', '353358017784062', 'A10').toString('latin1');
    expect(frame).toBe('@@Q25,353358017784062,A10*6A\r\n');
  });

  it('gives a record with units, and names its device', () => {
    const frame = text(`${REPORT},,,3,1388,010A9202F63C`);
    expect(messages(frame)[0]).toMatchObject({ kind: 'login', deviceId: IMEI, accepted: null });
    expect(record(frame)).toEqual({
      timeMs: Date.UTC(2026, 2, 4, 18, 20, 30),
      fixValid: true,
      latitudeDeg: 38.716,
      longitudeDeg: -9.139,
      altitudeM: 104,
      speedKmh: 63,
      headingDeg: 271,
      satellites: 9,
      ignition: null,
      odometerM: 123_456,
      externalVoltageV: 13.34,
      batteryVoltageV: 4.09,
      batteryPercent: null,
      temperatureC: 27.06,
      driverTag: null,
      events: [],
      attributes: {
        event: 35,
        mobileSignal: 22,
        hdop: 0.9,
        runTimeS: 7890,
        cells: '268,6,6699,12834021',
        inputs: 2,
        outputs: 1,
        analogInput1: 1,
        analogInput2: 2,
        analogInput3: 3,
        protocolVersion: '3',
        fuelLevelPercent: 50,
        temperature1C: 27.06,
        temperature2C: -25,
      },
    });
  });

  it('has no fix with validity V, no place at 0/0, and no record without a time', () => {
    expect(record(text(REPORT.replace(',A,', ',V,')))).toMatchObject({
      fixValid: false,
      latitudeDeg: 38.716,
    });
    const nowhere = REPORT.replace('38.716000,-9.139000', '0.000000,0.000000');
    expect(record(text(nowhere))).toMatchObject({ fixValid: false, latitudeDeg: null });
    const noTime = messages(text(REPORT.replace('260304182030', '261304182030')));
    expect(noTime).toMatchObject([{ kind: 'login' }, { kind: 'bad', reason: 'structure' }]);
  });

  it('names events and the tag of a driver', () => {
    const braking = record(text(REPORT.replace('35,', '129,')));
    expect(braking.events).toEqual([{ code: EVENT.harshBraking, kind: 'pulse' }]);
    const tag = record(text(`${REPORT.replace('35,', '37,')},0059AC31`));
    expect(tag.driverTag).toBe('0059AC31');
  });

  it('reads the analogue inputs by model, and leaves them raw if the step is unknown', () => {
    const frame = text(REPORT.replace('0199|0536', '0964|0400'));
    expect(record(frame)).toMatchObject({
      batteryVoltageV: null,
      externalVoltageV: null,
      attributes: { analogInput4: 2404, analogInput5: 1024 },
    });
    const known = record(frame, { model: () => 'T1' });
    expect(known.batteryVoltageV).toBeCloseTo(3.87, 2);
    expect(known.externalVoltageV).toBeCloseTo(13.2, 2);
  });

  it('leaves out a speed that no vehicle has', () => {
    const fast = record(text(REPORT.replace(',63,', ',9999,')));
    expect(fast.speedKmh).toBeNull();
    expect(fast.attributes.outOfRange).toBe('speedKmh=9999');
  });
});

describe('Meitrack binary reports', () => {
  const place = 'a0c54e02 18aa74ff 90e02f31';
  const binary = Buffer.from(
    `0201 3400 00000000 11 ${place} 01 07 14 3c00 0e01 0900 6400 40e20100 d21e0000
     0c01 0600 2b1a e5d4 0201 0100 9901 3605 00000000`.replace(/\s/g, ''),
    'hex',
  );

  it('CCC: is acknowledged with the number of records', () => {
    const frame = encodeMeitrackFrame('$$', 'G', IMEI, 'CCC', binary);
    expect(record(frame)).toMatchObject({
      timeMs: Date.UTC(2000, 0, 1) + 0x312fe090 * 1000,
      latitudeDeg: 38.716832,
      longitudeDeg: -9.131496,
      fixValid: true,
      satellites: 7,
      speedKmh: 60,
      headingDeg: 270,
      altitudeM: 100,
      odometerM: 123_456,
      batteryVoltageV: 4.09,
      externalVoltageV: 13.34,
      events: [{ code: EVENT.lowBattery, kind: 'pulse' }],
      attributes: { cells: '268,6,6699,54501', inputs: 2, outputs: 1, runTimeS: 7890 },
    });
    const stored = messages(frame).find(({ kind }) => kind === 'records');
    if (stored?.kind !== 'records') throw new Error(stored?.kind);
    const expected = encodeMeitrackFrame('@@', 'G', IMEI, 'CCC', Buffer.from('1'));
    expect(Buffer.from(stored.stored ?? [])).toEqual(expected);
  });

  it('CCC: half a record is no report', () => {
    const frame = encodeMeitrackFrame('$$', 'G', IMEI, 'CCC', binary.subarray(0, 50));
    expect(messages(frame)[1]).toMatchObject({ kind: 'bad', reason: 'structure' });
  });

  it('CCE: numbered parameters; unknown ones are left as they are', () => {
    const groups = `0900 02 05 01 06 08  03 08 3c00 1a 3605 40 8200
      03 02 ${'a0c54e02'} 03 ${'18aa74ff'} 04 ${'90e02f31'} 01 fe77 02 abcd`;
    const body = Buffer.from(groups.replace(/\s/g, ''), 'hex');
    const head = Buffer.alloc(8);
    head.writeUInt16LE(1, 4);
    head.writeUInt16LE(body.length, 6);
    const frame = encodeMeitrackFrame('$$', 'H', IMEI, 'CCE', Buffer.concat([head, body]));
    expect(record(frame)).toMatchObject({
      timeMs: Date.UTC(2000, 0, 1) + 0x312fe090 * 1000,
      latitudeDeg: 38.716832,
      fixValid: true,
      satellites: 8,
      speedKmh: 60,
      externalVoltageV: 13.34,
      events: [{ code: EVENT.harshAcceleration, kind: 'pulse' }],
      attributes: { event: 130, parameterfe77: 'abcd' },
    });
  });
});

describe('A Meitrack stream', () => {
  it('drops a frame with a wrong checksum or length, and reads the next one', () => {
    const sound = text(REPORT);
    const damaged = Buffer.from(sound);
    damaged[30] = (damaged[30] as number) + 1;
    const reasons = messages(Buffer.concat([damaged, sound])).map((one) =>
      one.kind === 'bad' ? one.reason : one.kind,
    );
    expect(reasons).toEqual(['checksum', 'login', 'records']);
    const short = Buffer.from(sound.toString('latin1').replace(/^\$\$Q\d+/, '$$$$Q99'), 'latin1');
    const kinds = messages(Buffer.concat([short, sound])).map(({ kind }) => kind);
    expect(kinds).toEqual(['bad', 'login', 'records']);
  });

  it('keeps a message that it does not know, and passes on the answer to a command', () => {
    expect(messages(text('photo.jpg,14,0,...', 'D00'))[1]).toMatchObject({
      kind: 'notice',
      name: 'D00',
      raw: { kind: 'D00', understood: false },
    });
    expect(messages(text('OK', 'C01'))[1]).toMatchObject({
      kind: 'command-answer',
      text: 'C01,OK',
    });
  });

  it('encodes a command once the device is known', () => {
    const session = meitrackCodec.createSession();
    expect(session.encodeText('A10')).toBeNull();
    session.push(text(REPORT));
    const sent = Buffer.from(session.encodeText('A10') ?? []).toString('latin1');
    expect(sent).toMatch(new RegExp(`^@@A25,${IMEI},A10\\*[0-9A-F]{2}\r\n$`));
  });
});
