import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestTexts } from '../../test-texts.ts';
import { Toasts } from '../toasts.tsx';
import { DownloadMenu } from './download-menu.tsx';

const asked: { address: string; token: string | null }[] = [];
let answer: () => Response;
let saved: string[] = [];

beforeAll(startTestTexts);
beforeEach(() => {
  asked.length = 0;
  saved = [];
  // biome-ignore lint/suspicious/noDocumentCookie: as the sign-on sets it
  document.cookie = 'access-token=secret-token; Path=/';
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit) => {
    asked.push({ address, token: new Headers(headers).get('authorization') });
    return answer();
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:report');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(`${this.download} ${this.href}`);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const download = async (format: RegExp) => {
  render(
    <>
      <DownloadMenu
        kind="timesheet_vehicle"
        query={{ vehicle: 7, start: '2026-11-16T00:00:00Z', end: '2026-11-23T00:00:00Z' }}
      />
      <Toasts />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Download' }));
  await userEvent.click(screen.getByRole('button', { name: format }));
};

describe('a download', () => {
  it('[M-P09] sends the token of the person as a header, not in the address, and saves the file', async () => {
    answer = () =>
      new Response('a;b', {
        headers: { 'content-disposition': `attachment; filename="week-47.csv"` },
      });
    const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);
    await download(/CSV/);
    await waitFor(() => expect(saved).toEqual(['week-47.csv blob:report']));
    expect(asked).toEqual([
      {
        address: `/api/reports/timesheet_vehicle/?time_zone=${zone}&vehicle=7&start=2026-11-16T00%3A00%3A00Z&end=2026-11-23T00%3A00%3A00Z&format=csv`,
        token: 'Bearer secret-token',
      },
    ]);
  });

  it('shows the error of the server, and saves nothing', async () => {
    answer = () =>
      new Response(JSON.stringify({ detail: 'Choose at most 31 days.' }), { status: 400 });
    await download(/PDF/);
    expect(await screen.findByText('Choose at most 31 days.')).toBeTruthy();
    expect(saved).toEqual([]);
  });
});
