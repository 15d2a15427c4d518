import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { signInTestUser } from '../../test-access.ts';
import { MemoryStore } from '../../test-outbox.ts';
import { answerCalls, openScreen, searchOf } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { ownChanges } from '../../ui/outbox/own-changes.ts';
import type { OwnChange } from '../../ui/outbox/own-changes-sender.ts';
import type { Effect, OwnSession, QueueRow, Session } from './coaching.ts';

const DRIVER = { id: 4, first_name: 'Ann', surname: 'Miles' };
const ROW: QueueRow = {
  id: 4,
  driver: DRIVER,
  events: 1,
  serious: 1,
  with_film: 1,
  oldest_at: '2026-06-01T08:00:00Z',
  newest_at: '2026-06-01T08:00:00Z',
  session: null,
};
const EVENT: Session['event_list'][number] = {
  id: 31,
  vehicle: { id: 5, registration: 'N2 BBB' },
  event: { name: 'Phone Use', eventCode: 86 },
  timestamp: '2026-06-01T08:00:00Z',
  ended_at: null,
  lat: 52,
  long: -1,
  dir: 0,
  speed: 50,
  address: 'Daventry',
  driver: DRIVER,
  has_video: true,
  clip: 7,
  thumbnail: '/files/thumbnail',
  source: 'device',
  value: null,
  geofence: null,
  severity: 'high',
};
const SESSION: Session = {
  id: 9,
  driver: DRIVER,
  coach: { id: 1, name: 'Sam Coach' },
  state: 'held',
  planned_on: '2026-06-02',
  follow_up_on: null,
  is_due: false,
  events: 1,
  actions_open: 1,
  held_at: '2026-06-02T09:00:00Z',
  acknowledged_at: null,
  version: 2,
  note: 'Look ahead.',
  actions: [{ text: 'Use the holder', due_on: '2026-06-20', is_done: false }],
  event_list: [EVENT],
  driver_comment: '',
  signed_by: null,
  has_account: true,
};
const COMPARED = { before: 12, after: 3, rate_before: 12, rate_after: 3 };
const EFFECT: Effect = {
  weeks: 4,
  minimum: 500_000,
  before: { start: '2026-05-05T09:00:00Z', end: '2026-06-02T09:00:00Z', distance: 1_000_000 },
  after: { start: '2026-06-02T09:00:00Z', end: '2026-06-30T09:00:00Z', distance: 1_000_000 },
  is_complete: true,
  verdict: 'improved',
  chance: 0.03,
  all: COMPARED,
  by_type: [{ ...COMPARED, eventCode: 86, name: 'Phone Use' }],
};
const OWN: OwnSession = {
  id: 9,
  coach: 'Sam Coach',
  state: 'held',
  planned_on: '2026-06-02',
  follow_up_on: null,
  note: 'Look ahead.',
  actions: SESSION.actions,
  events: [{ ...EVENT, films: [{ camera: 1, media: 'video', url: '/files/film' }] }],
  comment: '',
  signed_by: null,
  version: 2,
};

const user = userEvent.setup();
const MODULES = ['Driver Behaviour', 'Events', 'videos'] as const;
let sent: unknown[];

const keep =
  (answer: unknown, status = 200) =>
  (_url: URL, init?: RequestInit) => {
    if (init?.body == null) return answer;
    sent.push(JSON.parse(String(init.body)));
    return new Response(JSON.stringify(answer), { status });
  };

beforeAll(startTestTexts);
afterEach(cleanup);
beforeEach(() => {
  localStorage.clear();
  signInTestUser(testUser().user.id);
  sent = [];
  answerCalls({
    '/api/coaching/queue/': () => ({ count: 1, results: [ROW] }),
    '/api/coaching/queue/4/': () => ({ driver: DRIVER, session: null, events: [EVENT] }),
    '/api/coaching/drivers/': () => ({ count: 1, results: [DRIVER] }),
    '/api/coaching/coaches/': () => [{ id: testUser().user.id, name: 'Sam Coach' }],
    '/api/coaching/sessions/': keep({ count: 1, results: [SESSION] }),
    '/api/coaching/sessions/9/': keep(SESSION),
    '/api/coaching/sessions/9/effect/': () => EFFECT,
    '/api/coaching/own/': () => ({ driver: DRIVER, sessions: [OWN], scores: [] }),
    '/api/coaching/own/recognitions/': () => [],
    '/api/coaching/own/9/': keep({ ...OWN, state: 'acknowledged', signed_by: 'Ann Miles' }),
    '/api/depots/': () => [],
  });
});

it('starts a session with the marked events of a driver', async () => {
  await openScreen('/coaching?open=4', testUser({ modules: MODULES }));
  const start = await screen.findByRole('button', { name: 'Start session' });
  expect(await screen.findByText('High')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open clip' }).getAttribute('href')).toContain(
    'clipId=7',
  );
  await user.click(start);
  const dialog = within(await screen.findByRole('dialog', { name: 'Start session' }));
  expect(await dialog.findByText('The session takes in one event of Ann Miles.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Plan session' }));
  expect(sent[0]).toMatchObject({ driver: 4, events: [31], coach: testUser().user.id });
});

it('plans a session with any driver whom the coach sees', async () => {
  const coach = testUser({ modules: MODULES, role: 'MANAGER' });
  await openScreen('/coaching?list=sessions&open=new', coach);
  const panel = within(await screen.findByRole('region', { name: 'New session' }));
  await user.click(await panel.findByRole('row', { name: /Ann Miles/ }));
  await user.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ driver: 4 });
});

it('shows a held session with its effect and the formula', async () => {
  await openScreen('/coaching?list=sessions&open=9', testUser({ modules: MODULES }));
  expect(await screen.findByText('Improved after the session')).toBeTruthy();
  const table = within(screen.getByRole('table', { name: 'Effect' }));
  const before = table.getByRole('link', { name: 'Before, All events: 12' });
  expect(before.closest('tr')?.textContent).toBe('All events12 (12)3 (3)');
  expect(searchOf(before)).toEqual({
    vehicleId: 'all',
    driverId: '4',
    from: EFFECT.before.start,
    to: EFFECT.before.end,
    event: 'all',
    counted: 'effect',
  });
  const after = table.getByRole('link', { name: /After, Phone Use: 3/ });
  expect(searchOf(after)).toMatchObject({ from: EFFECT.after.start, event: '86' });
  expect(screen.getByText('How this is calculated')).toBeTruthy();
  expect(screen.getByText(/Not signed yet/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Close session' }));
  expect(sent[0]).toEqual({ step: 'close', version: 2 });
});

it('lets a driver watch the film and sign, without modules', async () => {
  await openScreen('/coaching/own', testUser({ modules: [], role: 'DRIVER' }));
  await user.click(await screen.findByRole('button', { name: 'Watch film' }));
  expect(screen.getByLabelText('Phone Use, camera 1').getAttribute('src')).toContain('/files/film');
  await user.type(screen.getByLabelText('Your comment'), 'Agreed.');
  const name = screen.getByLabelText(/Sign with your name/);
  await user.clear(name);
  await user.click(screen.getByRole('button', { name: 'Sign' }));
  expect(screen.getByText('Enter your name.')).toBeTruthy();
  await user.type(name, 'Ann Miles');
  await user.click(screen.getByRole('button', { name: 'Sign' }));
  await waitFor(() =>
    expect(sent).toEqual([{ comment: 'Agreed.', signed_by: 'Ann Miles', version: 2 }]),
  );
});

it('[U-20] keeps the signature of a driver without a network, and sends it once', async () => {
  const store = new MemoryStore<OwnChange>();
  ownChanges.reopen(async () => store);
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    init?.method === 'POST'
      ? Promise.reject(new TypeError('Failed to fetch'))
      : fetch(address, init),
  );
  await openScreen('/coaching/own', testUser({ modules: [], role: 'DRIVER' }));
  window.dispatchEvent(new Event('offline'));
  await user.type(await screen.findByLabelText('Your comment'), 'Agreed.');
  await user.click(screen.getByRole('button', { name: 'Sign' }));
  await screen.findByText('Will be sent when there is a network');
  expect(screen.getByText('Agreed.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sign' })).toBeNull();
  vi.stubGlobal('fetch', fetch);
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(sent).toMatchObject([{ comment: 'Agreed.', version: 2 }]));
  await waitFor(async () => expect(await store.reports()).toEqual([]));
  ownChanges.reopen(() => Promise.reject(new Error('no store')));
});

it('says why without the module Events', async () => {
  await openScreen('/coaching', testUser({ modules: ['Driver Behaviour'] }));
  expect(await screen.findByText(/Ask an administrator for the module Events/)).toBeTruthy();
});
