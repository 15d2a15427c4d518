import { describe, expect, it } from 'vitest';
import {
  distanceUnit,
  formatBattery,
  formatDistance,
  formatOdometer,
  formatSpeed,
  formatTemperature,
  KM_PER_MILE,
  METRES_PER_MILE,
  MILES_PER_KM,
  MILES_PER_METRE,
  metresFromDistance,
} from './index.ts';

describe('units', () => {
  it('[S-01] a null preference means miles', () => expect(distanceUnit(null)).toBe('MLS'));
  it('[S-02] one mile is 1.609 km', () => expect(KM_PER_MILE).toBe(1.609));
  it('[S-03] one mile is 1609 m in conversions to metres', () => {
    expect(METRES_PER_MILE).toBe(1609);
    expect(metresFromDistance(2, 'MLS')).toBe(3218);
    expect(metresFromDistance(2, 'KMS')).toBe(2000);
  });
  it('[S-04] one km is 0.62137 miles', () => {
    expect(MILES_PER_KM).toBe(0.62137);
    expect(formatSpeed(100, 'MLS', 'en-GB')).toBe('62 mph');
    expect(formatSpeed(100, 'KMS', 'en-GB')).toBe('100 km/h');
  });
  it('[S-05] one metre is 0.000621371192 miles', () =>
    expect(MILES_PER_METRE).toBe(0.000621371192));
  it('[S-06] distances have two decimals', () => {
    expect(formatDistance(12_345, 'MLS', 'en-GB')).toBe('7.67 mi');
    expect(formatDistance(12_345, 'KMS', 'en-GB')).toBe('12.35 km');
  });
  it('[S-07] an odometer has none', () =>
    expect(formatOdometer(109_847_935, 'MLS', 'en-GB')).toBe('68,256 mi'));
  it('[S-08] a temperature has one, in °C', () =>
    expect(formatTemperature(-18.04, 'en-GB')).toBe('-18.0 °C'));
  it.each([
    [81.6, null, 'en-GB', '82 %'],
    [81.6, 12.62, 'en-GB', '82 % (12.6 V)'],
    [81.6, 12.62, 'pt-PT', '82 % (12,6 V)'],
    [0, 0, 'en-GB', '0 % (0.0 V)'],
    [null, 25.04, 'en-GB', '25.0 V'],
    [null, null, 'en-GB', null],
  ])(
    '[S-09] a battery of %s per cent and %s volts is shown in %s as %s',
    (percent, volts, locale, text) => {
      expect(formatBattery(percent, volts, locale)).toBe(text);
    },
  );
});
