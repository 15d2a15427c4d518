import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../../../test-screen.tsx';
import { startTestTexts } from '../../../../test-texts.ts';
import { testUser } from '../../../../test-user.ts';
import { type FirstRun, firstRun, newVehicle } from '../test-first-run.ts';

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

it('adopts a device that sends for the vehicle in one click, and keeps the focus in the step', async () => {
  run.unknown = [{ identifier: '356307042440099', protocol: 'teltonika' }];
  const card = await open();
  await card.findByText(/Teltonika device 356307042440099 is sending/, {}, LIMIT);
  await userEvent.click(card.getByRole('button', { name: 'Adopt for NW26 NEW' }));
  await card.findByText(/Device 356307042440099 is registered for NW26 NEW/, {}, LIMIT);
  expect(run.saved.adopted).toEqual({
    identifier: '356307042440099',
    protocol: 'teltonika',
    vehicle: 1,
  });
  await waitFor(() =>
    expect(document.activeElement?.contains(card.getByRole('status'))).toBe(true),
  );
});

it('asks for the vehicle if several have no device', async () => {
  run.vehicles = [newVehicle(2, 'NW26 TWO'), newVehicle(1, 'NW26 NEW')];
  run.unknown = [{ identifier: '356307042440099', protocol: 'teltonika' }];
  const card = await open();
  await card.findByRole('button', { name: 'Adopt for NW26 TWO' }, LIMIT);
  await userEvent.selectOptions(card.getByLabelText('Vehicle for the device'), 'NW26 NEW');
  await userEvent.click(card.getByRole('button', { name: 'Adopt for NW26 NEW' }));
  await waitFor(() => expect(run.saved.adopted).toMatchObject({ vehicle: 1 }));
});
