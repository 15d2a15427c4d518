import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestTexts } from '../../test-texts.ts';
import { tripColumns } from './trip-columns.tsx';
import {
  momentsOfTrip,
  oldestFirst,
  stopMarks,
  type Trip,
  withPrivate,
  withStops,
} from './use-trips.ts';

const trip = (id: number, hour: string, changed: Partial<Trip> = {}): Trip => ({
  id,
  start_time: `2026-11-20T${hour}:00:00Z`,
  end_time: `2026-11-20T${hour}:40:00Z`,
  start_address: 'Daventry',
  end_address: 'Leeds',
  start: { lat: 52.2, long: -1.1 },
  end: { lat: 53.8, long: -1.5 },
  distance: 16_093,
  driving_time: 2100,
  idle_time: 300,
  stop_after: 1200,
  max_speed: 90,
  fuel_used: null,
  co2_kg: null,
  co2_is_estimate: false,
  driver: { id: 1, first_name: 'Ada', surname: 'Lovelace' },
  in_progress: false,
  ...changed,
});
const DISPLAY = {
  unit: 'MLS',
  locale: 'en-GB',
  currency: 'GBP',
  dates: { timeZone: 'Europe/London', dateFormat: null, timeFormat: null },
} as const;
const TOTALS = { trips: 2, distance: 32_186, driving_time: 4200, idle_time: 600 };

beforeAll(startTestTexts);
const columns = () => tripColumns(TOTALS, DISPLAY, i18next.t, 'en');

describe('trips', () => {
  it('[M-11] [M-P07] the table has every column of a trip', () => {
    expect(columns().map(({ label }) => label)).toEqual([
      'Start time',
      'Start address',
      'End time',
      'End address',
      'Distance',
      'Driving time',
      'Idle time',
      'Stop after the trip',
      'Maximum speed',
      'Driver',
      'CO2',
    ]);
    const cells = columns().map(({ cell }) => cell({ kind: 'trip', trip: trip(1, '08') }));
    expect(cells).toEqual([
      '20 Nov, 08:00:00',
      'Daventry',
      '20 Nov, 08:40:00',
      'Leeds',
      '10.00 mi',
      '35m',
      '5m',
      '20m',
      '56 mph',
      'Ada Lovelace',
      '–',
    ]);
  });

  it('[M-P07] the totals are below', () =>
    expect(columns().flatMap(({ foot }) => foot ?? [])).toEqual([
      '2 trips',
      '20.00 mi',
      '1h 10m',
      '10m',
    ]));

  it('[M-11] an ongoing trip has no end, and unknown values are a dash', () => {
    const open = trip(1, '08', { in_progress: true, stop_after: null, driver: null });
    const cell = (key: string) =>
      columns()
        .find((one) => one.key === key)
        ?.cell({ kind: 'trip', trip: open });
    expect(cell('end')).toBe('In progress');
    expect([cell('stop'), cell('driver')]).toEqual([
      i18next.t('track.unknown'),
      i18next.t('track.unknown'),
    ]);
  });

  it('[M-13] the stops are between the trips, numbered as on the map', () => {
    const trips = oldestFirst([
      trip(3, '12', { stop_after: null }),
      trip(1, '08'),
      trip(2, '10', { stop_after: 60 }),
    ]);
    const rows = withStops(trips);
    expect(
      rows.map((row) =>
        row.kind === 'trip' ? row.trip.id : row.kind === 'stop' && `stop ${row.stop.number}`,
      ),
    ).toEqual([1, 'stop 1', 2, 'stop 2', 3]);
    expect(rows[1]).toMatchObject({ stop: { durationS: 1200, address: 'Leeds' } });
    expect(stopMarks(rows)).toEqual([
      { kind: 'stop', index: 0, latitudeDeg: 53.8, longitudeDeg: -1.5 },
      { kind: 'stop', index: 1, latitudeDeg: 53.8, longitudeDeg: -1.5 },
    ]);
  });

  it('[M-P07] the trace of a trip includes its last record', () =>
    expect(momentsOfTrip(trip(1, '08'))).toEqual({
      start: '2026-11-20T08:00:00Z',
      end: '2026-11-20T08:40:01Z',
    }));

  it('[M-P07] is sorted by distance as a number, without stops', () => {
    const distance = columns().find(({ key }) => key === 'distance');
    const rows = withStops([
      trip(1, '08', { distance: 9000 }),
      trip(2, '10', { distance: 10_000 }),
    ]);
    const [short, , long] = rows;
    if (short === undefined || long === undefined) throw new Error('no rows');
    expect(distance?.compare?.(short, long)).toBeLessThan(0);
  });

  it('[M-P07] [O-20] private use is listed in time order, without a place', () => {
    const travel = {
      start_time: '2026-11-20T09:00:00Z',
      end_time: '2026-11-20T09:30:00Z',
      distance: 16_093,
    };
    const rows = withPrivate(withStops([trip(1, '08', { stop_after: null }), trip(2, '10')]), [
      travel,
    ]);
    expect(rows.map(({ kind }) => kind)).toEqual(['trip', 'private', 'trip', 'stop']);
    const row = rows[1] as (typeof rows)[number];
    const cells = columns().map(({ key, cell }) => [key, cell(row)]);
    expect(Object.fromEntries(cells)).toMatchObject({
      start: '20 Nov, 09:00:00',
      end: '20 Nov, 09:30:00',
      distance: '10.00 mi',
      to: null,
      driver: null,
      speed: null,
    });
  });
});
