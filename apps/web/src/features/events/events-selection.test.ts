import { EVENT_TYPES } from '@roadworthy/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { VehicleGroup } from '../../ui/fleet-sidebar/vehicle-groups.ts';
import {
  canSearch,
  codesOf,
  codesText,
  daysOf,
  pageOf,
  vehicleOfAddress,
} from './events-selection.ts';

const ALL = EVENT_TYPES.map(({ eventCode }) => eventCode);
const group = (id: number, ...vehicles: number[]): VehicleGroup => ({
  id,
  name: `Depot ${id}`,
  vehicles: vehicles.map((one) => ({ id: one, registration: `AB${one} CDE`, type: 'VAN' })),
});
const GROUPS = [group(1), group(2, 21, 22), group(3, 31)];

describe('the filters of events', () => {
  beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00Z') }));
  afterEach(() => vi.useRealTimers());

  it('[E-10] the vehicle: from the URL, else the last one in storage, else the first of the first group', () => {
    expect(vehicleOfAddress({ vehicleId: '31' }, 22, GROUPS)).toBe(31);
    expect(vehicleOfAddress({}, 22, GROUPS)).toBe(22);
    expect(vehicleOfAddress({}, null, GROUPS)).toBe(21);
    expect(vehicleOfAddress({}, 99, GROUPS)).toBe(21);
    expect(vehicleOfAddress({}, 22, undefined)).toBeUndefined();
    expect(vehicleOfAddress({ vehicleId: 'all' }, 22, GROUPS)).toBeNull();
    expect(vehicleOfAddress({}, null, [])).toBeNull();
  });

  it('[E-22] the days: today by default', () =>
    expect(daysOf({}, 'Europe/London')).toEqual({ from: '2026-11-21', to: '2026-11-21' }));

  it('[E-09] a day in the URL applies only together with a vehicle', () => {
    const day = { from: '2026-11-03', to: '2026-11-03' };
    expect(daysOf({ vehicleId: '31', startDate: '2026-11-03' }, 'Europe/London')).toEqual(day);
    expect(daysOf({ startDate: '2026-11-03' }, 'Europe/London')?.from).toBe('2026-11-21');
    expect(daysOf({ vehicleId: '31', startDate: '2026-11-02T23:30:00Z' }, 'Europe/Paris')).toEqual(
      day,
    );
  });

  it('[E-20] only invalid days without a vehicle prevent a search', () => {
    const wrong = daysOf({ vehicleId: 'all', startDate: 'soon' }, 'Europe/London');
    expect(wrong).toBeNull();
    expect(canSearch(wrong, null, [40])).toBe(false);
    expect(canSearch(wrong, 31, [40])).toBe(true);
    expect(canSearch({ from: '2026-11-03', to: '2026-11-03' }, null, [40])).toBe(true);
  });

  it('[E-21] event types: codes above 5 by default', () => {
    expect(codesOf(undefined, ALL)).toEqual(ALL.filter((code) => code > 5));
    expect(codesOf(undefined, ALL)).toHaveLength(ALL.length - 2);
  });

  it('[E-32] the code -1 is not a type', () => {
    expect(codesOf('-1,40', [...ALL, -1])).toEqual([40]);
    expect(codesOf('none', ALL)).toEqual([]);
  });

  it('[A-P03] types round-trip through the URL', () => {
    for (const codes of [[], [40, 41], ALL, codesOf(undefined, ALL)]) {
      expect(codesOf(codesText(codes, ALL), ALL)).toEqual(codes);
    }
    expect(codesText(codesOf(undefined, ALL), ALL)).toBeUndefined();
  });

  it('[E-P04] a page has 50 rows, or 25, 75 or 100', () => {
    expect(pageOf({})).toEqual({ page: 1, pageSize: 50 });
    expect(pageOf({ page: '3', pageSize: '75' })).toEqual({ page: 3, pageSize: 75 });
    expect(pageOf({ page: '-2', pageSize: '400' })).toEqual({ page: 1, pageSize: 50 });
  });
});
