import { expect, it } from 'vitest';
import { fromLocal, toLocal } from './local-moment.ts';

it.each([
  ['2026-01-10T08:30', 'Europe/London', '2026-01-10T08:30:00.000Z'],
  ['2026-07-10T08:30', 'Europe/London', '2026-07-10T07:30:00.000Z'],
  // The last Sunday of March at 01:30 does not exist.
  ['2026-03-29T01:30', 'Europe/London', '2026-03-29T00:30:00.000Z'],
  ['2026-03-29T03:00', 'Europe/London', '2026-03-29T02:00:00.000Z'],
  ['2026-07-10T00:15', 'America/New_York', '2026-07-10T04:15:00.000Z'],
])('%s in %s is %s', (local, zone, moment) => {
  const got = fromLocal(local, zone);
  if (local !== '2026-03-29T01:30') {
    expect(got).toBe(moment);
    expect(toLocal(moment, zone)).toBe(local);
  } else {
    expect(['2026-03-29T00:30:00.000Z', '2026-03-29T01:30:00.000Z']).toContain(got);
  }
});

it('is empty without a moment', () => {
  expect(fromLocal('', 'Europe/London')).toBeNull();
  expect(toLocal(null, 'Europe/London')).toBe('');
});
