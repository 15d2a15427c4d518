import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestTexts } from '../../test-texts.ts';
import { FollowPage } from './follow/follow-page.tsx';

const TOKEN = 'a-token-of-forty-three-characters-or-so-abc';
const vehicle = {
  registration: 'AB11 CAR',
  note: 'Customer',
  expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  state: 'private',
  position: null,
  destination: { name: 'North', lat: 52, long: -1 },
  arrival: null,
};
let sent: unknown[] = [];

function answer(status: number, body: unknown): void {
  sent = [];
  vi.stubGlobal('fetch', async (path: string, options?: RequestInit) => {
    if (!path.startsWith('/api/shared_vehicle/')) return new Promise<Response>(() => undefined);
    sent.push(JSON.parse(String(options?.body)));
    return new Response(JSON.stringify(body), { status });
  });
}
function open(token: string): void {
  window.history.replaceState(null, '', `/follow#${token}`);
  render(<FollowPage />);
}

beforeAll(startTestTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the page of a live share link', () => {
  it('sends the token in the body, counts one view, and hides a private position', async () => {
    answer(200, vehicle);
    open(TOKEN);
    expect(await screen.findByRole('heading', { name: 'AB11 CAR' })).toBeTruthy();
    expect(screen.getByText('The vehicle is in private use. Its position is hidden.')).toBeTruthy();
    expect(sent[0]).toEqual({ token: TOKEN, begins: true });
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(1));
    expect(sent.slice(1).every((one) => (one as { begins: boolean }).begins)).toBe(false);
    expect(sent.at(-1)).toEqual({ token: TOKEN, begins: false });
  });

  it('keeps the last answer without a network', async () => {
    answer(200, { ...vehicle, state: 'unknown' });
    open(TOKEN);
    await screen.findByText('The vehicle has not reported a position yet.');
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await screen.findByText(/This is the last known position/)).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'AB11 CAR' })).toBeTruthy();
  });

  it('says that the link has ended', async () => {
    answer(404, { detail: 'x', code: 'vehicle_share.ended' });
    open(TOKEN);
    expect(await screen.findByText('This link no longer works')).toBeTruthy();
  });
});
