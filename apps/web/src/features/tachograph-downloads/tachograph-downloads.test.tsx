import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, freshScreens, openScreen } from '../../test-screen.tsx';
import { testUser } from '../../test-user.ts';
import type { Download } from './tachograph-downloads.ts';

const LATE: Download = {
  id: 7,
  kind: 'driver_card',
  driver: { id: 3, first_name: 'Ann', surname: 'Woods' },
  vehicle: null,
  state: 'overdue',
  last_day: '2026-05-01',
  due_on: '2026-05-29',
  days_left: -3,
  exempt_reason: null,
  customer: 1,
};
const NEVER: Download = {
  ...LATE,
  id: 8,
  kind: 'vehicle_unit',
  driver: null,
  vehicle: { id: 5, registration: 'N2 BBB' },
  state: 'never',
  last_day: null,
  due_on: null,
  days_left: null,
};
const DETAILS = {
  exempt_by: null,
  exempt_at: null,
  gaps: [{ from: '2026-03-02', to: '2026-03-09' }],
};

const user = userEvent.setup();
let asked: URL[];
let sent: unknown[];
let failing: object | null;

freshScreens();
beforeEach(() => {
  asked = [];
  sent = [];
  failing = null;
  answerCalls({
    '/api/tachograph/downloads/7/exemption/': (_url, init) => {
      sent.push(JSON.parse(String(init?.body)));
      return failing === null
        ? { ...LATE, ...DETAILS, state: 'exempt', exempt_reason: 'Left' }
        : new Response(JSON.stringify(failing), { status: 400 });
    },
    '/api/tachograph/downloads/7/': () => ({ ...LATE, ...DETAILS }),
    '/api/tachograph/downloads/settings/': (_url, init) => {
      if (init?.method !== 'PUT') return { card_days: 28, unit_days: 90, warning_days: 7 };
      sent.push(JSON.parse(String(init.body)));
      return sent.at(-1);
    },
    '/api/tachograph/downloads/': (url) => {
      asked.push(url);
      return { count: 2, results: [LATE, NEVER] };
    },
    '/vehicle-file/api/depots/': () => [],
  });
});

const open = (changed: object = {}) =>
  openScreen('/tachograph?list=downloads', testUser({ modules: ['accessTachoGraf'], ...changed }));

it('lists what is due, and filters by state in the address', async () => {
  await open();
  const row = (await screen.findByText('Ann Woods')).closest('tr') as HTMLElement;
  expect(within(row).getByText('Overdue')).toBeTruthy();
  expect(within(row).getByText('29/05/26')).toBeTruthy();
  expect(within(row).getByText('-3')).toBeTruthy();
  const never = screen.getByText('N2 BBB').closest('tr') as HTMLElement;
  expect(within(never).getByText('Never downloaded')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('State'), 'Due');
  await vi.waitFor(() => expect(asked.at(-1)?.searchParams.get('state')).toBe('due'));
});

it('shows the days that no file covers, and records why no download is needed', async () => {
  await open();
  await user.click(await screen.findByText('Ann Woods'));
  expect(await screen.findByText('02/03/26 – 09/03/26')).toBeTruthy();
  failing = { code: 'validation', detail: 'x', errors: { reason: ['Say why.'] } };
  await user.click(screen.getByRole('button', { name: 'No download needed' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'No download needed' }));
  await user.type(dialog.getByLabelText(/^Reason/), 'Left');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Say why.')).toBeTruthy();
  failing = null;
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(sent).toEqual([{ reason: 'Left' }, { reason: 'Left' }]));
  expect(await screen.findByText('Recorded that no download is needed')).toBeTruthy();
});

it('lets an administrator set the periods, and nobody else', async () => {
  await open({ role: 'MANAGER' });
  await screen.findByText('Ann Woods');
  expect(screen.queryByRole('button', { name: 'Download periods' })).toBeNull();
  cleanup();
  await open({ role: 'ADMIN' });
  await user.click(await screen.findByRole('button', { name: 'Download periods' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Download periods' }));
  const days = dialog.getByLabelText(/driver card/);
  await user.clear(days);
  await user.type(days, '21');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(sent).toEqual([{ card_days: 21, unit_days: 90, warning_days: 7 }]));
});
