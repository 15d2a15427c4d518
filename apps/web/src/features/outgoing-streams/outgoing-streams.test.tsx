import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answerCalls, freshScreens, openScreen } from '../../test-screen.tsx';
import { testUser } from '../../test-user.ts';

freshScreens();

const PATH = '/api/administration/outgoing_streams/';
const stream = (rest: object = {}) => ({
  ...{ id: 5, name: 'Data warehouse', kind: 'webhook', address: 'https://dw.example/hook' },
  ...{ topic: '', mqtt_version: '5', nats_mode: 'core', username: '', has_password: false },
  ...{ feeds: ['trips'], all_vehicles: true, vehicles: [], depots: [], is_on: true },
  ...{ customer: { id: 1, name: 'North' }, state: 'failing', lag: 7200, rows_sent: 12 },
  ...{ last_delivery: '2026-06-05T22:10:00.000Z', failing_since: '2026-06-05T22:10:00.000Z' },
  ...{ last_error: 'The receiver answered with status 500.', next_attempt: null },
  ...{ created_at: '2026-06-01T08:00:00.000Z', created_by: 'Ann', ...rest },
});
const administrator = () => testUser({ role: 'ADMIN' });

/** The screen with streams; returns the bodies that were sent. */
async function open(streams: object[], path = '/administration/outgoing-streams') {
  const sent: Record<string, unknown>[] = [];
  answerCalls({
    [PATH]: (_url, init) => {
      if (init?.method !== 'POST') return { count: streams.length, results: streams };
      sent.push(JSON.parse(String(init.body)));
      return { ...stream(), secret: 'whsec_once' };
    },
    [`${PATH}5/`]: (_url, init) => {
      if (init?.method === 'PUT') sent.push(JSON.parse(String(init.body)));
      return streams[0];
    },
    [`${PATH}5/test/`]: () => ({ is_delivered: false, error: 'The connection failed.' }),
  });
  await openScreen(path, administrator());
  return sent;
}

it('lists streams with state, lag and last error', async () => {
  await open([stream(), stream({ id: 6, name: 'Broker', state: 'current', last_error: null })]);
  const row = (await screen.findByText('Data warehouse')).closest('tr');
  expect(row?.textContent).toContain('Failing');
  expect(row?.textContent).toContain('2 hours');
  expect(row?.textContent).toContain('The receiver answered with status 500.');
  expect(screen.getByText('Broker').closest('tr')?.textContent).toContain('Up to date');
});

it('says what to do first', async () => {
  await open([]);
  expect(await screen.findByText('No outgoing streams')).toBeTruthy();
  expect(screen.getByText(/Add a destination/)).toBeTruthy();
});

it('has the fields of a kind, checks them, and shows the secret once', async () => {
  const sent = await open([], '/administration/outgoing-streams?open=new');
  const panel = within(
    await screen.findByRole('region', { name: /New outgoing stream|Data warehouse/ }),
  );
  await userEvent.click(panel.getByRole('button', { name: /Save|Create|Add/ }));
  expect((await panel.findAllByRole('alert')).map(({ textContent }) => textContent).join()).toMatch(
    /Name|required/i,
  );
  expect(panel.queryByLabelText(/Topic/)).toBeNull();
  await userEvent.selectOptions(panel.getByLabelText(/^Kind$/), 'mqtt');
  expect(panel.getByLabelText(/Topic/)).toBeTruthy();
  await userEvent.selectOptions(panel.getByLabelText(/^Kind$/), 'nats');
  expect(panel.getByLabelText(/Subject/)).toBeTruthy();
  expect(panel.queryByLabelText(/Version/)).toBeNull();
  await userEvent.selectOptions(panel.getByLabelText(/^Kind$/), 'webhook');
  await userEvent.type(panel.getByLabelText(/^Name/), 'Warehouse');
  await userEvent.type(panel.getByLabelText(/^Address/), 'https://dw.example/');
  await userEvent.click(panel.getByRole('button', { name: /Save|Create|Add/ }));
  expect(await screen.findByText('whsec_once')).toBeTruthy();
  expect(sent[0]).toMatchObject({ name: 'Warehouse', kind: 'webhook', all_vehicles: true });
  expect(sent[0]).not.toHaveProperty('password');
});

it('keeps the stored password, pauses, and says why a test failed', async () => {
  const broker = stream({ kind: 'mqtt', topic: 'fleet', username: 'u', has_password: true });
  const sent = await open([broker], '/administration/outgoing-streams?open=5');
  const panel = within(
    await screen.findByRole('region', { name: /New outgoing stream|Data warehouse/ }),
  );
  expect(await panel.findByText(/A password is stored/)).toBeTruthy();
  await userEvent.click(panel.getByRole('button', { name: 'Send a test' }));
  expect(await screen.findByText('The connection failed.')).toBeTruthy();
  await userEvent.click(panel.getByRole('button', { name: 'Pause' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ is_on: false, topic: 'fleet' });
  expect(sent[0]).not.toHaveProperty('password');
});
