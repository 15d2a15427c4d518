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
  recall: null,
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
let alerts: Alert[];

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  warnings = [clock];
  alerts = [alert];
  answerCalls({
    '/api/alerts/': () => ({
      count: 1,
      count_is_limit: false,
      unread: 1,
      warnings,
      results: alerts,
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

it('[W-01] an alert of a campaign says how many vehicles it hits, or when it is due, and opens it', async () => {
  const recall = { id: 6, number: 'R/2026/101', title: 'Brake hose', vehicles: 3, due_on: null };
  alerts = [
    { ...alert, id: 5, event: null, rule: null, recall },
    { ...alert, id: 6, event: null, rule: null, recall: { ...recall, due_on: '2026-11-27' } },
  ];
  warnings = [];
  await openAlerts();
  const [hit, due] = await rows();
  expect(hit?.textContent).toContain('Campaign R/2026/101 hits 3 vehicles');
  expect(hit?.textContent).toContain('Brake hose');
  expect(due?.textContent).toContain(
    'Campaign R/2026/101 is due on 27/11/26, 3 vehicles are not finished',
  );
  const link = within(due as HTMLElement).getByRole('link', { name: 'Show campaign' });
  expect(link.getAttribute('href')).toContain('/work-orders/campaigns?open=6');
});

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
    const name = 'Alerts, 2: 1 unread, server warnings: 1';
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
