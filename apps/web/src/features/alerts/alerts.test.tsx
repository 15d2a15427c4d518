import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import type { Alert, Warning } from './use-alerts.ts';

const alert: Alert = {
  id: 4,
  rule: { id: 2, name: 'Night watch' },
  severity: 'warning',
  vehicle: { id: 11, registration: 'AB11 CAR' },
  event: { name: 'Harsh Braking', eventCode: 41 },
  defect: null,
  fault: null,
  timestamp: '2026-11-20T08:07:13Z',
  lat: 53.8,
  long: -1.5,
  geofence: null,
  read_at: null,
  deliveries: [],
};
const clock: Warning = {
  code: 'clock_behind',
  severity: 'critical',
  since: '2026-11-20T09:15:00Z',
};

let warnings: Warning[];

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  warnings = [clock];
  answerCalls({
    '/api/alerts/': () => ({
      count: 1,
      count_is_limit: false,
      unread: 1,
      warnings,
      results: [alert],
    }),
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const openAlerts = () => openScreen('/events/alerts', testUser({ role: 'ADMIN' }));
const rows = async () =>
  within(await screen.findByRole('table', { name: 'Alerts' }))
    .getAllByRole('row')
    .slice(1);

describe('warnings of the installation', () => {
  it('[E-P03] are shown above the alerts with a solution and without a link', async () => {
    await openAlerts();
    await screen.findByRole('cell', { name: 'AB11 CAR' });
    const [first, second] = await rows();
    expect(first?.textContent).toContain('Server clock is behind');
    expect(first?.textContent).toContain('Synchronise the server with a time server (NTP).');
    expect(first?.textContent).toContain('Since 20/11/26 09:15');
    expect(first?.textContent).toContain('Whole installation');
    expect(first?.textContent).toContain('Critical');
    expect(within(first as HTMLElement).queryByRole('link')).toBeNull();
    expect(second?.textContent).toContain('Harsh Braking');
  });

  it('[E-P03] count in the bell until the problem is solved', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await openAlerts();
    const name = 'Alerts, 1 unread, server warnings: 1';
    const bell = await screen.findByRole('button', { name });
    await userEvent.click(bell);
    await screen.findByText('Critical', { selector: '[data-part=bell-panel] *' });
    expect(bell.textContent).toBe('2');
    warnings = [];
    await vi.advanceTimersByTimeAsync(30_000);
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(screen.getByRole('button', { name: 'Alerts, 1 unread' }).textContent).toBe('1');
  });
});
