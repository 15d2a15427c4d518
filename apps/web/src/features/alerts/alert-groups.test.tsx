import { describe, expect, it } from 'vitest';
import { daysOfAlerts } from './alert-groups.tsx';
import type { Alert } from './use-alerts.ts';

const display = {
  unit: 'MLS',
  locale: 'en-GB',
  currency: 'GBP',
  dates: {
    timeZone: 'Europe/London',
    dateFormat: 'DD/MM/YYYY',
    timeFormat: null,
    language: 'en',
  },
} as const;
const names = { today: 'Today', yesterday: 'Yesterday' };
const alertAt = (id: number, timestamp: string) => ({ id, timestamp }) as unknown as Alert;

describe('notifications by day', () => {
  it('[E-P03] use the days of the person, also when clocks change', () => {
    const alerts = [
      alertAt(4, '2026-10-25T23:30:00Z'),
      alertAt(3, '2026-10-24T23:30:00Z'),
      alertAt(2, '2026-10-24T22:30:00Z'),
      alertAt(1, '2026-10-01T10:00:00Z'),
    ];
    const days = daysOfAlerts(alerts, display, names, Date.parse('2026-10-25T23:45:00Z'));
    expect(days.map(({ name, alerts: of }) => [name, of.map(({ id }) => id)])).toEqual([
      ['Today', [4, 3]],
      ['Yesterday', [2]],
      ['01/10/2026', [1]],
    ]);
  });
});
