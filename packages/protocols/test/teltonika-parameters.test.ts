import { describe, expect, it } from 'vitest';
import {
  ASSETS,
  type Family,
  familyOfModel,
  GENERAL,
  MOTORCYCLES,
  PROFESSIONALS,
  SCOOTERS,
  UNKNOWN,
} from '../src/teltonika/parameters/family.ts';
import type { Parameter } from '../src/teltonika/parameters/parameter.ts';
import { type Element, recordOf } from './teltonika-frames.ts';

type Width = 1 | 2 | 4 | 8;
const one = (id: number, width: Width, value: number | bigint): Element => ({ id, width, value });

/** A model of each family. */
const MODELS: readonly (readonly [model: string, family: Family])[] = [
  ['FMC130', GENERAL],
  ['FMC650', PROFESSIONALS],
  ['TAT141', ASSETS],
  ['TST100', SCOOTERS],
  ['TFT100', MOTORCYCLES],
];

describe.each<[string, readonly (readonly [Element, string, unknown])[]]>([
  [
    'FMB120',
    [
      [one(12, 4, 1500), 'fuelUsedGpsL', 1.5],
      [one(9, 2, 4321), 'analogInput1V', 4.321],
      [one(6, 2, 15), 'analogInput2V', 0.015],
      [one(4, 4, 70), 'pulseCount1', 70],
      [one(181, 2, 19), 'pdop', 1.9],
      [one(199, 4, 1234), 'tripDistanceKm', 1.234],
      [one(201, 2, 700), 'fuelSensor1Level', 700],
      [one(210, 2, 700), 'fuelSensor3Level', 700],
      [one(202, 1, 0xf6), 'fuelSensor1TemperatureC', -10],
      [one(327, 2, 1234), 'ultrasonicFuelLevelMm', 123.4],
      [one(32, 1, 0xf6), 'coolantTemperatureC', -10],
      [one(36, 2, 1439), 'engineSpeedRpm', 1439],
      [one(40, 2, 325), 'massAirFlowGs', 3.25],
      [one(45, 2, 3000), 'directFuelRailPressureKpa', 30_000],
      [one(48, 1, 77), 'fuelLevelPercent', 77],
      [one(81, 1, 90), 'obdSpeedKmh', 90],
      [one(84, 2, 455), 'fuelLevelL', 45.5],
      [one(85, 2, 2100), 'engineSpeedRpm', 2100],
      [one(87, 4, 123_456_789), 'obdDistanceKm', 123_456.789],
      [one(389, 4, 123_456), 'obdDistanceKm', 123_456],
      [one(107, 4, 123_456), 'fuelUsedCountedL', 12_345.6],
      [one(115, 2, 905), 'engineTemperatureC', 90.5],
      [one(118, 2, 7200), 'axle1LoadKg', 7200],
      [one(139, 2, 95), 'driver1ContinuousDrivingMin', 95],
      [one(152, 1, 80), 'hvBatteryPercent', 80],
      [one(755, 2, 312), 'remainingRangeKm', 312],
      [one(653, 1, 1), 'handbrake', true],
      [one(940, 1, 0), 'driverSeatBelt', false],
      [one(1018, 1, 1), 'grainTankOpen', true],
      [one(1099, 1, 1), 'hydraulicsNotPermitted', true],
      [one(25, 2, 0xff38), 'bleTemperature1C', -2],
      [one(86, 2, 455), 'bleHumidity1Percent', 45.5],
      [one(10_804, 1, 55), 'eyeHumidity1Percent', 55],
      [one(10_812, 2, 1), 'eyeMotion1', true],
      [one(10_824, 2, 3030), 'eyeBattery1V', 3.03],
      [one(72, 4, -55), 'temperature1C', -5.5],
      [one(254, 1, 42), 'greenDrivingValue', 0.42],
      [one(15, 2, 987), 'ecoScore', 9.87],
      [one(285, 2, 501), 'bloodAlcoholGl', 0.501],
      [one(155, 1, 1), 'geofenceZone1', 1],
      [one(231, 1, 0), 'geofenceZone50', 0],
    ],
  ],
  [
    'FMC650',
    [
      [one(4, 1, 1), 'digitalInput4', true],
      [one(11, 2, 24_100), 'analogInput3V', 24.1],
      [one(17, 4, 123_456), 'fuelUsedCountedL', 12_345.6],
      [one(30, 1, 88), 'obdSpeedKmh', 88],
      [one(36, 4, 5500), 'obdDistanceKm', 5.5],
      [one(6, 2, -55), 'temperature5C', -5.5],
      [one(72, 2, 215), 'temperature1C', 21.5],
      [one(71, 1, 1), 'gnssStatus', 1],
      [one(84, 4, 102), 'acceleratorPedalPercent', 102],
      [one(85, 1, 40), 'engineLoadPercent', 40],
      [one(86, 4, 54_321), 'fuelUsedL', 54_321],
      [one(104, 4, 8123), 'engineHours', 8123],
      [one(113, 4, -160_635), 'serviceDistanceKm', -160_635],
      [one(128, 2, -12), 'ambientTemperatureC', -12],
      [one(184, 1, 3), 'driver1State', 3],
      [one(191, 2, 82), 'tachographSpeedKmh', 82],
      [one(192, 4, 123_000), 'tachographDistanceKm', 123],
      [one(236, 2, -42), 'axisXMg', -42],
      [one(296, 1, 12), 'mobileyeHeadwayS', 1.2],
      [one(618, 2, -20), 'adasAheadSpeedKmh', -20],
      [one(701, 2, -180), 'bleTemperature1C', -18],
      [one(10_192, 1, 90), 'tyre1Pressure', 90],
      [one(10_407, 1, 2), 'tyre24Warning', 2],
      [one(10_507, 2, 95), 'driver1DailyDrivingMin', 95],
      [one(10_514, 2, 96), 'driver2DailyDrivingMin', 96],
      [one(12_020, 4, 900), 'retarderDistanceM', 900],
      [one(12_219, 4, 7), 'brakingRange10TimeS', 7],
      [one(12_718, 1, 1), 'readyToDrive', true],
      [one(12_864, 1, 1), 'section1Spraying', true],
      [one(327, 1, 1), 'geofenceZone21', 1],
      [one(599, 1, 0), 'geofenceZone100', 0],
      [one(145, 2, 513), 'manualCan00', 513],
      [one(10_347, 1, 3), 'manualCan69', 3],
    ],
  ],
  [
    'TAT141',
    [
      [one(116, 1, 1), 'charging', true],
      [one(386, 2, 300), 'lastFixAgeS', 300],
      [one(389, 1, 0x11), 'buttonClick', 17],
      [one(400, 1, 2), 'amberAlert', 2],
      [one(839, 4, 24_100), 'analogInput1V', 24.1],
      [one(25_016, 2, -101), 'lteRsrpDbm', -101],
      [one(25_015, 8, 86_400n), 'modemUptimeS', 86_400],
      [one(288, 2, 18_391), 'cell1Id', 18_391],
    ],
  ],
  ['TST100', [[one(353, 4, 15_500), 'remainingRangeKm', 15.5]]],
  ['TFT100', [[one(824, 1, 66), 'hvBatteryPercent', 66]]],
])('Teltonika %s', (model, rows) => {
  it.each(rows.map(([element, name, value]) => [name, value, element] as const))(
    'reads %s as %s',
    (name, value, element) => {
      expect(recordOf([element], { model }).attributes).toEqual({ [name]: value });
    },
  );
});

const signedLimit = (bytes: number) => 256 ** bytes / 2;

/** Values just inside and outside the range of a parameter, in steps. */
function limits(bytes: number, { low, high, isSigned, errors }: Parameter) {
  const least = isSigned ? -signedLimit(bytes) : 0;
  const most = isSigned ? signedLimit(bytes) - 1 : 256 ** bytes - 1;
  const outside = [low - 1, high + 1].filter((value) => value >= least && value <= most);
  return { inside: [low, high].filter((value) => errors?.has(value) !== true), outside };
}

describe.each(MODELS)('Each Teltonika parameter of the family of %s', (model, family) => {
  const numbers = [...family.entries()].filter(([, bytes, { kind }]) => bytes > 0 && kind !== 'id');

  it('has its name at both ends of its range, and stays raw beyond them', () => {
    expect(familyOfModel(model)).toBe(family);
    for (const [id, bytes, parameter] of numbers) {
      if (parameter.role !== null || bytes === 8) continue;
      const { inside, outside } = limits(bytes, parameter);
      const named = (value: number) =>
        parameter.name in recordOf([one(id, bytes as Width, value)], { model }).attributes;
      for (const value of inside) expect([id, value, named(value)]).toEqual([id, value, true]);
      for (const value of outside) expect([id, value, named(value)]).toEqual([id, value, false]);
    }
  });
});

describe('The names of Teltonika parameters', () => {
  it('have one type in all families', () => {
    const types = new Map<string, string>();
    for (const [, family] of MODELS) {
      for (const [id, , { name, kind, isFlag }] of family.entries()) {
        // The operator decides what these hold.
        if (name.startsWith('manualCan')) continue;
        const isText = kind === 'id' || kind === 'text' || kind === 'bytes';
        const type = isFlag ? 'flag' : isText && name !== 'bleTagCount' ? 'text' : 'number';
        expect([id, name, types.get(name) ?? type]).toEqual([id, name, type]);
        types.set(name, type);
      }
    }
    expect(types.size).toBeGreaterThan(1000);
  });

  it('are those of the other protocols for the same value', () => {
    const names = new Set([...UNKNOWN.entries()].map(([, , { name }]) => name));
    const common = `acceleratorPedalPercent ambientTemperatureC analogInput1V axisXMg brake
      coolantTemperatureC door driverName engineHours engineLoadPercent engineSpeedRpm faultCodes
      fuelLevelL fuelLevelPercent fuelRateLh fuelSensor1Level fuelUsedL harshBrakingCount hdop
      intakeAirTemperatureC intakeManifoldPressureKpa leftIndicator mobileSignal motion neutral
      obdDistanceKm obdSpeedKmh reverse temperature2C throttlePercent tripDistanceKm vin
      wheelSpeedKmh`;
    for (const name of common.split(/\s+/)) expect([name, names.has(name)]).toEqual([name, true]);
  });
});

describe('The family of a Teltonika device', () => {
  it.each([
    ['FMB640', PROFESSIONALS],
    ['Teltonika FMC650', PROFESSIONALS],
    ['fm36m1', PROFESSIONALS],
    ['FMM640', PROFESSIONALS],
    ['FMU640', PROFESSIONALS],
    ['FM6320', PROFESSIONALS],
    ['FMB120', GENERAL],
    ['FMM00A', GENERAL],
    ['FMT100', GENERAL],
    ['FM3001', GENERAL],
    ['TAT240', ASSETS],
    ['GH5200', ASSETS],
    ['another', UNKNOWN],
    [null, UNKNOWN],
  ])('of model %s is known', (model, family) => {
    expect(familyOfModel(model)).toBe(family);
    expect(familyOfModel(model)).toBe(family);
  });

  it('decides the meaning of a number', () => {
    const io = [one(251, 1, 1)];
    expect(recordOf(io, { model: 'FMB120' })).toMatchObject({
      events: [{ code: 47, kind: 'state', active: true }],
    });
    expect(recordOf(io, { model: 'FMB640' })).toMatchObject({
      events: [],
      attributes: { immobilizer: 1 },
    });
    expect(recordOf([one(216, 4, 777)], { model: 'FMB640' }).odometerM).toBe(777);
    expect(recordOf([one(16, 4, 777)], { model: 'FMB640' }).odometerM).toBeNull();
  });

  it('of a registered model has no numbers of other families', () => {
    expect(recordOf([one(191, 2, 82)], { model: 'FMB120' }).attributes).toEqual({ io191: 82 });
    expect(recordOf([one(116, 1, 1)], { model: 'FMB120' }).attributes).toEqual({ io116: 1 });
  });

  it('is seen in the record if no model is registered', () => {
    expect(recordOf([one(191, 2, 82)]).attributes).toEqual({ tachographSpeedKmh: 82 });
    const general = recordOf([one(69, 1, 1), one(191, 2, 82)]);
    expect(general.attributes).toEqual({ gnssStatus: 1, io191: 82 });
    const professional = recordOf([one(71, 1, 1), one(251, 1, 1)]);
    expect(professional).toMatchObject({ events: [], attributes: { immobilizer: 1 } });
    const asset = recordOf([one(69, 1, 1), one(116, 1, 0), one(400, 1, 1)]);
    expect(asset.attributes).toEqual({ gnssStatus: 1, charging: false, amberAlert: 1 });
    const codec16 = recordOf([one(269, 1, 16), one(240, 1, 1)], { codec: '16' });
    expect(codec16.attributes).toEqual({ io269: 16, motion: true, generationType: 5 });
  });
});
