import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { signInTestUser } from '../../test-access.ts';
import { MemoryStore } from '../../test-outbox.ts';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { ownChanges } from '../../ui/outbox/own-changes.ts';
import type { OwnChange } from '../../ui/outbox/own-changes-sender.ts';
import { daysOfInfringement } from './infringement-days.tsx';

const LIMIT_MS = 20_000;

const driver = { id: 5, first_name: 'Jo', surname: 'Hart' };
const remaining = {
  driving: 5400,
  until_break: 5400,
  break_needed: 1800,
  today: 14_400,
  week: 90_000,
  fortnight: 162_000,
  extensions_left: 1,
  reduced_rests_left: 2,
  rest_by: '2026-11-21T19:00:00Z',
  weekly_rest_by: '2026-11-24T06:00:00Z',
};
const breach = {
  id: 71,
  driver,
  rule: 'break',
  paragraph: '561/2006 Art. 7',
  severity: 'SI',
  start: '2026-11-20T06:00:00Z',
  end: '2026-11-20T12:00:00Z',
  actual: 19_800,
  limit: 16_200,
  state: 'new',
  note: '',
  debriefed_by: null,
  debriefed_at: null,
  signed_by: null,
  signed_at: null,
  is_own_signature: false,
  driver_comment: '',
  is_outdated: false,
  version: 3,
};

const activity = (kind: string, start: string, end: string) => ({
  ...{ id: null, kind, start: `2026-11-${start}:00Z`, end: `2026-11-${end}:00Z`, source: 'card' },
  ...{ is_crew: false, is_ferry: false, is_out_of_scope: false, note: '' },
});

let daysAsked: readonly string[] = [];
let sent: { path: string; method: string; body: Record<string, unknown> }[] = [];

beforeAll(startTestTexts);
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] });
  localStorage.clear();
  signInTestUser(testUser().user.id);
  sent = [];
  answerCalls({
    '/api/drivers_hours/': () => ({
      count: 1,
      results: [{ driver, known_until: '2026-11-20T18:00:00Z', remaining, open_infringements: 1 }],
    }),
    '/api/drivers_hours/5/': (url) => {
      daysAsked = [url.searchParams.get('from') ?? '', url.searchParams.get('to') ?? ''];
      return {
        driver,
        regime: 'eu',
        activities: [
          activity('rest', '19T20:00', '20T06:00'),
          activity('driving', '20T06:00', '20T11:30'),
        ],
        ...{ days: [], weeks: [], weekly_rests: [], infringements: [], remaining },
      };
    },
    '/api/drivers_hours/own/': () => ({
      driver,
      regime: 'eu',
      remaining,
      known_until: '2026-11-21T11:00:00Z',
      activities: [],
      infringements: [breach, { ...breach, id: 72, state: 'debriefed', note: 'Plan the break.' }],
    }),
    '/api/drivers_hours/own/infringements/72/': (url, init) => {
      const body = JSON.parse(String(init?.body)) as Record<string, unknown>;
      sent.push({ path: url.pathname, method: String(init?.method), body });
      return breach;
    },
    '/api/drivers_hours/infringements/': () => ({ count: 1, results: [breach] }),
    '/api/drivers_hours/infringements/71/': (url, init) => {
      if (init?.method !== 'PUT') return breach;
      const body = JSON.parse(String(init.body)) as Record<string, unknown>;
      sent.push({ path: url.pathname, method: 'PUT', body });
      return { ...breach, ...body };
    },
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("drivers' hours", () => {
  it('[U-20] shows the time that is left to each driver', { timeout: LIMIT_MS }, async () => {
    await openScreen('/drivers-hours');
    const row = (await screen.findByText('Jo Hart')).closest('tr');
    if (row === null) throw new Error('no row');
    expect(row.textContent).toContain('1:30');
    expect(row.textContent).toContain('25:00');
  });

  it('lists infringements, and saves a debrief with its version', {
    timeout: LIMIT_MS,
  }, async () => {
    const user = userEvent.setup();
    await openScreen('/drivers-hours?list=infringements');
    const row = (await screen.findByRole('button', { name: 'Jo Hart' })).closest('tr');
    if (row === null) throw new Error('no row');
    expect(row.textContent).toContain('Serious');
    await user.click(within(row).getByRole('button', { name: 'Jo Hart' }));
    expect(await screen.findByText(/45 minutes after 4 hours 30 minutes/)).toBeDefined();
    await user.selectOptions(
      screen.getAllByRole('combobox', { name: /^State/ }).at(-1) as HTMLElement,
      'debriefed',
    );
    await user.type(screen.getByRole('textbox', { name: 'Note' }), 'No parking');
    await user.type(screen.getByRole('textbox', { name: /signature/ }), 'Jo Hart');
    await user.click(screen.getByRole('button', { name: /^(Save|Update)/ }));
    await waitFor(() =>
      expect(sent).toEqual([
        {
          path: '/api/drivers_hours/infringements/71/',
          method: 'PUT',
          body: { state: 'debriefed', note: 'No parking', signed_by: 'Jo Hart', version: 3 },
        },
      ]),
    );
  });

  it('[U-20] say in words when, how long and what the limit is, with the day of the driver', {
    timeout: LIMIT_MS,
  }, async () => {
    await openScreen('/drivers-hours?list=infringements&open=71');
    expect(
      await screen.findByText(/06:00.* to .*12:00.* drove 5:30 hours .* due after 4:30 hours\.$/),
    ).toBeDefined();
    const panel = screen.getByRole('textbox', { name: 'Note' }).closest('form');
    if (panel === null) throw new Error('no panel');
    expect(within(panel).getByRole('link', { name: 'Jo Hart' }).getAttribute('href')).toBe(
      '/drivers/5?section=hours&from=2026-11-20&to=2026-11-20',
    );
    const table = await within(panel).findByRole('table', { name: 'Activities by day' });
    // The times above are those of the person's zone.
    expect(within(panel).getByText('In UTC, as the tachograph records.')).toBeDefined();
    // The rest began the day before, which is not shown.
    const [, ...days] = within(table).getAllByRole('row');
    expect(days.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/20\/11\/26.*5:30.*6:00/),
    ]);
    expect(daysAsked).toEqual(['2026-11-20', '2026-11-20']);
  });

  it('open the last 62 days of a long infringement, which the page can show', () => {
    expect(
      daysOfInfringement({ start: '2026-03-02T00:00:00Z', end: '2026-06-29T00:00:00Z' }),
    ).toEqual({ from: '2026-04-29', to: '2026-06-29' });
  });

  it('[U-20] shows drivers their own hours, and takes their signature after the debrief', {
    timeout: LIMIT_MS,
  }, async () => {
    const user = userEvent.setup();
    await openScreen('/drivers-hours/own', testUser({ modules: [], role: 'DRIVER' }));
    const left = await screen.findByRole('region', { name: 'Time that is left' });
    expect(left.textContent).toContain('1:30');
    const [open, debriefed] = screen.getAllByRole('region', { name: 'Break from driving' });
    if (open === undefined || debriefed === undefined) throw new Error('no infringements');
    expect(within(open).queryByRole('button', { name: 'Sign' })).toBeNull();
    expect(debriefed.textContent).toContain('Plan the break.');
    const form = within(debriefed);
    await user.type(form.getByLabelText('Your comment'), 'The road was closed.');
    const name = form.getByLabelText(/Sign with your name/);
    await user.clear(name);
    await user.click(form.getByRole('button', { name: 'Sign' }));
    expect(form.getByText('Enter your name.')).toBeDefined();
    await user.type(name, 'Jo Hart');
    await user.click(form.getByRole('button', { name: 'Sign' }));
    await waitFor(() =>
      expect(sent).toEqual([
        {
          path: '/api/drivers_hours/own/infringements/72/',
          method: 'POST',
          body: { comment: 'The road was closed.', signed_by: 'Jo Hart', version: 3 },
        },
      ]),
    );
  });

  it('[U-20] keep the signature of a driver without a network, and send it once', async () => {
    const store = new MemoryStore<OwnChange>();
    ownChanges.reopen(async () => store);
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
      init?.method === 'POST'
        ? Promise.reject(new TypeError('Failed to fetch'))
        : fetch(address, init),
    );
    await openScreen('/drivers-hours/own', testUser({ modules: [], role: 'DRIVER' }));
    window.dispatchEvent(new Event('offline'));
    await userEvent.click(
      await screen.findByRole('button', { name: 'Sign' }, { timeout: LIMIT_MS }),
    );
    await screen.findByText('Will be sent when there is a network', {}, { timeout: LIMIT_MS });
    expect(screen.queryByRole('button', { name: 'Sign' })).toBeNull();
    vi.stubGlobal('fetch', fetch);
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(sent).toMatchObject([{ body: { version: 3 } }]));
    await waitFor(async () => expect(await store.reports()).toEqual([]));
    ownChanges.reopen(() => Promise.reject(new Error('no store')));
  });
});
