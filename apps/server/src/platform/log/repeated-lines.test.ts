import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from './index.ts';

let lines: { msg: string; level: number; repeated?: number; part?: string }[];
const log = () => createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });

beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it('identical warnings of an outage become one line, and a count per minute', () => {
  const outage = log();
  for (let second = 0; second < 180; second += 1) {
    outage.warn({ err: new Error('connection refused') }, 'positions could not be stored');
    vi.advanceTimersByTime(1000);
  }
  expect(lines.map(({ repeated }) => repeated)).toEqual([undefined, 59, 60, 60]);
  expect(new Set(lines.map(({ msg }) => msg))).toEqual(new Set(['positions could not be stored']));
  vi.advanceTimersByTime(120_000);
  outage.warn({ err: new Error('connection refused') }, 'positions could not be stored');
  expect(lines.at(-1)?.repeated).toBeUndefined();
});

it('lines that differ in message, error, fields or level are all written', () => {
  const outage = log();
  outage.warn({ err: new Error('refused') }, 'not stored');
  outage.warn({ err: new Error('timeout') }, 'not stored');
  outage.error({ err: new Error('refused') }, 'not stored');
  outage.warn({ vehicleId: 1 }, 'not derived');
  outage.warn({ vehicleId: 2 }, 'not derived');
  outage.warn('plain');
  outage.child({ part: 'jobs' }).warn('plain too');
  expect(lines).toHaveLength(7);
  expect(lines.at(-1)).toMatchObject({ part: 'jobs', msg: 'plain too' });
});

it('information is never suppressed', () => {
  const quiet = log();
  for (let at = 0; at < 5; at += 1) quiet.info('request');
  expect(lines).toHaveLength(5);
});
