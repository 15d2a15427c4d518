import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultKind } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import { endRuleOf, episodesOf, meaningOf, tyreSeverity } from './index.ts';
import { KNOWN, SPN_SUBJECTS } from './known-codes.ts';

const MIN = 60_000;
const HOUR = 60 * MIN;
const DAY = 24 * HOUR;

const none = { tripsMs: [], enoughMs: [], cuts: [], lastRecordMs: 0, open: null } as const;
const at = (...times: number[]) => times.map((fromMs) => ({ fromMs, toMs: fromMs }));

describe('Reports of a fault', () => {
  it.each<[string, number[], object]>([
    ['begin it', [0], { firstMs: 0, lastMs: 0, occurrences: 1 }],
    ['within an hour are one', [0, HOUR, 2 * HOUR], { lastMs: 2 * HOUR, occurrences: 1 }],
    ['after a gap count', [0, HOUR + 1, 3 * HOUR], { lastMs: 3 * HOUR, occurrences: 3 }],
    ['that are repeated count once', [0, 0, 2 * HOUR, 2 * HOUR], { occurrences: 2 }],
  ])('%s', (_, times, span) => {
    expect(episodesOf({ ...none, rule: 'code', sightings: at(...times) })).toMatchObject([span]);
  });

  it('that last for days are one, until they end', () => {
    const sightings = [{ fromMs: 0, toMs: 9 * DAY }];
    const alarm = { ...none, rule: 'alarm', sightings } as const;
    expect(episodesOf({ ...alarm, lastRecordMs: 10 * DAY })).toMatchObject([
      { firstMs: 0, lastMs: 9 * DAY, occurrences: 1, endedMs: null },
    ]);
    expect(episodesOf({ ...alarm, lastRecordMs: 12 * DAY })).toMatchObject([
      { endedMs: 11 * DAY, reason: 'gone' },
    ]);
  });
});

describe('A fault that is no longer reported', () => {
  const seen = 1_000 * DAY;
  // Days with trips, last record, enough pressure: after the last report. The end: after it, null for none.
  it.each<[string, FaultKind, number, number, number | null, number | null]>([
    ['lasts within a week', 'troubleCode', 7, 7 * DAY - 1, null, null],
    ['ends after a week of driving', 'troubleCode', 2, 7 * DAY, null, 7 * DAY],
    ['lasts while the device is silent', 'troubleCode', 5, DAY, null, null],
    ['lasts while the vehicle is parked', 'troubleCode', 1, 30 * DAY, null, null],
    ['of a camera lasts within two days', 'camera', 9, 2 * DAY - 1, null, null],
    ['of a camera ends after two days', 'camera', 0, 3 * DAY, null, 2 * DAY],
    ['of a tyre lasts without a reading', 'tyrePressure', 9, 90 * DAY, null, null],
    ['of a tyre lasts within an hour', 'tyrePressure', 0, DAY, HOUR - 1, null],
    ['of a tyre ends when it is inflated', 'tyrePressure', 0, DAY, 2 * HOUR, 2 * HOUR],
  ])('%s', (_, kind, drivenDays, record, enough, end) => {
    const [episode] = episodesOf({
      ...none,
      rule: endRuleOf({ kind, key: 'any' }),
      sightings: at(seen),
      lastRecordMs: seen + record,
      tripsMs: Array.from({ length: drivenDays }, (_, n) => seen + HOUR + n * DAY),
      enoughMs: enough === null ? [] : [seen + enough],
    });
    expect(episode?.endedMs == null ? null : episode.endedMs - seen).toBe(end);
  });

  it('is another one when it is reported after its end, however late it arrives', () => {
    const tripsMs = [DAY, 2 * DAY, 3 * DAY];
    const code = { ...none, rule: 'code', tripsMs, lastRecordMs: 20 * DAY } as const;
    const ends = (...times: number[]) =>
      episodesOf({ ...code, sightings: at(...times.map((day) => day * DAY)) }).map(
        ({ endedMs, firstMs }) => [firstMs / DAY, endedMs === null ? null : endedMs / DAY],
      );
    expect(ends(0, 9)).toEqual([
      [0, 7],
      [9, null],
    ]);
    // A report in between makes them one.
    expect(ends(0, 6, 9)).toEqual([[0, null]]);
  });

  it('of an alarm of tyres ends like a camera', () => {
    expect(endRuleOf({ kind: 'tyrePressure', key: 'alarm' })).toBe('alarm');
  });
});

describe('A repair', () => {
  const cuts = [{ firstMs: 0, atMs: 2 * DAY, reason: 'repaired' }] as const;
  const after = (...times: number[]) =>
    episodesOf({ ...none, rule: 'code', cuts, sightings: at(...times.map((day) => day * DAY)) });

  it('ends the fault, and a report after it is another one', () => {
    expect(after(0, 1, 3)).toMatchObject([
      { firstMs: 0, lastMs: DAY, endedMs: 2 * DAY, reason: 'repaired' },
      { firstMs: 3 * DAY, endedMs: null },
    ]);
  });

  it('ends only the fault that it was for', () => {
    const later = [{ firstMs: 9 * DAY, atMs: 12 * DAY, reason: 'closed' }] as const;
    const tripsMs = [DAY, 2 * DAY];
    const sightings = at(0, 9 * DAY);
    expect(
      episodesOf({ ...none, rule: 'code', cuts: later, tripsMs, sightings, lastRecordMs: 9 * DAY }),
    ).toMatchObject([
      { endedMs: 7 * DAY, reason: 'gone' },
      { endedMs: 12 * DAY, reason: 'closed' },
    ]);
  });

  it('keeps an alarm that lasts ended until it begins again', () => {
    const sightings = [
      { fromMs: 0, toMs: 5 * DAY },
      { fromMs: 6 * DAY, toMs: 6 * DAY },
    ];
    expect(episodesOf({ ...none, rule: 'alarm', cuts, sightings })).toMatchObject([
      { lastMs: 2 * DAY, endedMs: 2 * DAY },
      { firstMs: 6 * DAY, endedMs: null },
    ]);
  });
});

describe('A low pressure', () => {
  it.each([
    [650, 'minor'],
    [480, 'minor'],
    [479, 'major'],
  ])('%d of 800 kPa with a limit of 20 %% is %s', (kpa, severity) => {
    expect(tyreSeverity(kpa, 800, 20)).toBe(severity);
  });
});

describe('A trouble code', () => {
  it.each<[string, object]>([
    ['P0301', { subject: 'misfire', n: '1', fault: null, severity: 'major', part: 'ignition' }],
    ['P0118', { subject: 'coolantTemperature', fault: 'fault.high', part: 'airFuel' }],
    ['P0141', { subject: 'oxygenSensor', n: '1/2', fault: 'fault.heater' }],
    ['P0308', { subject: 'misfire', n: '8' }],
    ['P0420', { subject: 'catalyst1', fault: 'fault.weak', severity: 'advisory' }],
    ['P20EE', { subject: 'nitrogenCatalyst', isMakerSpecific: false }],
    ['P0899', { subject: null, part: 'transmission', isMakerSpecific: false, severity: 'minor' }],
    ['P1234', { subject: null, part: 'powertrain', isMakerSpecific: true, severity: 'minor' }],
    ['P3000', { isMakerSpecific: true }],
    ['P3400', { isMakerSpecific: false, part: 'emissions' }],
    ['C0035', { subject: 'wheelSpeed', area: 'brakes', severity: 'major', part: 'chassis' }],
    ['C1234', { isMakerSpecific: true, area: 'other' }],
    ['B2345', { isMakerSpecific: true, part: 'body' }],
    ['U0121', { subject: 'lostAbs', fault: 'fault.lost', severity: 'major', part: 'network' }],
    ['SPN100-FMI1', { subject: 'oilPressure', fault: 'fmi.1', severity: 'major', part: 'heavy' }],
    ['SPN97-FMI15', { subject: 'fuelWater', severity: 'advisory' }],
    ['SPN521000-FMI2', { subject: null, isMakerSpecific: true, n: '521000' }],
  ])('%s is read by its structure', (code, meaning) => {
    expect(meaningOf(code)).toMatchObject(meaning);
  });

  it('has texts in both languages', () => {
    const folder = join(import.meta.dirname, '../../locales/faults');
    const [en, pt] = ['en', 'pt'].map((name) =>
      JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')),
    );
    expect(Object.keys(pt)).toEqual(Object.keys(en));
    expect(KNOWN.size).toBeGreaterThanOrEqual(150);
    const meanings = [
      ...[...KNOWN.keys()].map(meaningOf),
      ...Object.keys(SPN_SUBJECTS).map((spn) => meaningOf(`SPN${spn}-FMI3`)),
    ];
    for (const { fault, part, subject } of meanings) {
      for (const key of [`subject.${subject}`, `part.${part}`, fault ?? 'maker']) {
        expect(en, key).toHaveProperty([key]);
      }
    }
  });
});
