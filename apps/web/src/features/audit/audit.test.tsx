import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';

const entry = (id: number, subject: object) => ({
  id,
  at: '2026-11-20T10:00:00Z',
  customer: 1,
  action: 'changed',
  actor: { id: 3, name: 'Ada Hill' },
  subject,
  before: null,
  after: null,
  is_erased: false,
});
const ENTRIES = [
  entry(1, { kind: 'defect', id: '571', name: 'DEF-000571' }),
  entry(2, { kind: 'video', id: '12', name: '' }),
  entry(3, { kind: 'driver', id: '5', name: null }),
  entry(4, { kind: 'vehicle', id: '', name: '' }),
];

/** Load the chunk of the screen first. */
const LIMIT_MS = 15_000;

let asked: (string | null)[];

beforeAll(startTestTexts);
beforeEach(() => {
  asked = [];
  answerCalls({
    '/api/administration/audit/': ({ searchParams }) => {
      asked.push(searchParams.get('subject'));
      return { count: ENTRIES.length, count_is_limit: false, results: ENTRIES };
    },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('[O-07] [O-P07] the audit log shows names of records, and finds a record by its reference number', async () => {
  await openScreen('/administration/audit', testUser({ role: 'ADMIN' }));
  for (const name of ['DEF-000571', 'Video clip 12', 'Driver 5', 'All visible entries']) {
    expect(await screen.findByText(name, {}, { timeout: LIMIT_MS })).toBeTruthy();
  }
  expect(screen.queryByText(/#\d/)).toBeNull();
  const field = () => screen.getByRole('searchbox', { name: 'Record number or reference' });
  await userEvent.type(field(), 'DEF-000571{Enter}');
  await waitFor(() => expect(asked.at(-1)).toBe('DEF-000571'));
  expect(new URLSearchParams(window.location.search).get('subject')).toBe('DEF-000571');
  await userEvent.clear(field());
  await userEvent.tab();
  await waitFor(() => expect(window.location.search).not.toContain('subject'));
}, 30_000);
