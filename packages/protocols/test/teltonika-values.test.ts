import { describe, expect, it } from 'vitest';
import { type Element, recordOf } from './teltonika-frames.ts';

type Width = 1 | 2 | 4 | 8;
const one = (id: number, width: Width, value: number | bigint): Element => ({ id, width, value });
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('Teltonika values', () => {
  it('fill the fields of the record', () => {
    const io = [
      one(239, 1, 1),
      one(16, 4, 5000),
      one(66, 2, 12_400),
      one(67, 2, 4100),
      one(113, 1, 87),
    ];
    expect(recordOf(io)).toMatchObject({
      ignition: true,
      odometerM: 5000,
      externalVoltageV: 12.4,
      batteryVoltageV: 4.1,
      batteryPercent: 87,
      attributes: {},
    });
    const odd = recordOf([one(239, 1, 2), one(113, 1, 200)]);
    expect(odd).toMatchObject({ ignition: null, batteryPercent: null });
    expect(odd.attributes).toEqual({ io239: 2, io113: 200 });
  });

  it('of two sources keep the second raw', () => {
    const { attributes } = recordOf([one(36, 2, 800), one(85, 2, 801)]);
    expect(attributes).toEqual({ engineSpeedRpm: 800, io85: 801 });
  });

  it.each([
    ['a wired sensor that is not ready', one(72, 4, 850), { io72: 850 }],
    ['a wired sensor that is not connected', one(72, 4, 3000), { io72: 3000 }],
    ['a Bluetooth sensor that is not found', one(25, 2, 3000), { io25: 3000 }],
    ['a Bluetooth sensor that is not found, newer firmware', one(25, 2, 32_767), { io25: 32_767 }],
    ['a fuel sensor with an error', one(201, 2, -4), { io201: 65_532 }],
  ])('of %s are no measurement', (_name, element, attributes) => {
    expect(recordOf([element])).toMatchObject({ temperatureC: null, attributes });
  });

  it('are the temperature of the record from the first working sensor', () => {
    const io = [one(72, 4, 850), one(73, 4, -185), one(25, 2, 2150)];
    expect(recordOf(io).temperatureC).toBe(-18.5);
    expect(recordOf([one(10_800, 2, 431)]).temperatureC).toBe(4.31);
  });

  it('join texts that come in parts', () => {
    const part = (text: string) => BigInt(`0x${Buffer.from(text).toString('hex')}`);
    const card = [one(195, 8, part('DB123456')), one(196, 8, part('78901234'))];
    expect(recordOf(card, { model: 'FMC640' })).toMatchObject({
      driverTag: 'DB12345678901234',
      attributes: { driver1CardNumber: 'DB12345678901234' },
    });
    const vin = [one(233, 8, part('WV1ZZZ2E')), one(234, 8, part('Z8601538')), one(235, 1, 0x38)];
    expect(recordOf(vin, { model: 'FMC640' }).attributes).toEqual({ vin: 'WV1ZZZ2EZ86015388' });
    const sim = [one(11, 8, 8_938_001_150n), one(14, 8, 701_598_869n)];
    expect(recordOf(sim).attributes).toEqual({ iccid: '8938001150701598869' });
    const other = [one(11, 8, 8_938_001_150n), one(14, 8, 701_598_868n)];
    expect(Object.keys(recordOf(other).attributes)).toEqual(['iccidPart1', 'iccidPart2']);
  });

  it('identify the driver by key, then card; zero is none', () => {
    expect(recordOf([one(78, 8, 0x0100_0000_00ab_cdefn)]).driverTag).toBe('EFCDAB0000000001');
    expect(recordOf([one(78, 8, 0), one(207, 8, 0xabn)]).driverTag).toBe('00000000000000AB');
    expect(recordOf([one(78, 8, 0)]).driverTag).toBeNull();
  });

  it('of a length of their own are text or bytes', () => {
    const vin: Element = { id: 256, bytes: Buffer.from('WV1ZZZ2EZ86015388') };
    expect(recordOf([vin]).attributes).toEqual({ vin: 'WV1ZZZ2EZ86015388' });
    expect(recordOf([{ id: 256, bytes: hex('0001') }]).attributes).toEqual({ io256: '0001' });
    expect(recordOf([one(256, 1, 0)]).attributes).toEqual({ io256: 0 });
  });

  it('of private mode mark the record', () => {
    expect(recordOf([one(391, 1, 1)]).isPrivate).toBe(true);
    expect(recordOf([one(391, 1, 0)]).isPrivate).toBeUndefined();
  });
});

describe('Bluetooth sensors of Teltonika devices', () => {
  const tag = '06 02 ff38 07 01 37 08 01 01 0e 02 0bd6 0f 06 7cd9f4110c40';
  const list = hex(`01 ${hex(tag).length.toString(16).padStart(2, '0')} ${tag}`);

  it('are read from a list', () => {
    expect(recordOf([{ id: 11_317, bytes: list }]).attributes).toEqual({
      bleTagCount: 1,
      tag1TemperatureC: -2,
      tag1HumidityPercent: 55,
      tag1Magnet: true,
      tag1BatteryV: 3.03,
      tag1Mac: '7cd9f4110c40',
    });
  });

  it('that cannot be read whole stay raw too', () => {
    const unknown = hex('01 06 07 01 37 40 01 05');
    expect(recordOf([{ id: 11_317, bytes: unknown }]).attributes).toEqual({
      tag1HumidityPercent: 55,
      io11317: unknown.toString('hex'),
    });
    for (let end = 2; end < list.length; end += 1) {
      const cut = list.subarray(0, end);
      const { attributes } = recordOf([{ id: 11_317, bytes: cut }]);
      expect(attributes.io11317).toBe(cut.toString('hex'));
    }
  });

  it('are named once if two lists come', () => {
    const { attributes } = recordOf([
      { id: 10_828, bytes: list },
      { id: 11_317, bytes: hex('01 03 07 01 40') },
    ]);
    expect(attributes).toMatchObject({
      bleTagCount: 1,
      tag1HumidityPercent: 55,
      io11317: '0103070140',
    });
  });

  it('are beacons with identity and signal', () => {
    const uuid = '00112233445566778899aabbccddeeff';
    const bytes = hex(`11 21 ${uuid} 0001 0002 c4 01 ${'ab'.repeat(16)} b0`);
    expect(recordOf([{ id: 385, bytes }]).attributes).toEqual({
      beacons: `${uuid}00010002,-60;${'ab'.repeat(16)},-80`,
    });
    const unknownFlags = Buffer.from(bytes);
    unknownFlags[1] = 0x31;
    for (const wrong of [bytes.subarray(0, 30), unknownFlags]) {
      const { attributes } = recordOf([{ id: 385, bytes: wrong }]);
      expect(attributes).toEqual({ io385: wrong.toString('hex') });
    }
  });
});

describe('Events of Teltonika devices', () => {
  it.each<[string, number, number, number | undefined, string | null]>([
    ['alarm button', 236, 1, 50, null],
    ['over speed', 255, 97, 43, null],
    ['harsh acceleration', 253, 1, 40, null],
    ['harsh braking', 253, 2, 41, null],
    ['harsh cornering', 253, 3, 42, null],
    ['crash', 247, 1, 45, null],
    ['crash of an uncalibrated device', 247, 6, 45, null],
    ['trace of a crash', 247, 3, undefined, null],
    ['zone entered', 175, 1, 56, null],
    ['zone left', 62, 0, 57, null],
    ['zone end of over speed', 62, 2, undefined, null],
    ['zone 21 of a professional device', 327, 1, 56, 'FMB640'],
    ['drowsiness', 11_700, 1, 85, 'FMC650'],
    ['phone', 11_703, 1, 86, 'FMC650'],
    ['lane departure', 298, 1, 76, 'FMC650'],
    ['forward collision warning', 302, 1, 75, 'FMC650'],
    ['fall of a motorcycle', 1412, 1, 46, 'FMB120'],
  ])('%s is a pulse in the record that names it', (_name, id, value, code, model) => {
    const io = [one(id, 1, value)];
    const expected = code === undefined ? [] : [{ code, kind: 'pulse' }];
    expect(recordOf(io, { model, head: { eventIoId: id } }).events).toEqual(expected);
    expect(recordOf(io, { model }).events).toEqual([]);
  });

  it.each<[string, number, number, string | null]>([
    ['towing', 246, 48, null],
    ['jamming', 249, 62, null],
    ['GNSS jamming', 318, 62, null],
    ['idling', 251, 47, null],
    ['idling of a professional device', 243, 47, 'FMB640'],
    ['unplugged', 252, 58, null],
    ['tampering of an asset device', 520, 61, 'TAT240'],
  ])('%s is a state', (_name, id, code, model) => {
    for (const value of [0, 1]) {
      expect(recordOf([one(id, 1, value)], { model }).events).toEqual([
        { code, kind: 'state', active: value === 1 },
      ]);
    }
  });
});
