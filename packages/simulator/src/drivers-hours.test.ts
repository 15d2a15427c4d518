import { describe, expect, it } from 'vitest';
import type { Sample } from './drive.ts';
import { hoursOf } from './drivers-hours.ts';
import { SHIFTS, type SimulatedVehicle } from './fleet.ts';
import { Schedule } from './planner.ts';
import { RoadGraph } from './road-graph.ts';

const MONDAY = Date.UTC(2026, 10, 16);
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const BREAK_MS = 45 * 60_000;
const DAILY_REST_MS = 11 * HOUR_MS;
const DAYS = 14;
const HOMES = ['Wakefield', 'Motherwell', 'Daventry', 'Avonmouth'];
const graph = new RoadGraph();

const vehicle = (index: number, type: SimulatedVehicle['type']): SimulatedVehicle => ({
  number: `35000000000010${index}`,
  protocol: 'teltonika',
  codec: 8,
  type,
  home: HOMES[index % HOMES.length] ?? 'Daventry',
  shift: SHIFTS[index % SHIFTS.length] ?? 'day',
  driverTag: null,
  hasTemperature: false,
  odometerM: 1_000_000,
});

/** Two weeks of a vehicle, one duty after the other. */
function fortnight(one: SimulatedVehicle): (readonly Sample[])[] {
  const schedule = new Schedule(graph, one, MONDAY, 'seed');
  return Array.from({ length: DAYS }, (_, day) => schedule.duty(day).samples).filter(
    ({ length }) => length > 0,
  );
}

/** As a tachograph counts: total driving, and the longest driving without a 45-minute break, ms. */
function driving(samples: readonly Sample[]): { totalMs: number; unbrokenMs: number } {
  let [totalMs, unbrokenMs, sinceBreakMs, restMs] = [0, 0, 0, 0];
  samples.slice(1).forEach((sample, n) => {
    const passedMs = sample.timeMs - (samples[n]?.timeMs ?? 0);
    if (sample.speedKmh === 0 && samples[n]?.speedKmh === 0) restMs += passedMs;
    else {
      if (restMs >= BREAK_MS) sinceBreakMs = 0;
      restMs = 0;
      totalMs += passedMs;
      sinceBreakMs += passedMs;
      unbrokenMs = Math.max(unbrokenMs, sinceBreakMs);
    }
  });
  return { totalMs, unbrokenMs };
}

describe('hours of the demo fleet', () => {
  it.each([0, 1, 2, 3])('[M-15] lorry %i keeps to the drivers’ hours for two weeks', (index) => {
    const duties = fortnight(vehicle(index, 'STR'));
    const driven = duties.map(driving);
    // The lorry must also drive enough to be realistic.
    expect(duties.length).toBeGreaterThanOrEqual(8);
    expect(Math.max(...driven.map(({ totalMs }) => totalMs))).toBeGreaterThan(7 * HOUR_MS);
    for (const { totalMs, unbrokenMs } of driven) {
      expect(totalMs).toBeLessThanOrEqual(10 * HOUR_MS);
      expect(unbrokenMs).toBeLessThanOrEqual(4.5 * HOUR_MS);
    }
    for (const week of [0, 7]) {
      const ofWeek = duties.flatMap((samples, n) => {
        const day = Math.floor(((samples[0]?.timeMs ?? 0) - MONDAY) / DAY_MS);
        return day >= week && day < week + 7 ? [driven[n]?.totalMs ?? 0] : [];
      });
      expect(ofWeek.filter((totalMs) => totalMs > 9 * HOUR_MS).length).toBeLessThanOrEqual(2);
    }
    expect(driven.reduce((sum, { totalMs }) => sum + totalMs, 0)).toBeLessThanOrEqual(90 * HOUR_MS);
    for (const [n, samples] of duties.slice(1).entries()) {
      const restMs = (samples[0]?.timeMs ?? 0) - (duties[n]?.at(-1)?.timeMs ?? 0);
      expect(restMs).toBeGreaterThanOrEqual(DAILY_REST_MS);
    }
  });

  it('[M-15] a van drives at most ten hours, within eleven hours of duty', () => {
    const duties = fortnight(vehicle(1, 'VAN'));
    for (const samples of duties) {
      expect(driving(samples).totalMs).toBeLessThanOrEqual(10 * HOUR_MS);
      const dutyMs = (samples.at(-1)?.timeMs ?? 0) - (samples[0]?.timeMs ?? 0);
      expect(dutyMs).toBeLessThanOrEqual(11 * HOUR_MS);
    }
    expect(Math.max(...duties.map((samples) => driving(samples).totalMs))).toBeGreaterThan(
      6 * HOUR_MS,
    );
  });

  it('every vehicle has a weekly rest on the same days of every week', () => {
    for (let index = 0; index < 20; index += 1) {
      const { number } = vehicle(index, 'STR');
      const week = (type: 'STR' | 'VAN', fromMs: number) =>
        Array.from(
          { length: 7 },
          (_, day) => hoursOf(type, number, fromMs + day * DAY_MS).drivingS,
        );
      expect(week('STR', MONDAY).filter((drivingS) => drivingS === 0)).toHaveLength(2);
      expect(week('VAN', MONDAY).filter((drivingS) => drivingS === 0)).toHaveLength(1);
      expect(week('STR', MONDAY + 7 * DAY_MS)).toEqual(week('STR', MONDAY));
    }
  });

  it('stays where its last duty ended during days of rest, and at home before its first duty', () => {
    const lorry = vehicle(0, 'STR');
    const schedule = new Schedule(graph, lorry, MONDAY, 'seed');
    const lastMs = schedule.between(MONDAY, MONDAY + 7 * DAY_MS).at(-1)?.timeMs ?? 0;
    expect(schedule.lastBefore(lastMs + 2 * DAY_MS)).toMatchObject({ ignition: false });
    const early = new Schedule(graph, lorry, MONDAY, 'seed').lastBefore(MONDAY + 60_000);
    expect(early).toMatchObject({ ignition: false, odometerM: lorry.odometerM });
    expect(schedule.lastBefore(MONDAY - 1)).toBeNull();
  });
});
