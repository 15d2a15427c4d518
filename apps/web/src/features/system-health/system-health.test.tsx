import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';

beforeAll(startTestTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PATH = '/api/administration/system_health/';
const operator = () => testUser({ role: 'ADMIN', isGlobalAdmin: true });

it('[RP-07] shows problems first with what to do, checks again, and sends a test mail', async () => {
  const asked = answerCalls({
    [PATH]: () => ({
      checked_at: '2026-06-01T10:00:00Z',
      version: '1.2.3',
      checks: [
        { name: 'server', state: 'ok', title: 'Server', finding: 'All parts work.', advice: null },
        { name: 'disk', state: 'error', title: 'Disk space', finding: 'Full.', advice: 'Free it.' },
        { name: 'map', state: 'unused', title: 'Street map', finding: 'None.', advice: null },
      ],
    }),
    [`${PATH}test_mail/`]: () => ({ sent_to: 'morgan@demo.test' }),
  });
  await openScreen('/administration/system-health', operator());
  await screen.findByRole('heading', { name: 'Disk space' });
  const list = screen.getAllByRole('listitem');
  const checks = list.filter((item) => within(item).queryByRole('heading', { level: 2 }) !== null);
  expect(checks.map(({ textContent }) => textContent)).toEqual([
    'ErrorDisk spaceFull.What to do: Free it.',
    'OKServerAll parts work.',
    'Not usedStreet mapNone.',
  ]);
  expect(screen.getByText('Errors: 1. Warnings: 0.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await userEvent.click(screen.getByRole('button', { name: 'Send test mail' }));
  expect(await screen.findByText('morgan@demo.test')).toBeTruthy();
  expect(asked.filter(({ pathname }) => pathname === PATH)).toHaveLength(2);
});

it('is not for administrators of one customer: no tile, and no screen', async () => {
  answerCalls({});
  await openScreen('/administration', testUser({ role: 'ADMIN' }));
  expect(await screen.findByRole('link', { name: /^Map and addresses/ })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^System health/ })).toBeNull();
  cleanup();
  await openScreen('/administration/system-health', testUser({ role: 'ADMIN' }));
  expect(window.location.pathname).toBe('/unauthorised');
});
