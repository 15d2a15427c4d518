import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Application } from '../../app/mount.tsx';
import { SAMPLE_RECORDS } from '../../session/sample-records.ts';
import { storage } from '../../session/storage.ts';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { dismiss, toastStore } from '../toast.ts';

// The list of liveries with its import: the whole application with a mock server.

const LIMIT_MS = 20_000;
const WRONG = {
  written: false,
  created: 1,
  changed: 0,
  unchanged: 0,
  wrong: 1,
  ignored: ['Remark'],
  rows: [
    { row: 2, name: 'Red', outcome: 'created', faults: {} },
    { row: 3, name: '', outcome: 'wrong', faults: { Name: ['“Name” is missing.'] } },
  ],
};
/** What the server answers about the columns of each chosen file. */
const FOUND = {
  headings: ['Name'],
  sample: [['Red']],
  fields: [{ field: 'name', heading: 'Name', is_required: true, type: 'text' }],
  mapping: {
    columns: { name: 0 },
    date_format: 'auto',
    decimal: 'auto',
    delimiter: 'auto',
    volume: 'litre',
  },
  saved: null,
  missing: [],
  rows: [],
};
const RIGHT = { ...WRONG, created: 2, wrong: 0, ignored: [], rows: [WRONG.rows[0]] };

let answers: Response[] = [];
let sent: { path: string; fields: Record<string, FormDataEntryValue> }[] = [];
let lists = 0;

beforeAll(startTestTexts);
beforeEach(() => {
  answers = [];
  sent = [];
  lists = 0;
  localStorage.clear();
  vi.stubGlobal('fetch', async (address: string, options: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://localhost');
    if (pathname.endsWith('/preview/')) return json(FOUND);
    if (options.method === 'PUT') {
      sent.push({ path: pathname, fields: Object.fromEntries(options.body as FormData) });
      return answers.shift() ?? new Promise<Response>(() => undefined);
    }
    if (pathname !== '/api/administration/vehicle_lists/livery/') {
      return new Promise<Response>(() => undefined);
    }
    lists += 1;
    return new Response(JSON.stringify({ count: 0, results: [] }));
  });
});
afterEach(() => {
  cleanup();
  for (const { id } of toastStore.get()) dismiss(id);
  vi.unstubAllGlobals();
});

const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status });
const button = (name: string | RegExp) =>
  screen.findByRole('button', { name }, { timeout: LIMIT_MS });

/** Opens the import dialog of the list. */
async function open() {
  const user = testUser({ role: 'ADMIN' });
  window.history.replaceState(null, '', '/administration/vehicle-lists?list=livery');
  storage.currentUser.set(user);
  render(<Application first={user} records={SAMPLE_RECORDS} />);
  await userEvent.click(await button('Import'));
  return screen.findByRole('dialog', { name: 'Import: Liveries' });
}

const choose = (dialog: HTMLElement, name = 'liveries.csv') =>
  userEvent.upload(
    within(dialog).getByLabelText(/^Choose/),
    new File(['Name\nRed\n'], name, { type: 'text/csv' }),
  );

describe('the import of a list', () => {
  it('[O-P02] previews the file with errors by column, and then writes it', async () => {
    const dialog = await open();
    expect((await button('Check')).hasAttribute('disabled')).toBe(true);
    await choose(dialog);
    answers = [json(WRONG), json(RIGHT), json({ ...RIGHT, written: true })];
    await userEvent.click(await button('Check'));
    await within(dialog).findByText(/^1 row is invalid/, {}, { timeout: LIMIT_MS });
    expect(within(dialog).getByText('“Name” is missing.')).toBeTruthy();
    expect(within(dialog).getByText('Ignored columns: Remark')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull();
    // Another file needs another preview.
    await choose(dialog, 'right.csv');
    expect(within(dialog).queryByText(/row is wrong/)).toBeNull();
    await userEvent.click(await button('Check'));
    const before = lists;
    await userEvent.click(await button('Import 2 rows'));
    expect(await screen.findByText('Imported: 2 new, 0 changed')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(lists).toBeGreaterThan(before), { timeout: LIMIT_MS });
    expect(sent.map(({ path, fields }) => [path, fields.verifyUpload])).toEqual([
      ['/api/catalogue_imports/livery/', 'true'],
      ['/api/catalogue_imports/livery/', 'true'],
      ['/api/catalogue_imports/livery/', 'false'],
    ]);
    expect(sent.at(-1)?.fields.file).toHaveProperty('name', 'right.csv');
  });

  it('[O-P02] [T-07] explains why a file cannot be imported, and reports when nothing changes', async () => {
    const dialog = await open();
    await choose(dialog);
    const refusal = { detail: 'x', errors: { file: ['No column is headed “Name”.'] } };
    const idle = { ...RIGHT, created: 0, unchanged: 1, rows: [] };
    answers = [json(refusal, 400), json(idle)];
    await userEvent.click(await button('Check'));
    expect((await within(dialog).findByRole('alert')).textContent).toContain('headed “Name”');
    await userEvent.click(await button('Check'));
    expect(await within(dialog).findByText(/there is nothing to import/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull();
  });
});
