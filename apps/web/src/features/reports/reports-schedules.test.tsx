import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SessionContext } from '../../session/context.ts';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { ReportMenu } from './report-menu.tsx';
import type { Schedule } from './use-schedules.ts';

const weekly: Schedule = {
  id: 9,
  maker: 'Alex Admin',
  name: 'Monday trips',
  kind: 'trips',
  format: 'pdf',
  frequency: 'weekly',
  hour: 6,
  time_zone: 'Europe/London',
  vehicle: null,
  driver: null,
  vehicle_group: null,
  emails: ['office@demo.test'],
  is_active: true,
  next_run_at: '2026-11-23T06:00:00Z',
  last_run_at: '2026-11-16T06:00:00Z',
  last_state: 'failed',
};
let schedules: Schedule[] = [];
let refusal: object | null = null;
let asked: { call: string; body: unknown }[] = [];

beforeAll(startTestTexts);
beforeEach(() => {
  schedules = [];
  refusal = null;
  asked = [];
  vi.stubGlobal('fetch', async (address: string, options: RequestInit = {}) => {
    const method = options.method ?? 'GET';
    if (method === 'GET' && address.startsWith('/api/report_schedules/')) {
      return new Response(JSON.stringify({ count: schedules.length, results: schedules }));
    }
    if (method === 'GET') return new Response(JSON.stringify({ count: 0, vehicle_groups: [] }));
    const body = options.body === undefined ? null : JSON.parse(String(options.body));
    asked.push({ call: `${method} ${address}`, body });
    if (refusal !== null) return new Response(JSON.stringify(refusal), { status: 400 });
    return new Response(method === 'DELETE' ? null : '{}', {
      status: method === 'DELETE' ? 204 : 201,
    });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(user = testUser()) {
  const query = { vehicle: 12, start: '2026-11-16T00:00:00Z', end: '2026-11-23T00:00:00Z' };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionContext value={{ current: user, records: [], update: () => undefined }}>
        <ReportMenu kind="trips" query={query} />
      </SessionContext>
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Download' }));
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
async function openList() {
  await open();
  await press('Schedule e-mails');
  await screen.findByRole('dialog', { name: 'Reports by e-mail' }, { timeout: 20_000 });
}

describe('reports by e-mail', () => {
  it('[M-P07] [M-P09] a schedule starts with the filters of the screen and the user as recipient', async () => {
    await openList();
    await screen.findByText('No scheduled reports yet.');
    await press('New schedule');
    await userEvent.type(screen.getByLabelText('Name'), 'Weekly');
    await userEvent.selectOptions(screen.getByLabelText('As'), 'XLSX');
    await userEvent.type(screen.getByLabelText('E-mail addresses'), ', office@demo.test');
    await press('Save');
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]).toMatchObject({
      call: 'POST /api/report_schedules/',
      body: {
        name: 'Weekly',
        kind: 'trips',
        format: 'xlsx',
        frequency: 'weekly',
        hour: 6,
        time_zone: 'Europe/London',
        vehicle: 12,
        emails: ['morgan@demo.test', 'office@demo.test'],
        is_active: true,
      },
    });
  });

  it('[M-P07] shows the next date and the status of the last one', async () => {
    schedules = [weekly];
    await openList();
    const line = within((await screen.findByText('Monday trips')).closest('li') as HTMLElement);
    expect(line.getByText(/Trips · PDF · Mondays at 06:00/)).toBeTruthy();
    expect(line.getByText('To office@demo.test, created by Alex Admin')).toBeTruthy();
    expect(line.getByText('Next: 23/11/26 06:00 · Last one failed')).toBeTruthy();
  });

  it('[M-P07] is edited and, after confirmation, deleted', async () => {
    schedules = [weekly];
    await openList();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Monday trips' }));
    await userEvent.click(screen.getByLabelText('Send it'));
    await press('Save');
    await waitFor(() => expect(asked[0]?.call).toBe('PUT /api/report_schedules/9/'));
    expect(asked[0]?.body).toMatchObject({ is_active: false, emails: ['office@demo.test'] });
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Monday trips' }));
    expect(asked).toHaveLength(1);
    await press('OK');
    await waitFor(() => expect(asked[1]?.call).toBe('DELETE /api/report_schedules/9/'));
  });

  it('[M-P07] shows client and server errors next to the fields', async () => {
    await openList();
    await press('New schedule');
    await userEvent.clear(screen.getByLabelText('E-mail addresses'));
    await press('Save');
    expect(screen.getByText('Enter a name of at least 2 characters')).toBeTruthy();
    expect(screen.getByText('Enter an e-mail address')).toBeTruthy();
    expect(asked).toEqual([]);
    refusal = { detail: 'wrong', errors: { 'emails.0': ['This is no e-mail address'] } };
    await userEvent.type(screen.getByLabelText('Name'), 'Weekly');
    await userEvent.type(screen.getByLabelText('E-mail addresses'), 'nobody');
    await press('Save');
    expect(await screen.findByText('This is no e-mail address')).toBeTruthy();
  });

  it('[M-P07] offers only downloads without write permission', async () => {
    await open(testUser({ role: 'READONLY' }));
    expect(screen.getByRole('button', { name: /^PDF/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Schedule e-mails' })).toBeNull();
  });
});
