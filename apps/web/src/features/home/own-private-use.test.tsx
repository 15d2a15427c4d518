import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SessionContext } from '../../session/context.ts';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import OwnPrivateUse from './own-private-use.tsx';

const VEHICLE = { id: 3, registration: 'AB12 CDE' };
let own: object = {};
let sent: { is_private: boolean; ends_at: string | null }[] = [];

beforeAll(startTestTexts);
beforeEach(() => {
  own = { vehicle: VEHICLE, is_private: false, ends_at: null, may_end: true };
  sent = [];
  vi.stubGlobal('fetch', async (address: string, options: RequestInit = {}) => {
    if (options.method === 'POST' && address.includes('/private_use/')) {
      const body = JSON.parse(String(options.body));
      sent.push(body);
      own = { ...own, is_private: body.is_private, ends_at: body.ends_at };
    }
    return new Response(JSON.stringify(own));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionContext.Provider
        value={{ current: testUser(), records: [], update: () => undefined }}
      >
        <OwnPrivateUse />
      </SessionContext.Provider>
    </QueryClientProvider>,
  );

describe('the switch of private use', () => {
  it('[O-20] [U-01] is switched on for some hours, and off again', async () => {
    show();
    expect(await screen.findByText('Off: the vehicle is tracked.')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('How long'), '4');
    const before = Date.now();
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
    expect(
      await screen.findByText(/^On: nobody can see the vehicle's location\. Until/),
    ).toBeTruthy();
    const lengthMs = Date.parse(sent[0]?.ends_at ?? '') - before;
    expect(lengthMs).toBeGreaterThanOrEqual(4 * 3_600_000);
    await userEvent.click(screen.getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText('Off: the vehicle is tracked.')).toBeTruthy();
    expect(sent[1]).toEqual({ is_private: false, ends_at: null });
  });

  it('[O-20] cannot override the company’s hours, and is hidden without a vehicle', async () => {
    own = { vehicle: VEHICLE, is_private: true, ends_at: null, may_end: false };
    show();
    expect(await screen.findByText('Your company set these hours.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    cleanup();
    own = { vehicle: null, is_private: false, ends_at: null, may_end: false };
    const { container } = show();
    await new Promise((done) => setTimeout(done, 50));
    expect(container.textContent).toBe('');
  });

  it('[O-20] says without a network that it needs one, and does not switch later', async () => {
    show();
    await screen.findByText('Off: the vehicle is tracked.');
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/^This switch needs a network/);
    vi.stubGlobal('fetch', fetch);
    window.dispatchEvent(new Event('online'));
    await new Promise((done) => setTimeout(done, 50));
    expect(sent).toEqual([]);
  });
});
