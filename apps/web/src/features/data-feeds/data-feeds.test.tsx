import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';

beforeAll(startTestTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PATH = '/api/administration/data_feeds/';
const ago = (s: number) => new Date(Date.now() - s * 1000).toISOString();
const reader = (id: number, name: string, readS: number) => ({
  user: { id, name },
  last_read_at: ago(5),
  read_until: ago(readS),
  rows_read: 1200,
});

it('shows each feed with its address, an example and how far its readers are', async () => {
  answerCalls({
    [PATH]: () => ({
      feeds: [
        {
          kind: 'positions',
          path: '/api/feeds/positions/',
          current_version: 'VERSION',
          readers: [reader(1, 'Data Warehouse', 5), reader(2, 'Old Script', 7200)],
        },
        { kind: 'trips', path: '/api/feeds/trips/', current_version: 'V2', readers: [] },
      ],
    }),
  });
  await openScreen('/administration/data-feeds', testUser({ role: 'ADMIN' }));
  const positions = (await screen.findByRole('heading', { name: 'Positions' })).closest('li');
  if (positions === null) throw new Error('the heading is in no item');
  const [current, old] = within(positions).getAllByRole('listitem');
  expect(current?.textContent).toContain('Data WarehouseUp to date');
  expect(old?.textContent).toContain('Old Script2 hours behind');
  expect(within(positions).getByText(/curl.*\/api\/feeds\/positions\/\?wait=30/)).toBeTruthy();
  const trips = screen.getByRole('heading', { name: 'Trips' }).closest('li');
  expect(trips?.textContent).toContain('Nobody reads this feed yet.');
});

it('shows an error with a way to try again', async () => {
  answerCalls({ [PATH]: () => new Response('{"detail":"Broken","code":"x"}', { status: 400 }) });
  await openScreen('/administration/data-feeds', testUser({ role: 'ADMIN' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Broken');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
