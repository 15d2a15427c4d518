import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';

const PATH = '/api/evidence_packs/';
const KEY = { algorithm: 'Ed25519', public_key: 'PEM', fingerprint: 'ab12' };
const pack = (state: string, changed: object = {}) => ({
  id: 5,
  scope: 'vehicle',
  subject: 'N1 AAA',
  starts_on: '2026-01-01',
  ends_on: '2026-06-30',
  kinds: ['defects'],
  state,
  done: 3,
  total: 12,
  records: 0,
  files: 0,
  archive_bytes: null,
  pdf_bytes: null,
  archive_sha256: null,
  key_fingerprint: null,
  failure: null,
  created_at: '2026-11-21T11:00:00Z',
  ended_at: null,
  ...changed,
});
let packs: object[] = [];
let hasFailed = false;
let sent: { call: string; body: unknown }[] = [];

beforeAll(startTestTexts);
beforeEach(() => {
  packs = [];
  sent = [];
  hasFailed = false;
  vi.stubGlobal('fetch', async (address: string, options: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://localhost');
    if (!pathname.startsWith(PATH)) return new Promise<Response>(() => undefined);
    if (pathname.endsWith('/key/')) return new Response(JSON.stringify(KEY));
    if (options.method === undefined || options.method === 'GET') {
      if (hasFailed) return new Response(JSON.stringify({ detail: 'Broken' }), { status: 403 });
      return new Response(JSON.stringify({ count: packs.length, results: packs }));
    }
    sent.push({
      call: `${options.method} ${pathname}`,
      body: JSON.parse(String(options.body ?? 'null')),
    });
    packs = options.method === 'DELETE' ? [] : [pack('waiting')];
    if (options.method === 'DELETE') return new Response(null, { status: 204 });
    return new Response(JSON.stringify(packs[0]), { status: 202 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('requests a pack of the vehicle of the address, which is listed', async () => {
  // The dialog of the address opens at once, and hides the header for which `openScreen` waits.
  void openScreen('/evidence-packs?vehicle=12&registration=N1 AAA').catch(() => undefined);
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 20_000 }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create evidence pack' }));
  await screen.findByText('Waiting');
  expect(sent[0]).toMatchObject({
    call: `POST ${PATH}`,
    body: { scope: 'vehicle', vehicle: 12, depot: null },
  });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows a ready pack with its files and deletes it after a question', async () => {
  packs = [
    pack('ready', { records: 600, files: 300, pdf_bytes: 2e6, archive_bytes: 5e7, ended_at: 'x' }),
  ];
  await openScreen('/evidence-packs');
  await screen.findByText('Records: 600, files: 300', {}, { timeout: 20_000 });
  screen.getByRole('button', { name: /^Download the PDF of N1 AAA/ });
  screen.getByRole('button', { name: /^Download the archive of N1 AAA/ });
  screen.getByText('ab12');
  await userEvent.click(screen.getByRole('button', { name: /^Delete N1 AAA/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Your evidence packs will be here.');
  expect(sent).toEqual([{ call: `DELETE ${PATH}5/`, body: null }]);
});

it('shows progress, a failure, and an error with a button that loads again', async () => {
  hasFailed = true;
  await openScreen('/evidence-packs');
  const retry = await screen.findByRole('button', { name: 'Try again' }, { timeout: 20_000 });
  hasFailed = false;
  packs = [pack('running'), pack('failed', { id: 6, failure: 'Request it again.' })];
  await userEvent.click(retry);
  expect(await screen.findByRole('progressbar')).toHaveProperty('value', 3);
  screen.getByText('Request it again.');
});
