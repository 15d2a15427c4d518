import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Application } from '../../app/mount.tsx';
import { SAMPLE_RECORDS } from '../../session/sample-records.ts';
import { storage } from '../../session/storage.ts';
import { testLivery } from '../../test-livery.ts';
import { responseOf } from '../../test-response.ts';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { dismiss, toastStore } from '../toast.ts';

// The resource screen as configured by the list of liveries: the whole application with a mock server.

interface Entry {
  readonly id: number;
  readonly name: string;
}
const LIMIT_MS = 20_000;

let entries: Entry[] = [];
let refusal: { status: number; body: object } | null = null;
let asked: string[] = [];
let sent: { call: string; body: unknown }[] = [];

function answerOf(path: string, search: URLSearchParams): object | null {
  const one = /\/vehicle_lists\/livery\/(\d+)\//.exec(path);
  if (one !== null) {
    const entry = entries.find(({ id }) => id === Number(one[1]));
    return entry === undefined ? null : testLivery(entry);
  }
  if (path !== '/api/administration/vehicle_lists/livery/') return null;
  asked.push(search.toString());
  const wanted = (search.get('search') ?? '').toLowerCase();
  const found = entries.filter(({ name }) => name.toLowerCase().includes(wanted));
  const size = Number(search.get('pageSize') ?? 50);
  const from = (Number(search.get('page') ?? 1) - 1) * size;
  return { count: found.length, results: found.slice(from, from + size).map(testLivery) };
}

beforeAll(startTestTexts);
beforeEach(() => {
  entries = [
    { id: 1, name: 'Blue' },
    { id: 2, name: 'White' },
  ];
  refusal = null;
  asked = [];
  sent = [];
  localStorage.clear();
  vi.stubGlobal('fetch', async (address: string, options: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost');
    const method = options.method ?? 'GET';
    if (method !== 'GET') {
      const body = JSON.parse(String(options.body ?? 'null'));
      sent.push({ call: `${method} ${url.pathname}`, body });
      if (refusal !== null) {
        return new Response(JSON.stringify(refusal.body), { status: refusal.status });
      }
      if (url.pathname.endsWith('/archive/')) return new Response(null, { status: 204 });
      return new Response(JSON.stringify(testLivery({ id: 9, name: body.name })), { status: 201 });
    }
    return responseOf(answerOf(url.pathname, url.searchParams));
  });
});
afterEach(() => {
  cleanup();
  for (const { id } of toastStore.get()) dismiss(id);
  vi.unstubAllGlobals();
});

const PATH = '/administration/vehicle-lists?list=livery';

async function open(path = PATH) {
  const user = testUser({ role: 'ADMIN' });
  window.history.replaceState(null, '', path);
  storage.currentUser.set(user);
  render(<Application first={user} records={SAMPLE_RECORDS} />);
  await screen.findByRole('heading', { name: 'Liveries' }, { timeout: LIMIT_MS });
}

const button = (name: string | RegExp) =>
  screen.findByRole('button', { name }, { timeout: LIMIT_MS });
const address = () => new URLSearchParams(window.location.search);
/** What the screen, the browser and the server know of the list, for the message of a failure. */
const state = (sizes: HTMLElement) =>
  JSON.stringify([(sizes as HTMLSelectElement).value, window.location.href, history.state, asked]);

describe('the screen of a resource', () => {
  it('[O-P02] requests 50 rows at first, and offers 25, 50, 75 and 100', async () => {
    await open();
    await button('Blue');
    expect(asked[0]).toContain('pageSize=50');
    const sizes = await screen.findByRole('combobox', { name: 'Rows' });
    expect(
      within(sizes)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['25', '50', '75', '100']);
    await userEvent.selectOptions(sizes, '75');
    await waitFor(() => expect(asked.at(-1)).toContain('pageSize=75'));
    // The router writes the address a moment after the screen has asked.
    await waitFor(() => expect(address().get('pageSize'), state(sizes)).toBe('75'));
  });

  it('[O-P02] [R-004] searches when typing pauses, sorts by a heading, and keeps both in the address', async () => {
    await open();
    await button('Blue');
    await userEvent.type(screen.getByRole('searchbox'), 'whi');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Blue' })).toBeNull(), {
      timeout: LIMIT_MS,
    });
    expect(address().get('search')).toBe('whi');
    expect(asked.filter((query) => query.includes('search=w&'))).toEqual([]);
    await userEvent.click(await button(/^Name/));
    await waitFor(() => expect(asked.at(-1)).toContain('ordering=name'));
    await userEvent.click(await button(/^Name/));
    await waitFor(() => expect(asked.at(-1)).toContain('ordering=-name'));
    expect(address().get('ordering')).toBe('-name');
  });

  it('[O-P02] opens from a shared address in the same state', async () => {
    await open(`${PATH}&search=b&ordering=-name&pageSize=25&open=1`);
    expect(await screen.findByRole('heading', { name: 'Blue' })).toBeTruthy();
    expect(asked[0]).toBe('search=b&ordering=-name&archived=false&page=1&pageSize=25');
    expect(screen.getByLabelText(/^Name \*/)).toHaveProperty('value', 'Blue');
  });

  it('[O-P02] [T-08] [T-09] shows the error at the field, then adds with "Success"', async () => {
    await open();
    await userEvent.click(await button('Add new'));
    await userEvent.click(await button('Save'));
    expect(await screen.findByText('“Name” is required.')).toBeTruthy();
    expect(screen.getByText('Fields is required').closest('[role=alert]')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Name \*/)));
    expect(sent).toEqual([]);
    refusal = {
      status: 409,
      body: { detail: 'x', errors: { name: ['There is one with this name already'] } },
    };
    const name = screen.getByLabelText(/^Name \*/);
    await userEvent.type(name, 'Blue');
    await userEvent.click(await button('Save'));
    expect(await screen.findByText('There is one with this name already')).toBeTruthy();
    expect(name.getAttribute('aria-invalid')).toBe('true');
    refusal = null;
    await userEvent.type(name, ' two{Enter}');
    expect(await screen.findByText('Success')).toBeTruthy();
    expect(sent.at(-1)).toEqual({
      call: 'POST /api/administration/vehicle_lists/livery/',
      body: { name: 'Blue two', manufacturer: null, vehicle_type: null },
    });
    expect(screen.queryByLabelText(/^Name \*/)).toBeNull();
    expect(address().get('open')).toBeNull();
    expect(screen.getByText('New livery')).toBeTruthy();
    await userEvent.click(await button('Open'));
    await waitFor(() => expect(address().get('open')).toBe('9'), { timeout: LIMIT_MS });
    expect(address().get('list')).toBe('livery');
  });

  it('[O-P02] [T-12] changes with "Update successful", and confirms before unsaved changes are discarded', async () => {
    await open();
    await userEvent.click(await button('White'));
    const name = await screen.findByLabelText(/^Name \*/);
    await userEvent.type(name, '!');
    const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' });
    const stay = async () =>
      userEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }));
    await userEvent.click(await button('Cancel'));
    await stay();
    await userEvent.type(screen.getByLabelText(/^Name \*/), '{Escape}');
    await stay();
    // Another record in the list.
    await userEvent.click(await button('Blue'));
    await stay();
    expect(address().get('open')).toBe('2');
    await userEvent.click(await button('Save'));
    const message = (await screen.findByText('Update successful')).closest('[role=status]');
    expect(message?.textContent).toContain('White');
    expect(sent[0]).toMatchObject({
      call: 'PUT /api/administration/vehicle_lists/livery/2/',
      body: { name: 'White!' },
    });
  });

  it('[O-P02] [T-13] archives one or many after a confirmation with "Remove success"', async () => {
    await open();
    await userEvent.click(await button('Blue'));
    await userEvent.click(await button('Archive'));
    let question = await screen.findByRole('dialog', { name: 'Archive Blue?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(sent).toEqual([]);
    await userEvent.click(await button('Archive'));
    question = await screen.findByRole('dialog', { name: 'Archive Blue?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('Remove success')).toBeTruthy();
    expect(sent[0]).toEqual({
      call: 'POST /api/administration/vehicle_lists/livery/archive/',
      body: { ids: [1], archived: true },
    });
    await userEvent.click(screen.getByLabelText('Choose all on this page'));
    const bar = await screen.findByRole('region', { name: 'With all chosen' });
    expect(within(bar).getByText('2 chosen')).toBeTruthy();
    await userEvent.click(within(bar).getByRole('button', { name: 'Archive' }));
    question = await screen.findByRole('dialog', { name: 'Archive 2 chosen?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ ids: [1, 2], archived: true }));
  });

  it('[O-P02] archives all records of the filter, also of other pages, and names their number', async () => {
    entries = Array.from({ length: 450 }, (_, n) => ({
      id: n + 1,
      name: n < 410 ? `Blue ${n}` : `White ${n}`,
    }));
    await open(`${PATH}&search=blue&pageSize=25`);
    await userEvent.click(await screen.findByLabelText('Choose Blue 0'));
    const region = () => screen.findByRole('region', { name: 'With all chosen' });
    expect(within(await region()).queryByRole('button', { name: /that match/ })).toBeNull();
    await userEvent.click(await button('Choose none'));
    await userEvent.click(screen.getByLabelText('Choose all on this page'));
    const bar = within(await region());
    await userEvent.click(await bar.findByRole('button', { name: 'Choose all 410 that match' }));
    expect(await bar.findByText('410 chosen')).toBeTruthy();
    expect(bar.queryByRole('button', { name: /that match/ })).toBeNull();
    await userEvent.click(bar.getByRole('button', { name: 'Archive' }));
    const question = await screen.findByRole('dialog', { name: 'Archive 410 chosen?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Archive' }));
    const ids = Array.from({ length: 410 }, (_, n) => n + 1);
    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ ids, archived: true }));
  });

  it('[O-P02] offers no selection of more records than the server accepts', async () => {
    entries = Array.from({ length: 1001 }, (_, n) => ({ id: n + 1, name: `Blue ${n}` }));
    await open();
    await userEvent.click(await screen.findByLabelText('Choose all on this page'));
    const bar = within(await screen.findByRole('region', { name: 'With all chosen' }));
    expect(bar.getByText(/At most 1,000/)).toBeTruthy();
    expect(bar.queryByRole('button', { name: /that match/ })).toBeNull();
  });

  it('[O-P02] restores archived records by the toast', async () => {
    await open();
    await userEvent.click(await button('Blue'));
    await userEvent.click(await button('Archive'));
    const question = await screen.findByRole('dialog', { name: 'Archive Blue?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Archive' }));
    await userEvent.click(await button('Undo'));
    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ ids: [1], archived: false }));
  });

  it('[O-P02] restores archived records without a confirmation, and does not allow editing them', async () => {
    await open(`${PATH}&archived=1`);
    await userEvent.click(await button('Blue'));
    expect(await screen.findByText(/Restore it to edit it/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    await userEvent.click(await button('Restore'));
    expect(await screen.findByText('Update successful')).toBeTruthy();
    expect(sent[0]?.body).toEqual({ ids: [1], archived: false });
  });

  it('[O-P02] shows a next step if empty, and a retry if failed', async () => {
    entries = [];
    await open();
    expect(await screen.findByText('No liveries yet')).toBeTruthy();
    expect(screen.getByText(/Add one to choose it/)).toBeTruthy();
    await userEvent.type(screen.getByRole('searchbox'), 'zzz');
    expect(await screen.findByText('Nothing found', {}, { timeout: LIMIT_MS })).toBeTruthy();
  });
});
