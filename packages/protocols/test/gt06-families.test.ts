import { describe, expect, it } from 'vitest';
import { encodeGt06Frame } from '../src/gt06/frame.ts';
import { type DeviceMessage, encodeGt06Heartbeat, gt06Codec } from '../src/index.ts';
import {
  AT,
  CELL,
  codes,
  gps,
  loggedIn,
  readLong,
  record,
  recordOf,
  recordOfModel,
} from './gt06-frames.ts';

const TIME = gps().subarray(0, 6);
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('GT06 alarm states in the information byte', () => {
  /** Power cut (2) in bits 3 to 5. */
  const POWER_CUT = 0x56;
  const heartbeat = (info: number) => encodeGt06Frame(0x13, Buffer.from([info, 5, 4, 0, 2]), 3);

  it('are one event while they last, also across message types', () => {
    const session = loggedIn();
    const events = [POWER_CUT, POWER_CUT, 0x46, POWER_CUT].map((info) => {
      const [message] = session.push(heartbeat(info));
      return message?.kind === 'records' ? message.records[0]?.events : null;
    });
    const cut = [{ code: 58, kind: 'pulse' }];
    expect(events).toEqual([cut, [], [], cut]);
  });

  it('add to the alarm number, without a second event for the same cause', () => {
    expect(codes(record(0x26, gps(), [8], CELL, [POWER_CUT, 5, 4, 2, 2]))).toEqual([58]);
    expect(codes(record(0x26, gps(), [8], CELL, [POWER_CUT, 5, 4, 6, 2]))).toEqual([43, 58]);
  });

  it('never come from the language of a heartbeat', () => {
    const [message] = loggedIn().push(encodeGt06Heartbeat(true, 3));
    expect(message?.kind === 'records' && message.records[0]?.events).toEqual([]);
  });
});

describe('GT06 alarm numbers', () => {
  const alarm = (number: number) => [gps(), [8], CELL, [0x46, 5, 4, number, 2]] as const;

  it('have their name, and count as not understood if they have none', () => {
    expect(record(0x26, ...alarm(0x10))).toMatchObject({
      attributes: { alarm: 0x10, alarmName: 'simChanged' },
      events: [],
      understood: true,
    });
    expect(record(0x26, ...alarm(0x7d))).toMatchObject({ events: [], understood: false });
  });

  it.each([
    ['', 0x19, [60]],
    ['LW4G-4B', 0x19, [40]],
    ['seeworld', 0x29, [45]],
    ['', 0x29, [40]],
    ['VL103', 0x28, []],
  ])('depend on the model %s', (model, number, expected) => {
    expect(codes(recordOfModel(model, 0x26, ...alarm(number)))).toEqual(expected);
  });

  it('have an upper part beside the language in 27', () => {
    expect(codes(record(0x27, gps(), [8], CELL, [0x46, 5, 4, 0x07, 0x12], [1]))).toEqual([62]);
  });

  it('are found without a language, and behind a 4G cell', () => {
    expect(codes(record(0x16, gps(), [8], CELL, [0x46, 5, 4, 1]))).toEqual([50]);
    const lte = hex('00ea 0a 00009191 0000000009061703');
    expect(record(0xa3, gps(), [0x39], lte, [0x46, 5, 4, 4, 1])).toMatchObject({
      understood: true,
      events: [{ code: 56 }],
    });
    const typed = hex('03 00ea 0a 00009191 0000000009061703 0011');
    const modules = hex('0018 02 0192');
    expect(record(0x39, gps(), typed, [0x46, 5, 4, 1, 2], modules)).toMatchObject({
      batteryVoltageV: 4.02,
      events: [{ code: 50 }],
      understood: true,
    });
  });
});

describe('GT06 voltages', () => {
  it('below that of a cell are the battery, above it the supply', () => {
    expect(record(0x23, hex('46 019f 04 0002'))).toMatchObject({
      batteryVoltageV: 4.15,
      externalVoltageV: null,
    });
    expect(record(0x23, hex('46 04ba 04 0002'))).toMatchObject({
      batteryVoltageV: null,
      externalVoltageV: 12.1,
    });
  });

  it('depend on the model in a heartbeat', () => {
    const content = hex('45 06 56 0b 01');
    expect(recordOfModel('SEEWORLD', 0x13, content).externalVoltageV).toBe(11);
    expect(recordOfModel('LW4G', 0x13, hex('45 06 04 007b')).externalVoltageV).toBe(12.3);
    expect(recordOfModel('', 0x13, content).externalVoltageV).toBeNull();
  });

  it('and switches are read from the status A3', () => {
    expect(record(0xa3, hex('46 0001 06 19 0c 01'))).toMatchObject({
      ignition: true,
      batteryPercent: 100,
      externalVoltageV: 12,
      understood: true,
    });
  });
});

describe('GT06 messages with cells and access points', () => {
  const cells = (cell: string) => Buffer.concat(Array.from({ length: 7 }, () => hex(cell)));

  it.each([
    ['18', 0x18, [hex('00ea0a'), cells('1784 005ab6 36'), hex('ff 0002')]],
    ['28', 0x28, [hex('00ea0a'), cells('1784 005ab6 36'), hex('ff')]],
    ['a1', 0xa1, [hex('00ea0a'), cells('00001784 0000000000005ab6 36'), hex('ff 0002')]],
    ['2c', 0x2c, [hex('80ea000a'), cells('1784 005ab6 36'), hex('ff 01 001801eb4039 3e 0000')]],
    ['a2', 0xa2, [hex('00ea0a'), cells('00001784 0000000000005ab6 36'), hex('ff 00')]],
  ] as const)('%s has a time and no place', (_name, number, parts) => {
    const one = record(number, TIME, ...parts);
    expect(one).toMatchObject({ timeMs: AT.timeMs, latitudeDeg: null, understood: true });
    expect(String(one.attributes.cells)).toMatch(
      /^234,10,6020,23222,-54(;234,10,6020,23222,-54){6}$/,
    );
    expect(one.answer).not.toBeNull();
    expect(one.attributes.accessPoints).toBe(number === 0x2c ? '00:18:01:eb:40:39,-62' : undefined);
  });

  it('A9 is an alarm', () => {
    const one = record(0xa9, TIME, hex('00ea0a 00 01 1784005ab636 ff 00 01 02'));
    expect(one).toMatchObject({ events: [{ code: 50 }], understood: true });
  });

  it('frames that count access points instead of bytes are found at each split', () => {
    const odd = hex('787800171710231108290200cc080c4e2fa5640c4e2fa5640d0a');
    const frame = Buffer.concat([odd, encodeGt06Heartbeat(true, 9)]);
    for (let at = 0; at <= frame.length; at += 1) {
      const session = gt06Codec.createSession();
      const messages = [
        ...session.push(frame.subarray(0, at)),
        ...session.push(frame.subarray(at)),
      ];
      expect(messages.map(({ kind }) => kind)).toEqual(['records', 'records']);
    }
  });
});

describe('GT06 messages with values and without a position', () => {
  it.each([
    ['analogue input', '00 00ed', { attributes: { analogInput1V: 2.37 } }],
    ['door', '05 05', { attributes: { door: true, input1: true } }],
    [
      'SIM card',
      '0a 0359857080539083 0706010490040278 8950301217070401538f',
      {
        attributes: { iccid: '8950301217070401538' },
      },
    ],
    ['supply', '0b 04ba', { externalVoltageV: 12.1 }],
    ['card reader', '1b 02084277efef3503', { driverTag: '4277efef' }],
    [
      'climate',
      '1e 000000d5000002ee',
      {
        temperatureC: 21.3,
        attributes: { humidityPercent: 75 },
      },
    ],
  ])('94 has the %s', (_name, content, values) => {
    expect(recordOf(readLong(0x94, hex(content)))).toMatchObject({ ...values, understood: true });
  });

  it('94 of an unknown kind is kept raw and not answered', () => {
    expect(readLong(0x94, hex('77 0102'))).toMatchObject({
      kind: 'notice',
      answer: null,
      raw: { understood: false },
    });
  });

  it('9B has the bytes of the serial port, as text if they are one', () => {
    expect(record(0x9b, hex('03 4437 0d0a')).attributes.serialData).toBe('D7');
    expect(record(0x9b, hex('03 80d600')).attributes.serialData).toBe('80d600');
  });

  it('F1 has items; an item of another length stays raw', () => {
    const items = '0004 01 01 0005 02 04ba';
    expect(record(0xf1, hex(`6718e389 ${items}`))).toMatchObject({
      timeMs: 0x6718e389 * 1000,
      ignition: true,
      externalVoltageV: 12.1,
      understood: true,
    });
    expect(record(0xf1, hex(`6718e389 ${items} 0007 02 0000`)).understood).toBe(false);
  });

  it('8C has engine values; what is out of range stays raw', () => {
    const text = Buffer.from('363=00028ac8,2D3=0fffffff,283=00003039');
    const one = record(0x8c, TIME, [1], text, Buffer.alloc(12));
    expect(one).toMatchObject({ ignition: true, odometerM: 123.45 });
    expect(one.attributes).toMatchObject({ engineSpeedRpm: 1666, pid2d: '0fffffff' });
    expect(one.attributes.coolantTemperatureC).toBeUndefined();
  });

  it('long 33 has time, network and the reason', () => {
    const one = recordOf(readLong(0x33, TIME, hex('00 09 01fe0a060f006a1e3f 00 00 a5 00')));
    expect(one).toMatchObject({
      timeMs: AT.timeMs,
      latitudeDeg: null,
      events: [{ code: 63 }],
      attributes: { cells: '510,10,1551,27166,-63', mobileSignal: 0x3f },
      understood: true,
    });
  });
});

describe('GT06 answers to a request for the position', () => {
  it('are the answer of the command and a record', () => {
    const text = Buffer.from(
      'Current position!Lat:S54.739332,Lon:E25.272370,Course:126.53,Speed:4.5000,DateTime:2017-05-26  10:27:47',
    );
    const messages = loggedIn().push(
      encodeGt06Frame(0x21, Buffer.concat([hex('00000000 01'), text]), 4),
    );
    expect(messages.map(({ kind }) => kind)).toEqual(['command-answer', 'records']);
    const [, second] = messages;
    expect(second?.kind === 'records' && second.records[0]).toMatchObject({
      timeMs: Date.UTC(2017, 4, 26, 10, 27, 47),
      latitudeDeg: -54.739332,
      speedKmh: 4.5,
      headingDeg: 126.53,
    });
  });

  it('2A asks for an address, and is answered with an empty one', () => {
    const one = record(0x2a, gps(), Buffer.from('447700900123'.padEnd(21, '\0')), [0, 2]);
    expect(one.attributes.phoneNumber).toBe('447700900123');
    expect(one.latitudeDeg).toBeCloseTo(51.5, 5);
    expect(Buffer.from(one.answer ?? '').toString('latin1')).toContain('NA&&NA&&0##');
  });
});

describe('GT06 photos', () => {
  const PHOTO = Buffer.from(Array.from({ length: 1500 }, (_, n) => n & 0xff));
  const announcement = (size: number) => {
    const content = Buffer.alloc(26);
    TIME.copy(content);
    content[15] = 2;
    content.writeUInt32BE(size, 18);
    content.writeUInt32BE(77, 22);
    return encodeGt06Frame(0x35, content, 5);
  };
  const part = (offset: number, data: Buffer) => {
    const head = Buffer.alloc(10);
    head.writeUInt32BE(77, 0);
    head.writeUInt32BE(offset, 4);
    head.writeUInt16BE(data.length, 8);
    return encodeGt06Frame(0x36, Buffer.concat([head, data]), 6, true);
  };
  /** Photo, offset and length of a request for a part. */
  const requested = (message: DeviceMessage | undefined) => {
    if (message?.kind !== 'notice') throw new Error(message?.kind);
    const frame = Buffer.from(message.answer ?? []);
    return [frame[3], frame.readUInt32BE(4), frame.readUInt32BE(8), frame.readUInt16BE(12)];
  };

  it('are asked for part by part, and handed over whole', () => {
    const session = loggedIn();
    expect(requested(session.push(announcement(1500))[0])).toEqual([0x36, 77, 0, 1024]);
    const first = part(0, PHOTO.subarray(0, 1024));
    expect(requested(session.push(first)[0])).toEqual([0x36, 77, 1024, 476]);
    expect(session.bufferedBytes).toBe(1024);
    expect(requested(session.push(first)[0])).toEqual([0x36, 77, 1024, 476]);
    const [message] = session.push(part(1024, PHOTO.subarray(1024)));
    expect(message).toMatchObject({
      kind: 'camera',
      cameraMessage: { kind: 'media', mediaId: 77, channel: 2, data: PHOTO },
      place: { timeMs: AT.timeMs },
    });
    expect(session.bufferedBytes).toBe(0);
  });

  it('that are too large, or were not announced, are kept raw', () => {
    const session = loggedIn();
    for (const frame of [announcement(2 ** 31), part(0, PHOTO.subarray(0, 10))]) {
      expect(session.push(frame)[0]).toMatchObject({ kind: 'notice', raw: { understood: false } });
    }
  });
});
