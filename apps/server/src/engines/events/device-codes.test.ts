import { EVENT_TYPES, eventType } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import { goNorth, ofCode, record, run, seconds } from '../../../test/engine-run.ts';
import type { EngineRecord } from '../record.ts';

const on = { ignition: true };

/** Start and end in seconds, and who saw it. */
const brief = (records: readonly EngineRecord[], code: number) =>
  ofCode(run(records), code).map(({ occurredMs, endedMs, source }) => [
    seconds(occurredMs),
    seconds(endedMs),
    source,
  ]);
const reported = (times: readonly number[], code: number, changed: Partial<EngineRecord> = {}) =>
  times.map((s) => record(s, { ...on, ...changed, eventCodes: [code] }));

const SPECIFIED = [
  ['[E-24]', 4, 'Ignition On'],
  ['[E-25]', 5, 'Ignition Off'],
  ['[E-26]', 52, 'Beacon Lights Active'],
  ['[E-27]', 40, 'Harsh Acceleration'],
  ['[E-28]', 41, 'Harsh Braking'],
  ['[E-29]', 42, 'Harsh Cornering'],
  ['[E-30]', 50, 'Panic Button'],
  ['[E-31]', 53, 'Run Lock Active'],
] as const;

describe('an event that the device reports', () => {
  for (const [id, code, name] of SPECIFIED) {
    it(`${id} is told: ${name}, code ${code}`, () => {
      expect(eventType(code)?.name).toBe(name);
      const told = run([record(0, on), ...reported([60], code), record(120, on)]);
      expect(ofCode(told, code)).toEqual([
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

  it('[E-P03] of every code in the catalogue is told once', () => {
    for (const { eventCode } of EVENT_TYPES) {
      const told = run([record(0, on), ...reported([60], eventCode), record(120, on)]);
      expect(ofCode(told, eventCode)).toHaveLength(1);
    }
  });

  it('[E-23] is left out when its code has no name', () => {
    expect(run(reported([60], 9999)).incidents).toEqual([]);
  });

  it('[E-30] that happens once is told once within 10 seconds, and again after them', () => {
    expect(brief(reported([0, 5, 10], 50), 50)).toEqual([[0, null, 'device']]);
    expect(brief(reported([0, 11], 50), 50)).toHaveLength(2);
  });

  it('[E-30] is placed where the vehicle was last when the record has no fix', () => {
    const lost = { latitudeDeg: null, longitudeDeg: null };
    const [panic] = ofCode(run([record(0, on), ...reported([30], 50, lost)]), 50);
    expect(panic).toMatchObject({ latitudeDeg: 52, longitudeDeg: -1 });
  });

  it('[E-30] names the driver who is signed in', () => {
    const records = [record(0, { ...on, driverTag: 'A1' }), ...reported([30], 50)];
    expect(ofCode(run(records), 50)[0]?.driverTag).toBe('A1');
  });
});

describe('a state that the device reports', () => {
  it('[E-26] begins when it is first reported and ends when it is not any more', () => {
    const records = [...reported([60, 120, 180], 52), record(240, on), record(300, on)];
    expect(brief(records, 52)).toEqual([[60, 240, 'device']]);
    expect(run(records).calls).toBe(2);
  });

  it('[E-26] lasts until then', () => {
    expect(brief(reported([60, 120], 52), 52)).toEqual([[60, null, 'device']]);
  });

  it('[E-31] is not ended by a record that says nothing of inputs', () => {
    const silent = record(90, { ignition: null });
    expect(brief([...reported([60], 53), silent, ...reported([120], 53)], 53)).toEqual([
      [60, null, 'device'],
    ]);
  });

  it('[E-31] is ended by the next record of a device that has no ignition signal', () => {
    const records = [...reported([60], 53, { ignition: null }), record(90)];
    expect(brief(records, 53)).toEqual([[60, 90, 'device']]);
  });

  it('[E-26] that is gone for less than 10 seconds is the same still', () => {
    const flicker = (s: number) => [...reported([0], 52), record(5, on), ...reported([s], 52)];
    expect(brief(flicker(15), 52)).toEqual([[0, null, 'device']]);
    expect(brief(flicker(16), 52)).toEqual([
      [0, 5, 'device'],
      [16, null, 'device'],
    ]);
  });

  it('[E-26] ends where it was last seen when a gap in coverage follows', () => {
    expect(brief([...reported([0, 60], 52), record(5000, on)], 52)).toEqual([[0, 60, 'device']]);
  });

  it('keeps what was measured: temperature out of range, top of the speed', () => {
    const cold = [...reported([0], 67, { temperatureC: -3.5 }), record(60, on)];
    expect(ofCode(run(cold), 67)[0]?.value).toBe(-3.5);
    const fast = [60, 90, 80].map((speedKmh, n) =>
      record(n * 5, { ...on, speedKmh, eventCodes: [43] }),
    );
    expect(ofCode(run([...fast, record(20, on)]), 43)[0]?.value).toBe(90);
  });
});

describe('an incident that both the device and our own rules see', () => {
  it('[E-24, E-25] is told once: ignition', () => {
    const records = [
      record(0, { ignition: false }),
      record(60, { ignition: true, eventCodes: [4] }),
      record(120, { ignition: false }),
      record(125, { ignition: false, eventCodes: [5] }),
    ];
    expect(brief(records, 4)).toEqual([[60, null, 'device']]);
    expect(brief(records, 5)).toEqual([[120, null, 'computed']]);
  });

  it("[E-28] is the device's when it reports harsh braking after it was computed", () => {
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

  it("is the device's when it reports a lasting one soon after it was computed", () => {
    const fast = (s: number, eventCodes: number[] = []) =>
      record(s, { ...on, speedKmh: 140, eventCodes });
    const after = [fast(60), record(120, { ...on, speedKmh: 90 })];
    const reportedAt = (s: number) => brief([fast(0), fast(10), fast(s, [43]), ...after], 43);
    expect(reportedAt(20)).toEqual([[0, 120, 'device']]);
    expect(reportedAt(21)).toEqual([[0, 120, 'computed']]);
  });

  it("goes on when our own rule sees it begin soon after the device's end", () => {
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
