import { expect, it } from 'vitest';
import { Schedule } from '../planner.ts';
import { RoadGraph } from '../road-graph.ts';
import { ScheduleMotion } from './schedule-motion.ts';

const MONDAY = Date.UTC(2026, 10, 16);
const HOUR_MS = 3_600_000;

it('the cameras show the motion that the vehicle reports, even between its reports', () => {
  const schedule = new Schedule(
    new RoadGraph(),
    {
      number: '13900000005',
      protocol: 'jt808',
      codec: 8,
      type: 'STR',
      home: 'Wakefield',
      shift: 'day',
      driverTag: null,
      hasTemperature: false,
      odometerM: 1_000_000,
    },
    MONDAY,
    'seed',
  );
  const motion = new ScheduleMotion(schedule);
  const samples = schedule.between(MONDAY, MONDAY + 24 * HOUR_MS);
  const index = samples.findIndex(({ speedKmh }) => speedKmh > 40);
  const [one, two] = samples.slice(index, index + 2);
  if (one === undefined || two === undefined) throw new Error('It never drove.');
  expect(motion.at(one.timeMs)).toMatchObject({
    speedKmh: one.speedKmh,
    distanceM: one.odometerM,
  });
  const between = motion.at((one.timeMs + two.timeMs) / 2);
  expect(between.distanceM).toBeCloseTo((one.odometerM + two.odometerM) / 2, 6);
  expect(between.speedKmh).toBeCloseTo((one.speedKmh + two.speedKmh) / 2, 6);

  // At night the vehicle is parked where its duty ended; before its first day it has no position.
  const last = samples.at(-1);
  const atHome = motion.at((last?.timeMs ?? 0) + 2 * HOUR_MS);
  expect(atHome).toMatchObject({ speedKmh: 0, distanceM: last?.odometerM });
  expect(motion.at(MONDAY - HOUR_MS)).toMatchObject({ speedKmh: 0, distanceM: 0 });
});
