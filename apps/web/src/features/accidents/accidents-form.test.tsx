import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryStore } from '../../test-outbox.ts';
import { loadTexts } from '../../ui/public-page/texts.ts';
import { AccidentForm } from './accidents-form.tsx';
import { bodyOf, type Draft, newDraft } from './accidents-model.ts';
import { accidents } from './accidents-outbox.ts';
import type { AccidentPage } from './use-accident.ts';

vi.mock('./place-map.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

const LIMIT_MS = 20_000;
const user = userEvent.setup();
let store: MemoryStore<Draft>;
let sent: Draft[];

const first: Draft = {
  ...newDraft('abc', 'report-1', Date.parse('2026-11-21T12:00:00Z')),
  vehicle: { id: 7, registration: 'AB12 CDE' },
  driverName: 'Ann Driver',
  description: 'A van pulled out.',
};
const page = {
  send: async (draft: Draft) => void sent.push(draft),
} as unknown as AccidentPage;
const show = (draft: Draft) => render(<AccidentForm first={draft} page={page} />);
const step = (n: number) =>
  screen.findByRole('heading', { name: new RegExp(`Step ${n} of 5`) }, { timeout: LIMIT_MS });
const next = () => user.click(screen.getByRole('button', { name: 'Next' }));

beforeEach(async () => {
  await loadTexts('en');
  store = new MemoryStore();
  sent = [];
  vi.spyOn(accidents, 'store').mockImplementation(async () => store);
  window.scrollTo = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the form of an accident', () => {
  it('[K-P04] reopens on the last step after the page is closed', async () => {
    show(first);
    for (let n = 2; n <= 5; n += 1) {
      await next();
      await step(n);
      const kept = await store.draftOf();
      cleanup();
      if (kept === undefined) throw new Error('nothing was kept');
      show(kept);
      await step(n);
    }
  });

  it('[K-P04] shows the next step only after the draft is stored', async () => {
    let write = () => {};
    vi.spyOn(store, 'keepDraft').mockImplementation(
      () =>
        new Promise((done) => {
          write = () => done(true);
        }),
    );
    show(first);
    await next();
    await step(1);
    await act(async () => write());
    await step(2);
  });

  it('[K-25] [K-P04] offline, the map shows a notice and the place can be typed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    show({ ...first, step: 1 });
    await user.click(screen.getByRole('button', { name: 'Choose on the map' }));
    expect(await screen.findByText(/The map needs a network/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    await user.type(screen.getByLabelText(/^Address/), 'A45, Daventry');
    await next();
    await step(3);
    expect((await store.draftOf())?.address).toBe('A45, Daventry');
  });

  it('[P-173] [P-175] starts with an empty party and witness, and focuses each added card', async () => {
    show({ ...first, step: 2 });
    const name = await screen.findByLabelText(/^Party Name/, {}, { timeout: LIMIT_MS });
    expect(screen.getByLabelText(/^Witness Name/)).toBeTruthy();
    await user.type(name, 'Petra Party');
    await user.click(screen.getByRole('button', { name: 'Add another' }));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getAllByLabelText(/^Party Name/)[1]),
    );
    // Cards that stay empty are valid and are not part of the report.
    await next();
    await step(4);
    const draft = await store.draftOf();
    if (draft === undefined) throw new Error('nothing was kept');
    expect(bodyOf(draft, new Map()).parties.map((one) => one.driver_name)).toEqual(['Petra Party']);
    expect(bodyOf(draft, new Map()).witnesses).toEqual([]);
  });

  it('[P-176] an incomplete card that is not empty blocks the form', async () => {
    show({ ...first, step: 2 });
    const phone = await screen.findAllByLabelText('Phone', {}, { timeout: LIMIT_MS });
    await user.type(phone[0] as HTMLElement, '0770');
    await next();
    expect(await screen.findByText('Correct the marked fields.')).toBeTruthy();
    await step(3);
  });
});
