import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SessionContext } from '../../session/context.ts';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import type { ReportQuery } from '../../ui/download-menu/save-report.ts';
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
  vehicles: [],
  vehicle_groups: [],
  stops: false,
  emails: ['office@demo.test'],
  is_active: true,
  next_run_at: '2026-11-23T06:00:00Z',
  last_run_at: '2026-11-16T06:00:00Z',
  last_state: 'failed',
};
const LEEDS_AND_YORK = {
  count: 2,
  vehicle_groups: [
    {
      id: 1,
      name: 'Leeds',
      vehicles: [
        { id: 12, registration: 'AB12 VAN', type: 'VAN' },
        { id: 13, registration: 'AB13 VAN', type: 'VAN' },
      ],
    },
    { id: 2, name: 'York', vehicles: [{ id: 21, registration: 'YO21 VAN', type: 'VAN' }] },
  ],
};
let groups: object = {};
let schedules: Schedule[] = [];
let refusal: object | null = null;
let asked: { call: string; body: unknown }[] = [];

beforeAll(startTestTexts);
beforeEach(() => {
  schedules = [];
  groups = { count: 0, vehicle_groups: [] };
  refusal = null;
  asked = [];
  vi.stubGlobal('fetch', async (address: string, options: RequestInit = {}) => {
    const method = options.method ?? 'GET';
    if (method === 'GET' && address.startsWith('/api/report_schedules/')) {
      return new Response(JSON.stringify({ count: schedules.length, results: schedules }));
    }
    if (method === 'GET') return new Response(JSON.stringify(groups));
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

const RANGE = { start: '2026-11-16T00:00:00Z', end: '2026-11-23T00:00:00Z' };

async function open(user = testUser(), query: ReportQuery = { vehicle: 12, ...RANGE }) {
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
async function openList(query?: ReportQuery) {
  await open(testUser(), query);
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

  it('[M-11] [M-P07] a schedule of trips has several vehicles and depots, selected by keyboard', async () => {
    groups = LEEDS_AND_YORK;
    await openList({ vehicles: [12, 21], stops: 'true', ...RANGE });
    await screen.findByText('No scheduled reports yet.');
    await press('New schedule');
    await userEvent.type(screen.getByLabelText('Name'), 'Vans');
    await screen.findByRole('button', { name: 'Vehicles: 2 of 3' });
    const depots = screen.getByRole('button', { name: 'Depots: None selected' });
    depots.focus();
    await userEvent.keyboard('{Enter}');
    const leeds = await screen.findByRole('checkbox', { name: 'Leeds' });
    leeds.focus();
    await userEvent.keyboard(' ');
    await userEvent.keyboard('{Escape}');
    await screen.findByRole('button', { name: 'Depots: Leeds' });
    await press('Save');
    await waitFor(() => expect(asked).toHaveLength(1));
    const several = { vehicle: null, vehicle_group: null, stops: true };
    expect(asked[0]?.body).toMatchObject({ ...several, vehicles: [12, 21], vehicle_groups: [1] });
  });

  it('[M-11] [M-P07] a schedule of trips changes from several to one or all, and shows what is not visible', async () => {
    groups = LEEDS_AND_YORK;
    schedules = [{ ...weekly, vehicles: [12, 13], vehicle_groups: [2], stops: true }];
    const edit = async () =>
      userEvent.click(await screen.findByRole('button', { name: 'Edit Monday trips' }));
    const clear = async (name: string) => {
      await press(name);
      await userEvent.click(await screen.findByRole('button', { name: 'Clear all' }));
      await userEvent.keyboard('{Escape}');
    };
    await openList();
    await edit();
    await screen.findByRole('button', { name: 'Depots: York' });
    await clear('Vehicles: 2 of 3');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Include stops' }));
    await press('Save');
    await waitFor(() => expect(asked).toHaveLength(1));
    const none = { vehicle: null, vehicles: [], vehicle_groups: [] };
    expect(asked[0]?.body).toMatchObject({ ...none, vehicle_group: 2, stops: false });
    await edit();
    await clear('Depots: York');
    await clear('Vehicles: 2 of 3');
    await screen.findByRole('button', { name: 'Vehicles: All vehicles' });
    await screen.findByRole('button', { name: 'Depots: All depots' });
    await press('Save');
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]?.body).toMatchObject({ ...none, vehicle_group: null });
    // A vehicle that is not visible any more is not "all vehicles".
    schedules = [{ ...weekly, vehicles: [98, 99] }];
    cleanup();
    await openList();
    await edit();
    await screen.findByRole('button', { name: 'Vehicles: None selected' });
    refusal = { detail: 'wrong', errors: { vehicles: ['One of the vehicles is not known.'] } };
    await press('Save');
    expect(await screen.findByText('One of the vehicles is not known.')).toBeTruthy();
    expect(asked[2]?.body).toMatchObject({ vehicles: [98, 99] });
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
