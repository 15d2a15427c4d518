import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openScreen } from '../../../test-screen.tsx';
import { startTestTexts } from '../../../test-texts.ts';
import { figuresOf, REGIONS } from '../test-check.ts';

const LIMIT_MS = 20_000;
const PATH = '/vehicle-check/api/month_documents/';
const document = (id: number, state: string, changed: object = {}) => ({
  id,
  depot: { id: 11, name: 'Leeds' },
  month: '2026-10',
  type: 'DRV',
  state,
  done: 3,
  total: 12,
  failure: null,
  created_at: '2026-11-21T11:00:00Z',
  ended_at: null,
  ...changed,
});
let documents: { id: number; state: string }[] = [];
let sent: { call: string; body: unknown }[] = [];

beforeAll(startTestTexts);
beforeEach(() => {
  documents = [];
  sent = [];
  vi.stubGlobal('fetch', async (address: string, options: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://localhost');
    if (options.method === 'POST') {
      sent.push({ call: pathname, body: JSON.parse(String(options.body ?? 'null')) });
      if (pathname === PATH) documents = [document(5, 'waiting'), ...documents];
      else documents = documents.map((one) => ({ ...one, state: 'cancelled' }));
      return new Response(JSON.stringify(documents[0]), { status: 202 });
    }
    if (pathname.endsWith('/file/')) return new Response('%PDF');
    if (pathname === PATH) {
      return new Response(JSON.stringify({ count: documents.length, results: documents }));
    }
    if (pathname === '/api/user/regions/') return new Response(JSON.stringify(REGIONS));
    if (pathname === '/api/depot_stats/11/') {
      return new Response(JSON.stringify(figuresOf(11, 'Leeds')));
    }
    return new Promise<Response>(() => undefined);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = async () => {
  await openScreen('/vehiclecheck/depot/11?type=DRV');
  await userEvent.click(
    await screen.findByRole('button', { name: 'Month as PDF' }, { timeout: LIMIT_MS }),
  );
};
const list = async () =>
  within(await screen.findByRole('region', { name: 'Your documents', hidden: true }));

it('[L-10] queues a month, which is listed and can be cancelled', async () => {
  await open();
  await (await list()).findByText(/stay here for a week/);
  await userEvent.click(screen.getByRole('button', { name: 'Create PDF', hidden: true }));
  await (await list()).findByText('Waiting');
  expect(sent[0]).toMatchObject({ call: PATH, body: { depot: 11, type: 'DRV' } });
  const cancel = await (await list()).findByRole('button', { name: /^Cancel Leeds/, hidden: true });
  await userEvent.click(cancel);
  await (await list()).findByText('Cancelled');
  expect(sent[1]?.call).toBe(`${PATH}5/cancel/`);
});

it('[L-10] shows progress and errors of documents, and downloads a finished one', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:pdf');
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  documents = [
    document(1, 'running'),
    document(2, 'failed', { failure: 'You may no longer see this depot.' }),
    document(3, 'ready'),
  ];
  await open();
  const shown = await list();
  await shown.findByText('3 of 12 reports');
  const bar = shown.getByRole<HTMLProgressElement>('progressbar', { hidden: true });
  expect([bar.value, bar.max]).toEqual([3, 12]);
  expect(shown.getByText('You may no longer see this depot.')).toBeTruthy();
  await userEvent.click(shown.getByRole('button', { name: /^Download Leeds/, hidden: true }));
  await waitFor(() => expect(saved).toEqual(['drv-2026-10.pdf']));
});
