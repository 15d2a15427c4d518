import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultKind } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import { endOf, meaningOf, tyreSeverity, withSighting } from './index.ts';
import { KNOWN, SPN_SUBJECTS } from './known-codes.ts';

const MIN = 60_000;
const HOUR = 60 * MIN;
const DAY = 24 * HOUR;

describe('Reports of a fault', () => {
  it.each<[string, number[], object]>([
    ['begin it', [0], { firstMs: 0, lastMs: 0, occurrences: 1 }],
    ['within an hour are one', [0, HOUR, 2 * HOUR], { lastMs: 2 * HOUR, occurrences: 1 }],
    ['after a gap count', [0, HOUR + 1, 3 * HOUR], { lastMs: 3 * HOUR, occurrences: 3 }],
    ['that are read twice count once', [0, 2 * HOUR, 0, 2 * HOUR], { occurrences: 2 }],
    ['that come late move the start', [5 * HOUR, HOUR], { firstMs: HOUR, occurrences: 1 }],
  ])('%s', (_, times, span) => {
    const made = times.reduce<ReturnType<typeof withSighting> | null>(withSighting, null);
    expect(made).toMatchObject(span);
  });
});

describe('A fault that is no longer reported', () => {
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
    const seen = 1_000 * DAY;
    const ended = endOf({
      kind,
      drivenDays,
      lastSeenMs: seen,
      lastRecordMs: seen + record,
      enoughMs: enough === null ? null : seen + enough,
    });
    expect(ended === null ? null : ended - seen).toBe(end);
  });

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
