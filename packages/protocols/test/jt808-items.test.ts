import { describe, expect, it } from 'vitest';
import { jt808Codec } from '../src/index.ts';
import { AT, codes, flagged, hex, message, PLACE, record, recordOf } from './jt808-frames.ts';

describe("JT/T 808 manufacturers' items for power, battery and sensors", () => {
  it.each([
    ['e1020072', { externalVoltageV: 11.4 }],
    ['e1012d', { batteryPercent: 45 }],
    ['d40164', { batteryPercent: 100 }],
    ['d50201a2', { batteryVoltageV: 4.18 }],
    ['6902018b', { batteryVoltageV: 3.95 }],
    ['e4020056', { batteryPercent: 86 }],
    ['e3060064019a0000', { batteryPercent: 100, batteryVoltageV: 4.1 }],
    ['f1040000308c', { externalVoltageV: 12.428 }],
    ['f70600000e870246', { batteryPercent: 70, batteryVoltageV: 3.719 }],
    ['fe0145', { batteryPercent: 69 }],
    ['56020900', { batteryPercent: 90 }],
    ['51020123', { temperatureC: 29.1 }],
    ['51028017', { temperatureC: -2.3 }],
    ['eb060004002d0fa5', { batteryVoltageV: 4.005 }],
    ['eb060004002d0fa5e1012d', { batteryVoltageV: 4.005, batteryPercent: 45 }],
    ['d401ff', { batteryPercent: null }],
    ['e10400735443', { batteryPercent: null, externalVoltageV: null }],
  ])('%s', (items, values) => {
    expect(record(items)).toMatchObject(values);
  });

  it('0210 contains several locations, or a battery report', () => {
    const one = Buffer.concat([Buffer.from([28]), PLACE]);
    const batch = message(0x0210, Buffer.concat([one, one]));
    expect(batch.kind === 'records' && batch.records).toHaveLength(2);
    const battery = message(0x0210, Buffer.from('52260304182030', 'hex'));
    expect(battery.kind === 'records' && battery.records[0]).toMatchObject({
      batteryPercent: 82,
      timeMs: AT.timeMs,
    });
  });

  it('0701 and 1300 are text replies to a command', () => {
    expect(message(0x0701, Buffer.from('00000002' + '4f4b', 'hex'))).toMatchObject({
      kind: 'command-answer',
      text: 'OK',
    });
    expect(message(0x1300, Buffer.from('0001' + '004f004b', 'hex'))).toMatchObject({
      kind: 'command-answer',
      text: 'OK',
    });
  });

  it('that have no known meaning, length or range stay raw and are counted', () => {
    const one = record('d401ff', 'f90100', '8401ff', 'c30102', 'e2040001ffff');
    expect(one.attributes).toMatchObject({
      charging: true,
      itemf9: '00',
      itemc3: '02',
      iteme2: '0001ffff',
      coolantTemperatureC: 215,
      unknownItems: 3,
    });
  });

  it('a message without a known meaning keeps its frame and is marked as not understood', () => {
    expect(message(0x0900, Buffer.from('f00102', 'hex'))).toMatchObject({
      kind: 'notice',
      raw: { kind: '0900', understood: false },
    });
  });
});

/** An AI alarm: id, state, type, level, and zeros. */
const alarm = (bytes: number, type: string, state = '01') =>
  `00000001 ${state} ${type} 02`.replaceAll(' ', '').padEnd(bytes * 2, '0');

describe('JT/T 808 alarms', () => {
  it('in the flags that 2013 reserves are those of manufacturers, in 2019 of the standard', () => {
    expect(codes(flagged(0x0002_0000))).toEqual([61]);
    expect(codes(flagged(0x0003_0000, {}, true))).toEqual([68, 97]);
    expect(flagged(0x0000_0003).attributes.alarmNames).toBe('emergency,overSpeed');
  });

  it('of locks and AOVX devices have their own flags', () => {
    expect(codes(flagged(0x13, { model: () => 'G-360P' }))).toEqual([61]);
    expect(codes(flagged(0x1_0000, { model: () => 'GL100' }))).toEqual([48]);
    expect(codes(flagged(0x2000_0001))).toEqual([45, 50]);
    expect(codes(flagged(0x2000_0001, { model: () => 'vl300' }))).toEqual([50]);
  });

  it('are area entered and left only with the flag', () => {
    const place = (flags: number, direction: string) => {
      const body = Buffer.concat([PLACE, hex(`1206 01 0000002a ${direction}`)]);
      body.writeUInt32BE(flags, 0);
      return codes(recordOf(message(0x0200, body)));
    };
    expect(place(1 << 20, '00')).toEqual([56]);
    expect(place(1 << 20, '01')).toEqual([57]);
    expect(place(0, '01')).toEqual([]);
  });

  it.each([
    ['64', 47, '01', [75]],
    ['65', 47, '01', [85]],
    ['65', 71, '77', [99]],
    ['67', 41, '02', [96]],
    ['70', 47, '02', [41]],
  ])('in item %s of %i bytes, type %s', (id, bytes, type, expected) => {
    const item = `${id}${bytes.toString(16).padStart(2, '0')}${alarm(bytes, type)}`;
    expect(codes(record(item))).toEqual(expected);
  });

  it('are not in an item of another manufacturer with the same id', () => {
    const one = record('67083133323134333232');
    expect(one.events).toEqual([]);
    expect(one.attributes).toMatchObject({ item67: '3133323134333232', unknownItems: 1 });
  });

  it('of tyres have pressure and temperature', () => {
    const head = `00000001 01 ${'00'.repeat(19)} ${'00'.repeat(16)}`;
    const entry = '01 0004 00dc 0019 0050';
    const value = hex(`${head} 01 ${entry}`);
    const one = record(`66${value.length.toString(16)}${value.toString('hex')}`);
    expect(codes(one)).toEqual([68]);
    expect(one.attributes).toMatchObject({ tyre1PressureKpa: 220, tyre1TemperatureC: 25 });
  });

  it.each([
    ['14 04 00000003', [100, 101]],
    ['18 03 0002 00', [86]],
    ['57 08 0200 0000 00000000', [41]],
    ['d0 04 00000008', [49]],
    ['e7 08 0002 000000000000', [50]],
    ['e8 14 0406 10 31313131313131260101120000 00000000', [49]],
    ['eb 08 0006 0089 fffffffe', [58]],
    ['fe 07 7c 01 04 00000002', [41]],
  ])('in the items of manufacturers: %s', (items, expected) => {
    expect(codes(record(items))).toEqual(expected);
  });
});

describe('JT/T 808 values of items', () => {
  it.each([
    ['0202 00c8', { fuelLevelL: 20 }],
    ['0202 8032', { fuelLevelPercent: 50 }],
    ['2504 00000110', { vehicleSignals: 'brake,horn' }],
    ['8102 0471 8401 7b', { engineSpeedRpm: 1137, coolantTemperatureC: 83 }],
    ['a00b 50353338662c55303239 66', { faultCodes: 'P538f U029f' }],
    ['eb09 5554432d30343a3030', { timeZone: 'UTC-04:00' }],
    ['f407 0018e7fb40393e', { accessPoints: '00:18:e7:fb:40:39,62' }],
    ['d50e 01 0002604323 2795980277 53 0030', { lock1BatteryPercent: 83, lock1Locked: false }],
    ['f305 0003 02 0471', { engineSpeedRpm: 1137 }],
    ['7708 01 000001 0050 4b 00', { tyre1PressureKpa: 200, tyre1TemperatureC: 25 }],
  ])('%s', (items, attributes) => {
    expect(record(items).attributes).toMatchObject(attributes);
    expect(record(items).attributes.unknownItems).toBeUndefined();
  });

  it('of AOVX devices are recognised by their firmware', () => {
    const items = ['f205 414f56585f', 'f604 0002 012d'];
    expect(record(...items).temperatureC).toBe(30.1);
    expect(record(items[1] as string).temperatureC).toBeNull();
    const short = record(items[0] as string, 'f608 008fffffffd00090');
    expect(short.temperatureC).toBeNull();
    expect(short.attributes).toMatchObject({ itemf6: '008fffffffd00090', unknownItems: 1 });
    expect(record('f9 02 0007').attributes).toMatchObject({ itemf9: '0007' });
  });

  it('of an engine block are left out one by one, and its bytes stay', () => {
    const block = (rpm: string) => `9116 007d ${rpm} 28 80 40 7b 0000 0320 0000 00000000 0000 04d2`;
    const values = {
      obdSpeedKmh: 40,
      coolantTemperatureC: 83,
      fuelRateL100Km: 8,
      fuelUsedL: 12.34,
    };
    const one = record(block('0471'));
    expect(one).toMatchObject({ externalVoltageV: 12.5, attributes: values });
    expect(one.attributes).toMatchObject({ engineSpeedRpm: 1137, throttlePercent: 50.2 });
    const other = record(block('ffff')).attributes;
    expect(other).toMatchObject({ ...values, unknownItems: 1 });
    expect(other.engineSpeedRpm).toBeUndefined();
  });

  it('of Jimi cameras need the length of their extension', () => {
    const values = { batteryVoltageV: 4.15, externalVoltageV: 4, batteryPercent: 83 };
    expect(record('e80a 2003 07 0105019f030190')).toMatchObject(values);
    expect(record('e80a 2003 09 0105019f030190').attributes.unknownItems).toBe(1);
  });

  it('without items, at the end of the location, have fixed places', () => {
    const tail = '00000000 00000078 0079 00000000 18 000000';
    expect(record(tail)).toMatchObject({ odometerM: 120_000, batteryVoltageV: 12.1 });
  });
});

describe('JT/T 808 reports without a location', () => {
  it('0702 is a driver who signs in and out', () => {
    const time = '260304182030';
    const card = Buffer.from('0029b885'.padEnd(20, '\0'));
    const body = Buffer.concat([hex(`01 ${time} 00 04 d5c5c8fd`), card, hex('00 20301231')]);
    expect(recordOf(message(0x0702, body))).toMatchObject({
      timeMs: AT.timeMs,
      driverTag: '0029b885',
      events: [{ code: 71 }],
      attributes: { driverName: '\u5f20\u4e09' },
    });
    expect(codes(recordOf(message(0x0702, hex(`02 ${time}`))))).toEqual([72]);
  });

  it('0705 has values of J1939; frames without a known group are kept and counted', () => {
    const frame = (id: string, data: string) => `${id} ${data}`;
    const known = [
      frame('4cf00400', 'f07d8fc01200f38f'),
      frame('58fec100', '40420f00ffffffff'),
      frame('58feee00', 'ffffffffffffffff'),
    ].join(' ');
    const one = recordOf(message(0x0705, hex(`0003 1711124100 ${known}`)));
    expect(one).toMatchObject({
      odometerM: 5_000_000,
      attributes: { engineSpeedRpm: 600 },
      understood: true,
    });
    expect(one.attributes.coolantTemperatureC).toBeUndefined();
    const other = frame('01020304', '0102030405060708');
    expect(recordOf(message(0x0705, hex(`0001 1711124100 ${other}`)))).toMatchObject({
      attributes: { canFrames: '1020304=0102030405060708' },
      understood: false,
    });
  });

  it('0900 has cards, engine values and alarms', () => {
    const text = Buffer.from('GTSL|6|1|0|10218094|1|\r\n');
    const card = message(0x0900, Buffer.concat([hex('40 0018'), text]));
    expect(recordOf(card)).toMatchObject({ driverTag: '10218094', understood: true });
    const obd = Buffer.concat([hex('41'), Buffer.from('$OBD-RT,12.3,800,20,,,85,,,,,,,\r\n')]);
    expect(recordOf(message(0x0900, obd))).toMatchObject({
      externalVoltageV: 12.3,
      attributes: { engineSpeedRpm: 800, coolantTemperatureC: 85 },
    });
    const place = '00000003 03100000 00020000 260304182030';
    const alarms = hex(`f0 260304182030 01 02 03 01 1b00 ${place}`);
    expect(recordOf(message(0x0900, alarms))).toMatchObject({
      timeMs: AT.timeMs,
      ignition: true,
      latitudeDeg: null,
      events: [{ code: 41 }],
    });
  });

  it('0002 with a body has the battery; 0109 is answered with the time', () => {
    expect(recordOf(message(0x0002, hex('571a02')))).toMatchObject({ batteryPercent: 87 });
    const answer = message(0x0109, hex(''), { nowMs: () => AT.timeMs });
    expect(answer.kind === 'notice' && Buffer.from(answer.answer ?? []).toString('hex')).toContain(
      '07ea03040a141e00',
    );
  });

  it('5501 has the position of a lock, and is answered if it asks for that', () => {
    const body =
      '070323103020 29538631 031015370 5 00 00 1a 0c 00000026 57 00440001 2337 03 0800 0000';
    const plain = hex(`5501 8023 857111000339 9a ${body}`);
    const sum = plain.reduce((xor, byte) => xor ^ byte, 0);
    const frame = Buffer.concat([hex('7e'), plain, Buffer.from([sum, 0x7e])]);
    const last = jt808Codec.createSession().push(frame).at(-1);
    if (last?.kind !== 'records') throw new Error(last?.kind);
    expect(last.records[0]).toMatchObject({
      timeMs: Date.UTC(2023, 2, 7, 10, 30, 20),
      fixValid: true,
      odometerM: 38_000,
      batteryPercent: 87,
    });
    expect(last.records[0]?.latitudeDeg).toBeCloseTo(-29.897718, 6);
    expect(Buffer.from(last.stored ?? []).toString('hex')).toMatch(/^7e44010003857111000339015501/);
  });
});
