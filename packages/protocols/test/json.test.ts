import { EMPTY_MAPPING, type JsonMapping, jsonPaths, MAPPING_PRESETS } from '@roadworthy/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapJsonMessage } from '../src/json/index.ts';

const TIME_MS = Date.UTC(2026, 5, 2, 10, 0, 0);

type Changes = Partial<Omit<JsonMapping, 'fields'>> & {
  readonly fields?: Partial<JsonMapping['fields']>;
};
const mapping = ({ fields, ...rest }: Changes = {}): JsonMapping => ({
  ...EMPTY_MAPPING,
  ...rest,
  fields: { ...EMPTY_MAPPING.fields, device: '/id', time: '/at', ...fields },
});
const recordsOf = (body: unknown, by: JsonMapping, topic = '') => {
  const message = mapJsonMessage(body, by, topic);
  if (message.kind !== 'records') throw new Error(message.problem);
  return message.records;
};
function stored(body: unknown, by: JsonMapping, topic = '') {
  const [one] = recordsOf(body, by, topic);
  if (one?.kind !== 'record') throw new Error(JSON.stringify(one));
  return one;
}
const problemsOf = (body: unknown, by: JsonMapping) => {
  const [one] = recordsOf(body, by);
  return one === undefined || one.kind === 'ignored' ? [] : one.problems;
};
const at = { id: 'a', at: TIME_MS / 1000 };

describe('where the records are', () => {
  it('the whole body, an array, and either at a path', () => {
    const one = { ...at };
    const bodies: [unknown, string][] = [
      [one, ''],
      [[one], ''],
      [{ data: { rows: [one] } }, '/data/rows'],
      [{ 'a/b': { '~c': one } }, '/a~1b/~0c'],
      [{ batches: [{}, [one]] }, '/batches/1'],
    ];
    for (const [body, records] of bodies) {
      expect(recordsOf(body, mapping({ records }))).toMatchObject([
        { kind: 'record', deviceId: 'a', record: { timeMs: TIME_MS }, source: one },
      ]);
    }
  });

  it('a message without them, or with too many, is not read', () => {
    for (const [body, records] of [
      [{}, '/data'],
      [{ data: 7 }, '/data'],
      ['text', ''],
      [null, ''],
      [{}, '/__proto__'],
    ] as const) {
      expect(mapJsonMessage(body, mapping({ records }))).toEqual({
        kind: 'bad',
        problem: 'no_records',
      });
    }
    const many = Array.from({ length: 2001 }, () => at);
    expect(mapJsonMessage(many, mapping())).toEqual({ kind: 'bad', problem: 'too_many_records' });
    expect(recordsOf([], mapping())).toEqual([]);
  });

  it('each record is read by itself; one that is no object is refused', () => {
    expect(recordsOf([at, 7, { id: 'b' }], mapping())).toMatchObject([
      { kind: 'record' },
      { kind: 'refused', problems: [{ field: 'record', problem: 'wrong_type', value: '7' }] },
      { kind: 'refused', problems: [{ field: 'time', problem: 'missing', value: null }] },
    ]);
  });

  it('only records of a type are read', () => {
    const by = mapping({ only_path: '/type', only_value: 'gps' });
    expect(recordsOf([{ ...at, type: 'gps' }, { ...at, type: 'ping' }, at], by)).toMatchObject([
      { kind: 'record' },
      { kind: 'ignored' },
      { kind: 'ignored' },
    ]);
  });
});

describe('device and time', () => {
  it.each([
    ['35 2', '35 2'],
    [352093081234567, '352093081234567'],
    [' x ', 'x'],
  ])('the device %j is %s', (id, expected) => {
    expect(stored({ ...at, id }, mapping()).deviceId).toBe(expected);
  });

  it.each([
    [undefined, 'missing'],
    [null, 'missing'],
    ['', 'out_of_range'],
    ['x'.repeat(65), 'out_of_range'],
    ['a\nb', 'out_of_range'],
    [1.5, 'wrong_type'],
    [true, 'wrong_type'],
    [{}, 'wrong_type'],
  ])('the device %j is refused', (id, problem) => {
    expect(problemsOf({ ...at, id }, mapping())).toMatchObject([{ field: 'device', problem }]);
  });

  it('a level of the topic is the device', () => {
    const by = mapping({ topic_level: 3, fields: { device: '' } });
    expect(stored({ at: 1 }, by, 'owntracks/ann/phone').deviceId).toBe('phone');
    expect(recordsOf({ at: 1 }, by, 'owntracks/ann')).toMatchObject([
      { kind: 'refused', problems: [{ field: 'device', problem: 'out_of_range' }] },
    ]);
  });

  it.each([
    ['unix_s', TIME_MS / 1000, TIME_MS],
    ['unix_s', TIME_MS / 1000 + 0.25, TIME_MS + 250],
    ['unix_s', String(TIME_MS / 1000), TIME_MS],
    ['unix_ms', TIME_MS, TIME_MS],
    ['iso', '2026-06-02T10:00:00Z', TIME_MS],
    ['iso', '2026-06-02T10:00:00.123456Z', TIME_MS + 123],
    ['iso', '2026-06-02 10:00:00', TIME_MS],
    ['iso', '2026-06-02T12:00:00+02:00', TIME_MS],
    ['iso', '2026-06-02T12:00+0200', TIME_MS],
    ['iso', '2026-06-02T05:00:00-05', TIME_MS],
  ] as const)('as %s, %j is read', (format, value, expected) => {
    const by = mapping({ time_format: format });
    expect(stored({ ...at, at: value }, by).record.timeMs).toBe(expected);
  });

  it.each([
    ['unix_s', TIME_MS, 'out_of_range'],
    ['unix_s', -1, 'out_of_range'],
    ['unix_s', '2026-06-02T10:00:00Z', 'wrong_type'],
    ['unix_ms', {}, 'wrong_type'],
    ['iso', TIME_MS, 'wrong_type'],
    ['iso', '2 June 2026', 'wrong_type'],
    ['iso', '2026-13-02T10:00:00Z', 'out_of_range'],
    ['iso', null, 'missing'],
  ] as const)('as %s, %j refuses the record', (format, value, problem) => {
    const by = mapping({ time_format: format });
    expect(problemsOf({ ...at, at: value }, by)).toMatchObject([{ field: 'time', problem }]);
  });

  it('without a time in the mapping, the time of arrival is left to the gateway', () => {
    expect(stored({ id: 'a' }, mapping({ fields: { time: '' } })).record.timeMs).toBeNull();
  });
});

describe('values', () => {
  const place = mapping({ fields: { latitude: '/lat', longitude: '/lon', valid: '/fix' } });

  it('a place, which may be marked as not valid', () => {
    expect(stored({ ...at, lat: 52.5, lon: '-1.25' }, place).record).toMatchObject({
      ...{ latitudeDeg: 52.5, longitudeDeg: -1.25, fixValid: true },
    });
    expect(stored({ ...at, lat: 52.5, lon: -1.25, fix: false }, place).record.fixValid).toBe(false);
  });

  it.each([
    [{ lat: 0, lon: 0 }, []],
    [{ lat: 52 }, []],
    [{ lat: null, lon: null }, []],
    [{ lat: 90.1, lon: 1 }, ['out_of_range']],
    [{ lat: 52, lon: 181 }, ['out_of_range']],
    [{ lat: 'north', lon: 1 }, ['wrong_type']],
    [{ lat: [52], lon: 1 }, ['wrong_type']],
  ])('%j is no place', (values, problems) => {
    const one = stored({ ...at, ...values }, place);
    const { latitudeDeg, longitudeDeg, fixValid, attributes } = one.record;
    expect([latitudeDeg, longitudeDeg, fixValid]).toEqual([null, null, false]);
    expect(one.problems.map(({ problem }) => problem)).toEqual(problems);
    expect('unreadable' in attributes).toBe(problems.length > 0);
  });

  it.each([
    ['km/h', 72, 72],
    ['m/s', 20, 72],
    ['mph', 50, 80.4672],
    ['kn', '10', 18.52],
  ] as const)('a speed in %s', (unit, speed, expected) => {
    const by = mapping({ speed_unit: unit, fields: { speed: '/v' } });
    expect(stored({ ...at, v: speed }, by).record.speedKmh).toBeCloseTo(expected, 9);
  });

  it.each([
    ['m', 1500, 1500],
    ['km', 1.5, 1500],
    ['mi', 2, 3218.688],
  ] as const)('an odometer in %s', (unit, value, expected) => {
    const by = mapping({ odometer_unit: unit, fields: { odometer: '/o' } });
    expect(stored({ ...at, o: value }, by).record.odometerM).toBeCloseTo(expected, 9);
  });

  it('the other fields, with their ranges', () => {
    const by = mapping({
      fields: { course: '/c', altitude: '/h', satellites: '/s', ignition: '/i', speed: '/v' },
    });
    expect(stored({ ...at, c: 360, h: -12.5, s: 9, i: 'ON', v: 0 }, by).record).toMatchObject({
      ...{ headingDeg: 0, altitudeM: -12.5, satellites: 9, ignition: true, speedKmh: 0 },
    });
    for (const [values, field, problem] of [
      [{ c: 361 }, 'course', 'out_of_range'],
      [{ c: -1 }, 'course', 'out_of_range'],
      [{ h: 40_000 }, 'altitude', 'out_of_range'],
      [{ s: 2.5 }, 'satellites', 'wrong_type'],
      [{ i: 2 }, 'ignition', 'wrong_type'],
      [{ i: {} }, 'ignition', 'wrong_type'],
      [{ v: -1 }, 'speed', 'out_of_range'],
      [{ v: 1201 }, 'speed', 'out_of_range'],
      [{ v: '12 km/h' }, 'speed', 'wrong_type'],
      [{ v: true }, 'speed', 'wrong_type'],
    ] as const) {
      const one = stored({ ...at, ...values }, by);
      expect(one.problems).toMatchObject([{ field, problem }]);
      expect(one.record).toMatchObject({ speedKmh: null, headingDeg: null, ignition: null });
      expect(one.record.attributes.unreadable).toContain(`${field}=`);
    }
  });
});

describe('attributes of the dictionary', () => {
  const by = (name: string, scale = 1, offset = 0) =>
    mapping({ attributes: [{ name, path: '/x', scale, offset }] });
  const read = (x: unknown, name: string, scale?: number, offset?: number) =>
    stored({ ...at, x }, by(name, scale, offset));

  it('with scale and offset, in their range', () => {
    expect(read(204, 'fuelLevelPercent', 0.4).record.attributes).toEqual({
      fuelLevelPercent: expect.closeTo(81.6, 9),
    });
    expect(read(125, 'coolantTemperatureC', 1, -40).record.attributes.coolantTemperatureC).toBe(85);
    const wrong = read(255, 'fuelLevelPercent', 0.4);
    expect(wrong.problems).toEqual([
      { field: 'fuelLevelPercent', problem: 'out_of_range', value: '255' },
    ]);
    expect(wrong.record.attributes).toEqual({ unreadable: 'fuelLevelPercent=255' });
  });

  it('those with a column are stored there', () => {
    expect(read(24_100, 'externalVoltageV', 0.001).record).toMatchObject({
      externalVoltageV: expect.closeTo(24.1, 9),
      attributes: {},
    });
    expect(read(1234, 'driverTag').record.driverTag).toBe('1234');
    expect(read(7, 'satellites').record.satellites).toBe(7);
    expect(read(-18.5, 'temperature1C').record).toMatchObject({
      temperatureC: -18.5,
      attributes: { temperature1C: -18.5 },
    });
  });

  it('flags, texts and trouble codes', () => {
    expect(read('off', 'powerTakeOff').record.attributes).toEqual({ powerTakeOff: false });
    expect(read(['p0301', 'P0420'], 'troubleCodes').record.attributes).toEqual({
      troubleCodes: 'P0301 P0420',
    });
    expect(read({}, 'driverTag').problems).toMatchObject([{ problem: 'wrong_type' }]);
    expect(read('none', 'troubleCodes').problems).toMatchObject([{ problem: 'wrong_type' }]);
    expect(read(1, 'noSuchName').problems).toMatchObject([{ problem: 'wrong_type' }]);
  });
});

describe('presets', () => {
  it('flespi: flat messages with dotted names, some with few parameters', () => {
    const messages = [
      {
        'can.engine.rpm': 1203,
        'can.fuel.level': 64,
        'can.vehicle.mileage': 301_245.6,
        'channel.id': 1_190_401,
        'device.id': 5_539_228,
        'device.name': 'Van 7',
        'engine.ignition.status': true,
        'external.powersource.voltage': 13.9,
        'gsm.signal.level': 80,
        ident: '352093081234567',
        'position.altitude': 122,
        'position.direction': 271.4,
        'position.latitude': 52.486243,
        'position.longitude': -1.890401,
        'position.satellites': 11,
        'position.speed': 46,
        'position.valid': true,
        'protocol.id': 14,
        'server.timestamp': 1_780_394_401.2,
        timestamp: 1_780_394_400,
        'vehicle.mileage': 1204.5,
      },
      {
        'battery.level': 70,
        'battery.voltage': 4.09,
        ident: '015136001986400',
        'message.type': 'H0',
        timestamp: 1_780_394_400.17258,
      },
    ];
    const [van, scooter] = recordsOf(messages, MAPPING_PRESETS.flespi);
    expect(van).toMatchObject({
      kind: 'record',
      deviceId: '352093081234567',
      problems: [],
      record: {
        ...{ timeMs: 1_780_394_400_000, latitudeDeg: 52.486243, longitudeDeg: -1.890401 },
        ...{ fixValid: true, speedKmh: 46, headingDeg: 271.4, altitudeM: 122, satellites: 11 },
        ...{ ignition: true, odometerM: 1_204_500, externalVoltageV: 13.9 },
        attributes: {
          ...{ engineSpeedRpm: 1203, fuelLevelPercent: 64, mobileSignal: 80 },
          vehicleDistanceM: expect.closeTo(301_245_600, 3),
        },
      },
    });
    expect(scooter).toMatchObject({
      kind: 'record',
      deviceId: '015136001986400',
      record: {
        ...{ timeMs: 1_780_394_400_173, latitudeDeg: null, fixValid: false },
        ...{ batteryPercent: 70, batteryVoltageV: 4.09, attributes: {} },
      },
    });
  });

  it('OwnTracks: locations only', () => {
    const location = {
      ...{ _type: 'location', tid: 'JP', tst: 1_780_394_400, lat: 52.5, lon: -1.9, alt: 122 },
      ...{ vel: 54, cog: 270, batt: 88, acc: 10 },
    };
    const [one, other] = recordsOf(
      [location, { _type: 'lwt', tst: 1_780_394_400 }],
      MAPPING_PRESETS.owntracks,
    );
    expect(one).toMatchObject({
      deviceId: 'JP',
      record: { speedKmh: 54, headingDeg: 270, batteryPercent: 88, altitudeM: 122 },
    });
    expect(other?.kind).toBe('ignored');
  });
});

describe('any input', () => {
  it('is read without an error, and paths of the list lead to their values', () => {
    const paths = Object.keys(MAPPING_PRESETS.flespi.fields);
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom('', '/a', '/0'), (body, where) => {
        const by = { ...MAPPING_PRESETS.flespi, records: where };
        expect(['records', 'bad']).toContain(mapJsonMessage(body, by).kind);
        const read = mapJsonMessage(
          jsonPaths(body).map(({ value }) =>
            Object.fromEntries([['ident', 'x'], ['timestamp', 1], ...paths.map((p) => [p, value])]),
          ),
          MAPPING_PRESETS.flespi,
        );
        expect(read.kind).toBe('records');
      }),
    );
  });
});
