import { describe, expect, it } from 'vitest';
import { goNorth, north, record, run, seconds } from '../../../test/engine-run.ts';
import type { DerivedTrip, EngineRecord } from '../record.ts';

const on = { ignition: true };
const off = { ignition: false };

/** Start and end in seconds, whole metres. */
const brief = ({ startedMs, endedMs, distanceM }: DerivedTrip) => [
  seconds(startedMs),
  seconds(endedMs),
  Math.round(distanceM),
];
const briefs = (records: readonly EngineRecord[]) => run(records).trips.map(brief);
const parts = ({ segments }: DerivedTrip) =>
  segments.map(([kind, from, to, metres]) => [
    kind,
    seconds(from),
    seconds(to),
    Math.round(metres),
  ]);

describe('a trip of a vehicle with an ignition signal', () => {
  it('[M-P08] starts with ignition on and ends with ignition off', () => {
    const { trips } = run([
      record(0, off),
      record(60, on),
      ...goNorth({ fromS: 120, toS: 600, everyS: 10, speedKmh: 36 }, on),
      record(610, { ...off, latitudeDeg: north(4800) }),
      record(4000, { ...off, latitudeDeg: north(4800) }),
    ]);
    expect(trips.map(brief)).toEqual([[60, 610, 4800]]);
    const [trip] = trips;
    expect(trip).toMatchObject({ inProgress: false, drivingS: 490, idleS: 60, maxSpeedKmh: 36 });
    expect(trip?.startLatitudeDeg).toBe(52);
    expect(trip?.endLatitudeDeg).toBe(north(4800));
  });

  it('[M-P08] consists of driving and idling parts in sequence', () => {
    const [trip] = run([
      record(0, on),
      ...goNorth({ fromS: 30, toS: 130, everyS: 10, speedKmh: 36 }, on),
      record(140, { ...on, latitudeDeg: north(1050) }),
      record(200, { ...on, latitudeDeg: north(1050) }),
      ...goNorth({ fromS: 210, toS: 310, everyS: 10, speedKmh: 36, fromM: 1050 }, on),
      record(320, { ...off, latitudeDeg: north(2100) }),
    ]).trips;
    expect(trip && parts(trip)).toEqual([
      ['i', 0, 30, 0],
      ['d', 30, 140, 1050],
      ['i', 140, 210, 0],
      ['d', 210, 320, 1050],
    ]);
    expect(trip).toMatchObject({ drivingS: 220, idleS: 100 });
  });

  it('[M-P08] ends after 5 minutes without movement: a new trip follows', () => {
    const stay = { ...on, latitudeDeg: north(1000) };
    const rest = (untilS: number) =>
      briefs([
        ...goNorth({ fromS: 0, toS: 100, everyS: 10, speedKmh: 36 }, on),
        ...Array.from({ length: (untilS - 110) / 10 }, (_, n) => record(110 + n * 10, stay)),
        ...goNorth({ fromS: untilS, toS: untilS + 100, everyS: 10, speedKmh: 36, fromM: 1000 }, on),
        record(untilS + 110, { ...off, latitudeDeg: north(2000) }),
      ]);
    expect(rest(400)).toEqual([[0, 510, 2000]]);
    expect(rest(410)).toEqual([
      [0, 410, 1000],
      [410, 520, 1000],
    ]);
  });

  it('[M-P08] includes the idling before it moves again, and before the engine is switched off', () => {
    const { trips } = run([
      ...goNorth({ fromS: 0, toS: 100, everyS: 10, speedKmh: 36 }, on),
      ...Array.from({ length: 20 }, (_, n) =>
        record(110 + n * 60, { ...on, latitudeDeg: north(1000) }),
      ),
      record(1310, { ...off, latitudeDeg: north(1000) }),
    ]);
    expect(trips).toHaveLength(1);
    expect(trips[0]).toMatchObject({ drivingS: 110, idleS: 1200, inProgress: false });
  });

  it('[M-P08] is dropped when it is shorter than 100 m', () => {
    const moved = (metres: number) =>
      briefs([
        record(0, on),
        record(10, { ...on, speedKmh: 10, latitudeDeg: north(metres) }),
        record(20, { ...off, latitudeDeg: north(metres) }),
      ]);
    expect(moved(95)).toEqual([]);
    expect(moved(105)).toEqual([[0, 20, 105]]);
  });

  it('[M-P08] is reported in progress once it is long enough, then every two minutes and at each change', () => {
    const told = run(goNorth({ fromS: 0, toS: 600, everyS: 1, speedKmh: 36 }, on));
    expect(told.trips.map(brief)).toEqual([[0, 490, 4900]]);
    expect(told.trips[0]?.inProgress).toBe(true);
    expect(told.calls).toBeLessThanOrEqual(6);
  });

  it('[M-P08] starts at the parking position if the receiver has no fix at first', () => {
    const lost = { ...on, latitudeDeg: null, longitudeDeg: null };
    const [trip] = run([
      record(0, off),
      record(100, lost),
      record(110, lost),
      ...goNorth({ fromS: 120, toS: 200, everyS: 10, speedKmh: 36 }, on),
    ]).trips;
    expect(trip).toMatchObject({ startLatitudeDeg: 52 });
    expect(seconds(trip?.startedMs ?? 0)).toBe(100);
  });

  it('[M-P08] has no position before the first fix, and uses that', () => {
    const [trip] = run([
      record(0, { ...on, latitudeDeg: null, longitudeDeg: null }),
      ...goNorth({ fromS: 10, toS: 200, everyS: 10, speedKmh: 36, fromM: 500 }, on),
    ]).trips;
    expect(trip?.startLatitudeDeg).toBe(north(500));
  });

  it('[M-P08] is measured by odometer, and by path if the odometer is not reliable', () => {
    const drive = (odometerM: (n: number) => number | null) =>
      briefs(
        goNorth({ fromS: 0, toS: 100, everyS: 10, speedKmh: 36 }, on)
          .map((told, n) => ({ ...told, odometerM: odometerM(n) }))
          .concat(record(110, { ...off, latitudeDeg: north(1000), odometerM: odometerM(10) })),
      )[0]?.[2];
    expect(drive(() => null)).toBe(1000);
    expect(drive((n) => 5000 + n * 120)).toBe(1200);
    expect(drive(() => 0)).toBe(1000);
    expect(drive((n) => (n < 5 ? 900_000 + n * 120 : n * 120))).toBe(4 * 120 + 100 + 5 * 120);
  });

  it('[M-P08] is also measured by an odometer that counts in steps', () => {
    const inSteps = (stepM: number) =>
      briefs(
        goNorth({ fromS: 0, toS: 300, everyS: 1, speedKmh: 72 }, on)
          .map(
            (told, n): EngineRecord => ({
              ...told,
              odometerM: 70_000 + Math.floor((n * 20) / stepM) * stepM,
            }),
          )
          .concat(record(301, { ...off, latitudeDeg: north(6000), odometerM: 76_000 })),
      );
    expect(inSteps(100)).toEqual([[0, 301, 6000]]);
    expect(inSteps(1000)).toEqual([[0, 301, 6000]]);
  });

  it('[M-P08] ignores an impossible fix', () => {
    const records = goNorth({ fromS: 0, toS: 200, everyS: 10, speedKmh: 36 }, on);
    records[10] = { ...(records[10] as EngineRecord), latitudeDeg: 53 };
    expect(briefs([...records, record(210, { ...off, latitudeDeg: north(2000) })])).toEqual([
      [0, 210, 2000],
    ]);
  });
});

describe('a trip of a device that reports rarely', () => {
  it('[M-P08] is detected by the distance between two records at rest', () => {
    const at = (s: number, metres: number, changed: Partial<EngineRecord> = on) =>
      record(s, { ...changed, latitudeDeg: north(metres) });
    const [trip] = run([at(0, 0), at(120, 0), at(240, 1500), at(360, 1500, off)]).trips;
    expect(trip && parts(trip)).toEqual([
      ['i', 0, 120, 0],
      ['d', 120, 240, 1500],
      ['i', 240, 360, 0],
    ]);
  });

  it('[M-P08] is not detected from a jumping position', () => {
    const jump = record(20, { ...on, latitudeDeg: north(300) });
    expect(briefs([record(0, on), record(10, on), jump, record(30, on), record(40, off)])).toEqual(
      [],
    );
  });

  it('[M-P08] keeps the distance by odometer while no movement is visible', () => {
    const counting = (s: number, odometerM: number) => record(s, { odometerM });
    const drive = goNorth({ fromS: 0, toS: 100, everyS: 10, speedKmh: 36 }).map((told, n) => ({
      ...told,
      odometerM: 1000 + n * 100,
    }));
    const rest = [counting(110, 2100), counting(300, 2190), counting(500, 2190)].map((told) => ({
      ...told,
      latitudeDeg: north(1100),
    }));
    expect(briefs([...drive, ...rest])).toEqual([[0, 110, 1190]]);
  });
});

describe('a trip and its driver', () => {
  it('[M-P08] keeps the driver who was signed in at the start, or signed in during the trip', () => {
    const drive = goNorth({ fromS: 10, toS: 200, everyS: 10, speedKmh: 36 }, on);
    const withTags = (tags: Readonly<Record<number, string>>) =>
      run([record(0, on), ...drive].map((told, n) => ({ ...told, driverTag: tags[n] ?? null })))
        .trips[0]?.driverTag;
    expect(withTags({})).toBeNull();
    expect(withTags({ 0: 'A' })).toBe('A');
    expect(withTags({ 3: 'B' })).toBe('B');
    expect(withTags({ 0: 'A', 12: 'B' })).toBe('A');
  });
});

describe('a trip of a vehicle without an ignition signal', () => {
  const away = { latitudeDeg: north(1000) };

  it('[M-P08] starts above 5 km/h and ends where 5 minutes without movement started', () => {
    const drive = goNorth({ fromS: 100, toS: 200, everyS: 10, speedKmh: 36 });
    const rest = [210, 300, 400, 509].map((s) => record(s, away));
    expect(run([record(0), record(50), ...drive, ...rest]).trips[0]?.inProgress).toBe(true);
    const { trips } = run([record(0), record(50), ...drive, ...rest, record(510, away)]);
    expect(trips.map(brief)).toEqual([[100, 210, 1000]]);
    expect(trips[0]).toMatchObject({ inProgress: false, drivingS: 110, idleS: 0 });
  });

  it('[M-P08] does not start at 5 km/h', () => {
    expect(briefs(goNorth({ fromS: 0, toS: 600, everyS: 10, speedKmh: 5 }))).toEqual([]);
    expect(briefs(goNorth({ fromS: 0, toS: 600, everyS: 10, speedKmh: 5.5 }))).toHaveLength(1);
  });

  it('[M-P08] continues over a shorter stop', () => {
    const trips = briefs([
      ...goNorth({ fromS: 0, toS: 100, everyS: 10, speedKmh: 36 }),
      ...[110, 200, 300, 400].map((s) => record(s, away)),
      ...goNorth({ fromS: 405, toS: 505, everyS: 10, speedKmh: 36, fromM: 1000 }),
      ...[515, 600, 900].map((s) => record(s, { latitudeDeg: north(2000) })),
    ]);
    expect(trips).toEqual([[0, 515, 2000]]);
  });

  it('[M-P08] is not caused by the jitter of a stationary receiver', () => {
    // A walk within 30 m of the parking place, with the speeds that receivers then show.
    const records = Array.from({ length: 2000 }, (_, n) =>
      record(n * 10, {
        latitudeDeg: north(30 * Math.sin(n * 2.1)),
        longitudeDeg: -1 + Math.cos(n * 3.7) * 0.0004,
        speedKmh: n % 97 === 0 ? 7 : n % 3,
      }),
    );
    expect(briefs(records)).toEqual([]);
  });

  it('[M-P08] is detected from the path if the device reports no speed', () => {
    const trips = run([
      ...goNorth({ fromS: 0, toS: 300, everyS: 10, speedKmh: 36 }).map((told) => ({
        ...told,
        speedKmh: null,
      })),
      ...[310, 400, 500, 700].map((s) => record(s, { latitudeDeg: north(3000), speedKmh: null })),
    ]).trips;
    expect(trips.map(brief)).toEqual([[10, 310, 2900]]);
  });
});

describe('a gap in coverage', () => {
  const before = goNorth({ fromS: 0, toS: 600, everyS: 10, speedKmh: 36 }, on);
  const after = (fromS: number, fromM: number) =>
    goNorth({ fromS, toS: fromS + 600, everyS: 10, speedKmh: 36, fromM }, on);

  it('[M-P08] between movement and movement is bridged, with the distance by odometer', () => {
    const bridged = (odometers: readonly [number, number] | null) =>
      briefs([
        ...before.map((told) => ({ ...told, odometerM: odometers?.[0] ?? null })),
        ...after(2400, 9000).map((told) => ({ ...told, odometerM: odometers?.[1] ?? null })),
      ]);
    expect(bridged(null)).toEqual([[0, 3000, 15_000]]);
    expect(bridged([50_000, 54_000])).toEqual([[0, 3000, 4000]]);
  });

  it('[M-P08] ends the trip at the last record when it is longer than an hour', () => {
    expect(briefs([...before, ...after(4300, 9000)])).toEqual([
      [0, 600, 6000],
      [4300, 4790, 4900],
    ]);
  });

  it('[M-P08] ends the trip at the last record when the vehicle was at rest before or after it', () => {
    const rest = record(610, { ...on, latitudeDeg: north(6000) });
    expect(briefs([...before, rest, ...after(1500, 6000)])[0]).toEqual([0, 610, 6000]);
    const parked = record(2500, { ...off, latitudeDeg: north(9000) });
    expect(briefs([...before, parked])).toEqual([[0, 600, 6000]]);
  });

  it('[M-P08] ends the trip of a vehicle without an ignition signal where it came to rest', () => {
    const plain = before.map((told) => ({ ...told, ignition: null }));
    expect(
      briefs([
        ...plain,
        record(610, { latitudeDeg: north(6000) }),
        record(700, { latitudeDeg: north(6000) }),
        record(9000, { latitudeDeg: north(6000) }),
      ]),
    ).toEqual([[0, 610, 6000]]);
  });
});
