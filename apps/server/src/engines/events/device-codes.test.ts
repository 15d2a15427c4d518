import { EVENT_TYPES, eventType } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import { goNorth, ofCode, record, run, seconds } from '../../../test/engine-run.ts';
import type { EngineRecord } from '../record.ts';

const on = { ignition: true };

/** Start and end in seconds, and the source. */
const brief = (records: readonly EngineRecord[], code: number) =>
  ofCode(run(records), code).map(({ occurredMs, endedMs, source }) => [
    seconds(occurredMs),
    seconds(endedMs),
    source,
  ]);
const reported = (times: readonly number[], code: number, changed: Partial<EngineRecord> = {}) =>
  times.map((s) => record(s, { ...on, ...changed, eventCodes: [code] }));

describe('an event that the device reports', () => {
  // The events of requirements E-24 to E-31; `features/events` tests their names.
  for (const code of [4, 5, 40, 41, 42, 50, 52, 53]) {
    it(`becomes an event of the device: code ${code}`, () => {
      const found = run([record(0, on), ...reported([60], code), record(120, on)]);
      expect(ofCode(found, code)).toEqual([
        {
          eventCode: code,
          occurredMs: record(60).timeMs,
          endedMs: eventType(code)?.kind === 'state' ? record(120).timeMs : null,
          latitudeDeg: 52,
          longitudeDeg: -1,
          headingDeg: 0,
          speedKmh: 0,
          driverTag: null,
          source: 'device',
          value: null,
          geofenceId: null,
        },
      ]);
    });
  }

  it('[E-P03] becomes one event for every code in the catalogue', () => {
    for (const { eventCode } of EVENT_TYPES) {
      const found = run([record(0, on), ...reported([60], eventCode), record(120, on)]);
      expect(ofCode(found, eventCode)).toHaveLength(1);
    }
  });

  it('[E-23] is ignored when its code has no name', () => {
    expect(run(reported([60], 9999)).incidents).toEqual([]);
  });

  it('[E-30] that repeats within 10 seconds is one event, and another after that', () => {
    expect(brief(reported([0, 5, 10], 50), 50)).toEqual([[0, null, 'device']]);
    expect(brief(reported([0, 11], 50), 50)).toHaveLength(2);
  });

  it('[E-30] has the last known place when the record has no fix', () => {
    const lost = { latitudeDeg: null, longitudeDeg: null };
    const [panic] = ofCode(run([record(0, on), ...reported([30], 50, lost)]), 50);
    expect(panic).toMatchObject({ latitudeDeg: 52, longitudeDeg: -1 });
  });

  it('[E-30] has the driver who is signed in', () => {
    const records = [record(0, { ...on, driverTag: 'A1' }), ...reported([30], 50)];
    expect(ofCode(run(records), 50)[0]?.driverTag).toBe('A1');
  });
});

describe('a state that the device reports', () => {
  it('[E-26] starts with the first record that reports it and ends with the first that does not', () => {
    const records = [...reported([60, 120, 180], 52), record(240, on), record(300, on)];
    expect(brief(records, 52)).toEqual([[60, 240, 'device']]);
    expect(run(records).calls).toBe(2);
  });

  it('[E-26] has no end while it is still reported', () => {
    expect(brief(reported([60, 120], 52), 52)).toEqual([[60, null, 'device']]);
  });

  it('[E-31] does not end with a record that has no inputs', () => {
    const silent = record(90, { ignition: null });
    expect(brief([...reported([60], 53), silent, ...reported([120], 53)], 53)).toEqual([
      [60, null, 'device'],
    ]);
  });

  it('[E-31] ends with the next record of a device without an ignition signal', () => {
    const records = [...reported([60], 53, { ignition: null }), record(90)];
    expect(brief(records, 53)).toEqual([[60, 90, 'device']]);
  });

  it('[E-26] that stops for less than 10 seconds is still the same event', () => {
    const flicker = (s: number) => [...reported([0], 52), record(5, on), ...reported([s], 52)];
    expect(brief(flicker(15), 52)).toEqual([[0, null, 'device']]);
    expect(brief(flicker(16), 52)).toEqual([
      [0, 5, 'device'],
      [16, null, 'device'],
    ]);
  });

  it('[E-26] ends at its last record when a gap in coverage follows', () => {
    expect(brief([...reported([0, 60], 52), record(5000, on)], 52)).toEqual([[0, 60, 'device']]);
  });

  it('stores the measured value: temperature out of range, highest speed', () => {
    const cold = [...reported([0], 67, { temperatureC: -3.5 }), record(60, on)];
    expect(ofCode(run(cold), 67)[0]?.value).toBe(-3.5);
    const fast = [60, 90, 80].map((speedKmh, n) =>
      record(n * 5, { ...on, speedKmh, eventCodes: [43] }),
    );
    expect(ofCode(run([...fast, record(20, on)]), 43)[0]?.value).toBe(90);
  });
});

describe('an event that both the device and the server detect', () => {
  it('[E-24] [E-25] is stored once: ignition', () => {
    const records = [
      record(0, { ignition: false }),
      record(60, { ignition: true, eventCodes: [4] }),
      record(120, { ignition: false }),
      record(125, { ignition: false, eventCodes: [5] }),
    ];
    expect(brief(records, 4)).toEqual([[60, null, 'device']]);
    expect(brief(records, 5)).toEqual([[120, null, 'computed']]);
  });

  it('[E-28] takes the report of the device in place of the computed harsh braking', () => {
    const brakes = [
      ...goNorth({ fromS: 0, toS: 10, everyS: 1, speedKmh: 72 }, on),
      record(11, { ...on, speedKmh: 50 }),
    ];
    const late = (s: number) => [
      ...brakes,
      record(s, { ...on, speedKmh: 50, eventCodes: [41] }),
      record(60, { ...on, speedKmh: 50 }),
    ];
    expect(brief([...brakes, record(60, { ...on, speedKmh: 50 })], 41)).toEqual([
      [11, null, 'computed'],
    ]);
    expect(brief(late(20), 41)).toEqual([[20, null, 'device']]);
    expect(brief(late(22), 41)).toEqual([
      [11, null, 'computed'],
      [22, null, 'device'],
    ]);
  });

  it('takes the report of the device when it follows the computed start of a lasting event', () => {
    const fast = (s: number, eventCodes: number[] = []) =>
      record(s, { ...on, speedKmh: 140, eventCodes });
    const after = [fast(60), record(120, { ...on, speedKmh: 90 })];
    const reportedAt = (s: number) => brief([fast(0), fast(10), fast(s, [43]), ...after], 43);
    expect(reportedAt(20)).toEqual([[0, 120, 'device']]);
    expect(reportedAt(21)).toEqual([[0, 120, 'computed']]);
  });

  it('continues when the server detects it again soon after the device ended it', () => {
    const fast = (s: number, changed: Partial<EngineRecord> = {}) =>
      record(s, { ...on, speedKmh: 140, ...changed });
    const seen = (fromS: number) => [
      fast(0, { speedKmh: 100, eventCodes: [43] }),
      record(4, { ...on, speedKmh: 100 }),
      ...[fromS, fromS + 60].map((s) => fast(s)),
      record(fromS + 120, { ...on, speedKmh: 90 }),
    ];
    expect(brief(seen(14), 43)).toEqual([[0, 134, 'device']]);
    expect(brief(seen(15), 43)).toEqual([
      [0, 4, 'device'],
      [15, 135, 'computed'],
    ]);
  });
});
