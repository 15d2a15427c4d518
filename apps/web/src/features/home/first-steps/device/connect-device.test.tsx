import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../../../test-screen.tsx';
import { startTestTexts } from '../../../../test-texts.ts';
import { testUser } from '../../../../test-user.ts';
import { type FirstRun, firstRun } from '../test-first-run.ts';

const LIMIT = { timeout: 20_000 };
let run: FirstRun;

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  run = firstRun();
  run.reachDevice();
  answerCalls(run.answers);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = async () => {
  await openScreen('/home', testUser({ role: 'ADMIN', isCustomerAdmin: true }));
  const card = within(await screen.findByRole('region', { name: 'First steps' }, LIMIT));
  await card.findByRole('status', {}, LIMIT);
  return card;
};

it('says where devices connect, and that nothing has arrived', async () => {
  const card = await open();
  expect(await card.findByText(`${location.hostname}:5027`, {}, LIMIT)).toBeDefined();
  expect(card.getByText(`http://${location.hostname}:5055`)).toBeDefined();
  const status = card.getByRole('status');
  expect(status.textContent).toContain('Waiting for the first message of a device');
});
