import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openScreen } from '../../../test-screen.tsx';
import { startTestTexts } from '../../../test-texts.ts';
import { testUser } from '../../../test-user.ts';

const LIMIT_MS = 8000;
const SETTINGS = {
  customer: { id: 1, name: 'Albion' },
  days: {
    positions: 396,
    journeys: 396,
    video: 30,
    accidents: null,
    tachograph: 731,
    driver_documents: 731,
    onboardings: 90,
    driver_messages: 457,
    driver_handovers: 731,
  },
  positions_limit: 396,
};
const ADMIN = testUser({ role: 'ADMIN', isCustomerAdmin: true });
let sent: { call: string; body: object }[] = [];
let refusal: object | null = null;

beforeAll(startTestTexts);
// Preload, so that no test waits for it.
beforeAll(() => import('./privacy-retention.screen.tsx'), 60_000);
beforeEach(() => {
  sent = [];
  refusal = null;
  vi.stubGlobal('fetch', async (address: string, options: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://localhost');
    if (!pathname.startsWith('/api/administration/retention/')) {
      return new Promise<Response>(() => undefined);
    }
    const method = options.method ?? 'GET';
    if (method === 'GET') return new Response(JSON.stringify(SETTINGS));
    const { customer: _, ...days } = JSON.parse(String(options.body));
    sent.push({ call: `${method} ${pathname}`, body: days });
    if (refusal !== null) return new Response(JSON.stringify(refusal), { status: 400 });
    if (method === 'PUT') return new Response(JSON.stringify({ ...SETTINGS, days }));
    const row = { before: '2026-06-01T00:00:00.000Z', count: 0, count_is_limit: false };
    const results = [
      { ...row, kind: 'positions', count: 100_000, count_is_limit: true },
      { ...row, kind: 'journeys', count: 1 },
      { ...row, kind: 'video' },
    ];
    return new Response(JSON.stringify({ results }));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

async function open() {
  await openScreen('/administration/retention', ADMIN);
  return screen.findByLabelText('Positions', {}, { timeout: LIMIT_MS });
}

describe('retention', () => {
  it('[O-20] previews the deletion before a period is set', async () => {
    const field = await open();
    await userEvent.clear(field);
    await userEvent.type(field, '90');
    await userEvent.click(screen.getByRole('button', { name: 'Preview deletion' }));
    expect(
      await screen.findByText(/^Positions: 100,000\+ entries before/, {}, { timeout: LIMIT_MS }),
    ).toBeTruthy();
    expect(screen.getByText(/^Trips and events: 1 entry before/)).toBeTruthy();
    expect(screen.queryByText(/^Video: /)).toBeNull();
    expect(sent).toEqual([
      {
        call: 'POST /api/administration/retention/preview/',
        body: { ...SETTINGS.days, positions: 90 },
      },
    ]);
  });

  it('[O-20] shows an error next to the field for a period that is too short', async () => {
    refusal = { detail: 'Field(s) are invalid', errors: { positions: ['From 60 to 3660 days'] } };
    const field = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'), {
      timeout: LIMIT_MS,
    });
    expect(screen.getAllByText('From 60 to 3660 days').length).toBeGreaterThan(0);
  });
});
