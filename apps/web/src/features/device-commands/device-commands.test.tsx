import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { SessionContext } from '../../session/context.ts';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { DeviceCommandsDialog } from './device-commands-dialog.tsx';

let sent: { url: string; body: unknown }[] = [];
let standstill = 'moving';

const command = (kind: string, missing: string | null = null) => ({ kind, missing });

beforeAll(startTestTexts);
beforeEach(() => {
  sent = [];
  standstill = 'moving';
  vi.stubGlobal('fetch', async (url: string, options: RequestInit = {}) => {
    if (options.method === 'POST') {
      sent.push({ url, body: JSON.parse(String(options.body)) });
      return new Response(JSON.stringify({ id: 1, state: 'waiting' }), { status: 202 });
    }
    if (url.startsWith('/api/device_commands/')) {
      return new Response(JSON.stringify({ count: 0, count_is_limit: false, results: [] }));
    }
    return new Response(
      JSON.stringify({
        devices: [
          {
            id: 3,
            number: '350000000000001',
            model: '',
            protocol: 'gt06',
            is_connected: false,
            last_seen: null,
            commands: [command('interval'), command('immobilise', 'immobiliser_output')],
          },
        ],
        standstill: { state: standstill, at: '2026-01-02T10:00:00.000Z' },
        may_immobilise: true,
        needs_code: true,
      }),
    );
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open() {
  const current = testUser();
  render(
    <SessionContext.Provider value={{ current, records: [], update: () => undefined }}>
      <QueryClientProvider client={new QueryClient()}>
        <DeviceCommandsDialog
          vehicle={{ id: 7, registration: 'AB12 CDE' }}
          onClose={() => undefined}
        />
      </QueryClientProvider>
    </SessionContext.Provider>,
  );
  return screen.findByRole('combobox', { name: /^Command/, hidden: true });
}
const press = () =>
  userEvent.click(screen.getByRole('button', { name: 'Send command', hidden: true }));

it('sends a command with its parameters, after a check of them', async () => {
  await userEvent.selectOptions(await open(), 'interval');
  const seconds = screen.getByLabelText(/Interval while moving/);
  await userEvent.clear(seconds);
  await userEvent.type(seconds, '5');
  await press();
  expect(await screen.findByText('Enter a whole number from 10 to 3600')).toBeTruthy();
  await userEvent.clear(seconds);
  await userEvent.type(seconds, '30');
  await press();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    url: '/api/vehicle/7/commands/',
    body: {
      instruction: { kind: 'interval', seconds: 30 },
      tracker: 3,
      expires_in_hours: 24,
      reason: '',
    },
  });
});

it('says when an immobilisation acts, and asks for reason, password and code', async () => {
  await userEvent.selectOptions(await open(), 'immobilise');
  expect(screen.getByText(/The command waits for the next stop/)).toBeTruthy();
  expect(screen.getByText(/enter the output of the immobiliser/)).toBeTruthy();
  await press();
  expect(await screen.findAllByText('This field is required')).toHaveLength(2);
  await userEvent.type(screen.getByLabelText(/^Reason/), 'Stolen');
  await userEvent.type(screen.getByLabelText(/Your password/), 'secret');
  await userEvent.type(screen.getByLabelText(/Code of your/), '123456');
  await press();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({
    instruction: { kind: 'immobilise' },
    reason: 'Stolen',
    password: 'secret',
    code: '123456',
  });
});
