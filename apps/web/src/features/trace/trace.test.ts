import { encodeTrace, type TracePoint } from '@roadworthy/domain';
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestTexts } from '../../test-texts.ts';
import { today } from '../../ui/date-range/calendar.ts';
import { placeOfMark, textsOfMark } from './mark-texts.ts';
import { marksOf, traceOf } from './use-trace.ts';
import { daysOfAddress } from './use-vehicle-days.ts';

const POINT: TracePoint = {
  timeMs: Date.parse('2026-11-20T08:00:00Z'),
  latitudeDeg: 52.25,
  longitudeDeg: -1.16,
  headingDeg: 90,
  speedKmh: 40,
  ignition: true,
};
const EVENT = {
  id: 1,
  vehicle: { id: 3, registration: 'AB12 CDE' },
  event: { name: 'Harsh Braking', eventCode: 41 },
  timestamp: '2026-11-20T08:00:00Z',
  ended_at: null,
  lat: 52.25,
  long: -1.16,
  dir: 90,
  speed: 40,
  address: 'Daventry',
  driver: null,
  has_video: false,
  source: 'device',
  value: null,
  geofence: null,
} as const;
const trace = traceOf({
  vehicle: EVENT.vehicle,
  points: [],
  columns: encodeTrace([POINT]),
  events: [EVENT, { ...EVENT, id: 2, lat: null, long: null }],
  stops: [
    {
      start: '2026-11-20T09:00:00Z',
      end: '2026-11-20T09:25:00Z',
      lat: 52.3,
      long: -1.2,
      address: null,
    },
  ],
  summary: { distance: 1000, driving_time: 60, idle_time: 0, stops: 1, max_speed: 40 },
});

beforeAll(startTestTexts);

describe('the days of a trace', () => {
  const now = { from: today('Europe/London'), to: today('Europe/London') };
  const days = (address: Record<string, string>) => daysOfAddress(address, 'Europe/London');

  it('[M-08] [E-P02] are those of vehicleId and startDate in the URL', () =>
    expect(days({ vehicleId: '3', startDate: '2026-11-20' })).toEqual({
      from: '2026-11-20',
      to: '2026-11-20',
    }));

  it('[M-08] a startDate with a time means its day in the user’s time zone', () => {
    expect(days({ vehicleId: '3', startDate: '2026-06-20T23:30:00Z' }).from).toBe('2026-06-21');
    expect(days({ vehicleId: '3', startDate: '2026-06-20 nonsense' })).toEqual(now);
  });

  it('[M-08] startDate applies only together with vehicleId; without it, today', () => {
    expect(days({ startDate: '2026-11-20' })).toEqual(now);
    expect(days({ vehicleId: '3' })).toEqual(now);
  });

  it('[M-P05] endDate makes a range, which is never reversed', () => {
    const from = { vehicleId: '3', startDate: '2026-11-10' };
    expect(days({ ...from, endDate: '2026-11-20' }).to).toBe('2026-11-20');
    expect(days({ ...from, endDate: '2026-11-01' }).to).toBe('2026-11-10');
  });
});

describe('stops and events of a trace', () => {
  it('[M-P05] are marks on the map, except an event without a position', () => {
    expect(trace.points).toEqual([POINT]);
    expect(marksOf(trace)).toEqual([
      { kind: 'stop', index: 0, latitudeDeg: 52.3, longitudeDeg: -1.2 },
      { kind: 'event', index: 0, latitudeDeg: 52.25, longitudeDeg: -1.16, eventCode: 41 },
    ]);
  });

  it('[M-P05] show type, time and place', () => {
    const display = {
      unit: 'MLS',
      locale: 'en-GB',
      currency: 'GBP',
      dates: { timeZone: 'Europe/London', dateFormat: null, timeFormat: null },
    } as const;
    const texts = (kind: 'stop' | 'event', index: number) =>
      textsOfMark(trace, { kind, index }, display, i18next.t, 'en');
    expect(texts('stop', 0)).toEqual(['Stop 1 · 25m', '09:00 – 09:25']);
    expect(texts('event', 0)).toEqual(['Harsh Braking', '20 Nov, 08:00:00 · 25 mph', 'Daventry']);
    expect(texts('event', 9)).toEqual([]);
    expect(placeOfMark(trace, { kind: 'event', index: 1 })?.latitudeDeg).toBeNull();
    expect(placeOfMark(trace, { kind: 'stop', index: 4 })).toBeNull();
  });
});
