import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { BARE_VEHICLE } from '../../test-vehicle-page.ts';
import { sparkPath } from '../../ui/chart/sparkline.tsx';
import { fuelCsv } from '../fuel/fuel-csv.ts';
import { consumptionText } from '../fuel/fuel-text.ts';
import { sensorsCsv } from '../trace/sensors-csv.ts';
import { shownSeries } from '../trace/trace-sensors.tsx';

beforeAll(startTestTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const AT = '2026-06-10T12:00:00Z';
const sensor = (name: string, group: string, changed: object) => ({
  name,
  key: name.replace(/\d+/, '#'),
  index: /\d/.test(name) ? Number(/\d+/.exec(name)?.[0]) : null,
  group,
  kind: 'number',
  unit: null,
  timestamp: AT,
  spark: [1, null, 2],
  ...changed,
});
const series = {
  name: 'vehicleSpeedKmh',
  key: 'vehicleSpeedKmh',
  index: null,
  group: 'distance' as const,
  kind: 'number' as const,
  unit: 'km/h',
  times: [0, 60, 7200],
  values: [100, 50, 10],
};

describe('the sensors of a vehicle', () => {
  it('[A-P03] are shown in groups, in the units of the person', async () => {
    answerCalls({
      '/api/overviews/vehicles/7/': () => BARE_VEHICLE,
      '/api/sensors/vehicles/7/': () => ({
        vehicle: { id: 7, registration: 'AB12 CDE' },
        until: AT,
        raw: 2,
        sensors: [
          sensor('fuelLevelPercent', 'fuel', { value: 81, unit: '%' }),
          sensor('axle2LoadKg', 'load', { value: 6500, unit: 'kg' }),
          sensor('vehicleDistanceM', 'distance', { value: 160_900, unit: 'm' }),
          sensor('doorOpen', 'body', { value: true, kind: 'flag' }),
          sensor('troubleCodes', 'engine', { value: 'P0301', kind: 'codes', spark: null }),
        ],
      }),
    });
    await openScreen('/vehicles/7?section=sensors', testUser({ modules: ['Track', 'Trace'] }));
    const fuel = await screen.findByRole('region', { name: 'Fuel' });
    expect(within(fuel).getByText('81 %')).toBeTruthy();
    // The scale of its line.
    expect(within(fuel).getByText('1 % to 2 % in this time')).toBeTruthy();
    expect(screen.getByText('Axle 2 load')).toBeTruthy();
    expect(screen.getByText('100 mi')).toBeTruthy();
    expect(screen.getByText('Yes')).toBeTruthy();
    expect(screen.getByText('P0301')).toBeTruthy();
    expect(screen.getByText(/2 other values are in the raw data only/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Show over time' }).getAttribute('href')).toContain(
      'panel=sensors',
    );
  });
});

describe('charts and files', () => {
  it('[M-P05] a series has a gap where nothing was reported, in the unit of the person', () => {
    const shown = shownSeries(series, { unit: 'MLS' });
    expect(shown.times).toEqual([0, 60, 61, 7200]);
    expect(shown.values[0]).toBeCloseTo(62.1, 1);
    expect(shown.values[2]).toBeNull();
    expect(shown.unit).toBe('mph');
  });

  it('[M-P05] the CSV has a row for each time and a column for each sensor', () => {
    const other = { ...series, name: 'axle1LoadKg', unit: 'kg', times: [60], values: [5000.25] };
    const text = sensorsCsv([series, other], {
      registration: 'A',
      day: '2026-06-10',
      time: 'Time (UTC)',
      nameOf: (name) => (name.startsWith('axle') ? '=Axle "1"' : 'Speed'),
      unit: 'KMS',
    });
    expect(text.split('\r\n')).toEqual([
      `"Time (UTC)","Speed (km/h)","'=Axle ""1"" (kg)"`,
      '1970-01-01T00:00:00Z,100,',
      '1970-01-01T00:01:00Z,50,5000.25',
      '1970-01-01T02:00:00Z,10,',
      '',
    ]);
  });

  it('[M-P08] fuel: consumption in both units, and the list as CSV', () => {
    expect(consumptionText(30, 100_000, 'KMS', 'en-GB')).toBe('30.0 L/100 km');
    expect(consumptionText(30, 100_000, 'MLS', 'en-GB')).toBe('9.4 mpg');
    expect(consumptionText(0, 100_000, 'MLS', 'en-GB')).toBeNull();
    const event = {
      id: 1,
      kind: 'drain' as const,
      start: AT,
      timestamp: AT,
      before: 300,
      after: 220,
      volume: 80,
      unit: 'L' as const,
      lat: null,
      long: null,
      address: 'A, "B"',
      driver: null,
    };
    const text = fuelCsv([event], {
      registration: 'A',
      day: '2026-06-10',
      textOf: (column) => column,
      kindOf: (kind) => kind,
    });
    expect(text.split('\r\n')[1]).toBe(`${AT},${AT},"drain",80,300,220,"L","A, ""B""",""`);
  });

  it('a sparkline is interrupted where a value is missing', () => {
    expect(sparkPath([0, 1, null, 1]).match(/M/g)).toHaveLength(2);
    expect(sparkPath([null, null])).toBe('');
  });
});
