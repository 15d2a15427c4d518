import { describe, expect, it, vi } from 'vitest';
import {
  ACTIVITY_PAGE_SIZE,
  ACTIVITY_PAGE_SIZES,
  canSearch,
  filterOf,
  orderingOf,
  pageOf,
  parametersOf,
  queryOf,
  STANDARD_FILTER,
  storedFilterOf,
} from './vehicle-file-activity-filter.ts';

vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] });

const OPTIONS = { isRestricted: false, timeZone: 'Europe/London' };
const filter = (address: Record<string, string> = {}, stored: object | null = null) =>
  filterOf(address, null, stored, OPTIONS);
const query = (address: Record<string, string> = {}) => queryOf(filter(address), 'Europe/London');

describe('filter of the activities', () => {
  it('[G-42] defaults to today and the seven days before', () =>
    expect(filter().days).toEqual({ from: '2026-11-14', to: '2026-11-21' }));

  it('[G-48] [G-52] [G-54] defaults to the audit trail, document dates, nothing archived, all investigations', () =>
    expect(filter()).toMatchObject({
      showAuditTrail: true,
      useActivityFulfilled: true,
      showArchived: false,
      showPendingInvestigations: false,
    }));

  it('[G-49] [G-53] shows archived activities only by the URL, and does not store this', () => {
    const archived = filter({ archived: '1' });
    expect(archived.showArchived).toBe(true);
    expect(storedFilterOf(archived, null).show_archived).toBe(false);
    // As stored by an earlier release.
    expect(filter({}, { show_archived: true }).showArchived).toBe(false);
  });

  it('[G-P06] reads the vehicle from its key, the rest from the search fields; the URL takes precedence', () => {
    const stored = { activity_type: 9, depot: 3, show_audit_trail: false };
    expect(filterOf({}, 12, stored, OPTIONS)).toMatchObject({
      vehicleId: 12,
      activityType: 9,
      depot: 3,
      showAuditTrail: false,
    });
    const address = { vehicleId: '14', type: '0', depot: '0', audit: '1' };
    expect(filterOf(address, 12, stored, OPTIONS)).toMatchObject({
      vehicleId: 14,
      activityType: 0,
      depot: 0,
      showAuditTrail: true,
    });
    expect(filterOf({ vehicleId: 'all' }, 12, stored, OPTIONS).vehicleId).toBeNull();
  });

  it('ignores search fields of another screen', () =>
    expect(filter({}, { event: [4], start: 'x', activity_type: 'many' })).toEqual(filter()));

  it('[G-46] [G-47] users without the restricted toggles stay in document-date mode', () => {
    const address = { documentDates: '0', pending: '1' };
    const restricted = filterOf(address, null, null, { ...OPTIONS, isRestricted: true });
    expect(restricted).toMatchObject({
      useActivityFulfilled: true,
      showPendingInvestigations: false,
    });
    expect(filter(address)).toMatchObject({
      useActivityFulfilled: false,
      showPendingInvestigations: true,
    });
  });

  it('[G-56] stores vehicle, days, depot, type and flags', () =>
    expect(
      storedFilterOf(filter({ vehicleId: '12', type: '9' }), {
        registration: 'AB12 CDE',
        type: 'VAN',
      }),
    ).toEqual({
      vehicle_id: 12,
      vehicle_name: 'AB12 CDE',
      vehicle_type: 'VAN',
      start: '2026-11-14',
      end: '2026-11-21',
      depot: 0,
      activity_type: 9,
      show_audit_trail: true,
      use_activity_fulfilled: true,
      show_archived: false,
      show_pending_investigations: false,
    }));

  it('[G-60] only invalid days without a vehicle prevent a search', () => {
    expect(canSearch(filter({ startDate: '2026-13-40' }))).toBe(false);
    expect(canSearch(filter({ startDate: '2026-13-40', vehicleId: '12' }))).toBe(true);
    expect(canSearch(filter({ startDate: '2026-11-01' }))).toBe(true);
  });
});

describe('query of the activities', () => {
  it('[G-65] [G-66] document dates filter by the day of the document, as DD-MM-YYYY,DD-MM-YYYY', () => {
    expect(query()).toMatchObject({ fulfilled_at_date_range: '14-11-2026,21-11-2026' });
    expect(query()).not.toHaveProperty('date_range');
    const log = query({ documentDates: '0', startDate: '2026-02-03', endDate: '2026-02-04' });
    expect(log).toMatchObject({ date_range: '03-02-2026,04-02-2026' });
    expect(log).not.toHaveProperty('fulfilled_at_date_range');
  });

  it('[G-67] [G-68] sends no region, and no activity type for none', () => {
    expect(query().region).toBeUndefined();
    expect(query({ type: '0' }).activity_type).toBeUndefined();
    expect(query({ type: '9' }).activity_type).toBe(9);
  });

  it('[G-50] [G-69] sends only the newest unless the audit trail is on', () => {
    expect(query().filter_latest).toBeUndefined();
    expect(query({ audit: '0' }).filter_latest).toBe('True');
  });

  it('[G-72] [G-73] archived and pending are sent or omitted', () => {
    expect(query()).toMatchObject({ archived: undefined, has_pending_investigations: undefined });
    expect(query({ archived: '1', pending: '1' })).toMatchObject({
      archived: 'true',
      has_pending_investigations: 'true',
    });
  });

  it('[G-71] [G-P02] newest first: "-created_at", or nothing in document-date mode; the header reverses it', () => {
    expect(orderingOf(filter(), false)).toBe('');
    expect(orderingOf(filter(), true)).toBe('activity_fulfilled_at');
    expect(orderingOf(filter({ documentDates: '0' }), false)).toBe('-created_at');
    expect(orderingOf(filter({ documentDates: '0' }), true)).toBe('created_at');
  });

  it('[G-30] [G-74] pages of 25, 50 or 75 rows, 75 at first, counted from 1', () => {
    expect(ACTIVITY_PAGE_SIZES).toEqual([25, 50, 75]);
    expect(ACTIVITY_PAGE_SIZE).toBe(75);
    expect(pageOf({})).toEqual({ page: 1, pageSize: 75 });
    expect(pageOf({ page: '3', pageSize: '25' })).toEqual({ page: 3, pageSize: 25 });
    expect(pageOf({ page: '-1', pageSize: '15' })).toEqual({ page: 1, pageSize: 75 });
  });

  it('[O-P02] as parameters of a saved view does not depend on the stored search fields', () => {
    const stored = { activity_type: 9, depot: 3, show_audit_trail: false };
    const { days: _, ...kept } = filter({ vehicleId: 'all', documentDates: '0' }, stored);
    expect(filter(parametersOf({ days: null, ...kept }))).toMatchObject(kept);
    expect(
      filterOf(STANDARD_FILTER, 12, { ...stored, show_pending_investigations: true }, OPTIONS),
    ).toEqual(filterOf({}, 12, null, OPTIONS));
  });
});
