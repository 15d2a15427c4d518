import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../../../test-screen.tsx';
import { startTestTexts } from '../../../../test-texts.ts';
import { testUser } from '../../../../test-user.ts';
import { type FirstRun, firstRun, newVehicle } from '../test-first-run.ts';

const LIMIT = { timeout: 20_000 };
const PHONE = { id: 5, tracker: 'phone-1', protocol: 'osmand', vehicle: 1, last_seen: null };

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
  expect(card.queryByText(`http://${location.hostname}:5055`)).toBeNull();
  await userEvent.selectOptions(
    card.getByRole('combobox', { name: 'Make of the device' }),
    'Phone app (Traccar Client, OsmAnd)',
  );
  expect(card.getByText(`http://${location.hostname}:5055`)).toBeDefined();
  const status = card.getByRole('status');
  expect(status.textContent).toContain('Waiting for the first message of a device');
  expect(await card.findByText(/^Nothing has arrived at any port since/, {}, LIMIT)).toBeDefined();
});

it('adopts a device that sends for the vehicle in one click, and keeps the focus in the step', async () => {
  run.unknown = [{ identifier: '356307042440099', protocol: 'teltonika' }];
  const card = await open();
  await card.findByText(/Teltonika device 356307042440099 is sending/, {}, LIMIT);
  expect(card.queryByText(/^Nothing has arrived/)).toBeNull();
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

const failed = {
  kind: 'not_understood',
  protocol: 'osmand',
  looks_like: 'teltonika',
  count: 3,
  first_at: '2026-11-23T10:00:00Z',
  last_at: '2026-11-23T10:05:00Z',
  address: '192.0.2.7',
};

it('names the right port of bytes that were not understood, and refused networks', async () => {
  run.failed = [
    failed,
    { ...failed, protocol: 'teltonika', looks_like: 'tls', count: 1 },
    { ...failed, kind: 'network', looks_like: null, address: '192.0.2.9' },
  ];
  const card = await open();
  const notes = (await card.findAllByRole('listitem', {}, LIMIT)).map((one) => one.textContent);
  const text = notes.join('\n');
  expect(text).toMatch(
    /3 connections to the OsmAnd port 5055 since 23.* were not understood, the last from 192\.0\.2\.7\. The bytes are those of Teltonika: enter port 5027/,
  );
  expect(text).toMatch(/One connection to the Teltonika port 5027 .*encrypts \(TLS\)/);
  expect(text).toMatch(/3 connections .* refused: the address 192\.0\.2\.9 is not in the allowed/);
  expect(card.queryByText(/^Nothing has arrived/)).toBeNull();
});

it('names frames of a registered device that were not understood, with a link to them', async () => {
  run.trackers = [{ ...PHONE, protocol: 'gt06', tracker: '356307042440099' }];
  run.frames = [{ received_at: '2026-11-23T10:05:00Z' }];
  const card = await open();
  const note = await card.findByText(/One message of 356307042440099 arrived at 23/, {}, LIMIT);
  expect(within(note).getByRole('link', { name: 'Open the raw data' }).getAttribute('href')).toBe(
    '/administration/raw-data?tracker=5&view=frames&unknown=1',
  );
});

it('names a registered device that connected without a position, or was refused', async () => {
  run.trackers = [{ ...PHONE, protocol: 'gt06', tracker: '356307042440099' }];
  const entry = { address: '192.0.2.7', connected_at: '2026-11-23T10:05:00Z', attempts: 4 };
  run.connections = [
    { ...entry, ended_by: null },
    { ...entry, ended_by: 'network' },
  ];
  const card = await open();
  expect(
    await card.findByText(/connected from 192\.0\.2\.7 .* no position yet/, {}, LIMIT),
  ).toBeDefined();
  const note = await card.findByText(/356307042440099 was refused 4 times since/, {}, LIMIT);
  expect(within(note).getByRole('link', { name: 'Open the tracker' }).getAttribute('href')).toBe(
    '/administration/trackers?open=5',
  );
});

it('registers a phone with an identifier of its own, and shows the code of each app', async () => {
  const card = await open();
  await userEvent.click(
    await card.findByRole('button', { name: 'Use a phone for NW26 NEW' }, LIMIT),
  );
  const { tracker } = run.saved.tracker as { tracker: string };
  expect(tracker).toMatch(/^phone-[0-9a-f]{12}$/);
  expect(run.saved.tracker).toMatchObject({ protocol: 'osmand', vehicle: 1 });
  const server = `http://${location.hostname}:5055/?id=${tracker}`;
  expect(
    await card.findByText(`${server}&interval=30&distance=75&angle=30`, {}, LIMIT),
  ).toBeDefined();
  expect(await card.findByRole('img', { name: /QR code/ }, LIMIT)).toBeDefined();
  await userEvent.selectOptions(card.getByLabelText('App on the phone'), 'OsmAnd');
  expect(card.getByText(new RegExp(`id=${tracker}&lat=\\{0\\}&lon=\\{1\\}`))).toBeDefined();
});

it('registers a device by its number, with the check of an IMEI', async () => {
  const card = await open();
  await userEvent.click(await card.findByText('Register a device by its number', {}, LIMIT));
  const field = card.getByRole('textbox', { name: 'Tracker' });
  await userEvent.click(card.getByRole('button', { name: 'Save and continue' }));
  await waitFor(() => expect(document.activeElement).toBe(field));
  await userEvent.type(field, '356307042440099{Enter}');
  await waitFor(() =>
    expect(run.saved.tracker).toMatchObject({
      tracker: '356307042440099',
      protocol: 'teltonika',
      vehicle: 1,
      verify_imei: true,
    }),
  );
});

it('leads to the map at the vehicle once its device has sent', async () => {
  run.trackers = [{ ...PHONE, registration: 'NW26 NEW', last_seen: '2026-11-23T10:00:00Z' }];
  await openScreen('/home', testUser({ role: 'ADMIN', isCustomerAdmin: true }));
  const link = await screen.findByRole('link', { name: 'Show NW26 NEW on the map' }, LIMIT);
  expect(link.getAttribute('href')).toBe('/telematics/track?vehicle=1');
});
