import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestTexts } from '../../../test-texts.ts';
import { SharedPage } from './shared-page.tsx';

const TOKEN = 'a-token-of-forty-three-characters-or-so-abc';
const video = {
  registration: 'AB11 CAR',
  start: '2026-11-20T08:00:00Z',
  duration: 30,
  cameras: [1],
  event: { code: 41, name: 'Harsh Braking', at: '2026-11-20T08:00:10Z' },
  files: [
    {
      camera: 1,
      kind: 'video',
      media_type: 'video/mp4',
      URL: '/api/files/1/?signature=s',
      download_URL: '/api/files/1/?signature=s&download=1',
      size: 1,
      start: '2026-11-20T08:00:00Z',
      end: '2026-11-20T08:00:30Z',
      width: 640,
      height: 360,
      codec: 'avc1.4d0014',
    },
  ],
  trail: [],
  note: 'Insurer',
  expires_at: '2026-11-23T09:00:00Z',
};

let sent: { readonly path: string; readonly body: string }[];

function answer(status: number, body: unknown): void {
  sent = [];
  vi.stubGlobal('fetch', async (path: string, options?: RequestInit) => {
    if (!path.startsWith('/video-evidence/')) return new Promise<Response>(() => undefined);
    sent.push({ path, body: String(options?.body) });
    return new Response(JSON.stringify(body), { status });
  });
}

beforeAll(startTestTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

describe('the page of a shared clip', () => {
  it('[F-P01] shows the video without sign-in; no URL contains the token', async () => {
    answer(200, video);
    history.replaceState(null, '', `/video/shared#${TOKEN}`);
    render(<SharedPage />);
    expect(await screen.findByRole('heading', { name: 'AB11 CAR' })).toBeTruthy();
    expect(screen.getByLabelText('Video of Camera 1').getAttribute('src')).toBe(
      '/api/files/1/?signature=s',
    );
    expect(screen.getByText('Harsh Braking')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Download Camera 1' }).getAttribute('href')).toBe(
      '/api/files/1/?signature=s&download=1',
    );
    expect(sent.length).toBeGreaterThan(0);
    for (const call of sent) {
      expect(call).toEqual({
        path: '/video-evidence/api/shared/',
        body: JSON.stringify({ token: TOKEN }),
      });
    }
  });

  it('shows if the link has expired, was revoked or truncated', async () => {
    answer(404, { detail: 'This link has expired or was withdrawn.' });
    history.replaceState(null, '', `/video/shared#${TOKEN}`);
    render(<SharedPage />);
    expect(await screen.findByText('This link no longer works')).toBeTruthy();
    cleanup();
    answer(200, video);
    history.replaceState(null, '', '/video/shared#cut');
    render(<SharedPage />);
    expect(await screen.findByText('This link no longer works')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('can be retried if the server is unreachable', async () => {
    answer(500, { detail: 'A server error occurred.' });
    history.replaceState(null, '', `/video/shared#${TOKEN}`);
    render(<SharedPage />);
    expect(await screen.findByText('The clip could not be opened')).toBeTruthy();
    answer(200, video);
    screen.getByRole('button', { name: 'Try again' }).click();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'AB11 CAR' })).toBeTruthy());
  });
});
