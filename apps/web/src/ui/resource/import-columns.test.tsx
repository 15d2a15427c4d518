import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Application } from '../../app/mount.tsx';
import { SAMPLE_RECORDS } from '../../session/sample-records.ts';
import { storage } from '../../session/storage.ts';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { dismiss, toastStore } from '../toast.ts';

// A file of a fuel card whose headings are not known: the whole application with a mock server.

const LIMIT = { timeout: 30_000 };
const AUTO = { date_format: 'auto', decimal: 'auto', delimiter: 'auto', volume: 'litre' };
const FIELDS = [
  { field: 'vehicle', heading: 'Vehicle', is_required: true, type: 'text' },
  { field: 'starts_on', heading: 'Start', is_required: true, type: 'day' },
  { field: 'litres', heading: 'Litres', is_required: false, type: 'volume' },
];
const unknown = {
  headings: ['Kennzeichen', 'Wann', 'Menge'],
  sample: [['N1 AAA', '05/31/2026', '10,5']],
  fields: FIELDS,
  mapping: { ...AUTO, columns: { vehicle: null, starts_on: null, litres: null } },
  saved: null,
  missing: ['Vehicle', 'Start'],
  rows: [],
};

interface Sent {
  readonly call: string;
  readonly fields: Readonly<Record<string, unknown>>;
}
let sent: Sent[] = [];
let saved: { id: number; name: string; version: number }[] = [];

/** What a server answers about the columns: the chosen ones, with the day beside its error until its format is chosen. */
function previewFor(fields: Sent['fields']) {
  const { mapping, mapping_id: id } = fields as { mapping?: string; mapping_id?: string };
  const used = saved.find((one) => String(one.id) === id);
  if (mapping === undefined && used === undefined) return unknown;
  const chosen = mapping === undefined ? null : JSON.parse(mapping);
  const columns = chosen?.columns ?? { vehicle: 0, starts_on: 1, litres: 2 };
  const missing = [
    ...(columns.vehicle === null ? ['Vehicle'] : []),
    ...(columns.starts_on === null ? ['Start'] : []),
  ];
  const isRight = chosen === null || chosen.date_format === 'MM/DD/YYYY';
  const row = {
    row: 2,
    outcome: isRight ? 'created' : 'wrong',
    stored: { vehicle: 'N1 AAA', starts_on: isRight ? '31/05/2026' : '05/31/2026' },
    faults: isRight ? {} : { starts_on: ['“05/31/2026” is not a date.'] },
  };
  return {
    ...unknown,
    mapping: { ...AUTO, ...chosen, columns },
    saved: used === undefined ? null : { id: used.id, name: used.name },
    missing,
    rows: missing.length > 0 ? [] : [row],
  };
}

const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status });

beforeAll(startTestTexts);
beforeEach(() => {
  sent = [];
  saved = [];
  localStorage.clear();
  vi.stubGlobal('fetch', async (address: string, options: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://localhost');
    const { body, method = 'GET' } = options;
    const call = `${method} ${pathname}`;
    const fields =
      body instanceof FormData ? Object.fromEntries(body) : JSON.parse(String(body ?? '{}'));
    if (call === 'GET /api/import_mappings/') return json({ results: saved });
    if (method === 'GET') {
      return pathname === '/api/costs/'
        ? json({ count: 0, count_is_limit: false, results: [] })
        : new Promise<Response>(() => undefined);
    }
    sent.push({ call, fields });
    if (call === 'PUT /api/catalogue_imports/cost/preview/') return json(previewFor(fields));
    if (call === 'POST /api/import_mappings/') {
      saved = [{ id: 7, version: 1, kind: 'cost', ...fields }];
      return json(saved[0] ?? {}, 201);
    }
    if (call === 'DELETE /api/import_mappings/7/') {
      saved = [];
      return new Response(null, { status: 204 });
    }
    return new Promise<Response>(() => undefined);
  });
});
afterEach(() => {
  cleanup();
  for (const { id } of toastStore.get()) dismiss(id);
  vi.unstubAllGlobals();
});

async function openFile() {
  const user = testUser({ role: 'ADMIN' });
  window.history.replaceState(null, '', '/costs');
  storage.currentUser.set(user);
  render(<Application first={user} records={SAMPLE_RECORDS} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }, LIMIT));
  const dialog = within(await screen.findByRole('dialog', { name: /^Import:/ }, LIMIT));
  await userEvent.upload(dialog.getByLabelText(/^Choose/), new File(['x'], 'card.csv'));
  await dialog.findByRole('region', { name: 'Columns of the file' }, LIMIT);
  return dialog;
}
type Dialog = Awaited<ReturnType<typeof openFile>>;

const select = (dialog: Dialog, name: RegExp | string, option: string) =>
  userEvent.selectOptions(dialog.getByRole('combobox', { name }), option);

/** Chooses the columns and the date format. */
async function chooseAll(dialog: Dialog) {
  await select(dialog, /^Vehicle/, 'Kennzeichen');
  await select(dialog, /^Start/, 'Wann');
  await select(dialog, 'Date format', 'MM/DD/YYYY');
  await dialog.findByRole('cell', { name: '31/05/2026' }, LIMIT);
}

describe('the columns of an imported file', { timeout: 90_000 }, () => {
  it('[O-P02] are asked for if they are not found, with examples and errors beside the cells', async () => {
    const dialog = await openFile();
    expect(dialog.getByText(/No column was found for: Vehicle, Start/)).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Check' }).hasAttribute('disabled')).toBe(true);
    expect(
      within(dialog.getByRole('table', { name: 'First rows of the file' })).getByText('10,5'),
    ).toBeTruthy();
    await select(dialog, /^Vehicle/, 'Kennzeichen');
    expect(await dialog.findByText('Example: N1 AAA')).toBeTruthy();
    await select(dialog, /^Start/, 'Wann');
    const stored = within(
      await dialog.findByRole('table', { name: 'First rows as they will be stored' }, LIMIT),
    );
    expect(stored.getByRole('cell', { name: /05\/31\/2026.*is not a date/ })).toBeTruthy();
    await select(dialog, 'Date format', 'MM/DD/YYYY');
    await dialog.findByRole('cell', { name: '31/05/2026' }, LIMIT);
    expect(dialog.getByRole('button', { name: 'Check' }).hasAttribute('disabled')).toBe(false);
    await userEvent.click(dialog.getByRole('button', { name: 'Check' }));
    const check = sent.at(-1);
    expect(check?.call).toBe('PUT /api/catalogue_imports/cost/');
    expect(JSON.parse(String(check?.fields.mapping))).toMatchObject({
      columns: { vehicle: 0, starts_on: 1 },
      date_format: 'MM/DD/YYYY',
    });
  });

  it('[O-P02] are saved under a name, used by it, and deleted', async () => {
    const dialog = await openFile();
    await chooseAll(dialog);
    await userEvent.click(dialog.getByRole('button', { name: 'Save columns' }));
    expect(await dialog.findByText('Enter a name.')).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name of the columns' }), 'Tankkarte');
    await userEvent.click(dialog.getByRole('button', { name: 'Save columns' }));
    await dialog.findByText(/found as saved under “Tankkarte”/, {}, LIMIT);
    const made = sent.find(({ call }) => call === 'POST /api/import_mappings/');
    expect(made?.fields).toMatchObject({
      kind: 'cost',
      name: 'Tankkarte',
      headings: unknown.headings,
      mapping: { date_format: 'MM/DD/YYYY', columns: { vehicle: 0, starts_on: 1 } },
    });
    expect(sent.at(-1)?.fields).toMatchObject({ mapping_id: '7' });
    await userEvent.click(dialog.getByRole('button', { name: 'Delete columns' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete columns' }, LIMIT));
    await userEvent.click(question.getByRole('button', { name: 'Delete columns' }));
    await waitFor(() =>
      expect(dialog.queryByRole('button', { name: 'Delete columns' })).toBeNull(),
    );
    expect(sent.some(({ call }) => call === 'DELETE /api/import_mappings/7/')).toBe(true);
  });
});
