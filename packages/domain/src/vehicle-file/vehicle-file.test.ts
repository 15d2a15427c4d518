import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  activityStatus,
  addInterval,
  countingInterval,
  documentName,
  isInspectionInterval,
  isInterval,
  longestInspectionWeeks,
  offeredStatuses,
  scheduleState,
  subtractInterval,
  timeUntil,
} from '../index.ts';

const at = (text: string) => Date.parse(text);
const plus = (from: string, interval: string) =>
  new Date(addInterval(at(from), interval)).toISOString().replace('.000', '');

describe('The status of an activity', () => {
  it.each([
    ['[G-75]', '1', 'Cancelled'],
    ['[G-76]', '3', 'Incomplete'],
    ['[G-77]', '7', 'Complete'],
    ['[G-78]', '11', 'Complete - Internal QC Review'],
    ['[G-79]', '12', 'Complete - QC Done'],
    ['[G-80]', '4', 'No status'],
    ['[G-80]', '', 'No status'],
    ['[G-80]', 'Pass', 'No status'],
  ])('%s of a safety inspection %s is "%s"', (_id, code, name) => {
    expect(activityStatus('SAFETY_INSPECTION', code)).toMatchObject({ name, isVor: false });
  });

  it.each([
    ['[G-83]', '357913941', 'Partial Non Verified'],
    ['[G-84]', '715827882', 'Verified Signed Off'],
    ['[G-85]', '715827888', 'Vehicle changed by manager'],
    ['[G-86] [OP-055]', '1431655764', 'Repairer Name'],
    ['[G-87]', '1610612734', 'Signed Off Roadworthy'],
    ['[G-88]', '1521134249', 'Repaired'],
    ['[G-89]', '1789569705', 'Complete'],
  ])('%s [G-82] [G-P03] of a defect %s is "%s", off the road or not', (_id, code, name) => {
    const status = activityStatus('DEFECT', code);
    expect(status).toMatchObject({ name, isVor: false });
    expect(activityStatus('DEFECT', `${code}_IS_VOR`)).toEqual({ ...status, isVor: true });
  });

  it('[G-90] [G-P05] is the unchanged text for all others, and "No status" for none', () => {
    expect(activityStatus('MOT', 'Pass')).toEqual({ key: null, name: 'Pass', isVor: false });
    expect(activityStatus('MOT', '12')).toMatchObject({ key: null, name: '12' });
    expect(activityStatus('MOT', '')).toMatchObject({ key: 'none', name: 'No status' });
    expect(activityStatus('DEFECT', 'Broken')).toMatchObject({ key: null, name: 'Broken' });
    expect(activityStatus('DEFECT', '')).toMatchObject({ name: 'No status', isVor: false });
    expect(activityStatus('DEFECT', '_IS_VOR')).toMatchObject({ name: 'No status', isVor: true });
  });
});

describe('The offered statuses', () => {
  const of = (
    reference: string,
    statuses: Parameters<typeof offeredStatuses>[0]['statuses'] = [],
  ) => offeredStatuses({ reference, use_activity_statuses_on_ui: true, statuses });
  const own = { id: 9, name: 'Own', do_not_create_schedule_activities: false };

  it('[H-25] [V-22] are Pass and Fail where the type has none', () => {
    expect(of('SERVICE').map(({ name }) => name)).toEqual(['Pass', 'Fail']);
  });

  it('[H-26] [H-27] suppress schedules only on Fail', () => {
    expect(of('SERVICE')).toEqual([
      { id: 1, name: 'Pass', do_not_create_schedule_activities: false },
      { id: 2, name: 'Fail', do_not_create_schedule_activities: true },
    ]);
  });

  it('[H-28] [OP-008] always include PRS for an MOT', () => {
    const prs = { id: 3, name: 'PRS', do_not_create_schedule_activities: true };
    expect(of('MOT')[2]).toEqual(prs);
    expect(of('MOT', [own])).toEqual([own, prs]);
  });

  it('[H-15] [H-16] [H-29] are only Completed for inspections', () => {
    expect(of('PMI_FORM')).toEqual([
      { id: 1, name: 'Completed', do_not_create_schedule_activities: true },
    ]);
    expect(of('SAFETY_INSPECTION').map(({ name }) => name)).toEqual(['Completed']);
    const changed = { id: 1, name: 'Completed', do_not_create_schedule_activities: false };
    expect(of('PMI_FORM', [changed])).toEqual([changed]);
  });

  it('[H-30] [H-P03] are the custom ones of a type that uses them', () => {
    expect(of('SERVICE', [own])).toEqual([own]);
    const unused = { reference: 'SERVICE', use_activity_statuses_on_ui: false, statuses: [own] };
    expect(offeredStatuses(unused)).toHaveLength(2);
  });
});

describe('An interval', () => {
  it.each([
    ['[H-34]', '1y', '2027-06-05T10:00:00Z'],
    ['[H-35]', '2m', '2026-08-05T10:00:00Z'],
    ['[H-36]', '6w', '2026-07-17T10:00:00Z'],
    ['[H-37]', '10d', '2026-06-15T10:00:00Z'],
    ['[H-38]', '5h', '2026-06-05T15:00:00Z'],
    ['[H-39]', '90x', '2026-06-05T11:30:00Z'],
    ['[H-39] [OP-062]', '90M', '2026-06-05T11:30:00Z'],
    ['[H-33] [H-P07]', '1y 6m', '2027-12-05T10:00:00Z'],
    ['[H-P07] [OP-062]', '1y,6m', '2027-12-05T10:00:00Z'],
    ['[H-P07]', 'y 1d', '2026-06-06T10:00:00Z'],
    ['[H-P07]', 'soon', '2026-06-05T10:00:00Z'],
  ])('%s %s is added', (_id, interval, result) => {
    expect(plus('2026-06-05T10:00:00Z', interval)).toBe(result);
  });

  it('[H-P06] keeps the day, or uses the last of the month', () => {
    expect(plus('2026-01-31T00:00:00Z', '1m')).toBe('2026-02-28T00:00:00Z');
    expect(plus('2028-01-31T00:00:00Z', '1m')).toBe('2028-02-29T00:00:00Z');
    expect(plus('2028-02-29T00:00:00Z', '1y')).toBe('2029-02-28T00:00:00Z');
    expect(new Date(subtractInterval(at('2026-03-31T00:00:00Z'), '1m')).toISOString()).toBe(
      '2026-02-28T00:00:00.000Z',
    );
  });

  it('[H-33] never throws and never goes back, for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const moved = addInterval(at('2026-06-05T10:00:00Z'), text);
        expect(Number.isFinite(moved)).toBe(true);
        expect(moved).toBeGreaterThanOrEqual(at('2026-06-05T10:00:00Z'));
        expect(isInterval(text)).toBe(moved > at('2026-06-05T10:00:00Z'));
      }),
    );
  });

  it('[H-32] is formatted in its two largest units', () => {
    const now = at('2026-06-05T10:00:00Z');
    const until = (days: number) => timeUntil(now + days * 86_400_000, now);
    expect([until(65), until(3), until(-3), until(400), until(0)]).toEqual([
      '2m 5d',
      '3d',
      '-3d',
      '1y 1m',
      '0h',
    ]);
  });
});

describe('A document', () => {
  const sentAt = at('2026-06-05T09:08:07Z');
  it('[H-58] is named by file, registration, type and time', () => {
    expect(documentName('scan.one.PDF', 'AB12 CDE', 'MOT', sentAt)).toBe(
      'scan.oneAB12CDEMOT05-06-2026T09:08:07.PDF',
    );
    expect(documentName('scan', 'AB12 CDE', 'MOT', sentAt)).toBe(
      'scanAB12CDEMOT05-06-2026T09:08:07',
    );
  });

  it('[H-59] keeps the last 90 characters of its name', () => {
    const name = documentName(`${'x'.repeat(200)}.pdf`, 'AB12 CDE', 'MOT', sentAt);
    expect(name).toHaveLength(90);
    expect(name.endsWith('xAB12CDEMOT05-06-2026T09:08:07.pdf')).toBe(true);
  });
});

describe('A safety inspection', () => {
  const now = at('2026-06-05T00:00:00Z');
  it('is due within 13 weeks of the last, or 6 for an old goods vehicle', () => {
    const weeks = (type: 'STR' | 'VAN', first: string | null) =>
      longestInspectionWeeks(type, first === null ? null : at(first), now);
    expect(weeks('STR', '2014-06-06T00:00:00Z')).toBe(13);
    expect(weeks('STR', '2014-06-05T00:00:00Z')).toBe(6);
    expect(weeks('VAN', '2000-01-01T00:00:00Z')).toBe(13);
    expect(weeks('STR', null)).toBe(13);
  });

  it.each([
    ['3w', false],
    ['4w', true],
    ['28d', true],
    ['6w', true],
    ['13w', true],
    ['14w', false],
  ])('%s: %s', (interval, isAllowed) => {
    expect(isInspectionInterval(interval, 13)).toBe(isAllowed);
  });

  it('is due more often as a vehicle ages', () => {
    const old = { type: 'STR', firstRegisteredMs: at('2010-01-01T00:00:00Z') } as const;
    const of = (category: string, interval: string) =>
      countingInterval({ category, interval }, old, now);
    expect([of('PMI', '10w'), of('PMI', '5w'), of('MOT', '1y')]).toEqual(['6w', '5w', '1y']);
  });
});

describe('A scheduled activity', () => {
  const now = at('2026-06-05T10:00:00Z');
  const state = (due: string, latest = due) =>
    scheduleState({ dueMs: at(due), latestMs: at(latest), isFulfilled: false }, now);
  it('[H-32] is planned, expiring, due, overdue and done', () => {
    expect(state('2026-07-04T00:00:00Z')).toBe('planned');
    expect(state('2026-07-03T00:00:00Z')).toBe('expiring');
    expect(state('2026-06-13T00:00:00Z')).toBe('expiring');
    expect(state('2026-06-12T00:00:00Z')).toBe('due');
    expect(state('2026-06-05T00:00:00Z')).toBe('due');
    expect(state('2026-06-04T00:00:00Z')).toBe('overdue');
    // Due within its week, not on the day.
    expect(state('2026-06-03T00:00:00Z', '2026-06-07T00:00:00Z')).toBe('due');
    expect(scheduleState({ dueMs: 0, latestMs: 0, isFulfilled: true }, now)).toBe('fulfilled');
  });
});
