import { describe, expect, test } from 'vitest';
import { clock } from '../drivers-hours/test-plan.ts';
import {
  checkClashes,
  checkDriver,
  checkVehicle,
  classOf,
  levelOf,
  type TakenTimes,
  worstFirst,
} from './index.ts';
import { layoutOf } from './shift-layout.ts';
import { at } from './test-shifts.ts';

const HOUR_MS = 3_600_000;

describe('layout of a shift', () => {
  /** As `W1 D4:30 R0:45`. */
  const layout = (hours: number, driving: number | null) => {
    const drivingMs = driving === null ? null : driving * HOUR_MS;
    return layoutOf({ startMs: 0, endMs: hours * HOUR_MS, drivingMs })
      .map(({ endMs, kind, startMs }) => `${kind[0]?.toUpperCase()}${clock(endMs - startMs)}`)
      .join(' ');
  };
  test.each([
    ['short work', 5, 0, 'W5:00'],
    ['work with one break', 8, 0, 'W3:45 R0:30 W3:45'],
    ['long work with a longer break', 10, 0, 'W4:38 R0:45 W4:38'],
    ['13 hours in three parts', 14, 0, 'W4:25 R0:23 W4:25 R0:23 W4:25'],
    ['driving with its break', 9.75, 9, 'D4:30 R0:45 D4:30'],
    ['driving and work', 11, 8, 'W1:08 D4:00 R0:45 W1:08 D4:00'],
    ['10 hours of driving', 13, 10, 'W0:30 D3:20 R0:45 W0:30 D3:20 R0:45 W0:30 D3:20'],
    ['no room for a break', 9, 9, 'D4:30 D4:30'],
    ['driving that is not planned', 4, null, 'W4:00'],
    ['nothing', 0, 4, ''],
  ])('%s', (_name, hours, driving, expected) => {
    expect(layout(hours, driving)).toBe(expected);
  });
});

describe('class of a vehicle', () => {
  test.each([
    ['a car', 'CAR', null, null, null, 'B'],
    ['a van', 'VAN', null, 3500, null, 'B'],
    ['a heavy van', 'VAN', null, 5000, null, 'C1'],
    ['a van of unknown mass with a trailer', 'VAN', null, null, 2000, 'B'],
    ['a lorry of 7.5 t', 'STR', null, 7500, null, 'C1'],
    ['a lorry of 18 t', 'STR', null, 18_000, null, 'C'],
    ['a lorry of unknown mass', 'STR', null, null, null, 'C'],
    ['a small lorry with a trailer', 'STR', null, 7500, 3500, 'C1E'],
    ['a lorry with a light trailer', 'STR', null, 18_000, 750, 'C'],
    ['a lorry with a trailer', 'STR', null, 18_000, 10_000, 'CE'],
    ['a tractor', 'STR', 'tractor', 18_000, null, 'C'],
    ['a tractor with a semi-trailer of unknown mass', 'STR', 'tractor', 18_000, 0, 'CE'],
    ['a bus', 'STR', 'bus', 18_000, null, 'D'],
    ['a motorcycle', 'BIK', null, null, null, null],
    ['a trailer', 'STR', 'semi_trailer', 30_000, null, null],
  ] as const)('%s', (_name, type, kind, grossKg, trailerKg, expected) => {
    const trailer = trailerKg === null ? null : { grossKg: trailerKg === 0 ? null : trailerKg };
    expect(classOf({ type, kind, grossKg }, trailer)).toBe(expected);
  });
});

describe('licence and documents', () => {
  const found = (reasons: readonly string[], warnings: readonly string[] = []) =>
    checkDriver({ class: 'CE', reasons, warnings } as never)
      .map(({ check, detail, level, reason }) => `${level} ${check} ${reason} ${detail}`)
      .join(', ');
  test.each([
    ['in order', [], [], ''],
    ['a class that is missing', ['category_missing'], [], 'breaks entitlement category_missing CE'],
    [
      'a class that has expired',
      ['category_expired'],
      [],
      'breaks entitlement category_expired CE',
    ],
    ['an expired licence', ['licence_expired'], [], 'breaks entitlement licence_expired CE'],
    ['an expired CPC', ['cpc_expired'], [], 'breaks entitlement cpc_expired CE'],
    ['an expired medical', ['medical_expired'], [], 'breaks entitlement medical_expired CE'],
    ['no licence in the file', ['licence_missing'], [], 'unknown entitlement licence_missing CE'],
    ['no CPC in the file', ['cpc_missing'], [], 'unknown entitlement cpc_missing CE'],
    ['a restriction', [], ['restricted'], 'warns entitlement_restricted restricted CE'],
  ])('%s', (_name, reasons, warnings, expected) => {
    expect(found(reasons, warnings)).toBe(expected);
  });

  test('a vehicle without a class is not checked', () => {
    expect(checkDriver(null)).toEqual([]);
  });
});

describe('state of a vehicle', () => {
  const READY = { offRoadSinceMs: null, expectedBackMs: null, motUntil: null, inspectionBy: null };
  const day = { day: '2026-01-07', startMs: at('Wed 06:00') };
  test.each([
    ['ready', {}, ''],
    ['off the road', { offRoadSinceMs: at('Mon 00:00') }, 'breaks vehicle_off_road'],
    [
      'expected back before the shift',
      { offRoadSinceMs: at('Mon 00:00'), expectedBackMs: at('Tue 18:00') },
      'warns vehicle_off_road',
    ],
    [
      'expected back during the shift',
      { offRoadSinceMs: at('Mon 00:00'), expectedBackMs: at('Wed 08:00') },
      'breaks vehicle_off_road',
    ],
    ['MOT until the day', { motUntil: '2026-01-07' }, ''],
    ['MOT until the day before', { motUntil: '2026-01-06' }, 'breaks mot'],
    ['inspection in time on the day', { inspectionBy: '2026-01-07' }, ''],
    ['inspection overdue on the day', { inspectionBy: '2026-01-06' }, 'breaks inspection'],
  ])('%s', (_name, state, expected) => {
    const found = checkVehicle({ ...READY, ...state }, day);
    expect(found.map(({ check, level }) => `${level} ${check}`).join(', ')).toBe(expected);
  });
});

describe('clashes', () => {
  const NONE: TakenTimes = { ofDriver: [], ofVehicle: [], ofTrailer: [], absences: [] };
  const shift = { startMs: at('Tue 06:00'), endMs: at('Tue 16:00') };
  const during = { startMs: at('Tue 12:00'), endMs: at('Tue 20:00') };
  const after = { startMs: at('Tue 16:00'), endMs: at('Tue 20:00') };
  test.each([
    ['nothing', {}, ''],
    ['another shift of the driver', { ofDriver: [during] }, 'breaks driver_busy'],
    ['a shift that begins when it ends', { ofDriver: [after] }, ''],
    ['another shift of the vehicle', { ofVehicle: [during] }, 'breaks vehicle_busy'],
    ['another shift of the trailer', { ofTrailer: [during] }, 'breaks trailer_busy'],
    ['an absence', { absences: [{ ...during, isApproved: true }] }, 'breaks driver_absent'],
    [
      'a requested absence',
      { absences: [{ ...during, isApproved: false }] },
      'warns absence_requested',
    ],
    ['an absence that begins when it ends', { absences: [{ ...after, isApproved: true }] }, ''],
  ])('%s', (_name, taken, expected) => {
    const found = checkClashes(shift, { ...NONE, ...taken });
    expect(found.map(({ check, level }) => `${level} ${check}`).join(', ')).toBe(expected);
  });

  test('the worst finding comes first and decides the level', () => {
    const found = checkClashes(shift, {
      ...NONE,
      absences: [{ ...during, isApproved: false }],
      ofVehicle: [during],
    });
    expect(worstFirst([...found].reverse()).map(({ level }) => level)).toEqual(['breaks', 'warns']);
    expect([levelOf(found), levelOf([])]).toEqual(['breaks', 'none']);
  });
});
