import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { signInTestUser } from '../../test-access.ts';
import { openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { dismiss, toastStore } from '../../ui/toast.ts';

const LIMIT_MS = 20_000;
const BASE = '/api/driver_messages/';
const NAME = { first_name: 'Paula', surname: 'Miles' };
const paula = { id: 3, ...NAME };
const quentin = { id: 4, first_name: 'Quentin', surname: 'Orr' };

const reply = {
  id: 1,
  is_from_driver: true,
  author: 'Paula Miles',
  text: 'Which way instead?',
  created_at: '2026-11-27T09:00:00Z',
};
const row = {
  id: 12,
  text: 'The A64 is closed.',
  asks_confirmation: true,
  author: 'Ada Hill',
  created_at: '2026-11-27T08:00:00Z',
  reminded_at: null,
  driver: null,
  drivers: 2,
  read: 1,
  confirmed: 1,
  answered: 1,
};
const message = {
  ...row,
  receipts: [
    {
      driver: paula,
      read_at: '2026-11-27T08:10:00Z',
      confirmed_at: '2026-11-27T08:11:00Z',
      replies: [reply],
    },
    { driver: quentin, read_at: null, confirmed_at: null, replies: [] },
  ],
};
let own: object[];
let sent: { path: string; body: Record<string, unknown> }[] = [];
let failures = 0;

function answerOf(path: string, body: Record<string, unknown> | null): unknown {
  if (body !== null) sent.push({ path, body });
  if (path === BASE && body !== null) {
    return { ...message, left_out: [{ id: 5, first_name: 'Rose', surname: 'Pike' }] };
  }
  if (path === BASE) return { count: 1, results: [row] };
  if (path === `${BASE}12/` || path === `${BASE}12/replies/`) return message;
  if (path === `${BASE}12/reminders/`) return { ...message, reminded: 1 };
  if (path === `${BASE}own/`) {
    return { count: own.length, results: own, driver: paula, unread: 1, unconfirmed: 0 };
  }
  if (path.startsWith(`${BASE}own/`)) return own[0];
  if (path === '/api/overviews/drivers/3/') return { ...NAME, id: 3 };
  return undefined;
}

beforeAll(startTestTexts);
beforeEach(() => {
  signInTestUser(testUser().user.id);
  sent = [];
  failures = 0;
  own = [
    {
      id: 12,
      text: 'The A64 is closed.',
      asks_confirmation: true,
      author: 'Ada Hill',
      created_at: '2026-11-27T08:00:00Z',
      read_at: null,
      confirmed_at: null,
      replies: [],
    },
  ];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://localhost');
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    const changes = init.method !== undefined && init.method !== 'GET';
    if (changes && failures > 0) {
      failures -= 1;
      sent.push({ path: pathname, body });
      throw new TypeError('Failed to fetch');
    }
    const answer = answerOf(pathname, changes ? (body ?? {}) : null);
    if (answer === undefined) return new Promise<Response>(() => undefined);
    return new Response(JSON.stringify(answer), { status: 200 });
  });
});
afterEach(() => {
  cleanup();
  for (const { id } of toastStore.get()) dismiss(id);
  vi.unstubAllGlobals();
});

const find = (text: string | RegExp) => screen.findByText(text, {}, { timeout: LIMIT_MS });
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }, { timeout: LIMIT_MS }));
const bodies = (path: string) => sent.filter((one) => one.path === path).map(({ body }) => body);

describe('messages to drivers', () => {
  it('[U-20] show how many drivers have read, confirmed and answered, and the receipt of each', async () => {
    await openScreen('/driver-messages?open=12', testUser({ role: 'MANAGER' }));
    await find('2 drivers');
    const cells = within(screen.getByRole('row', { name: /A64/ })).getAllByRole('cell');
    const texts = cells.map(({ textContent }) => textContent);
    expect(texts).toEqual(expect.arrayContaining(['1 / 2']));
    const receipts = await screen.findByRole('list', { name: 'Receipts' }, { timeout: LIMIT_MS });
    const [first, second] = within(receipts)
      .getAllByRole('listitem')
      .filter((one) => one.dataset.part === 'message-receipt');
    expect(first?.textContent).toContain('Confirmed');
    expect(first?.textContent).toContain('Which way instead?');
    expect(second?.textContent).toContain('Not read');
    await press('Remind');
    await waitFor(() => expect(bodies(`${BASE}12/reminders/`)).toHaveLength(1));
    await userEvent.type(screen.getByLabelText('Answer to Paula Miles'), 'By the A170.');
    await press('Send answer');
    await waitFor(() =>
      expect(bodies(`${BASE}12/replies/`)).toMatchObject([{ driver: 3, text: 'By the A170.' }]),
    );
  });

  it('[U-20] are sent to the driver of the address, and name whom they do not reach', async () => {
    await openScreen('/driver-messages?open=new&driver=3', testUser({ role: 'MANAGER' }));
    await find('Paula Miles');
    await press('Save');
    await find(/“Text” is required/);
    expect(sent).toEqual([]);
    await userEvent.type(screen.getByLabelText(/^Text/), ' Call the office ');
    await userEvent.click(screen.getByLabelText(/Asks for a confirmation/));
    await press('Save');
    await find('Rose Pike');
    expect(bodies(BASE)).toEqual([
      { text: 'Call the office', asks_confirmation: true, drivers: [3], depots: [] },
    ]);
  });
});

describe('my messages', () => {
  const open = async () => {
    await openScreen('/driver-messages/own', testUser({ role: 'DRIVER', modules: [] }));
    const [first] = await screen.findAllByRole('button', { name: 'Open' }, { timeout: LIMIT_MS });
    await userEvent.click(first as HTMLElement);
  };

  it('[U-20] are read when they are opened, and confirmed by the driver', async () => {
    await open();
    await waitFor(() => expect(bodies(`${BASE}own/12/receipt/`)).toEqual([{}]));
    await press('I have read and understood this');
    await waitFor(() => expect(bodies(`${BASE}own/12/receipt/`)).toEqual([{}, { confirms: true }]));
  });

  it('[U-20] keep an answer that does not arrive, and send it again with the same key', async () => {
    await open();
    await waitFor(() => expect(sent).toHaveLength(1));
    const field = screen.getByLabelText<HTMLTextAreaElement>('Your answer');
    await userEvent.type(field, 'Which way?');
    failures = 1;
    await press('Send answer');
    await waitFor(() => expect(bodies(`${BASE}own/12/replies/`)).toHaveLength(1));
    expect(field.value).toBe('Which way?');
    await press('Send answer');
    await waitFor(() => expect(field.value).toBe(''));
    const [first, second] = bodies(`${BASE}own/12/replies/`);
    expect(second).toEqual(first);
    await userEvent.type(field, 'And the way back?');
    await press('Send answer');
    await waitFor(() => expect(bodies(`${BASE}own/12/replies/`)).toHaveLength(3));
    expect(bodies(`${BASE}own/12/replies/`)[2]?.key).not.toBe(first?.key);
  });

  it('[U-20] ask before an answer that is not sent is lost', async () => {
    own = [...own, { ...own[0], id: 13, text: 'Yard meeting at 8.' }];
    await open();
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Your answer');
    await userEvent.type(field, 'Which way?');
    await press('Open');
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText<HTMLTextAreaElement>('Your answer').value).toBe('Which way?');
    await press('Send answer');
    await waitFor(() => expect(field.value).toBe(''));
    // Nothing is left to lose.
    await press('Open');
    await waitFor(() => expect(bodies(`${BASE}own/13/receipt/`)).toEqual([{}]));
    expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull();
  });
});
