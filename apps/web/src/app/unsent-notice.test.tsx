import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { signInTestUser } from '../test-access.ts';
import { MemoryStore } from '../test-outbox.ts';
import { openScreen } from '../test-screen.tsx';
import { startTestTexts } from '../test-texts.ts';
import { testUser } from '../test-user.ts';
import { ownChanges } from '../ui/outbox/own-changes.ts';
import type { OwnChange } from '../ui/outbox/own-changes-sender.ts';
import { dismiss, toastStore } from '../ui/toast.ts';

const LIMIT_MS = 20_000;
const OWN = '/api/driver_messages/own/';
const driver = testUser({ role: 'DRIVER', modules: [] });
let store: MemoryStore<OwnChange>;
let isOnline: boolean;
let refusal: object | null;
let message: Record<string, unknown>;
let sent: [path: string, body: string][];

function answerOf(path: string, { body, method = 'GET' }: RequestInit): Response {
  if (path === OWN && method === 'GET') {
    const counts = { count: 1, unread: 0, unconfirmed: 1 };
    const own = { id: 3, first_name: 'Paula', surname: 'Miles' };
    return new Response(JSON.stringify({ ...counts, results: [message], driver: own }));
  }
  sent.push([path, String(body)]);
  if (refusal !== null) return new Response(JSON.stringify(refusal), { status: 409 });
  if (path.endsWith('/receipt/')) message = { ...message, confirmed_at: '2026-11-27T09:00:00Z' };
  return new Response(JSON.stringify(message));
}

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  signInTestUser(driver.user.id);
  store = new MemoryStore();
  ownChanges.reopen(async () => store);
  isOnline = false;
  refusal = null;
  sent = [];
  message = {
    id: 12,
    text: 'The A64 is closed.',
    asks_confirmation: true,
    author: 'Ada Hill',
    created_at: '2026-11-27T08:00:00Z',
    read_at: '2026-11-27T08:10:00Z',
    confirmed_at: null,
    replies: [],
  };
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://localhost');
    if (!pathname.startsWith(OWN)) return new Promise<Response>(() => undefined);
    // Without a network the worker answers what it has kept, and changes fail.
    if (!isOnline && init.method === 'POST') throw new TypeError('Failed to fetch');
    return answerOf(pathname, init);
  });
});
afterEach(() => {
  cleanup();
  for (const { id } of toastStore.get()) dismiss(id);
  ownChanges.reopen(async () => new MemoryStore());
  signInTestUser(null);
  vi.unstubAllGlobals();
});

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }, { timeout: LIMIT_MS }));
const find = (text: string | RegExp) => screen.findByText(text, {}, { timeout: LIMIT_MS });
const open = (user = driver) => openScreen('/driver-messages/own?open=12', user);
const online = () => {
  isOnline = true;
  window.dispatchEvent(new Event('online'));
};
const CONFIRM = 'I have read and understood this';
const WAITS = 'Will be sent when there is a network';

describe('changes without a network', () => {
  it('[U-20] are marked at once and after a reload, and arrive once when it returns', async () => {
    await open();
    await press(CONFIRM);
    const card = (await find(WAITS)).closest('li');
    expect(card?.textContent).toContain('The A64 is closed.');
    expect(screen.queryByRole('button', { name: CONFIRM })).toBeNull();
    await userEvent.type(screen.getByLabelText('Your answer'), 'Which way?');
    await press('Send answer');
    const answers = await screen.findByRole('list', { name: 'Your answers that are not sent' });
    expect(within(answers).getByText('Which way?')).toBeTruthy();
    await find(/^2 changes are stored on this phone/);
    expect(sent).toEqual([]);

    cleanup();
    ownChanges.reopen(async () => store);
    await open();
    await find(/^2 changes are stored on this phone/);
    expect(await screen.findAllByText(WAITS)).toHaveLength(2);
    online();
    await find(/^Confirmed on/);
    await waitFor(() => expect(screen.queryByText(WAITS)).toBeNull());
    expect(sent.map(([path]) => path)).toEqual([`${OWN}12/receipt/`, `${OWN}12/replies/`]);
    expect(await store.reports()).toEqual([]);
  });

  it('[U-20] that the server refuses are shown with the reason until the person decides', async () => {
    await open();
    await userEvent.type(
      await screen.findByLabelText('Your answer', {}, { timeout: LIMIT_MS }),
      'Which way?',
    );
    await press('Send answer');
    await find(WAITS);
    refusal = { detail: 'The message was deleted.' };
    online();
    const reason = await find('The message was deleted.');
    const alert = reason.closest<HTMLElement>('[role=alert]') as HTMLElement;
    for (const text of ['answer to a message', 'Which way?']) {
      expect(alert.textContent).toContain(text);
    }
    expect(sent).toHaveLength(1);
    await userEvent.click(within(alert).getByRole('button', { name: 'Discard' }));
    const question = await screen.findByRole('dialog', { name: 'Discard this change?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByText('The message was deleted.')).toBeNull());
    expect(await store.reports()).toEqual([]);
  });

  it('[U-20] are not shown to another person on the same phone', async () => {
    await open();
    await press(CONFIRM);
    await find(WAITS);
    cleanup();
    ownChanges.reopen(async () => store);
    const other = testUser({ role: 'DRIVER', modules: [], id: driver.user.id + 1 });
    signInTestUser(other.user.id);
    await open(other);
    await screen.findByRole('button', { name: CONFIRM }, { timeout: LIMIT_MS });
    online();
    await waitFor(() => expect(screen.queryByText(WAITS)).toBeNull());
    expect(screen.queryByText(/stored on this phone/)).toBeNull();
    expect(sent).toEqual([]);
    expect(await store.reports()).toHaveLength(1);
  });

  it('[U-20] are mentioned before the person signs out', async () => {
    await open();
    await press(CONFIRM);
    await find(/^1 change is stored on this phone/);
    const { first_name: first, last_name: last } = driver.user;
    await press(new RegExp(`${first} ${last}`));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    const name = 'Log out with changes that are not sent?';
    const question = await screen.findByRole('dialog', { name });
    expect(question.textContent).toContain('sent when you sign in here again');
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(localStorage.getItem('currentUser')).not.toBeNull();
    expect(await store.reports()).toHaveLength(1);
  });
});
