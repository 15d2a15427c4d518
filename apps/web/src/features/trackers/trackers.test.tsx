import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';

const TRACKER = {
  id: 8,
  tracker: '13900000001',
  model: 'MDVR',
  protocol: 'jt808',
  sim: null,
  vehicle: null,
  registration: null,
  customer: 1,
  last_seen: '2026-11-20T10:00:00Z',
  last_address: '203.0.113.7',
  device_fault: null,
  allowed_networks: ['203.0.113.0/24'],
  permission: 'WRITE',
  is_archived: false,
};
const CONNECTIONS = '/api/administration/tracker_connections/8/';
const connection = (id: number, changed: object = {}) => ({
  id,
  address: '203.0.113.7',
  protocol: 'jt808',
  connected_at: '2026-11-20T09:00:00Z',
  disconnected_at: '2026-11-20T10:00:00Z',
  ended_by: 'device',
  replaced_by: null,
  attempts: 1,
  ...changed,
});

let answers: Record<string, Answer>;
let sent: { path: string; body: Record<string, unknown> }[];
const user = userEvent.setup();

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  sent = [];
  answers = {
    '/api/administration/trackers_list/': () => ({
      count: 1,
      count_is_limit: false,
      results: [TRACKER],
    }),
    '/api/vehicles_tracker/8/': () => TRACKER,
    '/api/administration/tracker_fittings/8/': () => [],
    '/api/administration/audit/': () => ({ count: 0, results: [] }),
    [CONNECTIONS]: () => [],
  };
  answerCalls(answers);
  const get = globalThis.fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (init.method === undefined || init.method === 'GET') return get(address);
    sent.push({ path: address, body: JSON.parse(String(init.body)) });
    return new Response(JSON.stringify(TRACKER));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => openScreen('/administration/trackers?open=8', testUser({ role: 'ADMIN' }));
const connections = async () => within(await screen.findByRole('region', { name: 'Connections' }));

describe('the connections of a tracker', () => {
  it('[O-21] show how each ended, and highlight rejected ones and takeovers from another address', async () => {
    answers[CONNECTIONS] = () => [
      connection(4, { disconnected_at: null, ended_by: null }),
      connection(3, { ended_by: 'replaced', replaced_by: '198.51.100.9' }),
      connection(2, { ended_by: 'replaced', replaced_by: '203.0.113.7' }),
      connection(1, { address: '198.51.100.9', ended_by: 'network', attempts: 3 }),
    ];
    await open();
    const list = await connections();
    const marks = ['Open', 'Replaced by 198.51.100.9', 'Replaced by 203.0.113.7'];
    expect(
      [...marks, 'Refused 3 times: network not allowed'].map(
        (text) => list.getByText(text).className,
      ),
    ).toEqual(['badge', 'badge bad', 'badge', 'badge bad']);
  });

  it('[O-21] show rejected cameras with their kind of connection', async () => {
    answers[CONNECTIONS] = () =>
      ['jt1078', 'ftp', 'rtsp'].map((protocol, at) =>
        connection(3 - at, { protocol, ended_by: 'network' }),
      );
    await open();
    const rows = (await connections()).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent?.split(',')[0])).toEqual(
      ['JT/T 1078 video', 'FTP upload', 'RTSP camera'].map(
        (kind) => `203.0.113.7Refused: network not allowed${kind}`,
      ),
    );
  });

  it('[O-21] show ten, with the older ones collapsed', async () => {
    answers[CONNECTIONS] = () => Array.from({ length: 13 }, (_, n) => connection(n + 1));
    await open();
    const list = await connections();
    expect(list.getByText('3 older connections').closest('details')?.open).toBe(false);
    expect(list.getAllByRole('listitem', { hidden: true })).toHaveLength(13);
  });

  it('[O-21] show a loading state', async () => {
    let load: (found: object[]) => void = () => undefined;
    answers[CONNECTIONS] = () => new Promise((done) => (load = done));
    await open();
    const list = await connections();
    expect(list.getByRole('status').textContent).toBe('Loading');
    load([connection(1)]);
    await list.findByText('203.0.113.7');
    expect(list.queryByRole('status')).toBeNull();
  });

  it('[O-21] show an empty state and an error', async () => {
    await open();
    (await connections()).getByText('This device has not connected yet.');
    cleanup();
    answers[CONNECTIONS] = () => new Response(JSON.stringify({ detail: 'No.' }), { status: 404 });
    await open();
    const alert = await (await connections()).findByRole('alert');
    expect(alert.textContent).toBe('The connections could not be loaded.');
  });
});

it('[O-21] allowed networks are shown as saved and sent as a list', async () => {
  await open();
  const field = await screen.findByLabelText<HTMLInputElement>('Allowed networks');
  expect(field.value).toBe('203.0.113.0/24');
  await user.type(field, ', 10.0.0.0/8 2001:db8::/32');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body.allowed_networks).toEqual(['203.0.113.0/24', '10.0.0.0/8', '2001:db8::/32']);
});
