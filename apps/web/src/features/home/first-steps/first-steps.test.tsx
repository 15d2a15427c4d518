import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../../test-screen.tsx';
import { startTestTexts } from '../../../test-texts.ts';
import { testUser } from '../../../test-user.ts';
import { type FirstRun, firstRun } from './test-first-run.ts';

const LIMIT = { timeout: 20_000 };

let run: FirstRun;
let asked: URL[];

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  run = firstRun();
  asked = answerCalls(run.answers);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = async () => {
  await openScreen('/home', testUser({ role: 'ADMIN', isCustomerAdmin: true }));
};
const card = async () => within(await screen.findByRole('region', { name: 'First steps' }, LIMIT));
const isOpen = (name: string) => async () =>
  (await card()).getByRole('button', { name }).getAttribute('aria-expanded') === 'true';

it('opens the first step that is not done, one at a time', async () => {
  await open();
  const steps = await card();
  expect(await isOpen('Check the company')()).toBe(true);
  expect(await isOpen('Add a depot')()).toBe(false);
  await userEvent.click(steps.getByRole('button', { name: 'Add a depot' }));
  expect(await isOpen('Check the company')()).toBe(false);
  expect(await steps.findByRole('textbox', { name: /Depot/ }, LIMIT)).toBeDefined();
  await userEvent.click(steps.getByRole('button', { name: 'Add a depot' }));
  expect(await isOpen('Add a depot')()).toBe(false);
});

it('saves company, depot and vehicle in place with the keyboard alone', async () => {
  await open();
  const steps = await card();
  await userEvent.click(await steps.findByRole('button', { name: 'Save and continue' }, LIMIT));
  const depot = await steps.findByRole('textbox', { name: /Depot/ }, LIMIT);
  await waitFor(() => expect(document.activeElement).toBe(depot));
  await userEvent.keyboard('Harbour{Enter}');
  const registration = await steps.findByRole('textbox', { name: /Registration/ }, LIMIT);
  await waitFor(() => expect(document.activeElement).toBe(registration));
  await userEvent.keyboard('NW26 NEW{Enter}');
  await waitFor(async () => expect(await isOpen('Connect a device')()).toBe(true), LIMIT);
  expect(run.saved.company).toMatchObject({ name: 'New Haulage', config: { currency: 'EUR' } });
  expect(run.saved.depot).toMatchObject({ name: 'Harbour' });
  // The only depot is the vehicle's.
  expect(run.saved.vehicle).toMatchObject({ registration: 'NW26 NEW', vehicle_groups: [1] });
  expect(steps.getAllByText('Done')).toHaveLength(3);
});

it('shows an error beside its field, which has the focus', async () => {
  run.depots = [{ id: 1, name: 'Harbour' }];
  await open();
  const steps = await card();
  const field = await steps.findByRole('textbox', { name: /Registration/ }, LIMIT);
  const save = steps.getByRole('button', { name: 'Save and continue' });
  await userEvent.click(save);
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(run.saved.vehicle).toBeUndefined();
  run.refusal = { registration: ['This registration is taken'] };
  await userEvent.type(field, 'AB11 CAR');
  expect(field.getAttribute('aria-invalid')).toBe('false');
  await userEvent.click(save);
  expect(await steps.findByText('This registration is taken', {}, LIMIT)).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(field));
});

it('stays until the last step is done, and is not counted again then', async () => {
  run.reachDevice();
  run.trackers = [{ id: 1, last_seen: '2026-11-23T10:00:00Z', vehicle: 1 }];
  await open();
  const steps = await card();
  expect(steps.getAllByText('Done')).toHaveLength(4);
  expect(await isOpen('Invite a colleague')()).toBe(true);
  cleanup();
  run.users = 2;
  await open();
  await waitFor(() => expect(localStorage.getItem('hiddenFirstSteps')).toContain('true'), LIMIT);
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  cleanup();
  asked.length = 0;
  await open();
  await screen.findByRole('heading', { level: 1 }, LIMIT);
  expect(asked.filter(({ pathname }) => pathname === '/api/administration/users/')).toEqual([]);
});

it('can be hidden', async () => {
  await open();
  const steps = await card();
  await userEvent.click(steps.getByRole('button', { name: 'Hide the first steps' }));
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
});

it('is opened again from the administration, also when all is done', async () => {
  localStorage.setItem('hiddenFirstSteps', JSON.stringify({ 7: true }));
  const admin = testUser({ role: 'ADMIN', isCustomerAdmin: true });
  await openScreen('/administration/first-steps', admin);
  expect((await card()).queryByRole('button', { name: 'Hide the first steps' })).toBeNull();
  cleanup();
  // Home shows it again.
  await open();
  await card();
  cleanup();
  run.reachDevice();
  run.trackers = [{ id: 1, last_seen: '2026-11-23T10:00:00Z', vehicle: 1 }];
  run.users = 2;
  await openScreen('/administration/first-steps', admin);
  expect((await card()).getAllByText('Done')).toHaveLength(5);
  expect((await card()).getByText('All steps are done. Open a step to repeat it.')).toBeDefined();
});
