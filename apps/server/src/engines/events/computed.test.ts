import { describe, expect, it } from 'vitest';
import { goNorth, north, ofCode, record, run, seconds } from '../../../test/engine-run.ts';
import type { EngineRecord } from '../record.ts';

const on = { ignition: true };
const off = { ignition: false };

type Options = Parameters<typeof run>[1];

/** Start and end in seconds, and the value. */
const brief = (records: readonly EngineRecord[], code: number, options: Options = {}) =>
  ofCode(run(records, options), code).map(({ occurredMs, endedMs, value }) => [
    seconds(occurredMs),
    seconds(endedMs),
    value === null ? null : Math.round(value * 10) / 10,
  ]);
/** Records with these speeds, at an interval in seconds. */
const speeds = (list: readonly number[], everyS: number, changed: Partial<EngineRecord> = on) =>
  list.map((speedKmh, n) => record(n * everyS, { ...changed, speedKmh }));
const times = (fromS: number, toS: number, everyS: number) =>
  Array.from({ length: Math.floor((toS - fromS) / everyS) + 1 }, (_, n) => fromS + n * everyS);

describe('ignition', () => {
  it('[E-24, E-25] on and off are raised when the signal changes; the first signal is no change', () => {
    const records = [record(0, on), record(60, off), record(90), record(120, on), record(180, on)];
    expect(brief(records, 4)).toEqual([[120, null, null]]);
    expect(brief(records, 5)).toEqual([[60, null, null]]);
    expect(run(records).incidents.every(({ source }) => source === 'computed')).toBe(true);
  });

  it('[E-24] on is raised after hours of silence', () => {
    expect(brief([record(0, off), record(30_000), record(30_010, on)], 4)).toHaveLength(1);
  });
});

describe('harsh driving', () => {
  it('[E-27] acceleration is computed between records of at most 3 seconds', () => {
    expect(brief(speeds([30, 48, 48, 48, 48, 48, 48, 48], 1), 40)).toEqual([]);
    expect(brief(speeds([30, 48, ...Array<number>(12).fill(48)], 1), 40)).toEqual([[1, null, 5]]);
    expect(brief(speeds([30, 84, ...Array<number>(12).fill(84)], 3), 40)).toEqual([[3, null, 5]]);
    expect(brief(speeds([30, 102, 102, 102, 102], 4), 40)).toEqual([]);
  });

  it('[E-28] braking is computed, with limits per vehicle type', () => {
    const braking = speeds([60, 49, 49, ...Array<number>(12).fill(49)], 1);
    expect(brief(braking, 41, { vehicleType: 'STR' })).toEqual([[1, null, 3.1]]);
    expect(brief(braking, 41, { vehicleType: 'VAN' })).toEqual([]);
    expect(brief(braking, 41, { vehicleType: 'CAR' })).toEqual([]);
  });

  it('[E-29] cornering is computed from speed and heading, also across north', () => {
    const corner = (turnDeg: number) =>
      [350, 350, 350 + turnDeg - 360, ...Array<number>(12).fill(350 + turnDeg - 360)].map(
        (headingDeg, n) => record(n, { ...on, speedKmh: 54, headingDeg }),
      );
    expect(brief(corner(25), 42)).toEqual([[2, null, 6.5]]);
    expect(brief(corner(15), 42)).toEqual([]);
  });

  it('[E-29] cornering is not computed at low speed or without a fix', () => {
    const spin = (changed: Partial<EngineRecord>) =>
      [0, 90, 180, 270, 0, 90].map((headingDeg, n) =>
        record(n * 2, { ...on, headingDeg, ...changed }),
      );
    expect(brief([...spin({ speedKmh: 15 }), record(60, on)], 42)).toEqual([]);
    const lost = { speedKmh: 25, latitudeDeg: null, longitudeDeg: null };
    expect(brief([...spin(lost), record(60, on)], 42)).toEqual([]);
  });

  it('[E-27, E-28] is raised once per manoeuvre, with its strongest value', () => {
    expect(brief(speeds([90, 72, 50, 28, 28, ...Array<number>(20).fill(28)], 1), 41)).toEqual([
      [2, null, 6.1],
    ]);
  });

  it('[E-28] is not computed if the device detects it', () => {
    const own = record(-60, { ...on, eventCodes: [40] });
    const braking = speeds([90, 60, ...Array<number>(20).fill(60)], 1);
    expect(brief(braking, 41)).toHaveLength(1);
    expect(brief([own, ...braking], 41)).toEqual([]);
  });

  it('[E-28] a change beyond the grip of tyres is treated as a fault', () => {
    expect(brief(speeds([120, 0, ...Array<number>(20).fill(0)], 1), 41)).toEqual([]);
  });
});

describe('over speed', () => {
  it('[M-24] is above the national limit with tolerance for 10 seconds; its value is the top speed', () => {
    const records = speeds([110, 128, 140, 130, 120, 120], 5);
    expect(brief(records, 43)).toEqual([[5, 20, 140]]);
    expect(brief(speeds([110, 128, 140, 120, 120], 5), 43)).toEqual([]);
    expect(brief(speeds([127, 127, 127, 127, 127], 5), 43)).toEqual([]);
  });

  it('[M-24] of a lorry starts at a lower speed', () => {
    const records = speeds([100, 111, 111, 111, 100], 10);
    expect(brief(records, 43, { vehicleType: 'STR' })).toEqual([[10, 40, 111]]);
    expect(brief(records, 43, { vehicleType: 'VAN' })).toEqual([]);
  });

  it('[M-24] ends at the last record before a gap, and not at a record without speed', () => {
    const fast = (s: number) => record(s, { ...on, speedKmh: 140 });
    expect(brief([fast(0), fast(20), record(25, { speedKmh: null }), fast(30)], 43)).toEqual([
      [0, null, 140],
    ]);
    expect(brief([fast(0), fast(20), fast(2000)], 43)).toEqual([[0, 20, 140]]);
  });
});

describe('excessive idling', () => {
  const stands = (untilS: number) => times(0, untilS, 10).map((s) => record(s, on));

  it('[M-24] is standing with the engine on for 5 minutes; its value is the minutes', () => {
    expect(brief([...stands(290), record(300, off)], 47)).toEqual([]);
    expect(brief([...stands(600), record(660, off)], 47)).toEqual([[0, 660, 11]]);
    const moves = goNorth({ fromS: 610, toS: 700, everyS: 10, speedKmh: 30 }, on);
    expect(brief([...stands(600), ...moves], 47)).toEqual([[0, 610, 10.2]]);
  });

  it('[M-24] lasts as long as the standing, and does not occur with the engine off', () => {
    expect(ofCode(run(stands(400)), 47)).toMatchObject([{ endedMs: null }]);
    expect(
      brief(
        times(0, 900, 10).map((s) => record(s, off)),
        47,
      ),
    ).toEqual([]);
    expect(
      brief(
        times(0, 900, 10).map((s) => record(s)),
        47,
      ),
    ).toEqual([]);
  });

  it('[M-24] is merged with the report of the device', () => {
    const told = times(0, 600, 10).map((s) =>
      record(s, { ...on, eventCodes: s >= 200 ? [47] : [] }),
    );
    expect(brief([...told, record(610, off)], 47)).toEqual([[200, 610, 6.8]]);
  });
});

describe('power', () => {
  const volts = (list: readonly number[], everyS = 60) =>
    list.map((externalVoltageV, n) => record(n * everyS, { ...off, externalVoltageV }));

  it('disconnected lasts until it is restored, with hysteresis', () => {
    const records = volts([12.6, 2.9, 0, 4, 2, 12.5, 12.5]);
    expect(brief(records, 58)).toEqual([[60, 300, 2.9]]);
    expect(brief(records, 59)).toEqual([[300, 300, 12.5]]);
    expect(run(records).incidents).toHaveLength(2);
  });

  it('of a device that never had external power is not disconnected', () => {
    expect(run(volts([0, 0, 0])).incidents).toEqual([]);
    expect(run(volts([0, 12.5, 12.5])).incidents).toEqual([]);
  });

  it('disconnected is merged with the report of the device', () => {
    const records = [
      record(0, { ...off, externalVoltageV: 12.5 }),
      record(60, { ...off, externalVoltageV: 0, eventCodes: [58] }),
      record(120, { ...off, externalVoltageV: 12.5 }),
    ];
    expect(ofCode(run(records), 58)).toMatchObject([{ source: 'device' }]);
    expect(brief(records, 58)).toEqual([[60, 120, 0]]);
  });

  it('low battery is raised after a minute, for 12 V and 24 V, and ends after recovery', () => {
    expect(brief(volts([12.4, 11.2, 11.0, 11.8, 12.1]), 60)).toEqual([[60, 240, 11]]);
    expect(brief(volts([25, 22.5, 22.8, 23.5, 24.2]), 60)).toEqual([[60, 240, 22.5]]);
    expect(brief(volts([12.4, 9, 12.4], 20), 60)).toEqual([]);
  });

  it("low battery is raised for the device's internal battery", () => {
    const cell = [4.1, 3.45, 3.4, 3.6, 3.8].map((batteryVoltageV, n) =>
      record(n * 60, { batteryVoltageV }),
    );
    expect(brief(cell, 60)).toEqual([[60, 240, 3.4]]);
  });
});

describe('towing', () => {
  const tow = (fromS: number, metres: number) =>
    goNorth({ fromS, toS: fromS + metres / 10, everyS: 10, speedKmh: 36, fromM: 50 }, off);

  it('[M-P08] is movement with the ignition off, away from the parking position; it is no trip', () => {
    const told = run([
      ...times(0, 600, 60).map((s) => record(s, off)),
      ...tow(610, 2000),
      ...times(820, 1600, 60).map((s) => record(s, { ...off, latitudeDeg: north(2000) })),
    ]);
    expect(told.trips).toEqual([]);
    expect(
      ofCode(told, 48).map(({ occurredMs, endedMs }) => [seconds(occurredMs), seconds(endedMs)]),
    ).toEqual([[630, 1120]]);
  });

  it('[M-P08] ends with the ignition on', () => {
    const records = [
      record(0, off),
      ...tow(10, 1000),
      record(120, { ...on, latitudeDeg: north(1000) }),
    ];
    expect(brief(records, 48)).toEqual([[30, 120, null]]);
  });

  it('[M-P08] is not caused by jitter, nor by one faulty fix', () => {
    const jitter = times(0, 3000, 10).map((s) =>
      record(s, { ...off, latitudeDeg: north(80 * Math.sin(s)), speedKmh: s % 9 }),
    );
    expect(brief(jitter, 48)).toEqual([]);
    const bad = record(305, { ...off, latitudeDeg: 52.1, speedKmh: 80 });
    expect(brief([record(0, off), record(300, off), bad, record(310, off)], 48)).toEqual([]);
  });
});

describe('driver identity', () => {
  const tagged = (s: number, driverTag: string | null, ignition: boolean | null = true) =>
    record(s, { driverTag, ignition });
  const drivers = (records: readonly EngineRecord[]) =>
    run(records)
      .incidents.filter(({ eventCode }) => eventCode === 71 || eventCode === 72)
      .map(({ eventCode, occurredMs, driverTag }) => [eventCode, seconds(occurredMs), driverTag]);

  it('is raised when a tag is read; ignition off signs the driver out', () => {
    const records = [tagged(0, null), tagged(60, 'A'), tagged(120, null), tagged(600, null, false)];
    expect(drivers(records)).toEqual([
      [71, 60, 'A'],
      [72, 600, 'A'],
    ]);
  });

  it('changes with a different tag', () => {
    expect(drivers([tagged(0, 'A'), tagged(60, 'A'), tagged(120, 'B')])).toEqual([
      [71, 0, 'A'],
      [72, 120, 'A'],
      [71, 120, 'B'],
    ]);
  });

  it('may be reported before the engine starts', () => {
    const records = [tagged(0, 'A', false), tagged(20, null, false), tagged(40, null, true)];
    expect(drivers(records)).toEqual([[71, 0, 'A']]);
  });

  it('continues while a card is inserted, also with the ignition off', () => {
    expect(drivers([0, 600, 1200, 1800].map((s) => tagged(s, 'A', false)))).toEqual([[71, 0, 'A']]);
  });
});
