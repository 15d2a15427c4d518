import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestTexts } from '../../test-texts.ts';
import { Toasts } from '../../ui/toasts.tsx';
import { MessageDialog } from './message-dialog.tsx';

const display = {
  unit: 'MLS',
  locale: 'en-GB',
  currency: 'GBP',
  dates: { timeZone: 'UTC', dateFormat: null, timeFormat: null },
} as const;

let sent: { url: string; body: unknown }[] = [];
let results: object[] = [];

beforeAll(startTestTexts);
beforeEach(() => {
  sent = [];
  results = [];
  vi.stubGlobal('fetch', async (url: string, options: RequestInit = {}) => {
    if (options.method !== 'POST') {
      return new Response(JSON.stringify({ count: results.length, results }));
    }
    sent.push({ url, body: JSON.parse(String(options.body)) });
    return new Response(JSON.stringify({ id: 1, state: 'queued' }), { status: 202 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MessageDialog
        vehicle={{ id: 7, registration: 'AB12 CDE' }}
        display={display}
        onClose={() => undefined}
      />
      <Toasts />
    </QueryClientProvider>,
  );
}

describe('a message to a vehicle', () => {
  it('[M-P04] is sent, and the toast shows Success', async () => {
    open();
    await userEvent.type(screen.getByLabelText('Message'), ' Call the depot ');
    await userEvent.click(screen.getByRole('button', { name: 'Send', hidden: true }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      url: '/api/vehicle/message/?vehicle=7',
      body: { message: 'Call the depot' },
    });
    expect(await screen.findByText('Success')).toBeTruthy();
  });

  it('[M-P04] has 1 to 160 characters', async () => {
    open();
    const field = screen.getByLabelText<HTMLTextAreaElement>('Message');
    expect(field.maxLength).toBe(160);
    await userEvent.type(field, '   ');
    await userEvent.click(screen.getByRole('button', { name: 'Send', hidden: true }));
    expect(screen.getByRole('alert', { hidden: true }).textContent).toBe('Enter a message');
    expect(sent).toEqual([]);
    expect(screen.getByText('157 characters left')).toBeTruthy();
  });

  it('[M-05] shows the status of the last ones', async () => {
    const message = {
      vehicle: 7,
      created_at: '2026-06-05T12:00:00Z',
      sent_at: null,
      delivered_at: null,
      answer: null,
      failure: null,
    };
    results = [
      { ...message, id: 3, message: 'third', state: 'delivered', answer: 'OK' },
      { ...message, id: 2, message: 'second', state: 'failed', failure: 'no_tracker' },
      { ...message, id: 1, message: 'first', state: 'queued' },
    ];
    open();
    await screen.findByText('Delivered');
    expect(screen.getByText('OK')).toBeTruthy();
    expect(screen.getByText('Not delivered: the vehicle has no device')).toBeTruthy();
    expect(screen.getByText('Waiting for the device')).toBeTruthy();
    expect(screen.getAllByText('05/06/26 12:00')).toHaveLength(3);
  });
});
