import { describe, expect, it } from 'vitest';
import { AT, CELL, codes, gps, IMEI, read, record } from './gt06-frames.ts';

describe('GT06 ignition in the course word', () => {
  it.each([
    [0x0000, null],
    [0x4000, false],
    [0xc000, true],
    [0x8000, null],
  ])('course bits %i', (bits, ignition) => {
    expect(record(0x12, gps(bits), CELL).ignition).toBe(ignition);
  });
});

describe('GT06 alarms', () => {
  it.each([
    ['counts itself', 9],
    ['excludes itself', 8],
    ['says zero', 0],
  ])('are read where the length of the cell %s', (_name, length) => {
    for (const [alarm, code] of [
      [0xfe, 4],
      [0xff, 5],
      [0x01, 50],
      [0x13, 61],
    ] as const) {
      const one = record(0x26, gps(), [length], CELL, [0x46, 5, 4, alarm, 2]);
      expect(codes(one)).toEqual([code]);
      expect(one).toMatchObject({ ignition: true, batteryPercent: 83, understood: true });
    }
  });

  it('include the card after the status, and the fence after the status of 27', () => {
    const card = record(0x16, gps(), [8], CELL, [0x45, 6, 4, 1, 1], [1, 2, 3, 4, 5, 6, 7, 8]);
    expect(card).toMatchObject({ driverTag: '0102030405060708', ignition: false });
    expect(codes(card)).toEqual([50]);
    expect(codes(record(0x27, gps(), [9], CELL, [0x46, 5, 4, 4, 2], [7]))).toEqual([56]);
  });

  it('are marked as partly understood if the status cannot be located', () => {
    const odd = record(0x26, gps(), [3], CELL, [9, 9], [0x46, 5, 4, 1, 2]);
    expect(odd).toMatchObject({ understood: false, events: [], batteryPercent: null });
  });
});

describe('GT06 frames with source, IMEI and status (NT and XT models)', () => {
  const head = Buffer.concat([Buffer.from(`010${IMEI}`, 'hex'), gps().subarray(0, 6)]);
  const status = Buffer.from('0604e329330002014621000025', 'hex');

  it('are decoded by their own layout', () => {
    expect(record(0x22, head, gps(), [0], Buffer.alloc(9), status)).toMatchObject({
      timeMs: AT.timeMs,
      ignition: true,
      externalVoltageV: 12.51,
      batteryVoltageV: 4.1,
      odometerM: 0x014621,
      understood: true,
    });
  });

  it('contain the driver after the status in 25', () => {
    const driver = Buffer.from('03010a0b', 'hex');
    const one = record(0x25, head, gps(), [10], CELL, [1, 2], status, driver);
    expect(one).toMatchObject({ driverTag: '0a0b', externalVoltageV: 12.51, understood: true });
  });

  it('yield a position but no odometer if the rest has an unknown length', () => {
    const one = record(0x25, head, gps(), [10], CELL, [1, 2], status, [9, 9, 9]);
    expect(one).toMatchObject({ odometerM: null, ignition: null, understood: false });
    expect(one.latitudeDeg).toBeCloseTo(51.5, 5);
  });
});

describe('GT06 messages with a position', () => {
  it.each([
    ['11', 0x11, [gps(), Buffer.from('00ea000a123400005678', 'hex')], true],
    ['1e', 0x1e, [gps(), Buffer.alloc(48)], true],
    ['24', 0x24, [gps(), CELL, Buffer.from('0104ed0194', 'hex'), Buffer.alloc(10)], true],
    ['31', 0x31, [gps(), Buffer.alloc(10), Buffer.from('010000000000000050', 'hex')], true],
    ['32', 0x32, [gps(), [10], Buffer.alloc(10), Buffer.from('42060401020050', 'hex')], true],
    ['34', 0x34, [Buffer.alloc(4), gps(), Buffer.alloc(29)], true],
    ['36', 0x36, [gps(), Buffer.alloc(9), Buffer.alloc(21)], true],
    ['37', 0x37, [gps(), CELL, [1, 0, 0], Buffer.from('002e0400002328', 'hex')], true],
    ['38', 0x38, [gps(), [0, 1], Buffer.alloc(12)], true],
    ['61', 0x61, [Buffer.from(`0${IMEI}`, 'hex'), gps(), Buffer.alloc(15)], true],
    ['22 of an unknown length', 0x22, [gps(), CELL, Buffer.alloc(15)], false],
  ] as const)('%s is stored and then acknowledged', (_name, number, parts, understood) => {
    const one = record(number, ...parts);
    expect(one.latitudeDeg).toBeCloseTo(51.5, 5);
    expect(one).toMatchObject({ timeMs: AT.timeMs, understood });
    expect(one.answer).not.toBeNull();
  });

  it('95 contains position and event of a camera', () => {
    const place = gps();
    const marked = Buffer.concat([
      Buffer.from('ffff01', 'hex'),
      place.subarray(0, 15),
      place.subarray(16, 18),
      Buffer.from('0028008a910000', 'hex'),
      Buffer.from('EVENT.mp4'),
    ]);
    const one = record(0x95, marked);
    expect(one).toMatchObject({ speedKmh: 40, externalVoltageV: 13.8, understood: true });
    expect(codes(one)).toEqual([41]);
    expect(one.attributes.eventFiles).toBe('EVENT.mp4');
  });

  it('70 is decoded module by module; an unknown module marks it as partly understood', () => {
    const gpsModule = Buffer.alloc(18);
    gpsModule.writeUInt32BE(AT.timeMs / 1000, 0);
    gps().copy(gpsModule, 7, 7, 18);
    const modules = Buffer.concat([Buffer.from('00330012', 'hex'), gpsModule]);
    expect(record(0x70, modules)).toMatchObject({ timeMs: AT.timeMs, understood: true });
    const more = Buffer.concat([modules, Buffer.from('7777000101', 'hex')]);
    expect(record(0x70, more)).toMatchObject({ timeMs: AT.timeMs, understood: false });
  });

  it.each([0x28, 0x66, 0xf3])('an unknown message %i is marked as not understood', (number) => {
    const message = read(number, Buffer.from('010203040506070809', 'hex'));
    expect(message).toMatchObject({ kind: 'notice', raw: { understood: false } });
  });
});
