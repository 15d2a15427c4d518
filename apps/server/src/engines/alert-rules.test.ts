import { describe, expect, it } from 'vitest';
import { type AlertRule, ruleMatches } from './alert-rules.ts';

const rule: AlertRule = {
  eventCodes: [41, 50],
  vehicleIds: [],
  depotIds: [],
  weekdays: [1, 2, 3, 4, 5],
  fromMinute: 0,
  untilMinute: 1440,
  timeZone: 'Europe/London',
  geofenceIds: [],
  minSpeedKmh: null,
};
const at = (time: string) => ({
  eventCode: 41,
  vehicleId: 7,
  depotIds: [3],
  occurredMs: Date.parse(time),
  speedKmh: 40,
  geofenceIds: [9],
});
const FRIDAY = '2026-06-05T12:00:00Z';

describe('alert rules', () => {
  it('[E-P03] apply to their codes only', () => {
    expect(ruleMatches(rule, at(FRIDAY))).toBe(true);
    expect(ruleMatches(rule, { ...at(FRIDAY), eventCode: 40 })).toBe(false);
  });

  it('[E-P03] apply to named vehicles, to those of named depots, and to all without names', () => {
    const asks = (vehicleIds: number[], depotIds: number[]) =>
      ruleMatches({ ...rule, vehicleIds, depotIds }, at(FRIDAY));
    expect(asks([7], [])).toBe(true);
    expect(asks([8], [])).toBe(false);
    expect(asks([8], [3])).toBe(true);
    expect(asks([], [4])).toBe(false);
  });

  it('[E-P03] apply from their speed upwards, and not to events without a speed', () => {
    const fast = { ...rule, minSpeedKmh: 40 };
    expect(ruleMatches(fast, at(FRIDAY))).toBe(true);
    expect(ruleMatches({ ...fast, minSpeedKmh: 40.5 }, at(FRIDAY))).toBe(false);
    expect(ruleMatches(fast, { ...at(FRIDAY), speedKmh: null })).toBe(false);
  });

  it('[E-P03] apply in one of their geofences', () => {
    expect(ruleMatches({ ...rule, geofenceIds: [8, 9] }, at(FRIDAY))).toBe(true);
    expect(ruleMatches({ ...rule, geofenceIds: [8] }, at(FRIDAY))).toBe(false);
    const nowhere = { ...at(FRIDAY), geofenceIds: [] };
    expect(ruleMatches({ ...rule, geofenceIds: [9] }, nowhere)).toBe(false);
  });

  it('[E-P03] apply on the days and hours of their time zone', () => {
    const hours = { ...rule, fromMinute: 8 * 60, untilMinute: 17 * 60 };
    expect(ruleMatches(hours, at('2026-06-05T07:00:00Z'))).toBe(true);
    expect(ruleMatches(hours, at('2026-06-05T06:59:59Z'))).toBe(false);
    expect(ruleMatches(hours, at('2026-06-05T16:00:00Z'))).toBe(false);
    expect(ruleMatches(hours, at('2026-01-05T08:00:00Z'))).toBe(true);
    expect(ruleMatches(rule, at('2026-06-06T12:00:00Z'))).toBe(false);
    // Friday night in London is Saturday in Sydney.
    expect(ruleMatches({ ...rule, timeZone: 'Australia/Sydney' }, at('2026-06-05T20:00:00Z'))).toBe(
      false,
    );
  });

  it('[E-P03] past midnight belong to the day on which they started', () => {
    const night = { ...rule, fromMinute: 22 * 60, untilMinute: 6 * 60 };
    expect(ruleMatches(night, at('2026-06-05T22:00:00Z'))).toBe(true);
    // Saturday, 02:00 in London: the night of Friday.
    expect(ruleMatches(night, at('2026-06-06T01:00:00Z'))).toBe(true);
    // Monday, 02:00: the night of Sunday.
    expect(ruleMatches(night, at('2026-06-08T01:00:00Z'))).toBe(false);
    expect(ruleMatches(night, at('2026-06-05T12:00:00Z'))).toBe(false);
  });
});
