import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveAlias } from './aliases.ts';
import {
  ATTRIBUTES,
  attributeNamed,
  byAttribute,
  formatAttribute,
  inUnitOf,
  readAttributes,
  readRecord,
} from './index.ts';

const NO_COLUMNS = {
  odometerM: null,
  externalVoltageV: null,
  batteryVoltageV: null,
  batteryPercent: null,
  temperatureC: null,
  satellites: null,
  driverTag: null,
};
const read = (raw: Parameters<typeof readAttributes>[0]) => Object.fromEntries(readAttributes(raw));

describe('the dictionary of attributes', () => {
  it('reads the names of the codecs, in its units', () => {
    expect(
      read({
        fuelLevelL: 80.5,
        fuelUsedCountedL: 12,
        obdDistanceKm: 1.5,
        engineWorkMin: 90,
        axle2WeightKg: 6000,
        tyre17PressureKpa: 800,
        temperature0C: -18,
        bleTemperature3C: 4,
        humidityPercent: 55,
        doorStates: 0x0100,
        powerTakeOffDrive: 1,
        hvBatteryPercent: 81,
        charging: true,
        faultCodes: 'P0301, p0420;X1 P0301',
        crashTrace: 'aa00',
        analogInput2Mv: 1500,
        fuelSensor1Level: 2047,
      }),
    ).toEqual({
      fuelLevelL: 80.5,
      fuelUsedL: 12,
      vehicleDistanceM: 1500,
      engineHours: 1.5,
      axle2LoadKg: 6000,
      tyre17PressureKpa: 800,
      temperature0C: -18,
      wirelessTemperature3C: 4,
      humidity1Percent: 55,
      doorOpen: true,
      powerTakeOff: true,
      stateOfChargePercent: 81,
      charging: true,
      troubleCodes: 'P0301 P0420',
      crashTrace: true,
      analogInput2V: 1.5,
      fuelSensor1Level: 2047,
    });
    expect(read({ hours: 7_200_000, rpm: 900, fuelUsed: 3, dtcs: 'P0301' })).toEqual({
      engineHours: 2,
      engineSpeedRpm: 900,
      fuelUsedL: 3,
      troubleCodes: 'P0301',
    });
  });

  it.each<[string, string, string | undefined]>([
    ['of heavy vehicles', 'SPN 110 FMI 3', 'SPN110-FMI3'],
    ['of heavy vehicles in short, with others', 'p0301;SPN:00100/FMI:01', 'P0301 SPN100-FMI1'],
    ['without their failure mode', 'SPN110', undefined],
    ['of numbers that name nothing', '110-3', undefined],
  ])('reads trouble codes %s', (_, faultCodes, codes) => {
    expect(read({ faultCodes }).troubleCodes).toBe(codes);
  });

  it('cuts no trouble code', () => {
    const many = Array.from({ length: 60 }, (_, n) => `P1${String(n + 100)}`).join(' ');
    expect(String(read({ faultCodes: many }).troubleCodes)).toMatch(/^(P\d{4} ){31,}P\d{4}$/);
  });

  it('leaves out what does not fit: range, kind, unit, the battery of the device', () => {
    expect(
      read({
        fuelLevelPercent: 101,
        coolantTemperatureC: 255,
        engineSpeedRpm: '900',
        doorOpen: 2,
        powerTakeOffDrive: 3,
        fuel: 50,
        fuelRate: 3,
        tyre1Pressure: 80,
        charging: true,
        axle999LoadKg: 5,
        axle01LoadKg: 5,
        io387: 5,
        crashTrace: '',
        faultCodes: 'none',
        toString: 1,
      }),
    ).toEqual({});
  });

  it('prefers the better of two names, in any sequence', () => {
    const one = { fuelUsedL: 100, fuelUsedCountedL: 3, fuelUsedGpsL: 1 };
    expect(read(one)).toEqual({ fuelUsedL: 100 });
    expect(read(Object.fromEntries(Object.entries(one).reverse()))).toEqual({ fuelUsedL: 100 });
    // A value out of range does not hide the next best.
    expect(read({ fuelUsedL: -1, fuelUsedCountedL: 3 })).toEqual({ fuelUsedL: 3 });
  });

  it('reads the columns of a record; its temperature once', () => {
    const columns = {
      ...NO_COLUMNS,
      odometerM: 5,
      temperatureC: 3,
      driverTag: 'A1',
      satellites: 9,
    };
    expect(Object.fromEntries(readRecord(columns, null))).toEqual({
      totalDistanceM: 5,
      temperature1C: 3,
      driverTag: 'A1',
      satellites: 9,
    });
    expect([...readRecord(columns, { bleTemperature2C: 3 }).keys()]).not.toContain('temperature1C');
  });

  it('gives only values in range, for any names and values', () => {
    const names = fc.oneof(
      fc.string(),
      fc.constantFrom(...Object.keys(ATTRIBUTES).map((key) => key.replace('#', '2'))),
    );
    const values = fc.oneof(fc.double(), fc.boolean(), fc.string());
    fc.assert(
      fc.property(fc.dictionary(names, values), (raw) => {
        for (const [name, value] of readAttributes(raw)) {
          const attribute = attributeNamed(name);
          if (attribute === null) throw new Error(name);
          const { low, high } = ATTRIBUTES[attribute.key];
          if (typeof value === 'number') expect(value >= low && value <= high).toBe(true);
        }
      }),
    );
  });

  it('has a target for each alias', () => {
    const text = readFileSync(join(import.meta.dirname, 'aliases.ts'), 'utf8');
    const rows = [...text.matchAll(/\['([\w#]+)', '([\w#]+)'/g)];
    expect(rows.length).toBeGreaterThan(60);
    for (const [, from = ''] of rows) {
      const resolved = resolveAlias(from.replace('#', '1'));
      expect(attributeNamed(resolved?.name ?? ''), from).not.toBeNull();
    }
  });

  it('shows values in the units of the person', () => {
    expect(formatAttribute('totalDistanceM', 160_900, 'MLS', 'en-GB')).toBe('100 mi');
    expect(formatAttribute('totalDistanceM', 160_900, 'KMS', 'en-GB')).toBe('161 km');
    expect(formatAttribute('fuelRateL100Km', 30, 'MLS', 'en-GB')).toBe('9.4 mpg');
    expect(formatAttribute('fuelRateL100Km', 30, 'KMS', 'pt-PT')).toBe('30,0 L/100 km');
    expect(formatAttribute('fuelLevelPercent', 81.4, 'KMS', 'en-GB')).toBe('81 %');
    expect(formatAttribute('satellites', 12, 'KMS', 'en-GB')).toBe('12');
    expect(inUnitOf(20, 'kWh/100 km', 'MLS').value).toBeCloseTo(3.1, 1);
  });

  it('has a text in both languages for each attribute and group', () => {
    const folder = join(import.meta.dirname, '../../../../apps/web/public/locales');
    for (const file of readdirSync(folder)) {
      const texts = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      for (const [key, { group }] of Object.entries(ATTRIBUTES)) {
        expect(texts[`attribute.${key}`], `${file} ${key}`).toEqual(expect.any(String));
        expect(texts[`attributeGroup.${group}`], group).toEqual(expect.any(String));
        expect(texts[`attribute.${key}`].includes('{n}')).toBe(key.includes('#'));
      }
    }
  });

  it('sorts by group and number', () => {
    const names = ['satellites', 'axle10LoadKg', 'axle2LoadKg', 'fuelLevelL'];
    const sorted = names
      .map((name) => attributeNamed(name) ?? expect.fail(name))
      .sort(byAttribute)
      .map(({ name }) => name);
    expect(sorted).toEqual(['fuelLevelL', 'axle2LoadKg', 'axle10LoadKg', 'satellites']);
  });
});
